// Training: the features of one message with their counts, each feature once.

import SpamFilter

/// Collects the features of one message at a time.
struct FeatureCounter: FeatureSink, ~Copyable {
    private(set) var count = 0
    /// How many features were read, including repeats.
    private(set) var total = 0
    /// The features and their counts, the first `count` of each; room for half as many as slots.
    private var featureRoom = UnsafeMutableBufferPointer<UInt64>.allocate(capacity: 1 << 9)
    private var countRoom = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: 1 << 9)
    /// Which features are character n-grams.
    private var gramRoom = UnsafeMutableBufferPointer<Bool>.allocate(capacity: 1 << 9)
    /// A feature's index in the lower half, and in the upper half the message it was written for,
    /// so that nothing is cleared between messages. At most half full.
    private var slots = UnsafeMutableBufferPointer<UInt64>.allocate(capacity: 1 << 10)
    private var round: UInt64 = 0

    init() { slots.initialize(repeating: 0) }

    deinit {
        featureRoom.deallocate()
        countRoom.deallocate()
        gramRoom.deallocate()
        slots.deallocate()
    }

    /// In the order of first occurrence. Valid until the counter is used again.
    var features: UnsafeBufferPointer<UInt64> { UnsafeBufferPointer(rebasing: featureRoom[..<count]) }
    var counts: UnsafeBufferPointer<UInt32> { UnsafeBufferPointer(rebasing: countRoom[..<count]) }
    var areCharNgrams: UnsafeBufferPointer<Bool> { UnsafeBufferPointer(rebasing: gramRoom[..<count]) }

    mutating func startMessage() {
        count = 0
        total = 0
        round += 1
        if round > UInt32.max {
            slots.update(repeating: 0)
            round = 1
        }
    }

    mutating func add(_ features: UnsafeBufferPointer<Feature>) {
        total += features.count
        while (count + features.count) * 2 > slots.count { grow() }
        let slots = slots, mask = slots.count &- 1, round = round
        let featureRoom = featureRoom, countRoom = countRoom, gramRoom = gramRoom
        var count = count
        for feature in features {
            let hash = feature.hash
            var slot = FeatureCounter.home(hash) & mask
            while slots[slot] >> 32 == round, featureRoom[FeatureCounter.index(slots[slot])] != hash { slot = (slot &+ 1) & mask }
            if slots[slot] >> 32 == round {
                countRoom[FeatureCounter.index(slots[slot])] &+= 1
            } else {
                slots[slot] = round << 32 | UInt64(truncatingIfNeeded: count)
                featureRoom[count] = hash
                countRoom[count] = 1
                gramRoom[count] = feature.isCharNgram
                count &+= 1
            }
        }
        self.count = count
    }

    @inline(__always)
    private static func home(_ feature: UInt64) -> Int { Int(truncatingIfNeeded: feature >> 7) }

    @inline(__always)
    private static func index(_ slot: UInt64) -> Int { Int(truncatingIfNeeded: slot & 0xFFFF_FFFF) }

    private mutating func grow() {
        let larger = slots.count * 2, mask = larger - 1
        slots.deallocate()
        slots = .allocate(capacity: larger)
        slots.initialize(repeating: 0)
        let features = UnsafeMutableBufferPointer<UInt64>.allocate(capacity: larger / 2)
        let counts = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: larger / 2)
        let grams = UnsafeMutableBufferPointer<Bool>.allocate(capacity: larger / 2)
        round = 1
        for i in 0..<count {
            (features[i], counts[i], grams[i]) = (featureRoom[i], countRoom[i], gramRoom[i])
            var slot = FeatureCounter.home(features[i]) & mask
            while slots[slot] != 0 { slot = (slot &+ 1) & mask }
            slots[slot] = 1 << 32 | UInt64(i)
        }
        featureRoom.deallocate()
        countRoom.deallocate()
        gramRoom.deallocate()
        (featureRoom, countRoom, gramRoom) = (features, counts, grams)
    }
}
