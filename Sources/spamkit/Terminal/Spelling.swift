// The name that a misspelt word may have meant.

/// The name that a word is most likely a slip of: one begins with the other, or at most a third of
/// the letters differ. The first among equals; `nil` where none is near.
func closest(to word: String, among names: [String]) -> String? {
    let begun = names.first { min($0.count, word.count) > 2 && ($0.hasPrefix(word) || word.hasPrefix($0)) }
    if let begun { return begun }
    let near = names.map { (name: $0, distance: slips(from: word.lowercased(), to: $0.lowercased())) }
    guard let best = near.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(1, max(word.count, best.name.count) / 3) ? best.name : nil
}

/// `; did you mean NAME?`, or nothing.
func question(_ word: String, among names: [String]) -> String {
    closest(to: word, among: names).map { "; did you mean \($0)?" } ?? ""
}

/// Letters that must be put in, taken out, changed or swapped with their neighbour (optimal string
/// alignment distance). O(n m).
private func slips(from word: String, to name: String) -> Int {
    let a = Array(word.prefix(64)), b = Array(name.prefix(64))
    var rows = [Array(0...b.count)]
    for i in 1...max(1, a.count) where !a.isEmpty {
        var row = [i]
        for j in 1...max(1, b.count) where !b.isEmpty {
            var least = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
            if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { least = min(least, rows[i - 2][j - 2] + 1) }
            row.append(least)
        }
        rows.append(row)
    }
    return rows[a.count][b.count]
}
