// Corpus: which words were taken for which labels, and how often. The tool prints it, so that no guess goes unseen.

import SpamFilter

/// A word that is not a label's strict spelling, and what it was taken for, by a built-in rule or by the user's.
public struct LabelGuess: Sendable, Hashable, CustomStringConvertible {
    /// In lower case, without outer spaces.
    public let word: String
    public let label: Label
    /// Rows with it that have been read so far.
    public let rows: Int

    /// `ham -> allow (4825 rows)`.
    public var description: String { "\(word) -> \(label) (\(rows) \(rows == 1 ? "row" : "rows"))" }
}

/// Looks words up and counts those that were guessed.
struct LabelTally {
    private let labels: LabelMap
    private var rows: [String: (label: Label, count: Int)] = [:]
    /// What words mean, as they stand in the file: saves folding the same few words for every row.
    private var known: [String: (label: Label, guessedFrom: String?)] = [:]
    /// A file may spell a word in endless ways (`spam`, ` spam`, `  spam`).
    private static let knownLimit = 64

    init(_ labels: LabelMap) {
        self.labels = labels
    }

    mutating func label(for word: String) -> Label? {
        let meaning: (label: Label, guessedFrom: String?)
        if let found = known[word] {
            meaning = found
        } else {
            guard let found = labels.meaning(of: word) else { return nil }
            if known.count < Self.knownLimit { known[word] = found }
            meaning = found
        }
        if let guessed = meaning.guessedFrom { rows[guessed, default: (meaning.label, 0)].count += 1 }
        return meaning.label
    }

    /// The most frequent first, then by word.
    var guesses: [LabelGuess] {
        rows.map { LabelGuess(word: $0.key, label: $0.value.label, rows: $0.value.count) }
            .sorted { ($1.rows, $0.word) < ($0.rows, $1.word) }
    }
}
