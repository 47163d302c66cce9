// Corpus: the words of a file that are no labels, so that all of them can be explained at once.

import SpamFilter

/// Words in the place of labels that nobody has explained, and how often each occurs.
public struct UnknownLabels: Sendable, Equatable {
    /// One word, as the file spells it.
    public struct Word: Sendable, Equatable {
        public let text: String
        public fileprivate(set) var rows: Int
        /// Of its first row.
        public fileprivate(set) var line: Int
        /// Its column has a name; else a word that occurs once may be a message.
        fileprivate let isNamed: Bool
    }

    private var byText: [String: Word] = [:]
    /// Rows whose value is a text rather than a label, or one word too many.
    public private(set) var otherRows = 0
    /// A column of texts has a new value in each row.
    private static let most = 10_000

    public init() {}

    /// Those that may be shown, the most frequent first.
    public var words: [Word] {
        byText.values.filter { $0.isNamed || $0.rows > 1 }.sorted { ($1.rows, $0.line) < ($0.rows, $1.line) }
    }

    mutating func add(_ text: String, isNamed: Bool, line: Int, rows: Int = 1) {
        if byText[text] != nil {
            byText[text]!.rows += rows
            byText[text]!.line = min(line, byText[text]!.line)
        } else if LabelWord.isShown(text), byText.count < Self.most {
            byText[text] = Word(text: text, rows: rows, line: line, isNamed: isNamed)
        } else {
            otherRows += rows
        }
    }
}

extension UnknownLabels: CustomStringConvertible {
    private static let mostShown = 12

    /// `"2" (6,000 rows, line 2), "1" (9 rows, line 14) and 3 more words`.
    public var description: String {
        let words = words
        var parts = words.prefix(Self.mostShown).map { word in
            let question = LabelMap.nearest(to: word.text).map { "; did you mean \($0.word)?" } ?? ""
            return "\"\(word.text)\" (\(word.rows) \(word.rows == 1 ? "row" : "rows"), line \(word.line)\(question))"
        }
        if words.count > Self.mostShown { parts.append("\(words.count - Self.mostShown) more words") }
        if otherRows > 0 { parts.append("values in \(otherRows) rows that look like texts") }
        return parts.count < 2
            ? parts.joined() : "\(parts.dropLast().joined(separator: ", ")) and \(parts[parts.count - 1])"
    }
}
