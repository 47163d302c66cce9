// Model: the weights of a feature, looked up in a mapped model file. Buckets of eight slots of
// sixteen bits, one cache line a look-up.
//
// A feature belongs to one bucket, by the high bits of its hash. With one weight vector, as of two
// classes, a slot is ten bits of fingerprint and six of weight: one comparison of eight lanes gives
// the weight, without a branch or a second read. With several vectors a slot is sixteen bits of
// fingerprint, and the weights are a row of bytes behind the buckets. A full bucket keeps the
// heaviest eight of its features (`FeatureBuckets`).
//
// No other table was as fast with the same quality: Benchmarks/decisions/model-size.md.

/// The features of an open model, in place. No bits in it can lead a look-up out of the section.
package struct FeatureTable {
    /// Slots in use.
    package let count: Int
    package let vectorCount: Int
    private let bucketCount: UInt64
    private let buckets: UnsafeRawPointer
    private let rows: UnsafeRawPointer

    package var slotCount: Int { Int(bucketCount) * ModelLayout.Features.slotsPerBucket }
    /// Whether slots hold weights.
    var isNarrow: Bool { vectorCount == 1 }

    /// Checks the head of the section and its length; no look-up depends on more.
    init(_ section: UnsafeRawBufferPointer, vectors: Int) throws(ModelError) {
        typealias Features = ModelLayout.Features
        guard section.count >= Features.size else { throw .section(.features, reason: "shorter than its head") }
        let buckets = Int(section.uint32(at: Features.bucketCount))
        let expected = Features.sectionSize(buckets: buckets, vectors: vectors)
        guard buckets >= 1, section.count == expected else {
            throw .section(.features, reason: "expected one bucket or more and \(expected) bytes, found \(section.count)")
        }
        let bits = vectors == 1 ? Features.narrowFingerprintBits : Features.wideFingerprintBits
        guard section[Features.fingerprintBits] == bits else {
            throw .section(.features, reason: "expected fingerprints of \(bits) bits")
        }
        count = Int(section.uint32(at: Features.featureCount))
        guard count <= buckets * Features.slotsPerBucket else { throw .section(.features, reason: "more features than slots") }
        for i in Features.reserved..<Features.size where section[i] != 0 {
            throw .section(.features, reason: "its reserved byte \(i) is not zero")
        }
        vectorCount = vectors
        bucketCount = UInt64(buckets)
        self.buckets = section.baseAddress! + Features.size
        rows = self.buckets + buckets * Features.bucketSize
    }

    /// Adds up the weights of features in a model of one weight vector.
    ///
    /// - Complexity: O(features), 15 instructions each.
    func sumOfWeights(_ features: UnsafeBufferPointer<Feature>) -> Int32 {
        let buckets = buckets, bucketCount = bucketCount
        var sum: Int32 = 0
        var i = 0
        while i < features.count {
            // A lane holds 1,023 weights of six bits.
            let end = min(i &+ 1023, features.count)
            var lanes = SIMD8<Int16>(repeating: 0)
            @inline(__always) func add(_ feature: UInt64) {
                let bucket = Int(truncatingIfNeeded: feature.multipliedFullWidth(by: bucketCount).high)
                lanes = lanes &+ FeatureTable.weights(in: buckets + bucket &* ModelLayout.Features.bucketSize, of: feature)
            }
            // Four at once, as the loop itself takes a sixth of a look-up.
            let lastFour = end &- (end &- i) & 3
            while i < lastFour {
                for k in 0..<4 { add(features[i &+ k].hash) }
                i = i &+ 4
            }
            while i < end {
                add(features[i].hash)
                i = i &+ 1
            }
            for lane in 0..<8 { sum = sum &+ Int32(lanes[lane]) }
        }
        return sum
    }

    /// The weights in those lanes of a bucket whose fingerprint is the feature's; 0 in the others.
    @inline(__always)
    private static func weights(in bucket: UnsafeRawPointer, of feature: UInt64) -> SIMD8<Int16> {
        let slots = bucket.loadUnaligned(as: SIMD8<Int16>.self)
        let fingerprint = SIMD8(repeating: Int16(truncatingIfNeeded: feature))
        let difference = (slots ^ fingerprint) & SIMD8(repeating: 1 << 10 - 1)
        // All ones where the difference is 0, by arithmetic: vector comparisons are not specialised
        // and take 37 times as long (Benchmarks/decisions/model-size.md).
        let isKnown = (difference &- SIMD8(repeating: 1)) &>> SIMD8(repeating: 15)
        return (slots &>> SIMD8(repeating: 10)) & isKnown
    }

    /// Adds the weights of features in a model of several vectors to the sums, `maxVectors`
    /// numbers.
    ///
    /// - Complexity: O(features), for each sixteen vectors.
    func addWeights(of features: UnsafeBufferPointer<Feature>, to sums: UnsafeMutablePointer<Int32>) {
        var vector = 0
        while vector < vectorCount {
            addWeights(of: features, from: vector, to: sums + vector)
            vector += 16
        }
    }

    /// Sixteen vectors from one on. Behind the last vector are weights of the next feature, whose
    /// sums are never read. No branch on whether a feature is known: an unknown one's row is masked
    /// to zero.
    private func addWeights(of features: UnsafeBufferPointer<Feature>, from vector: Int, to sums: UnsafeMutablePointer<Int32>) {
        var rest = features[...]
        while !rest.isEmpty {
            // A lane holds 256 weights of eight bits, -128 among them.
            let some = UnsafeBufferPointer(rebasing: rest.prefix(256))
            rest = rest.dropFirst(256)
            var even = SIMD8<Int16>(repeating: 0), odd = SIMD8<Int16>(repeating: 0)
            for feature in some {
                let (row, isKnown) = row(of: feature.hash)
                // Two bytes a lane: the high one moves down with its sign, the low one up and down.
                let pairs = (row + vector).loadUnaligned(as: SIMD8<Int16>.self) & SIMD8(repeating: isKnown)
                odd = odd &+ (pairs &>> SIMD8(repeating: 8))
                even = even &+ ((pairs &<< SIMD8(repeating: 8)) &>> SIMD8(repeating: 8))
            }
            for lane in 0..<8 {
                sums[2 * lane] = sums[2 * lane] &+ Int32(even[lane])
                sums[2 * lane + 1] = sums[2 * lane + 1] &+ Int32(odd[lane])
            }
        }
    }

    /// The weights of a feature in a model of several vectors, with -1; some row, with 0, when the
    /// model does not hold it. An unknown feature is taken for a known one with a chance of at most
    /// eight in 65,536.
    @inline(__always)
    private func row(of feature: UInt64) -> (UnsafeRawPointer, isKnown: Int16) {
        let bucket = Int(truncatingIfNeeded: feature.multipliedFullWidth(by: bucketCount).high)
        let slots = (buckets + bucket &* ModelLayout.Features.bucketSize).loadUnaligned(as: SIMD8<UInt16>.self)
        let difference = slots ^ SIMD8(repeating: UInt16(truncatingIfNeeded: feature))
        // A bit for each equal lane; the eight bits differ, so that a multiplication gathers them.
        let isOther = (difference | (SIMD8(repeating: 0) &- difference)) &>> SIMD8(repeating: 15)
        let bits = SIMD8<UInt16>(1, 2, 4, 8, 16, 32, 64, 128) & (isOther &- SIMD8(repeating: 1))
        let halves = unsafeBitCast(bits, to: SIMD2<UInt64>.self)
        let lanes = ((halves.x | halves.y) &* 0x0001_0001_0001_0001) >> 48
        let slot = bucket &* ModelLayout.Features.slotsPerBucket &+ (lanes | 1 << 7).trailingZeroBitCount
        return (rows + slot &* vectorCount, -Int16(truncatingIfNeeded: (lanes &+ 0xFF) >> 8))
    }

    /// Whether the model has a weight for a feature, as a look-up finds it.
    package func holds(_ feature: UInt64) -> Bool {
        if !isNarrow { return row(of: feature).isKnown != 0 }
        let bucket = Int(truncatingIfNeeded: feature.multipliedFullWidth(by: bucketCount).high)
        let weights = FeatureTable.weights(in: buckets + bucket &* ModelLayout.Features.bucketSize, of: feature)
        let halves = unsafeBitCast(weights, to: SIMD2<UInt64>.self)
        return halves.x | halves.y != 0
    }

    /// The weight of a feature in one vector, in steps of its scale, as `sumOfWeights` and
    /// `addWeights` add it; 0 when the model does not hold it.
    package func weight(of feature: UInt64, vector: Int) -> Int {
        if !isNarrow {
            let (row, isKnown) = row(of: feature)
            return Int(row.load(fromByteOffset: vector, as: Int8.self)) & Int(isKnown)
        }
        let bucket = Int(truncatingIfNeeded: feature.multipliedFullWidth(by: bucketCount).high)
        let weights = FeatureTable.weights(in: buckets + bucket * ModelLayout.Features.bucketSize, of: feature)
        return (0..<8).reduce(0) { $0 + Int(weights[$1]) }
    }

    /// The slot whose weights a look-up of a feature finds, below `slotCount`; `nil` where it finds
    /// none. A slot of zeros is none: whether it is free or adds nothing cannot be told.
    package func slot(of feature: UInt64) -> Int? {
        let bucket = Int(truncatingIfNeeded: feature.multipliedFullWidth(by: bucketCount).high)
        let first = bucket &* ModelLayout.Features.slotsPerBucket
        let slots = (buckets + bucket &* ModelLayout.Features.bucketSize).loadUnaligned(as: SIMD8<UInt16>.self)
        let mask: UInt16 = isNarrow ? 1 << 10 - 1 : .max, fingerprint = UInt16(truncatingIfNeeded: feature) & mask
        for lane in 0..<ModelLayout.Features.slotsPerBucket where slots[lane] & mask == fingerprint {
            if slots[lane] != 0 { return first + lane }
            if isNarrow { continue }
            let row = UnsafeRawBufferPointer(start: rows + (first + lane) &* vectorCount, count: vectorCount)
            return row.contains { $0 != 0 } ? first + lane : nil
        }
        return nil
    }
}
