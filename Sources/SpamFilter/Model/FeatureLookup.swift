// Model: the weights of a feature, looked up in a mapped model file. In: 64 bits. Out: signed bytes in the file. A look-up reads the
// bounds of a bucket, sixteen fingerprints from its first on, and the weights: two or three cache lines.

extension ModelView {
    /// How many bytes of weights there are from a place among them to their end.
    @inline(__always)
    func weightBytes(from place: UnsafeRawPointer) -> Int { weights + featureCount * (classCount - 1) - place }

    /// The weights of a feature, one signed byte for each class but the first; `nil` when the model does not hold it.
    ///
    /// A feature that the model does not hold is taken for one that it holds with a chance of some 8 in 65,536: the average number of
    /// fingerprints in a bucket over the number of fingerprints there are.
    @inline(__always)
    func weights(of feature: UInt64) -> UnsafePointer<Int8>? {
        let bucket = Int(feature.multipliedFullWidth(by: bucketCount).high)
        let at = starts + bucket * ModelLayout.Features.startSize
        let end = Int(at.uint32(ModelLayout.Features.startSize))
        // The file's byte order, so that what is read need not be turned.
        let wanted = SIMD16(repeating: UInt16(truncatingIfNeeded: feature).littleEndian)
        var i = Int(at.uint32(0))
        // Sixteen fingerprints at a time: 99.6 % of buckets hold no more, so that the processor guesses the end of the loop right.
        // Lost: no branch on whether the feature is known either, its weight masked to 0 if not (English 2.23 -> 2.52 us, 2026-11).
        while i < end {
            let agreeing = SIMD16(repeating: 0).replacing(with: ModelView.bitOfLane, where: sixteenFingerprints(at: i) .== wanted)
            let lane = ModelView.union(agreeing).trailingZeroBitCount
            if lane < 16 {
                let found = i + lane
                return found < end ? (weights + found * (classCount - 1)).assumingMemoryBound(to: Int8.self) : nil
            }
            i += 16
        }
        return nil
    }

    /// Adds up the weights of features in a model of two classes.
    ///
    /// Many in one loop without a branch on whether a feature is known: the look-ups overlap. Won over one after the other, each with a
    /// branch: 6.8 to 4.4 ns (2026-11).
    func sumOfWeights(_ features: UnsafeBufferPointer<Feature>) -> Int32 {
        var sum: Int32 = 0
        if featureCount < 32 {
            for feature in features { sum = sum &+ Int32(weights(of: feature.hash)?.pointee ?? 0) }
            return sum
        }
        let starts = starts, fingerprints = fingerprints, weights = weights, bucketCount = bucketCount
        for feature in features {
            let bucket = Int(truncatingIfNeeded: feature.hash.multipliedFullWidth(by: bucketCount).high)
            let at = starts + bucket &* ModelLayout.Features.startSize
            let i = Int(truncatingIfNeeded: at.uint32(0))
            let count = Int(truncatingIfNeeded: at.uint32(ModelLayout.Features.startSize)) &- i
            let wanted = SIMD16(repeating: UInt16(truncatingIfNeeded: feature.hash).littleEndian)
            let found = fingerprints.loadUnaligned(fromByteOffset: i &* 2, as: SIMD16<UInt16>.self)
            let agreeing = SIMD16(repeating: 0).replacing(with: ModelView.bitOfLane, where: found .== wanted)
            let lane = ModelView.union(agreeing).trailingZeroBitCount
            // All ones where the feature is known. By arithmetic: the compiler would make a branch of a condition.
            let known = (lane &- count) &>> 63
            let weight =
                Int32(weights.load(fromByteOffset: (i &+ lane) & known, as: Int8.self)) & Int32(truncatingIfNeeded: known)
            sum = sum &+ weight
            // One bucket in 250 holds more than sixteen, and then lane 16, which is none, would be taken for known.
            if count > 16, lane == 16 {
                sum = sum &- weight &+ Int32(self.weights(of: feature.hash)?.pointee ?? 0)
            }
        }
        return sum
    }

    /// A bit for each of sixteen lanes.
    private static var bitOfLane: SIMD16<UInt16> {
        SIMD16(
            1, 1 << 1, 1 << 2, 1 << 3, 1 << 4, 1 << 5, 1 << 6, 1 << 7, 1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12, 1 << 13,
            1 << 14, 1 << 15)
    }

    /// The bits of all sixteen lanes, which are of one bit each and differ, in one number; 1 << 16 is set as well.
    ///
    /// Eight lanes, then four, then one by a multiplication that adds them up in the highest; `wrappedSum()` took twice as long.
    @inline(__always)
    private static func union(_ lanes: SIMD16<UInt16>) -> UInt64 {
        let eight = unsafeBitCast(lanes.lowHalf | lanes.highHalf, to: SIMD2<UInt64>.self)
        return ((eight.x | eight.y) &* 0x0001_0001_0001_0001) >> 48 | 1 << 16
    }

    /// Fingerprints i..<i + 16, as they stand in the file. Behind the last one come weights, at least one byte a feature, so that from
    /// 32 features on the read stays inside the section.
    @inline(__always)
    private func sixteenFingerprints(at i: Int) -> SIMD16<UInt16> {
        if featureCount >= 32 { return fingerprints.loadUnaligned(fromByteOffset: 2 * i, as: SIMD16<UInt16>.self) }
        return fewFingerprints(from: i)
    }

    /// The same for a model of few features, which nothing may be read behind.
    private func fewFingerprints(from i: Int) -> SIMD16<UInt16> {
        var lanes = SIMD16<UInt16>(repeating: 0)
        for lane in 0..<min(16, featureCount - i) {
            lanes[lane] = fingerprints.loadUnaligned(fromByteOffset: 2 * (i + lane), as: UInt16.self)
        }
        return lanes
    }
}
