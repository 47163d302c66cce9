// Features to columns, and which of them stay.

import Foundation
import SpamEvaluation
import Statistics
import Testing

@testable import SpamTraining

@Suite struct VocabularyTests {
    /// 20,000 occurrences of some 6,000 features: far more than the table starts with.
    @Test func columnsAreThoseOfADictionary() {
        var random = SplitMix(seed: 21)
        var vocabulary = Vocabulary(), found: [UInt32] = []
        var columns: [UInt64: UInt32] = [:]
        for _ in 0..<4000 {
            // The product favours small numbers: some features are frequent and many are rare.
            let message = Set((0..<5).map { _ in (random.next() % 100 * (random.next() % 100)) &* 0x9E37_79B9_7F4A_7C15 })
                .sorted()
            found = vocabulary.addMessage(message)
            for (feature, column) in zip(message, found) {
                #expect(columns[feature, default: UInt32(columns.count)] == column)
                columns[feature] = column
            }
        }
        #expect(vocabulary.count == columns.count)
        #expect(vocabulary.features.enumerated().allSatisfy { columns[$1] == UInt32($0) && vocabulary.add($1) == $0 })
        #expect(vocabulary.count == columns.count && vocabulary.add(1) == columns.count)
    }

    /// Features that agree in the lower half and in their slot are one, in one message as in two.
    @Test func twinsShareAColumn() {
        var vocabulary = Vocabulary()
        let twin: UInt64 = 5 | 1 << 60
        #expect(vocabulary.addMessage([9, 5, twin, 11]) == [0, 1, 1, 2])
        #expect(vocabulary.addMessage([twin, 12]) == [1, 3])
        #expect(vocabulary.features == [9, 5, 11, 12])
    }

    @Test func featuresOfOneSlotAreToldApart() {
        var vocabulary = Vocabulary(), found: [UInt32] = []
        let features = (0..<3000).map { UInt64($0) }
        for _ in 0..<2 {
            found = vocabulary.addMessage(features)
            #expect(found == Array(0..<3000))
        }
    }

    /// Of features that begin alike each is looked for behind all others.
    @Test func featuresThatAreNoHashesAreNoticed() {
        var chosen = Vocabulary(), hashes = Vocabulary(), asked = 0
        while !chosen.isCrowded, asked < 10_000 {
            _ = chosen.add(UInt64(asked))
            asked += 1
        }
        #expect(asked < 5_000)
        var draws = SplitMix(seed: 1)
        let features = (0..<20_000).map { _ in draws.next() }
        for feature in features + features { _ = hashes.add(feature) }
        #expect(!hashes.isCrowded && hashes.count == 20_000)
    }

    /// With room for 100, two frequent features stay and are counted on; the rarest go first.
    @Test func whatIsRareIsForgotten() {
        var vocabulary = Vocabulary(mostFeatures: 100)
        for i in 0..<30 as Range<UInt64> { vocabulary.addMessage([7, 100 + i, 8]) }
        #expect(vocabulary.hasRoom(for: 68) && !vocabulary.hasRoom(for: 69))
        for i in 0..<68 as Range<UInt64> { vocabulary.addMessage([200 + i]) }
        #expect(!vocabulary.hasRoom(for: 1) && vocabulary.count == 100)
        var messages: [UInt32] = [30, 2, 30]
        messages += Array(repeating: 2, count: 29)
        messages += Array(repeating: 1, count: 68)
        let newIndex = vocabulary.forgetRare(before: 1, messages: messages)
        let kept: [UInt64] = [7, 100, 8] + Array(101..<130)
        #expect(vocabulary.features == kept)
        let numbers: [UInt32] = Array(0..<32) + Array(repeating: .max, count: 68)
        #expect(newIndex == numbers)
        #expect(vocabulary.addMessage([200, 8]) == [32, 2])
    }

