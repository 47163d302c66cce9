// Corpus: which column of a file without a header has the labels, judged by its first rows.

/// The column of labels among the outer two.
enum LabelColumn {
    case first, last

    /// The column with more known labels, if at least half of its values are known. Where none is
    /// known: the column that looks like words, so that an error can name one. `nil`: neither.
    init?(firsts: [String], lasts: [String], _ labels: LabelMap) {
        func knownCount(_ column: [String]) -> Int { column.count { labels.label(for: $0) != nil } }
        let (first, last) = (knownCount(firsts), knownCount(lasts))
        if first >= last, first * 2 >= firsts.count, first > 0 {
            self = .first
        } else if last * 2 >= lasts.count, last > 0 {
            self = .last
        } else if !firsts.isEmpty, firsts.allSatisfy({ LabelWord.mayBeLabel($0, isNamed: false) }) {
            self = .first
        } else if !lasts.isEmpty, lasts.allSatisfy({ LabelWord.mayBeLabel($0, isNamed: false) }) {
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

/// An unknown word in the place of a label. It may be a text or a sender in the wrong column, so an
/// error shows it only if it looks like a label.
enum LabelWord {
    /// Whether it may be a label: at most 40 characters, no `@`, at most 4 digits (no phone
    /// number); outside ASCII at most 5 characters. Two words, such as `bank fraud`, only in a
    /// named column.
    static func mayBeLabel(_ word: String, isNamed: Bool) -> Bool {
        guard word.count <= 40, word.utf8.count == word.count || word.count <= 5 else { return false }
        guard word.unicodeScalars.allSatisfy({ $0 != "@" && $0.properties.generalCategory != .control }) else { return false }
        guard word.unicodeScalars.count(where: { $0.properties.numericType != nil }) <= 4 else { return false }
        return word.split(whereSeparator: \.isWhitespace).count <= (isNamed ? 2 : 1)
    }

    /// A longer one that may not be shown is likelier a text than a label.
    static let longestUsual = 12

    /// Whether an error may show it: one word of at most 24 characters; outside ASCII of at most 5,
    /// as in 迷惑メール: in scripts without spaces, eight make a sentence. No `@`, and no digit but in a
    /// number of two: a code or a password may stand there.
    static func isShown(_ word: String) -> Bool {
        if LabelMap.numbers.contains(word.lowercased()) || LabelMap.signed.contains(word) { return true }
        guard word.count <= 24, word.utf8.count == word.count || word.count <= 5 else { return false }
        let scalars = word.unicodeScalars
        guard scalars.allSatisfy({ $0 != "@" && !$0.properties.isWhitespace && $0.properties.generalCategory != .control }) else {
            return false
        }
        let digits = scalars.count { $0.properties.numericType != nil }
        return digits == 0 || digits == scalars.count && digits <= 2
    }

    /// Whether it is a code rather than a word: a number, or at most 3 letters of ASCII.
    static func isCode(_ word: String) -> Bool { isShown(word) && word.utf8.count <= 3 }

    /// The words that occur twice or more. In a column without a name, a word that occurs once may
    /// be a message of one word.
    static func repeated(_ column: some Sequence<String>) -> Set<String> {
        Set(Dictionary(column.map { ($0, 1) }, uniquingKeysWith: +).filter { $0.value > 1 }.keys)
    }
}
