// Training: the features of one message with their counts, each feature once.

import SpamFilter

/// Collects the features of one message at a time.
struct FeatureCounter: FeatureSink, ~Copyable {
    private(set) var features: [UInt64] = []
    private(set) var counts: [Int] = []
    /// All features read, repeats included.
    private(set) var total = 0
    /// Index into `features` at the slot of a feature, where `rounds` says that it was written in this round. At most half full.
    private var slots: [UInt32] = Array(repeating: 0, count: 1 << 10)
    private var rounds: [UInt32] = Array(repeating: 0, count: 1 << 10)
    private var round: UInt32 = 0

    mutating func startMessage() {
        features.removeAll(keepingCapacity: true)
        counts.removeAll(keepingCapacity: true)
        total = 0
        round &+= 1
        if round == 0 {
            rounds = Array(repeating: 0, count: rounds.count)
            round = 1
        }
    }

    mutating func add(_ features: UnsafeBufferPointer<Feature>) {
        total += features.count
        for feature in features { add(feature.hash) }
    }

    private mutating func add(_ feature: UInt64) {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: feature >> 7) & mask
        while rounds[slot] == round {
            let i = Int(slots[slot])
            if features[i] == feature {
                counts[i] += 1
                return
            }
            slot = (slot + 1) & mask
        }
        rounds[slot] = round
        slots[slot] = UInt32(features.count)
        features.append(feature)
        counts.append(1)
        if features.count * 2 > slots.count { grow() }
    }

    private mutating func grow() {
        slots = Array(repeating: 0, count: slots.count * 2)
        rounds = Array(repeating: 0, count: slots.count)
        round = 1
        let mask = slots.count - 1
        for (i, feature) in features.enumerated() {
            var slot = Int(truncatingIfNeeded: feature >> 7) & mask
            while rounds[slot] == round { slot = (slot + 1) & mask }
            rounds[slot] = round
            slots[slot] = UInt32(i)
        }
    }
}
