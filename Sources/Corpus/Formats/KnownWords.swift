// Corpus: the words of columns that have few of them, such as labels, made once. Bytes in, words
// out.

/// The words that came last, as `RecentWords` but found by their bytes.
struct KnownWords {
    private var places: [(bytes: [UInt8], word: String)] = Array(repeating: ([], ""), count: 64)

    /// The word of these bytes; `nil` as of `FlatObject.Text.string`.
    subscript(text: FlatObject.Text) -> String? {
        mutating get {
            let bytes = text.bytes
            guard !text.hasEscapes else { return text.string }
            let place = bytes.placeOfWord
            if places[place].bytes.withUnsafeBufferPointer({ $0.isSame(as: bytes) }) { return places[place].word }
            guard let word = text.string else { return nil }
            places[place] = (Array(bytes), word)
            return word
        }
    }
}

extension CorpusColumns.Role {
    /// Whether the rows of a file have few different values.
    var isOfFewWords: Bool {
        switch self {
        case .label, .language, .country, .source, .direction: true
        case .text, .sender, .group, .time, .weight, .id: false
        }
    }
}
