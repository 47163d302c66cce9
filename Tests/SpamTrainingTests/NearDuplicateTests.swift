// Messages of one template are found where the corpus does not name it.

import Corpus
import Foundation
import SpamEvaluation
import SpamFilter
import Statistics
import Testing

@testable import SpamTraining

@Suite struct NearDuplicateTests {
    private let features: [UInt64] = {
        var random = SplitMix(seed: 3)
        return (0..<1000).map { _ in random.next() }
    }()

    /// Rows as sets of features.
    private func representatives(_ rows: [[Int]]) -> [UInt32] {
        var matrix = FeatureMatrix(), sketches = MessageSketches()
        for row in rows {
            matrix.add(norm: 1, row.map { MatrixEntry(column: $0, count: 1) })
            sketches.add(row.map { features[$0] })
        }
        return NearDuplicates.representatives(of: sketches, rows: Array(0..<UInt32(rows.count)), in: matrix)
    }

    @Test func equalRowsAreOneGroupAndUnlikeOnesAreNot() {
        let a = Array(0..<40), b = Array(100..<140)
        #expect(representatives([a, b, a, b, a]) == [0, 1, 0, 1, 0])
    }

    /// Rows share 30 of 40 features with the first, 30 / 50 and well above the bound, or 10: 10 /
    /// 70, well below.
    @Test(arguments: [(30, true), (10, false)])
    func likeRowsAreJoined(shared: Int, areJoined: Bool) {
        let rows = (0..<12).map { i in Array(0..<shared) + (0..<40 - shared).map { 100 + i * 40 + $0 } }
        #expect(representatives(rows).allSatisfy { $0 == 0 } == areJoined)
        #expect(Set(representatives(rows)).count == (areJoined ? 1 : 12))
    }

    /// Sketches are in blocks of 256 messages.
    @Test func likeRowsAreJoinedHoweverFarApart() {
        var random = SplitMix(seed: 5)
        let rows = (0..<300).map { _ in Array(Set((0..<20).map { _ in random.below(1000) })) }
        #expect(representatives(rows + rows) == Array(0..<300) + Array(0..<300))
    }

    /// The bits of two sketches give an upper bound of what is shared.
    @Test func aSketchBoundsWhatIsShared() {
        var random = SplitMix(seed: 4)
        for _ in 0..<500 {
            let sets = (0..<2).map { _ in Set((0..<Int(random.next() % 120)).map { _ in Int(random.next() % 200) }) }
            var sketches = MessageSketches()
            for set in sets { sketches.add(set.map { features[$0] }) }
            let most = sketches.mostShared(0, 1)
            #expect(most >= sets[0].intersection(sets[1]).count && most <= min(sets[0].count, sets[1].count))
            #expect(sketches.roughlyMostShared(0, 1) >= most)
        }
    }

    /// A name of a message does not depend on the order of its features.
    @Test func sketchesAddUpFeatures() {
        var sketches = MessageSketches()
        for row in [[1, 2, 3], [3, 1, 2], []] { sketches.add(row.map { features[$0] }) }
        #expect((0..<3).map { sketches.sum($0) } == [1, 1, 0].map { $0 &* (features[1] &+ features[2] &+ features[3]) })
    }

    @Test func rowsWithoutFeaturesStandAlone() {
        #expect(representatives([[], [], Array(0..<20), []]) == [0, 1, 2, 3])
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Datasets/starter")
        .standardized

    /// Without the starter corpus' template names, confidence limits must still hold. Korean alone,
    /// for speed: 1,217 templates, 1,359 groups found on 2026-11-23.
    @Test(
        .enabled(
            if: FileManager.default.fileExists(atPath: folder.appending(path: "train.jsonl").path),
            "a package without Datasets/starter"))
    func templatesAreFoundWithoutBeingNamed() throws {
        let reader = try CorpusReader(path: NearDuplicateTests.folder.appending(path: "train.jsonl").path)
        var named: [UInt64] = []
        var messages: [LabeledMessage] = []
        while let row = try reader.next() {
            guard row.language == "ko", var message = LabeledMessage(row), message.label.action != .junk else { continue }
            named.append(UInt64(bitPattern: Int64((message.group ?? "").hashValue)))
            message.group = nil
            messages.append(message)
        }
        var messageReader = MessageReader(TokenizerSettings())
        var counter = FeatureCounter()
        var vocabulary = Vocabulary()
        var matrix = FeatureMatrix(), sketches = MessageSketches(), columns: [UInt32] = []
        for message in messages {
            counter.startMessage()
            messageReader.read(message.message, into: &counter)
            vocabulary.addMessage(counter.features, into: &columns)
            matrix.add(norm: 1, columns: columns, counts: counter.counts)
            sketches.add(counter.features)
        }
        let found = NearDuplicates.representatives(of: sketches, rows: Array(0..<UInt32(messages.count)), in: matrix)
        let byTemplate = GroupedSample(groups: named).independentCount
        let byLikeness = GroupedSample(groups: found.map { UInt64($0) }).independentCount
        #expect(abs(byLikeness - byTemplate) * 20 <= byTemplate * 3, "\(byLikeness) groups found, \(byTemplate) templates")
    }
}
