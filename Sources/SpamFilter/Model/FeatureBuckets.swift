// Model: which features a table of a given size holds. In: features, heaviest first. Out: those
// that find room.

/// The buckets of a feature table, eight slots each. A feature has one bucket; where that is full,
/// it stays out.
package struct FeatureBuckets {
    package let count: Int
    private let fingerprintMask: UInt64
    private var fingerprints: [UInt16]
    private var used: [UInt8]

    /// - Parameter vectors: weight vectors of the model: with one, fingerprints have ten bits, else
    ///   sixteen.
    /// - Precondition: one bucket or more.
    package init(count: Int, vectors: Int) {
        self.count = count
        fingerprintMask = FeatureBuckets.mask(vectors: vectors)
        fingerprints = Array(repeating: 0, count: count * ModelLayout.Features.slotsPerBucket)
        used = Array(repeating: 0, count: count)
    }

    /// Buckets for `features` features, four each on average: one feature in 500 finds its bucket
    /// full.
    package static func count(features: Int) -> Int { max(1, (features + 3) / 4) }

    package var slotCount: Int { fingerprints.count }

    /// The slot whose weights a look-up of a feature finds, its own or that of a feature with the
    /// same fingerprint; `nil` where it finds none.
    package func slot(of feature: UInt64) -> Int? {
        let bucket = Int(feature.multipliedFullWidth(by: UInt64(count)).high)
        let first = bucket * ModelLayout.Features.slotsPerBucket
        return fingerprints[first..<first + Int(used[bucket])].firstIndex(of: UInt16(feature & fingerprintMask))
    }

    /// Takes a slot for a feature and returns its number; `nil` where the bucket is full or holds
    /// the same fingerprint.
    package mutating func place(_ feature: UInt64) -> Int? {
        let bucket = Int(feature.multipliedFullWidth(by: UInt64(count)).high)
        let first = bucket * ModelLayout.Features.slotsPerBucket, n = Int(used[bucket])
        let fingerprint = UInt16(feature & fingerprintMask)
        guard n < ModelLayout.Features.slotsPerBucket, !fingerprints[first..<first + n].contains(fingerprint) else { return nil }
        fingerprints[first + n] = fingerprint
        used[bucket] += 1
        return first + n
    }

    static func mask(vectors: Int) -> UInt64 {
        1 << UInt64(vectors == 1 ? ModelLayout.Features.narrowFingerprintBits : ModelLayout.Features.wideFingerprintBits) - 1
    }
}
