// Text: features, and where they go: the trainer counts them, the scorer adds up their weights.

/// A token as models know it: 64 well-mixed bits, and where it was read.
public struct Feature: Sendable, Hashable {
    /// What the model knows the feature by: 64 bits.
    public let hash: UInt64
    /// `start`, with `end` from bit 32 on: one number, so that one addition moves both to the next
    /// n-gram. The last bit marks an n-gram, unless the feature has no byte of the body.
    @usableFromInline var place: UInt64

    /// The byte of the message's body at which it begins; `wholeMessage` for the message's length,
    /// `outsideBody` for features of the sender or the country.
    @inlinable public var start: UInt32 { UInt32(truncatingIfNeeded: place) }
    /// The byte after its last one. Where it ends within the scalars that one character folds to,
    /// as f does in ﬁ, the byte at which that character begins, which may be `start`.
    @inlinable public var end: UInt32 {
        start >= wholeMessage ? start : UInt32(truncatingIfNeeded: place >> 32) & ~(1 << 31)
    }
    /// Whether it is an n-gram of characters inside a word, which its hash does not tell: trainers
    /// may weigh these otherwise.
    @inlinable public var isCharNgram: Bool { place >> 63 != 0 && start < wholeMessage }

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

/// Takes the features of a message as they are read. Trainer and scorer are fed by the same reader.
public protocol FeatureSink: ~Copyable {
    /// Takes some features of a message, in the order of reading. A feature that occurs n times
    /// comes n times. The memory is the reader's, and valid only during the call.
    mutating func add(_ features: UnsafeBufferPointer<Feature>)
}

/// Takes features and keeps none, for who asks the reader about the message alone.
package struct NoFeatures: FeatureSink {
    package init() {}
    package mutating func add(_ features: UnsafeBufferPointer<Feature>) {}
}

/// The features of a window, as they are found.
///
/// Tokenizers write here and not to a sink. So they are compiled once for all sinks, those of other
/// modules included, and each sink takes many features in one loop of look-ups that overlap
/// (`FeatureTable.sumOfWeights`).
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

    /// Adds a feature `times` times, 0 or 1, without a branch that could not be predicted.
    @inline(__always)
    mutating func add(_ hash: UInt64, times: Int, start: UInt32, end: UInt32) {
        guard next < self.end else { return }
        next.initialize(to: Feature(hash: hash, start: start, end: end))
        next += times
    }

    /// Where the next feature goes, for loops that write many and then call `take(upTo:)`; `nil`
    /// where there is no room for `most`.
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
