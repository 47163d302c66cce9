// Features to columns, and in how many messages each occurs.

import Foundation
import SpamEvaluation
import Testing

@testable import SpamTraining

@Suite struct VocabularyTests {
    /// 20,000 occurrences of some 6,000 features: far more than the table begins with.
    @Test func columnsAndFrequenciesAreThoseOfADictionary() {
        var random = SplitMix(seed: 21)
        var vocabulary = Vocabulary()
        var columns: [UInt64: UInt32] = [:]
        var frequency: [UInt64: UInt32] = [:]
        for _ in 0..<20_000 {
            // The low product favours small numbers, so that some features are frequent and many are rare.
            let feature = (random.next() % 100 * (random.next() % 100)) &* 0x9E37_79B9_7F4A_7C15
            let column = vocabulary.columnCountingMessage(of: feature)
            #expect(columns[feature, default: UInt32(columns.count)] == column)
            columns[feature] = column
            frequency[feature, default: 0] += 1
        }
        #expect(vocabulary.count == columns.count)
        #expect(vocabulary.features.enumerated().allSatisfy { columns[$1] == UInt32($0) })
        #expect(vocabulary.features.indices.allSatisfy { vocabulary.documentFrequency[$0] == frequency[vocabulary.features[$0]] })
    }

    @Test func featuresOfOneSlotAreToldApart() {
        var vocabulary = Vocabulary()
        let features = (0..<3000).map { UInt64($0) << 44 | 5 }
        #expect(features.map { vocabulary.columnCountingMessage(of: $0) } == Array(0..<3000))
        #expect(features.map { vocabulary.columnCountingMessage(of: $0) } == Array(0..<3000))
    }

    /// Features 10, 20, 30, 40 in 1, 3, 2, 3 messages.
    @Test(
        arguments: [
            (0, [10, 20, 30, 40]), (1, [10, 20, 30, 40]), (2, [20, 30, 40]), (3, [20, 40]), (4, []), (.max, []),
        ] as [(Int, [UInt64])])
    func pruningKeepsTheFrequentInOrder(minimum: Int, kept: [UInt64]) {
        var vocabulary = Vocabulary()
        for feature in [10, 20, 30, 40, 20, 40, 30, 20, 40] as [UInt64] { _ = vocabulary.columnCountingMessage(of: feature) }
        let before = vocabulary.features
        let newIndex = vocabulary.prune(minimumDocumentFrequency: minimum)
        #expect(vocabulary.features == kept && vocabulary.count == kept.count)
        #expect(vocabulary.documentFrequency == kept.map { [10: 1, 20: 3, 30: 2, 40: 3][$0]! })
        #expect(newIndex == before.map { kept.firstIndex(of: $0).map { UInt32($0) } ?? .max })
    }

    /// Feature 1 occurs three times in one group, 2 in two groups, 3 in two groups and again in the first; 4 in one message.
    @Test func columnsOfOneGroupAreKnown() {
        var matrix = FeatureMatrix()
        let rows: [([Int], UInt64)] = [([0, 1, 2], 7), ([0], 7), ([1, 3], 8), ([2], 9), ([0, 2], 7)]
        for (columns, _) in rows { matrix.add(norm: 1, columns.map { (column: $0, count: 1) }) }
        #expect(matrix.columnsOfSeveralGroups(rows.map(\.1)) == [false, true, true, false])
    }

    @Test(arguments: [(1, [2, 3]), (2, [2, 3]), (3, [3])] as [(Int, [UInt64])])
    func featuresOfOneGroupArePruned(minimum: Int, kept: [UInt64]) {
        var vocabulary = Vocabulary()
        for feature in [1, 2, 3, 1, 2, 3, 1, 3, 4] as [UInt64] { _ = vocabulary.columnCountingMessage(of: feature) }
        _ = vocabulary.prune(minimumDocumentFrequency: minimum, inSeveralGroups: [false, true, true, false])
        #expect(vocabulary.features == kept)
    }

    /// Of 3 messages: ln(4 / 2), ln(4 / 4), ln(4 / 3).
    @Test func rareFeaturesWeighMore() {
        var vocabulary = Vocabulary()
        for feature in [1, 2, 2, 2, 3, 3] as [UInt64] { _ = vocabulary.columnCountingMessage(of: feature) }
        #expect(vocabulary.inverseDocumentFrequencies(messages: 3) == [Float(log(2.0)), 0, Float(log(4.0 / 3))])
    }
}
