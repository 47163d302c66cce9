// Corpus: the words of a file that are no labels, so that all of them can be explained at once.

import SpamFilter

/// Words in the place of labels that nobody has explained, and how often each occurs.
public struct UnknownLabels: Sendable, Equatable {
    /// One word, as the file spells it.
    public struct Word: Sendable, Equatable {
        /// The word as the file spells it.
        public let text: String
        /// How many rows have it.
        public fileprivate(set) var rows: Int
        /// The line of its first row, from 1.
        public fileprivate(set) var line: Int
    }

    private var byText: [String: Word] = [:]
    /// Rows with an unknown value.
    private var rows = 0
    /// A column of texts has a new value in each row.
    private static let most = 10_000

    /// Whether yes in this column would mean wanted, by its name: `is_ham`.
    var areOpposite = false

    /// Whether the column is certainly that of labels, by its name: then a few values that come
    /// again are words, though they have spaces or digits.
    var areNamed = false
    private static let mostOfNamed = 20, longestOfNamed = 24

    /// No word yet.
    public init() {}

    /// What a word likely means; `nil` where nothing tells.
    package func likelyMeaning(of word: String) -> Label? {
        guard areOpposite || areSigned, LabelMap.isFlag(word) else { return LabelMap.likely(word) }
        return LabelMap.isYes(word) == areOpposite ? .allow : .junk
    }

    /// Whether -1 stands beside 1, and nothing else.
    private var areSigned: Bool {
        byText["-1"] != nil && byText.count > 1 && byText.keys.allSatisfy { $0 == "1" || LabelMap.signed.contains($0) }
    }

    /// The words that may be shown, the most frequent first. Empty where more rows have other
    /// values: then this is likely a column of texts, and a word in it is a message too.
    public var words: [Word] {
        let shown = byText.values.filter { isShown($0.text) }
        let rowsShown = shown.reduce(0) { $0 + $1.rows }
        guard rows - rowsShown <= rowsShown else { return [] }
        return shown.sorted { ($1.rows, $0.line) < ($0.rows, $1.line) }
    }

    /// Whether no row has an unknown value.
    public var areNone: Bool { rows == 0 }

    /// How many rows have a value that is not among `words`: it may be a text.
    public var otherRows: Int { rows - words.reduce(0) { $0 + $1.rows } }

    /// The words alone, each in one row.
    package var withoutCounts: UnknownLabels {
        var words = self
        words.rows = min(1, rows)
        words.byText = byText.mapValues { Word(text: $0.text, rows: 1, line: 0) }
        return words
    }

    /// Adds those of another file. Lines stay those of the first.
    package mutating func add(_ other: UnknownLabels) {
        rows += other.rows
        byText.merge(other.byText) { Word(text: $0.text, rows: $0.rows + $1.rows, line: $0.line) }
    }

    /// Whether a word that was added is a label rather than a message of one word: several rows
    /// have it, it is a short code, true or false, or a label with one wrong letter.
    func isShown(_ text: String) -> Bool {
        guard let word = byText[text] else { return false }
        guard LabelWord.isShown(text) else { return areNamed && word.rows > 1 && byText.count <= Self.mostOfNamed }
        return word.rows > 1 || LabelWord.isCode(text) || LabelMap.numbers.contains(text.lowercased())
            || LabelMap.nearest(to: text) != nil
    }

    private func mayBeOfNamed(_ text: String) -> Bool {
        text.count <= Self.longestOfNamed && LabelWord.mayBeLabel(text, isNamed: true)
    }

    mutating func add(_ text: String, line: Int, rows: Int = 1) {
        self.rows += rows
        if byText[text] != nil {
            byText[text]!.rows += rows
            byText[text]!.line = min(line, byText[text]!.line)
        } else if byText.count < Self.most, LabelWord.isShown(text) || areNamed && mayBeOfNamed(text) {
            byText[text] = Word(text: text, rows: rows, line: line)
        }
    }
}

/// Numbers below a name such as `type`, which were not taken for labels.
public struct LooseNumbers: Sendable, Equatable {
    /// The numbers, with their rows.
    public package(set) var words = UnknownLabels()
    /// How many rows were left out because one of them means sent, as on Android.
    public package(set) var sent = 0
    /// How many rows were taken although one of them may mean sent: they have no sender either.
    public package(set) var perhapsSent = 0

    /// None yet.
    public init() {}
}

extension UnknownLabels: CustomStringConvertible {
    private static let mostShown = 12

    /// `"2" (6,000 rows, line 2), "1" (9 rows, line 14) and 3 more words`.
    public var description: String {
        let words = words, otherRows = otherRows
        var parts = words.prefix(Self.mostShown).map { word in
            let question = LabelMap.nearest(to: word.text).map { "; did you mean \($0.word)?" } ?? ""
            return "\"\(word.text)\" (\(word.rows) \(word.rows == 1 ? "row" : "rows"), line \(word.line)\(question))"
        }
        if words.count > Self.mostShown { parts.append("\(words.count - Self.mostShown) more words") }
        if otherRows == 1 { parts.append("a value that may be a text") }
        if otherRows > 1 { parts.append("\(otherRows) values that may be texts") }
        return parts.count < 2
            ? parts.joined() : "\(parts.dropLast().joined(separator: ", ")) and \(parts[parts.count - 1])"
    }
}
