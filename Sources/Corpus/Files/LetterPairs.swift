// Corpus: how rare a letter of a language is after another one. In: LetterPairsData.swift. Han
// characters, kana and Hangul syllables are in EastAsianLetters.swift.

/// The pairs of letters of a language.
struct LetterPairs {
    private var costs: [UInt64: Double] = [:]

    static let all: [String: LetterPairs] = LetterPairsData.costs.mapValues { LetterPairs($0) }

    /// - Parameter table: digits, which are costs, and the pairs that have them, as LetterPairs.py
    ///   writes them.
    private init(_ table: String) {
        var cost = 0.0
        var first: Unicode.Scalar?
        for scalar in table.unicodeScalars where scalar != "\n" {
            if ("0"..."9").contains(scalar) {
                cost = Double(scalar.value - 0x30)
            } else if let before = first {
                costs[Self.key(before, scalar)] = cost
                first = nil
            } else {
                first = scalar
            }
        }
    }

    private static func key(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> UInt64 {
        UInt64(first.value) << 32 | UInt64(second.value)
    }

    /// A letter that the language lacks. Any language has foreign words in plain letters.
    private static let foreign = 11.0, foreignPlain = 7.5

    /// -ln of the probability of a letter in lower case; `nil` is the end of a word.
    func cost(of letter: Unicode.Scalar?, after before: Unicode.Scalar?) -> Double {
        let letter = letter ?? "_"
        return costs[Self.key(before ?? "_", letter)] ?? costs[Self.key("?", letter)]
            ?? (letter.isASCII ? Self.foreignPlain : Self.foreign)
    }
}
