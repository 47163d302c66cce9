// Corpus: the columns of a file as an error or a note may show them. What stands in the place of a
// name may be a message after all.

enum ColumnNames {
    /// Each name that looks like one; else the number of its column.
    static func shown(_ names: [String]) -> [String] {
        names.enumerated().map { place, name in isShown(name) ? name.trimmingSpaces() : "column \(place + 1)" }
    }

    /// Whether each of them looks like a name, so that none is told by its number.
    static func areNames(_ names: [String]) -> Bool { names.allSatisfy(isShown) }

    static func numbers(_ count: Int) -> [String] { (1...max(1, count)).map { "column \($0)" } }

    /// One short word with a letter, and without runs of digits, which may be a code or a telephone
    /// number. Scripts without spaces say twice as much in as many characters.
    private static func isShown(_ name: String) -> Bool {
        if CorpusColumns.isKnown(name) { return true }
        let name = name.trimmingSpaces()
        guard (1...(name.utf8.count == name.count ? 24 : 12)).contains(name.count) else { return false }
        let scalars = name.unicodeScalars
        guard scalars.contains(where: \.properties.isAlphabetic) else { return false }
        guard scalars.allSatisfy({ $0 != "@" && !$0.properties.isWhitespace && $0.properties.generalCategory != .control }) else {
            return false
        }
        let digits = name.split { !$0.isNumber }
        return digits.allSatisfy { $0.count <= 2 }
    }

    /// `v1, v2, column 3`, and how many more there are.
    static func list(_ columns: [String]) -> String {
        let most = 12
        let rest = columns.count - most
        return columns.prefix(most).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
}
