// What messages count in learning, and that nothing else counts them so.

import LabeledMessages
import Foundation
import SpamEvaluation
import SpamFilter
import Statistics
import Testing
import TrainingFixtures

@testable import SpamTraining

@Suite struct RowWeightsTests {
    private func message(_ label: String, source: String = "", weight: Double = 1) -> LabeledMessage {
        LabeledMessage(Message(body: "hello"), Label(label)!, source: source, weight: weight)
    }

    @Test func theMoreExactLabelCountsThenSourceThenRow() {
        let weights = RowWeights(
            labels: [.junk: 2, Label("transaction")!: 3, Label("transaction/finance")!: 0.5], sources: ["chat": 0.1])
        #expect(weights.weight(of: message("junk")) == 2 && weights.weight(of: message("allow")) == 1)
        #expect(
            weights.weight(of: message("transaction/orders")) == 3 && weights.weight(of: message("transaction/finance")) == 0.5)
        #expect(abs(weights.weight(of: message("junk", source: "chat", weight: 5)) - 1) < 1e-6)
        #expect(weights.weight(of: message("junk", weight: 0)) == 0)
    }

    @Test(arguments: ["", "junk", "junk=", "junk=-1", "junk=1001", "junk=nan", "mail=1", "junk=1,junk=2", "junk=1,", "=1"])
    func otherSpellingsOfClassesAreRefused(spelling: String) {
        #expect(throws: SpellingError.self) { try RowWeights.labels(parsing: spelling) }
    }

    @Test func spellingsAreRead() throws {
        #expect(
            try RowWeights.labels(parsing: "junk=2,transaction/finance=0.5") == [.junk: 2, Label("transaction/finance")!: 0.5])
        let source = try RowWeights.source(parsing: "a=b.tsv=0.3")
        #expect(source.name == "a=b.tsv" && source.weight == 0.3)
        for spelling in ["chat.tsv", "=1", "chat.tsv=x", "chat.tsv=1e9"] {
            #expect(throws: SpellingError.self) { try RowWeights.source(parsing: spelling) }
        }
    }

    private static let trainers: [TrainerUnderTest] = [
        TrainerUnderTest("naive Bayes", NaiveBayes()),
        TrainerUnderTest("logistic regression", LogisticRegression(.init(cost: 1, tolerance: 1e-7, maxPasses: 3000))),
        TrainerUnderTest("both", NBLogisticRegression(.init(cost: 1, tolerance: 1e-7, maxPasses: 3000))),
    ]

    /// Rows 0 to 19 have weight 2, and stand twice in the other matrix.
    @Test(arguments: trainers, [2, 3])
    func aWeightOfTwoIsTheRowTwice(_ test: TrainerUnderTest, classCount: Int) {
        // Columns lean to a class, with mistakes.
        var random = SplitMix(seed: 9)
        let table = (0..<60).map { row in (0..<12).map { random.below($0 % classCount == row % classCount ? 4 : 8) / 3 } }
        let classes = table.indices.map { UInt8($0 % classCount) }
        let twice = FeatureMatrix(table + table[..<20])
        let weighted = test.trainer.fit(
            FeatureMatrix(table), classes: classes, classCount: classCount, rows: RowList(0..<60),
            rowWeights: (0..<60).map { $0 < 20 ? 2 : 1 })
        let doubled = test.trainer.fit(twice, classes: classes + classes[..<20], classCount: classCount)
        let furthest = (0..<60).map { row in
            let a = weighted.scores(twice, row: row), b = doubled.scores(twice, row: row)
            return (1..<classCount).map { abs((a[$0] - a[0]) - (b[$0] - b[0])) }.max()!
        }.max()!
        #expect(furthest < 2e-3)
    }

    /// Of the invented messages with some more that count nothing, by each way of saying so.
    @Test func aWeightOfNothingIsAMessageThatIsNotThere() throws {
        let more = InventedMessages.all.map { message in
            var message = message
            (message.message.body, message.source) = ("extra " + message.message.body, "more")
            return message
        }
        let alone = try train(InventedMessages.all)
        let weightless = more.map { message in
            var message = message
            message.weight = 0
            return message
        }
        #expect(try train(InventedMessages.all + weightless).bytes == alone.bytes)
        let bySource = try train(InventedMessages.all + more) { $0.weights.sources["more"] = 0 }
        #expect(bySource.content.weights == alone.content.weights && bySource.content.features == alone.content.features)
        #expect(try train(InventedMessages.all + more).content.features != alone.content.features)
    }

    /// Junk of more weight is found more easily; and what is promised counts messages all the same.
    @Test func weightsMoveScoresAndNoCounts() throws {
        let plain = try train(InventedMessages.all) { $0.folds = 0 }
        let heavy = try train(InventedMessages.all) {
            $0.folds = 0
            $0.weights.labels = [.junk: 10]
        }
        let body = [LabeledMessage(Message(body: "hello you"), .allow)]
        #expect(try verdicts(heavy, body)[0].junkLogOdds > verdicts(plain, body)[0].junkLogOdds)
        let promise = try #require(train(InventedMessages.all).promise)
        let weighted = try #require(train(InventedMessages.all) { $0.weights.labels = [.junk: 10, .allow: 3] }.promise)
        #expect(weighted.wanted == promise.wanted && weighted.junk == promise.junk)
        #expect(weighted.independentWanted == promise.independentWanted)
    }

    @Test func theCardNamesThem() throws {
        var messages = InventedMessages.all
        messages[0].weight = 3
        let model = try train(messages) { $0.weights = RowWeights(labels: [.junk: 2], sources: ["invented": 0.5]) }
        let card = try withModel(model.bytes) { try #require(ModelCard($0)) }
        #expect(card.settings["classWeight"] == "junk=2.0" && card.settings["sourceWeight"] == "invented=0.5")
        // Junk of this source counts 2 x .5: as one.
        #expect(card.weighted == messages.count { $0.label != .junk })
        #expect(try withModel(train(InventedMessages.all).bytes) { try #require(ModelCard($0)) }.weighted == nil)
    }
}
