// Corpus: which words were taken for which labels, and how often, so that every guess can be shown.

import SpamFilter

/// A word that is not a label's strict spelling, and the label that it was taken for.
public struct LabelGuess: Sendable, Hashable, CustomStringConvertible {
    /// The word, in lower case, without outer spaces, `_` for spaces and hyphens within.
    public let word: String
    /// The label that it was taken for; `nil` where the user wants its rows left out.
    public let label: Label?
    /// How many rows with it have been read so far.
    public let rows: Int

    /// `ham -> allow (4825 rows)`.
    public var description: String {
        "\(word) -> \(label.map(\.description) ?? "left out") (\(rows) \(rows == 1 ? "row" : "rows"))"
    }

    /// The same guess, of so many rows.
    package func with(rows: Int) -> LabelGuess { LabelGuess(word: word, label: label, rows: rows) }
}

/// Looks words up and counts those that were guessed.
struct LabelTally {
    private struct Word {
        /// As in the file.
        let word: String
        let label: Label
        let guessedFrom: String?
        let firstLine: Int
        var rows = 0
    }

    private let labels: LabelMap
    /// The first few words, searched one by one: files have few, and folding a word takes longer.
    private var known: [Word] = []
    private var recent = RecentWords<Int>()
    /// Guessed from other words.
    private var others: [String: (label: Label?, rows: Int)] = [:]
    /// A file may spell a word in endless ways (`spam`, ` spam`, `  spam`).
    private static let knownLimit = 64
    private var hasNumbers = false
    private var hasOthers = false

    init(_ labels: LabelMap) {
        self.labels = labels
    }

    mutating func label(for word: String, line: Int) -> Label? {
        if let place = recent[word] {
            known[place].rows += 1
            return known[place].label
        }
        if let place = known.firstIndex(where: { $0.word == word }) {
            known[place].rows += 1
            recent[word] = place
            return known[place].label
        }
        guard let (label, guessed, isNumber) = labels.meaning(of: word) else { return nil }
        if isNumber {
            // Yes to a question is as certain as a word.
            if LabelMap.numbers.contains(guessed ?? "") { hasNumbers = true }
        } else if !LabelMap.numbers.contains(guessed ?? "") {
            hasOthers = true
        }
        if known.count < Self.knownLimit {
            known.append(Word(word: word, label: label, guessedFrom: guessed, firstLine: line, rows: 1))
        } else if let guessed {
            others[guessed, default: (label, 0)].rows += 1
        }
        return label
    }

    /// Takes back a row of a word that was looked up: the row is passed over.
    mutating func passOver(_ word: String) {
        if let place = known.firstIndex(where: { $0.word == word }) {
            known[place].rows -= 1
        } else if let guessed = labels.meaning(of: word)?.guessedFrom {
            others[guessed]?.rows -= 1
        }
    }

    /// Whether the rows of a word are to be left out; counts it then.
    mutating func leavesOut(_ word: String) -> Bool {
        guard let word = labels.wordLeftOut(word) else { return false }
        others[word, default: (nil, 0)].rows += 1
        return true
    }

    /// Whether a label occurred that is no number.
    var hasWords: Bool { hasOthers }

    /// Whether 0 or 1 were guessed and another label occurs too, so that they may mean anything.
    var isMixed: Bool { hasNumbers && hasOthers }

    /// Whether a word is unknown, or a 0 or 1 that nobody has explained.
    func isUnexplained(_ word: String) -> Bool { labels.meaning(of: word)?.isNumber ?? (labels.wordLeftOut(word) == nil) }

    /// The rows with a 0 or 1 that nobody has explained, and the first of them.
    var numbers: [(word: String, rows: Int, line: Int)] {
        known.filter { LabelMap.numbers.contains($0.guessedFrom ?? "") && isUnexplained($0.word) }.map {
            ($0.word, $0.rows, $0.firstLine)
        }
    }

    /// Notes an unknown word that looks like a label.
    mutating func meetUnknown() { hasOthers = true }

    /// The most frequent first, then by word.
    var guesses: [LabelGuess] {
        var all = others
        for word in known {
            if let guessed = word.guessedFrom { all[guessed, default: (word.label, 0)].rows += word.rows }
        }
        return all.map { LabelGuess(word: $0.key, label: $0.value.label, rows: $0.value.rows) }
            .sorted { ($1.rows, $0.word) < ($0.rows, $1.word) }
    }
}
