// Corpus: how rare a letter of a language is after another one. In: LetterPairsData.swift. Han
// characters, kana and Hangul syllables are in EastAsianLetters.swift.

/// The pairs of letters of a language.
struct LetterPairs {
    private var costs: [UInt64: Double] = [:]

    static let all: [String: LetterPairs] = LetterPairsData.costs.mapValues { LetterPairs($0) }

    /// - Parameter table: tokens of a cost and the pairs that have it, as LetterPairs.py writes
    ///   them.
    private init(_ table: String) {
        for token in table.unicodeScalars.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            let cost = Double(token.first!.value - 0x30)
            var rest = token.dropFirst()
            while let first = rest.popFirst(), let second = rest.popFirst() { costs[Self.key(first, second)] = cost }
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
