import LabeledMessages
import SpamEvaluation
import SpamFilter
import Statistics
import Testing
import TrainingFixtures

@testable import SpamTraining

@Suite struct ContradictoryLabelTests {
    private func model(_ rows: [(String, Label)], folds: Int = 4) throws -> TrainedModel {
        var settings = TrainingSettings()
        settings.folds = folds
        settings.minDocumentFrequency = 1
        return try TrainedModel(training: rows.map { LabeledMessage(Message(body: $0.0), $0.1) }, settings)
    }

    private let invented = InventedMessages.all.map { ($0.message.body, $0.label) }

    @Test func theRarerSideOfAGroupIsCounted() throws {
        let wanted = Array(repeating: ("Dinner at nine", Label.allow), count: 3)
        let junk = Array(repeating: ("dinner at nine", Label.junk), count: 4)
        let model = try model(invented + wanted + junk)
        #expect(model.contradictoryLabels?.messages == Rate(3, of: invented.count + 7))
    }

    /// Different wanted actions do not contradict; and without folds no limit depends on
    /// contradictions.
    @Test func onlyJunkAgainstWantedCounts() throws {
        let wanted = [("Dinner at nine", Label.allow), ("Dinner at nine", Label("transaction")!)]
        #expect(try model(invented + wanted).contradictoryLabels == nil)
        #expect(
            try model(invented + [("Dinner at nine", .allow), ("Dinner at nine", .junk)], folds: 0).contradictoryLabels == nil)
    }

    @Test func aFewInAThousandAreNotWorthAWord() throws {
        let words = "abcdefghijklmnopqrstuvwxyz".map { "\($0)\($0)\($0)" }
        let many = (0..<1000).map { i in
            (
                words.indices.filter { i >> ($0 % 10) & 1 == 1 && $0 < 10 }.map { words[$0] }.joined(separator: " ") + " x\(i)",
                i % 2 == 0 ? Label.junk : .allow
            )
        }
        #expect(try model(many + [("Dinner at nine", .allow), ("Dinner at nine", .junk)]).contradictoryLabels == nil)
    }
}
