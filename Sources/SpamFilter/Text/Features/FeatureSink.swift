// Text: where features go, and how a token becomes one.

/// A token as models know it: 64 well-mixed bits, and where it stands.
public struct Feature: Sendable, Hashable {
    public let hash: UInt64
    /// `start`, and `end` from bit 32 on: stored as one, and counted up as one from n-gram to n-gram. The last bit marks an n-gram, but for
    /// features of no byte of the body.
    @usableFromInline var place: UInt64

    /// The byte of the message's body at which it begins; `wholeMessage` for its length, `outsideBody` for features of the
    /// sender or the country.
    @inlinable public var start: UInt32 { UInt32(truncatingIfNeeded: place) }
    /// The byte after its last one; where it ends within the several scalars that one sign folds to, as f does in ﬁ, the byte at
    /// which that sign begins, which may be `start`.
    @inlinable public var end: UInt32 {
        start >= wholeMessage ? start : UInt32(truncatingIfNeeded: place >> 32) & ~(1 << 31)
    }
    /// Whether it is an n-gram of characters inside a word, which its hash does not tell: trainers may weigh these otherwise.
    @inlinable public var isGram: Bool { place >> 63 != 0 && start < wholeMessage }

    @inline(__always)
    init(hash: UInt64, place: UInt64) {
        self.hash = hash
        self.place = place
    }

    @inline(__always)
    init(hash: UInt64, start: UInt32, end: UInt32) {
        self.init(hash: hash, place: Feature.place(start, end))
    }

    @inline(__always)
    static func place(_ start: UInt32, _ end: UInt32) -> UInt64 { UInt64(start) | UInt64(end) << 32 }

    /// The place of an n-gram.
    @inline(__always)
    static func gramPlace(_ start: UInt32, _ end: UInt32) -> UInt64 { place(start, end) | 1 << 63 }
}

/// The start and end of a feature that was read from no byte of the body.
public let outsideBody = UInt32.max
/// The start and end of a feature of the body as a whole.
public let wholeMessage = UInt32.max - 1

/// Takes the features of a message as they are read. The trainer collects them, the scorer adds up their weights: both are fed by the
/// same reader.
public protocol FeatureSink: ~Copyable {
    /// Takes some features of a message, in the order of reading. A feature that occurs n times comes n times. The memory is the reader's.
    mutating func add(_ features: UnsafeBufferPointer<Feature>)
}

/// The features of a window, as they are found.
///
/// Tokenizers write here and not to a sink, so that they are compiled once for all sinks, those of other modules too, and each sink takes
/// many features in one loop: look-ups that overlap (`FeatureTable.sumOfWeights`).
struct FeatureBatch: ~Copyable {
    private let features: UnsafeMutablePointer<Feature>
    private let end: UnsafeMutablePointer<Feature>
    /// Where the next feature goes.
    private var next: UnsafeMutablePointer<Feature>

    init(capacity: Int) {
        features = .allocate(capacity: capacity)
        end = features + capacity
        next = features
    }

    deinit { features.deallocate() }

    /// Drops a feature for which there is no room, which the capacity rules out.
    @inline(__always)
    mutating func add(_ hash: UInt64, start: UInt32, end: UInt32) {
        guard next < self.end else { return }
        next.initialize(to: Feature(hash: hash, start: start, end: end))
        next += 1
    }

    /// Adds a feature `times` times, 0 or 1, without a branch that nobody could foretell.
    @inline(__always)
    mutating func add(_ hash: UInt64, times: Int, start: UInt32, end: UInt32) {
        guard next < self.end else { return }
        next.initialize(to: Feature(hash: hash, start: start, end: end))
        next += times
    }

    /// Where the next feature goes, for who writes many and then says so; `nil` where there is no room for `most`.
    @inline(__always)
    func place(forMost most: Int) -> UnsafeMutablePointer<Feature>? { most <= end - next ? next : nil }

    /// Takes what was written from `place(forMost:)` on up to `place`.
    @inline(__always)
    mutating func take(upTo place: UnsafeMutablePointer<Feature>) { next = place }

    /// Hands what was found to a sink and begins anew.
    mutating func empty<S: FeatureSink & ~Copyable>(into sink: inout S) {
        sink.add(UnsafeBufferPointer(start: features, count: next - features))
        next = features
    }
}

/// What a feature is made of. Part of its hash, so that the word `free` and the n-gram `free` differ.
enum TokenKind: UInt64 {
    case word = 1, gram, pair, syllabic, number, symbol, emoji, jamo, image, link, linkPart, sender, country, hidden, address, tag
    case length
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

    /// A scalar that stands some times in a row. The count in a place of its own: with a small number in the scalar's, `-` would be `..`
    /// and `///`.
    @inline(__always)
    static func sign(_ scalar: UInt32, times: Int, _ kind: TokenKind = .symbol) -> UInt64 {
        close(UInt64(truncatingIfNeeded: times) &* m1 &+ UInt64(scalar) &* m3, kind)
    }

    /// Two tokens side by side, in this order.
    @inline(__always)
    static func pair(_ a: UInt64, _ b: UInt64) -> UInt64 { close(a &* m5 &+ b, .pair) }
}
