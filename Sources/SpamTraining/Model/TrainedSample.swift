// Training: a few hashes of the messages that a model was trained on, so that a measurement on
// these is recognised.

import Foundation
import SpamFilter
import Statistics

/// A sample of messages: the smallest hashes of their features (bottom-k sketch; Broder, On the
/// resemblance and containment of documents, 1997).
///
/// The hashes have 32 bits each. They tell no text, but who guesses a message can test the guess on
/// the few that are held. A masked message has the features of its original, but for names and for
/// numbers joined to letters.
public struct TrainedSample: Sendable, Hashable {
    /// How many hashes are held; all, of fewer messages.
    static let size = 64
    /// The same with a phone's messages without labels: of thousands few are measured.
    static let sizeOfPhone = 256

    /// Ascending, each once.
    private var hashes: [UInt32] = []
    private var size = TrainedSample.sizeOfPhone

    /// No message yet.
    public init() {}

    /// `nil` without a message, which tells nothing of others.
    var ifAny: TrainedSample? { hashes.isEmpty ? nil : self }

    /// The features of a message, in any order, and how often it has each.
    mutating func add(_ features: UnsafeBufferPointer<UInt64>, _ counts: UnsafeBufferPointer<UInt32>) {
        let hash = TrainedSample.hash(TrainedSample.sum(features, counts))
        if hashes.count == size, hash >= hashes[hashes.count - 1] { return }
        let place = hashes.firstIndex { $0 >= hash } ?? hashes.count
        guard place == hashes.count || hashes[place] != hash else { return }
        hashes.insert(hash, at: place)
        if hashes.count > size { hashes.removeLast() }
    }

    /// Whether a message was trained on; `nil` where the sample cannot tell, as of most messages of
    /// a large corpus.
    ///
    /// - Parameter sum: of all features of the message.
    func holds(_ sum: UInt64) -> Bool? {
        let hash = TrainedSample.hash(sum)
        guard hashes.count < size || hash <= hashes[hashes.count - 1] else { return nil }
        return hashes.contains(hash)
    }

    /// With the messages of another sample, which has this size.
    func merged(_ other: TrainedSample) -> TrainedSample {
        var both = self
        both.hashes = Array(Set(hashes + other.hashes).sorted().prefix(size))
        return both
    }

    /// As the card of a model has it that no message without a label taught.
    var ofLabelled: TrainedSample {
        var fewer = self
        (fewer.size, fewer.hashes) = (TrainedSample.size, Array(hashes.prefix(TrainedSample.size)))
        return fewer
    }

    /// The sum of features, each as often as it occurs: that of a body and that of its sender add
    /// up.
    static func sum(_ features: UnsafeBufferPointer<UInt64>, _ counts: UnsafeBufferPointer<UInt32>) -> UInt64 {
        zip(features, counts).reduce(0) { $0 &+ $1.0 &* UInt64($1.1) }
    }

    private static func hash(_ sum: UInt64) -> UInt32 {
        var mix = SplitMix(seed: sum)
        return UInt32(truncatingIfNeeded: mix.next() >> 32)
    }
}

// In base64, four bytes a hash, little-endian.
extension TrainedSample: Codable {
    public init(from decoder: any Decoder) throws {
        let bytes = [UInt8](try decoder.singleValueContainer().decode(Data.self))
        hashes = stride(from: 0, to: bytes.count - bytes.count % 4, by: 4).map { start in
            bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
        // A stranger's card may hold more, and every message is looked for in them.
        hashes = Array(hashes.sorted().prefix(TrainedSample.sizeOfPhone))
        size = hashes.count > TrainedSample.size ? TrainedSample.sizeOfPhone : TrainedSample.size
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Data(hashes.flatMap { hash in (0..<4).map { UInt8(truncatingIfNeeded: hash >> UInt32(8 * $0)) } }))
    }
}
