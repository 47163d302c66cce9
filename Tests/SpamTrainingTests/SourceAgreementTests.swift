// Features by agreement between sources: by hand, beside chi-squared, and in a run.

import Corpus
import SpamFilter
import Testing

@testable import SpamTraining

@Suite struct SourceAgreementTests {
    /// Rows of some features, so many of them.
    private struct Rows {
        let count: Int
        let source: UInt32
        let isJunk: Bool
        let features: [Int]
    }

    /// Two sources, one of them nearly all junk. Features: 0 tells junk in both; 1 stands for the first source; 2 speaks for junk in the first and
    /// against it in the second; 3 occurs in the first alone, and tells junk there.
    private static let rows = [
        Rows(count: 300, source: 0, isJunk: true, features: [0, 1, 2, 3]),
        Rows(count: 100, source: 0, isJunk: true, features: [1]),
        Rows(count: 20, source: 0, isJunk: false, features: [0, 1, 3]),
        Rows(count: 60, source: 0, isJunk: false, features: [1]),
        Rows(count: 60, source: 1, isJunk: true, features: [0]),
        Rows(count: 10, source: 1, isJunk: true, features: [2]),
        Rows(count: 50, source: 1, isJunk: false, features: [0, 2]),
        Rows(count: 250, source: 1, isJunk: false, features: [2]),
    ]
    private static let all = rows.flatMap { Array(repeating: $0, count: $0.count) }
    private static let matrix = FeatureMatrix(all.map { row in (0..<5).map { row.features.contains($0) ? 1 : 0 } })
    private static let classes: [UInt8] = all.map { $0.isJunk ? 1 : 0 }

    private func scores(_ sources: [UInt32], rows: RowList? = nil) -> [Double] {
        SourceAgreement.scores(
            SourceAgreementTests.matrix, classes: SourceAgreementTests.classes, classCount: 2, sources: sources,
            rows: rows ?? RowList(SourceAgreementTests.all.indices))
    }

    @Test func whatTellsTheSourceOrContradictsItselfScoresNothing() {
        let found = scores(SourceAgreementTests.all.map(\.source))
        #expect(found[1] == 0 && found[2] == 0 && found[4] == 0)
        // Source 0: a 300 of 400 junk, b 20 of 80 others. D = 300 - 320 x 400 / 480, V = 320 x 160 x 400 x 80 / 480^3.
        let first = (d: 300 - 320.0 * 400 / 480, v: 320.0 * 160 * 400 * 80 / (480 * 480 * 480))
        // Source 1: 60 of 70 and 50 of 300.
        let second = (d: 60 - 110.0 * 70 / 370, v: 110.0 * 260 * 70 * 300 / (370 * 370 * 370))
        let expected = (first.d + second.d) * (first.d + second.d) / (first.v + second.v)
        #expect(abs(found[0] - expected) < 1e-9 * expected, "\(found[0]), expected \(expected)")
        #expect(abs(found[3] - first.d * first.d / first.v) < 1e-9)
        // Taken together, what stands for the source tells the label.
        let together = ChiSquared.scores(
            SourceAgreementTests.matrix, classes: SourceAgreementTests.classes, classCount: 2,
            rows: RowList(SourceAgreementTests.all.indices))
        #expect(together[1] > 100)
        #expect(scores([])[1] > 100)
    }

    /// Without sources, with one, and where none holds enough of both labels.
    @Test func oneSourceGivesChiSquared() {
        let indices = RowList(SourceAgreementTests.all.indices)
        let expected = ChiSquared.scores(
            SourceAgreementTests.matrix, classes: SourceAgreementTests.classes, classCount: 2, rows: indices)
        let everyRowItsOwn = indices.map { UInt32($0 % 40) }
        for sources in [[], indices.map { _ in 7 }, everyRowItsOwn] {
            for (a, b) in zip(scores(sources), expected) { #expect(abs(a - b) < 1e-9 * max(1, b)) }
        }
        // Of one class, or of no rows, nothing tells anything.
        #expect(scores([], rows: indices.filter { SourceAgreementTests.classes[$0] == 1 }).allSatisfy { $0 == 0 })
        #expect(scores([], rows: []).allSatisfy { $0 == 0 })
    }

    /// One source is nearly all junk, the other nearly all wanted: which one it is tells more than any word, and nothing of the next source.
    @Test func aModelOfSeveralSourcesKeepsWhatTheyAgreeOn() throws {
        let rows: [(text: String, label: Label, source: String, count: Int)] = [
            ("alpha prize", .junk, "a", 280), ("alpha lunch", .junk, "a", 120), ("alpha prize", .allow, "a", 21),
            ("alpha lunch", .allow, "a", 42), ("beta prize", .junk, "b", 42), ("beta lunch", .junk, "b", 21),
            ("beta prize", .allow, "b", 120), ("beta lunch", .allow, "b", 280),
        ]
        let messages = rows.enumerated().flatMap { r, row in
            (0..<row.count).map { LabeledMessage(Message(body: row.text), row.label, source: row.source, group: "\(r) \($0)") }
        }
        func words(_ measure: FeatureSelection.Measure, _ change: (inout TrainingSettings) -> Void = { _ in }) throws -> [String]
        {
            let model = try train(messages) {
                $0.selection = FeatureSelection(measure, count: 2)
                $0.namesFeatures = true
                ($0.tokenizer.shortestGram, $0.tokenizer.longestGram, $0.tokenizer.wordOrder) = (0, 0, 1)
                $0.folds = 0
                change(&$0)
            }
            return model.readableFeatures.map(\.text).sorted()
        }
        #expect(try words(.agreement) == ["lunch", "prize"] && words(.chiSquared) == ["alpha", "beta"])
        // Where sources do not matter, they do not.
        #expect(try words(.agreement) { $0.tellsSourcesApart = false } == ["alpha", "beta"])
    }
}
