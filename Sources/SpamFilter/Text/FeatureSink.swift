// Text: where features go, and how a token becomes one.

/// Takes the features of a message as they are read. The trainer collects them, the scorer adds up their weights: both are fed by the
/// same reader, specialised for each.
public protocol FeatureSink: ~Copyable {
    /// - Parameters:
    ///   - feature: 64 well-mixed bits that name the feature. A feature that occurs n times is added n times.
    ///   - start: the byte of the message's body at which the feature begins.
    ///   - end: the byte after its last one; where it ends within the several scalars that one sign folds to, as f does in ﬁ, the byte at
    ///     which that sign begins, which may be `start`. Features of the sender or the country have `start == end == outsideBody`.
    mutating func add(_ feature: UInt64, start: UInt32, end: UInt32)
}

/// The start and end of a feature that was read from no byte of the body.
public let outsideBody = UInt32.max

/// What a feature is made of. Part of its hash, so that the word `free` and the n-gram `free` differ.
enum TokenKind: UInt64 {
    case word = 1, gram, pair, syllabic, number, symbol, emoji, jamo, image, link, linkPart, sender, country, tag
}

/// Hashing of tokens: polynomials over scalars with odd 64-bit multipliers, closed by one wide multiplication.
///
/// Two short tokens meet only if a small integer relation holds among random multipliers, or by the birthday bound of 2^-64.
enum FeatureHash {
    /// Odd numbers out of the binary digits of pi, e, sqrt 2, sqrt 3, sqrt 5.
    static let m1: UInt64 = 0x243F_6A88_85A3_08D3
    static let m2: UInt64 = 0xB7E1_5162_8AED_2A6B
    static let m3: UInt64 = 0x6A09_E667_F3BC_C909
    static let m4: UInt64 = 0xBB67_AE85_84CA_A73B
    static let m5: UInt64 = 0x3C6E_F372_FE94_F82B

    /// Closes a polynomial: every bit of `x` moves every bit of the result.
    @inline(__always)
    static func close(_ x: UInt64, _ kind: TokenKind) -> UInt64 {
        let product = (x ^ kind.rawValue &* m2).multipliedFullWidth(by: m1)
        let again = (product.high ^ product.low).multipliedFullWidth(by: m4)
        return again.high ^ again.low
    }

    /// Adds a scalar to a rolling polynomial.
    @inline(__always)
    static func roll(_ h: UInt64, _ scalar: UInt32) -> UInt64 { (h ^ UInt64(scalar)) &* m3 &+ m5 }

    /// Two tokens side by side, in this order.
    @inline(__always)
    static func pair(_ a: UInt64, _ b: UInt64) -> UInt64 { close(a &* m5 &+ b, .pair) }
}
