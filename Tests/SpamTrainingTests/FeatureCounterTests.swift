// Counting the features of a message, against a dictionary.

import SpamEvaluation
import Statistics
import Testing

@testable import SpamFilter
@testable import SpamTraining

@Suite struct FeatureCounterTests {
    /// Features in the order of their first occurrence, with their counts.
    private static func naive(_ features: [UInt64]) -> (features: [UInt64], counts: [Int]) {
        var counts: [UInt64: Int] = [:]
        var order: [UInt64] = []
        for feature in features {
            if counts[feature] == nil { order.append(feature) }
            counts[feature, default: 0] += 1
        }
        return (order, order.map { counts[$0]! })
    }

    /// Short and long messages, so that the table grows and is reused; few features, so that they
    /// repeat.
    @Test func manyMessagesAreCountedAsADictionaryCountsThem() {
        var random = SplitMix(seed: 11)
        var counter = FeatureCounter()
        for length in [0, 1, 2, 300, 5, 1100, 40, 0, 5000, 3, 700] + Array(repeating: 30, count: 50) {
            let features = (0..<length).map { _ in random.next() % UInt64(max(1, length / 2)) &* 0x9E37_79B9_7F4A_7C15 }
            counter.startMessage()
            features.map { Feature(hash: $0, start: 0, end: 0) }.withUnsafeBufferPointer { counter.add($0) }
            let naive = FeatureCounterTests.naive(features)
            #expect(Array(counter.features) == naive.features)
            #expect(counter.counts.map { Int($0) } == naive.counts)
            #expect(counter.total == length)
        }
    }

    /// Features with the same home slot: they differ only in bits that the table ignores.
    @Test func featuresOfOneSlotAreToldApart() {
        let features = (0..<100 as Range<UInt64>).map { $0 | ($0 % 3) << 60 }
        var counter = FeatureCounter()
        for round in 1...3 {
            counter.startMessage()
            for _ in 0..<round {
                features.map { Feature(hash: $0, start: 0, end: 0) }.withUnsafeBufferPointer { counter.add($0) }
            }
            #expect(Array(counter.features) == features && counter.counts.allSatisfy { $0 == round })
        }
    }
}