    /// Features 10, 20, 30, 40 in 1, 3, 2, 3 messages.
    @Test(
        arguments: [
            (0, [10, 20, 30, 40]), (1, [10, 20, 30, 40]), (2, [20, 30, 40]), (3, [20, 40]), (4, []), (.max, []),
        ] as [(Int, [UInt64])])
    func pruningKeepsTheFrequentInOrder(minimum: Int, kept: [UInt64]) {
        var vocabulary = Vocabulary()
        for feature in [10, 20, 30, 40] as [UInt64] { vocabulary.addMessage([feature]) }
        let before = vocabulary.features
        let newIndex = vocabulary.prune(minimumDocumentFrequency: minimum, messages: [1, 3, 2, 3])
        #expect(vocabulary.features == kept && vocabulary.count == kept.count)
        #expect(vocabulary.documentFrequency == kept.map { [10: 1, 20: 3, 30: 2, 40: 3][$0]! })
        #expect(newIndex == before.map { kept.firstIndex(of: $0).map { UInt32($0) } ?? .max })
    }

    /// Feature 1 occurs three times in one group, 2 in two groups, 3 in two groups and again in the
    /// first, 4 once.
    @Test func columnsOfOneGroupAreKnown() {
        var matrix = FeatureMatrix()
        let rows: [([Int], UInt64)] = [([0, 1, 2], 7), ([0], 7), ([1, 3], 8), ([2], 9), ([0, 2], 7)]
        for (columns, _) in rows { matrix.add(norm: 1, columns.map { MatrixEntry(column: $0, count: 1) }) }
        let found = matrix.columnOccurrences(groups: rows.map(\.1))
        #expect(found.rows == [3, 2, 3, 1] && found.inSeveralGroups == [false, true, true, false])
        #expect(matrix.columnOccurrences().rows == found.rows)
        #expect(matrix.columnsInThreeGroups(rows.map(\.1)) == [false, false, false, false])
        #expect(matrix.columnsInThreeGroups([1, 2, 3, 4, 5]) == [true, false, true, false])
    }

    @Test(arguments: [2, 3, 7, 500])
    func columnsAreThoseOfAllPartsTogether(parts: Int) {
        var random = SplitMix(seed: 5), matrix = FeatureMatrix()
        let groups = (0..<400).map { _ in UInt64(random.below(6)) }
        for _ in groups {
            let columns = Set((0..<random.below(4)).map { _ in random.below(80) * random.below(2) + random.below(20) })
            matrix.add(norm: 1, columns.map { MatrixEntry(column: $0, count: 1) })
        }
        let whole = matrix.columnOccurrences(groups: groups), ofParts = matrix.columnOccurrences(groups: groups, parts: parts)
        #expect(ofParts.rows == whole.rows && ofParts.inSeveralGroups == whole.inSeveralGroups)
        #expect(whole.inSeveralGroups.contains(true) && whole.inSeveralGroups.contains(false))
    }

    @Test func columnsInThreeGroupsAreThoseThatAreCounted() {
        var random = SplitMix(seed: 3)
        var matrix = FeatureMatrix()
        for _ in 0..<200 {
            let columns = Set((0..<4).map { _ in Int(random.next() % 150) })
            matrix.add(norm: 1, columns.map { MatrixEntry(column: $0, count: 1) })
        }
        let groups = (0..<200).map { _ in random.next() % 60 }
        var groupsOfColumn = Array(repeating: Set<UInt64>(), count: matrix.columnCount)
        for (row, group) in groups.enumerated() { matrix.forEachEntry(ofRow: row) { groupsOfColumn[$0.column].insert(group) } }
        let found = matrix.columnsInThreeGroups(groups)
        #expect(found == groupsOfColumn.map { $0.count >= 3 } && Set(found).count == 2)
    }

    @Test(arguments: [(1, [2, 3]), (2, [2, 3]), (3, [3])] as [(Int, [UInt64])])
    func featuresOfOneGroupArePruned(minimum: Int, kept: [UInt64]) {
        var vocabulary = Vocabulary()
        vocabulary.addMessage([1, 2, 3, 4])
        _ = vocabulary.prune(
            minimumDocumentFrequency: minimum, messages: [3, 2, 3, 1], isInSeveralGroups: [false, true, true, false])
        #expect(vocabulary.features == kept)
    }

    /// Of 3 messages: ln(4 / 2), ln(4 / 4), ln(4 / 3).
    @Test func rareFeaturesWeighMore() {
        var vocabulary = Vocabulary()
        vocabulary.addMessage([1, 2, 3])
        _ = vocabulary.prune(minimumDocumentFrequency: 1, messages: [1, 3, 2])
        #expect(vocabulary.inverseDocumentFrequencies(messages: 3) == [Float(log(2.0)), 0, Float(log(4.0 / 3))])
    }
}
