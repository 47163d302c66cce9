// Text: how a token becomes the 64 bits of a feature.

/// What a feature is made of. Part of its hash, so the word `free` and the n-gram `free` differ.
enum TokenKind: UInt64 {
    case word = 1, gram, pair, cjk, number, symbol, emoji, jamo, image, link, linkPart, sender, country, hidden, address, tag
    case length
}

/// Hashing of tokens: up to three scalars packed side by side, or polynomials with odd 64-bit
/// multipliers, closed by one wide multiplication whose halves are added without carry.
///
/// Two tokens collide by the birthday bound of 2^-64, or where a small integer relation holds among
/// random multipliers. One multiplication spreads as evenly as two
/// (Benchmarks/decisions/decision-speed.md).
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
        let product = (x ^ kind.rawValue &* m2).multipliedFullWidth(by: m4)
        return product.high ^ product.low
    }

    /// Adds a scalar to a rolling polynomial.
    @inline(__always)
    static func roll(_ h: UInt64, _ scalar: UInt32) -> UInt64 { (h ^ UInt64(scalar)) &* m3 &+ m5 }

    /// One scalar several times in a row. The count has a multiplier of its own: as a small number
    /// in the scalar's place, `-` would be `..` and `///`.
    @inline(__always)
    static func run(_ scalar: UInt32, times: Int, _ kind: TokenKind = .symbol) -> UInt64 {
        close(UInt64(truncatingIfNeeded: times) &* m1 &+ UInt64(scalar) &* m3, kind)
    }

    /// A run of punctuation between neighbours (`FoldedScalar.side`). The 8 tells the edges of a
    /// message from no neighbours.
    @inline(__always)
    static func run(_ scalar: UInt32, times: Int, left: UInt64, right: UInt64) -> UInt64 {
        let run = UInt64(truncatingIfNeeded: times) &* m1 &+ UInt64(scalar) &* m3
        return close(run &+ (left &* 8 &+ right &+ 8) &* m5, .symbol)
    }

    /// Two tokens side by side, in this order.
    @inline(__always)
    static func pair(_ a: UInt64, _ b: UInt64) -> UInt64 { close(a &* m5 &+ b, .pair) }

    /// That there is a link.
    @inline(__always)
    static var link: UInt64 { close(1, .link) }

    /// The logarithm of a message's length, which says different things in different scripts.
    @inline(__always)
    static func length(_ log2: UInt64, _ script: MessageScript) -> UInt64 {
        close((log2 &+ script.rawValue &* 64) &* m1, .length)
    }
}
