// Text: which features a message is read into. Stored in every model, so the phone reads as the
// trainer read.

/// The choices a model may make about reading. `version` fixes all else.
public struct TokenizerSettings: Sendable, Hashable {
    /// Changes whenever the same message may give other features. A model made with another version
    /// is refused.
    public static let version: UInt16 = 8

    /// The longest word n-gram that is a feature: 1 or 2 consecutive words.
    public var wordNgrams: UInt8
    /// The shortest character n-gram inside a word that is a feature, 2 to `longestNgram`; the
    /// word's two edges count as characters. 0, and `longestNgram` too, for none.
    public var shortestNgram: UInt8
    /// The longest character n-gram inside a word that is a feature, `shortestNgram` to 5; 0 for
    /// none.
    public var longestNgram: UInt8
    /// The longest n-gram of Han, kana or Hangul characters that is a feature: 1...3.
    public var cjkNgrams: UInt8
    /// Whether Traditional Chinese characters are read as Simplified ones, so that a model of one
    /// serves both.
    public var simplifiesHan: Bool

    /// The choices of the default model, or others; `isValid` says whether they are in range.
    public init(
        wordNgrams: UInt8 = 2, shortestNgram: UInt8 = 3, longestNgram: UInt8 = 3, cjkNgrams: UInt8 = 2,
        simplifiesHan: Bool = true
    ) {
        self.wordNgrams = wordNgrams
        self.shortestNgram = shortestNgram
        self.longestNgram = longestNgram
        self.cjkNgrams = cjkNgrams
        self.simplifiesHan = simplifiesHan
    }

    /// Whether each choice lies in its range.
    public var isValid: Bool {
        let hasNoNgrams = shortestNgram == 0 && longestNgram == 0
        return (1...2).contains(wordNgrams) && (1...3).contains(cjkNgrams)
            && (hasNoNgrams || 2 <= shortestNgram && shortestNgram <= longestNgram && longestNgram <= 5)
    }

    /// Whether the character n-grams are those of three.
    @inline(__always)
    var hasTrigrams: Bool { shortestNgram == 3 && longestNgram == 3 }
}
