// Text: where features go, and how a token becomes one.

/// A token as models know it: 64 well-mixed bits, and where it stands.
public struct Feature: Sendable, Hashable {
    public let hash: UInt64
    /// The byte of the message's body at which it begins; `outsideBody` for features of the sender or the country.
    public let start: UInt32
    /// The byte after its last one; where it ends within the several scalars that one sign folds to, as f does in ﬁ, the byte at
    /// which that sign begins, which may be `start`.
    public let end: UInt32
}

/// The start and end of a feature that was read from no byte of the body.
public let outsideBody = UInt32.max

/// Takes the features of a message as they are read. The trainer collects them, the scorer adds up their weights: both are fed by the
/// same reader.
public protocol FeatureSink: ~Copyable {
    /// Takes some features of a message, in the order of reading. A feature that occurs n times comes n times. The memory is the reader's.
    mutating func add(_ features: UnsafeBufferPointer<Feature>)
}

/// The features of a window, as they are found.
///
/// Tokenizers write here and not to a sink, so that they are compiled once for all sinks, those of other modules too, and each sink takes
/// many features in one loop: look-ups that overlap (`ModelView.sumOfWeights`).
struct FeatureBatch: ~Copyable {
    private let features: UnsafeMutablePointer<Feature>
    private let capacity: Int
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = capacity
        features = .allocate(capacity: capacity)
    }

    deinit { features.deallocate() }

    /// Drops a feature for which there is no room, which the capacity rules out.
    @inline(__always)
    mutating func add(_ hash: UInt64, start: UInt32, end: UInt32) {
        guard count < capacity else { return }
        features[count] = Feature(hash: hash, start: start, end: end)
        count += 1
    }

    /// Adds many: `write` is given where the next feature goes, and returns the place behind its last one. It is not called where there
    /// is no room for `most`.
    @inline(__always)
    mutating func add(atMost most: Int, _ write: (UnsafeMutablePointer<Feature>) -> UnsafeMutablePointer<Feature>) {
        guard most <= capacity - count else { return }
        count = write(features + count) - features
    }

    /// Hands what was found to a sink and begins anew.
    mutating func empty<S: FeatureSink & ~Copyable>(into sink: inout S) {
        sink.add(UnsafeBufferPointer(start: features, count: count))
        count = 0
    }
}

/// What a feature is made of. Part of its hash, so that the word `free` and the n-gram `free` differ.
enum TokenKind: UInt64 {
    case word = 1, gram, pair, syllabic, number, symbol, emoji, jamo, image, link, linkPart, sender, country, hidden, address, tag
}

/// Hashing of tokens: up to three scalars packed side by side, or polynomials with odd 64-bit multipliers, closed by one wide
/// multiplication whose halves are added without carry.
///
/// Two tokens meet by the birthday bound of 2^-64, or where a small integer relation holds among random multipliers. One multiplication
/// tied with two in the number of different features of five corpora (536,025) and in how evenly their high and low bits are spread
/// (chi-squared over its degrees of freedom 1.00), and took 6 % off the time of reading.
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

    /// Two tokens side by side, in this order.
    @inline(__always)
    static func pair(_ a: UInt64, _ b: UInt64) -> UInt64 { close(a &* m5 &+ b, .pair) }
}
