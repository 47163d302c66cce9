// Messages of one template are found where the corpus does not name it.

import Corpus
import Foundation
import SpamEvaluation
import SpamFilter
import Testing

@testable import SpamTraining

@Suite struct NearDuplicateTests {
    /// Rows as sets of features.
    private func representatives(_ rows: [[Int]]) -> [Int] {
        var matrix = FeatureMatrix()
        for row in rows { matrix.add(norm: 1, row.map { (column: $0, count: 1) }) }
        var random = SplitMix(seed: 3)
        let features = (0..<1000).map { _ in random.next() }
        return NearDuplicates.representatives(of: Array(rows.indices), in: matrix, features: features)
    }

    @Test func equalRowsAreOneGroupAndUnlikeOnesAreNot() {
        let a = Array(0..<40), b = Array(100..<140)
        #expect(representatives([a, b, a, b, a]) == [0, 1, 0, 1, 0])
    }

    /// 30 of 40 features shared by each with the first row: 30 / 50, well above the bound; and 10 of 40: 10 / 70, well below.
    @Test(arguments: [(30, true), (10, false)])
    func likeRowsAreJoined(shared: Int, areJoined: Bool) {
        let rows = (0..<12).map { i in Array(0..<shared) + (0..<40 - shared).map { 100 + i * 40 + $0 } }
        #expect(representatives(rows).allSatisfy { $0 == 0 } == areJoined)
        #expect(Set(representatives(rows)).count == (areJoined ? 1 : 12))
    }

    @Test func rowsWithoutFeaturesStandAlone() {
        #expect(representatives([[], [], Array(0..<20), []]) == [0, 1, 2, 3])
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Datasets/starter")
        .standardized

    /// The templates of the starter corpus, hidden from training: what it promises without them must hold as well. Korean alone, for speed.
    @Test(
        .enabled(
            if: FileManager.default.fileExists(atPath: folder.appending(path: "train.jsonl").path),
            "a package without Datasets/starter"))
    func templatesAreFoundWithoutBeingNamed() throws {
        var reader = try CorpusReader(path: NearDuplicateTests.folder.appending(path: "train.jsonl").path)
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
        var matrix = FeatureMatrix()
        for message in messages {
            counter.startMessage()
            messageReader.read(message.message, into: &counter)
            for i in counter.features.indices {
                matrix.addEntry(column: vocabulary.columnCountingMessage(of: counter.features[i]), count: counter.counts[i])
            }
            matrix.closeRow(norm: 1)
        }
        let found = NearDuplicates.representatives(of: Array(messages.indices), in: matrix, features: vocabulary.features)
        let byTemplate = GroupedSample(groups: named).independentCount
        let byLikeness = GroupedSample(groups: found.map { UInt64($0) }).independentCount
        #expect(abs(byLikeness - byTemplate) * 10 <= byTemplate, "\(byLikeness) groups found, \(byTemplate) templates")
    }
}
