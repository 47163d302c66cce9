// Training, comparing and measuring, as jobs.

import CorpusStore
import Foundation
import SpamFilter
import SpamTraining
import Testing

@testable import Studio

@Suite struct ModelTests {
    @Test func trainingAsksFromThenOnAndSaysWhatItChanged() throws {
        let folder = try StudioFolder.invented()
        let studio = try folder.studio([try folder.model("a.spam") { $0 % 5 == 0 }])
        let front = try #require(try studio.desk(of: "ann").ask(.first).message)
        #expect(front.verdict?.model == "a.spam")
        try studio.training.start(StudioFolder.settings)
        #expect(studio.ended(.training)?.phase == .done)
        let outcome = try studio.training.outcome()
        let labelled = try studio.messages.filter { $0.label != nil }
        #expect(outcome.trainedOn + outcome.heldOut == labelled.count && outcome.heldOut > 0)
        #expect(outcome.heldOut == labelled.count(where: HeldOut.holds))
        #expect(studio.models.list.map(\.isAsking) == [false, true] && studio.models.list[1].isTrainedHere)
        #expect(try studio.desk(of: "ann").ask(.first).message?.verdict?.model == "training 1")
        let difference = try #require(outcome.difference)
        #expect(difference.isOfHeldOut && difference.messages == outcome.heldOut)
        #expect(difference.first == "a.spam" && difference.second == "training 1" && !difference.sentence.isEmpty)
        #expect(difference.figures.count == 5 && difference.changed.count == difference.changedCount)
        for changed in difference.changed { #expect(changed.first != changed.second) }
        // The file can be taken home.
        #expect(try ModelView.classes(of: studio.models.bytes(of: 2)) == studio.models.list[1].labels)
        #expect(throws: StudioError.noModel(1)) { try studio.models.bytes(of: 1) }
    }

    @Test func theMessageInFrontStaysThereWhenAModelIsTrained() throws {
        let folder = try StudioFolder.invented()
        let studio = try folder.studio([try folder.model("a.spam") { $0 % 5 == 0 }])
        // In this order or that, one of them is not the first.
        let fronts = try ["ann", "ben", "zoe"].map { ($0, try #require(try studio.desk(of: $0).ask(.first).message?.id)) }
        try studio.training.start(StudioFolder.settings)
        #expect(studio.ended(.training)?.phase == .done)
        for (person, id) in fronts {
            let next = try studio.desk(of: person).take(.label("junk"), of: id, .first).next
            #expect(try studio.lookup.stored(id).label == .junk && next.message?.verdict?.model == "training 1")
        }
    }

    @Test func aTemplateIsHeldOutAsAWhole() throws {
        let rows = (0..<60).flatMap { kind in
            (0..<3).map { ("", "alpha\(kind) beta\(kind) gamma\(kind) delta\(kind) epsilon\(kind) zeta\(kind) eta\(kind) \($0)") }
        }
        let folder = try StudioFolder(rows), studio = try folder.studio()
        var sides: [Int64: Set<Bool>] = [:]
        for stored in try studio.messages { sides[try #require(stored.groupNumber), default: []].insert(HeldOut.holds(stored)) }
        #expect(sides.values.allSatisfy { $0.count == 1 })
        #expect((3...25).contains(sides.values.count { $0 == [true] }))
    }

    @Test func withoutALabelOfEachKindTrainingSaysWhatIsMissing() throws {
        let folder = try StudioFolder([("junk", "win a prize"), ("", "see you")]), studio = try folder.studio()
        try studio.training.start(StudioFolder.settings)
        let end = try #require(studio.ended(.training))
        #expect(end.phase == .failed && end.problem?.contains("expected") == true && studio.models.list.isEmpty)
        #expect(throws: StudioError.nothingFound(.training)) { try studio.training.outcome() }
    }

    @Test func withoutALabelTrainingSaysToGiveSome() throws {
        let folder = try StudioFolder([("", "win a prize")]), studio = try folder.studio()
        try studio.training.start(StudioFolder.settings)
        #expect(studio.ended(.training)?.problem == "\(StudioError.nothingToLearnFrom)")
    }

    @Test func aCancelledJobLeavesNothing() throws {
        let folder = try StudioFolder.invented(), studio = try folder.studio()
        var settings = StudioFolder.settings
        let trainer = WaitingTrainer()
        settings.trainer = trainer
        settings.threads = 1
        try studio.training.start(settings)
        trainer.begun.wait()
        #expect(studio.jobs.all.map(\.phase) == [.running])
        #expect(throws: StudioError.busy(.training)) { try studio.doubts.start(StudioFolder.settings) }
        studio.jobs.cancel(.doubts)
        studio.jobs.cancel(.training)
        trainer.mayGoOn.signal()
        #expect(studio.ended(.training)?.phase == .cancelled)
        // The other fits were left out.
        #expect(trainer.fits == 1 && studio.models.list.isEmpty)
        #expect(throws: StudioError.nothingFound(.training)) { try studio.training.outcome() }
    }

    @Test func twoModelsAreComparedMessageByMessage() throws {
        let folder = try StudioFolder.invented()
        let paths = [try folder.model("a.spam") { $0 % 4 == 0 }, try folder.model("b.spam")]
        let studio = try folder.studio(paths)
        try studio.comparison.start(1, 2)
        #expect(studio.ended(.comparison)?.phase == .done)
        let found = try studio.comparison.difference()
        let labelled = try studio.messages.filter { $0.label != nil }
        #expect(!found.isOfHeldOut && found.messages == labelled.count && found.changedCount > 0)
        #expect(found.sentence.contains("b.spam") && found.sentence.contains(" junk caught, "), "\(found.sentence)")
        // The second one knows these messages.
        let lost = found.changed.filter { $0.change == "lost" }, won = found.changed.filter { $0.change == "won" }
        #expect(won.count > lost.count)
        for row in found.changed {
            #expect(row.label == (try studio.lookup.stored(row.message)).label?.description)
            #expect((row.change == "won") == (row.label.split(separator: "/")[0] == row.second))
        }
        let right = try #require(found.figures.first { $0.name == "Right action" })
        #expect(try #require(right.second.value) > #require(right.first.value) && right.first.of == labelled.count)
        #expect(throws: StudioError.noModel(9)) { try studio.comparison.start(1, 9) }
    }

    @Test func theReportIsAPageOfItsOwnUnderAStrictPolicy() throws {
        let folder = try StudioFolder.invented(), studio = try folder.studio([try folder.model("a.spam")])
        try studio.report.start(of: 1)
        #expect(studio.ended(.report)?.phase == .done)
        let report = try studio.report.last()
        let nonce = try #require(report.policy.firstMatch(of: /'nonce-([0-9a-f]{64})'/)?.1)
        #expect(report.html.contains("<style nonce=\"\(nonce)\">") && report.html.contains("<script nonce=\"\(nonce)\">"))
        #expect(
            !report.policy.contains("unsafe") && !report.html.contains(" style=\"")
                && report.html.contains("a.spam on corpus.sqlite"))
    }

    @Test func doubtedAndContradictoryLabelsAreListed() throws {
        var rows: [(String, String)] = []
        for i in 0..<12 {
            rows.append(("junk", "claim your free prize number \(i) now at the lucky shop of gifts"))
            rows.append(("allow", "see you for dinner tonight at number \(i), mum says hello to all"))
        }
        rows[3].0 = "junk"
        rows += [("allow", "Free MONEY 1"), ("junk", "free money 2")]
        let folder = try StudioFolder(rows), studio = try folder.studio()
        try studio.doubts.start(StudioFolder.settings)
        #expect(studio.ended(.doubts)?.phase == .done)
        let list = try studio.doubts.list()
        #expect(list.judged == 26 && list.doubtful == list.rows.reduce(0) { $0 + $1.messages.count })
        #expect(list.sentence == "\(list.doubtful) of 26 labels \(list.doubtful == 1 ? "is" : "are") doubtful")
        #expect(list.rows.map(\.probability) == list.rows.map(\.probability).sorted(by: >))
        let doubt = try #require(list.rows.first { $0.messages.contains(4) })
        #expect(doubt.given == "junk" && doubt.suggested == "allow" && doubt.probability > 0.5)
        // What was corrected is settled.
        _ = try studio.desk(of: "ann").correct([SeenRow([4], from: "junk", textMark: doubt.text.mark)], to: "allow")
        let settled = try studio.doubts.list()
        #expect(!settled.rows.contains { $0.messages.contains(4) } && settled.doubtful == list.doubtful - 1)
        _ = try studio.desk(of: "ann").undo()
        #expect(try studio.doubts.list() == list)
        // All of a kind at once, and back.
        let kind = try #require(list.kinds.first { $0.given == "junk" && $0.suggested == "allow" })
        let least = try #require(kind.likely.last)
        let seen = try studio.doubts.likely("junk", "allow", above: least.above)
        let changed = try studio.desk(of: "ann").correct(seen, to: "allow")
        #expect(changed.contains(4) && changed.count == least.labels)
        #expect(try studio.doubts.list().doubtful == list.doubtful - least.labels)
        #expect(try studio.doubts.likely("junk", "allow", above: least.above).isEmpty)
        _ = try studio.desk(of: "ann").undo()
        #expect(try studio.doubts.list() == list)
        let conflicts = try studio.lookup.conflicts()
        #expect(conflicts.texts >= 1)
        #expect(
            conflicts.rows.contains {
                Set($0.sides.map(\.label)) == ["allow", "junk"] && $0.sides.flatMap(\.messages).contains(25)
            })
    }
}

/// Waits in its first fit until it may go on.
private final class WaitingTrainer: Trainer, @unchecked Sendable {
    let begun = DispatchSemaphore(value: 0), mayGoOn = DispatchSemaphore(value: 0)
    private(set) var fits = 0
    private let trainer = NaiveBayes()

    var name: String { trainer.name }
    var settingsByName: [String: String] { trainer.settingsByName }
    var scalesByInverseDocumentFrequency: Bool { trainer.scalesByInverseDocumentFrequency }
    var weighsFeaturesTogether: Bool { trainer.weighsFeaturesTogether }

    func fit(
        _ matrix: FeatureMatrix, classes: [UInt8], classCount: Int, rows: RowList, rowWeights: [Float]
    ) -> LinearWeights {
        fits += 1
        begun.signal()
        mayGoOn.wait()
        // And whatever comes after it.
        mayGoOn.signal()
        return trainer.fit(matrix, classes: classes, classCount: classCount, rows: rows, rowWeights: rowWeights)
    }
}

extension ModelView {
    fileprivate static func classes(of bytes: [UInt8]) throws -> [String] {
        try bytes.withUnsafeBytes { try ModelView($0).labels.map(\.description) }
    }
}
