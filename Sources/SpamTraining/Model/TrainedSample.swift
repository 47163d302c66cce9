// Training: a few hashes of the messages that a model was trained on, so that a measurement on these
// is recognised.

import Foundation
import Statistics

/// A sample of messages: the smallest hashes of their bodies (bottom-k sketch; Broder, On the
/// resemblance and containment of documents, 1997).
///
/// Hashes of 32 bits, of bodies to the byte. They tell no text, but who guesses a message can test
/// the guess on the few that are held.
public struct TrainedSample: Sendable, Hashable {
    /// How many hashes are held; all, of fewer messages.
    static let size = 64

    /// Ascending, each once.
    private var hashes: [UInt32] = []

    init() {}

    mutating func add(_ body: String) {
        let hash = TrainedSample.hash(body)
        if hashes.count == TrainedSample.size, hash >= hashes[hashes.count - 1] { return }
        let place = hashes.firstIndex { $0 >= hash } ?? hashes.count
        guard place == hashes.count || hashes[place] != hash else { return }
        hashes.insert(hash, at: place)
        if hashes.count > TrainedSample.size { hashes.removeLast() }
    }

    /// Whether a message was trained on; `nil` where the sample cannot tell, as of most messages of
    /// a large corpus.
    public func holds(_ body: String) -> Bool? {
        let hash = TrainedSample.hash(body)
        guard hashes.count < TrainedSample.size || hash <= hashes[hashes.count - 1] else { return nil }
        return hashes.contains(hash)
    }

    private static func hash(_ body: String) -> UInt32 {
        // The upper bits of FNV-1a are not even enough to order by.
        var mix = SplitMix(seed: stableHash(body.utf8))
        return UInt32(truncatingIfNeeded: mix.next() >> 32)
    }
}

// In base64, four bytes a hash, little-endian.
extension TrainedSample: Codable {
    public init(from decoder: any Decoder) throws {
        let bytes = [UInt8](try decoder.singleValueContainer().decode(Data.self))
        hashes = stride(from: 0, to: bytes.count - bytes.count % 4, by: 4).map { start in
            (0..<4).reduce(0) { $0 | UInt32(bytes[start + $1]) << UInt32(8 * $1) }
        }
        hashes.sort()
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Data(hashes.flatMap { hash in (0..<4).map { UInt8(truncatingIfNeeded: hash >> UInt32(8 * $0)) } }))
    }
}
