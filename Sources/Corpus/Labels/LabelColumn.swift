// Corpus: where the labels of a file without a header stand, judged by its first rows.

/// The column of labels among the outer two.
enum LabelColumn {
    case first, last

    /// The column with more known labels, if at least half of its values are known. Where no label is known: the column that
    /// looks like words, so that an error can name the unknown one. `nil`: neither.
    init?(firsts: [String], lasts: [String], _ labels: LabelMap) {
        func knownCount(_ column: [String]) -> Int { column.count { labels.label(for: $0) != nil } }
        let (first, last) = (knownCount(firsts), knownCount(lasts))
        if first >= last, first * 2 >= firsts.count, first > 0 {
            self = .first
        } else if last * 2 >= lasts.count, last > 0 {
            self = .last
        } else if !firsts.isEmpty, firsts.allSatisfy({ LabelWord.isShown($0, isNamed: false) }) {
            self = .first
        } else if !lasts.isEmpty, lasts.allSatisfy({ LabelWord.isShown($0, isNamed: false) }) {
            self = .last
        } else {
            return nil
        }
    }

    /// `number<TAB>label<TAB>text`.
    static func isNumbered(_ row: [String], _ labels: LabelMap) -> Bool {
        row.count >= 3 && !row[0].isEmpty && row[0].utf8.allSatisfy { (0x30...0x39).contains($0) }
            && labels.label(for: row[1]) != nil
    }
}

/// An unknown word that stands where a label is expected. It could be a text or a sender in the wrong place, so an error shows it
/// only if it looks like a label.
enum LabelWord {
    /// At most 40 characters, no `@`, at most 4 digits (no telephone number); outside ASCII at most 5 characters, as in 迷惑メール (scripts without
    /// spaces put a sentence in eight). A column with a name may hold two words, such as `bank fraud`; others one.
    static func isShown(_ word: String, isNamed: Bool) -> Bool {
        guard word.count <= 40, word.utf8.count == word.count || word.count <= 5 else { return false }
        guard word.unicodeScalars.allSatisfy({ $0 != "@" && $0.properties.generalCategory != .control }) else { return false }
        guard word.unicodeScalars.count(where: { $0.properties.numericType != nil }) <= 4 else { return false }
        return word.split(whereSeparator: \.isWhitespace).count <= (isNamed ? 2 : 1)
    }

    /// The words that occur twice or more. One that occurs once, in a column without a name, may be a message of one word.
    static func repeated(_ column: some Sequence<String>) -> Set<String> {
        Set(Dictionary(column.map { ($0, 1) }, uniquingKeysWith: +).filter { $0.value > 1 }.keys)
    }
}
