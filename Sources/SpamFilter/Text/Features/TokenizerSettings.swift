// Text: which features a message is read into. Stored in every model, so that the phone reads as the trainer read.

/// The choices a model may make about reading. Everything else is fixed by `version`.
public struct TokenizerSettings: Sendable, Hashable {
    /// Changes whenever the same message may give other features; a model made with another version is refused.
    public static let version: UInt16 = 6

    /// Longest run of consecutive words that is a feature: 1 or 2.
    public var wordOrder: UInt8
    /// Shortest and longest character n-gram inside a word, its two edges counting as characters: 2...5, or 0 and 0 for none.
    public var shortestGram: UInt8
    public var longestGram: UInt8
    /// Longest run of consecutive Han, kana or Hangul characters that is a feature: 1...3.
    public var syllabicOrder: UInt8
    /// Whether Traditional Chinese characters are read as their Simplified ones, so that a model of one serves both.
    public var simplifiesHan: Bool

    public init(
        wordOrder: UInt8 = 2, shortestGram: UInt8 = 3, longestGram: UInt8 = 3, syllabicOrder: UInt8 = 2,
        simplifiesHan: Bool = true
    ) {
        self.wordOrder = wordOrder
        self.shortestGram = shortestGram
        self.longestGram = longestGram
        self.syllabicOrder = syllabicOrder
        self.simplifiesHan = simplifiesHan
    }

    /// Whether every choice lies in its range.
    public var isValid: Bool {
        (1...2).contains(wordOrder) && (1...3).contains(syllabicOrder)
            && (shortestGram == 0 && longestGram == 0 || 2 <= shortestGram && shortestGram <= longestGram && longestGram <= 5)
    }

    /// Whether the n-grams are those of three characters.
    @inline(__always)
    var hasTrigrams: Bool { shortestGram == 3 && longestGram == 3 }
}
