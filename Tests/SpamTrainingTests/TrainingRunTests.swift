// The whole run: messages in, a model out that opens and decides.

import LabeledMessages
import Foundation
import SpamEvaluation
import SpamFilter
import Statistics
import Synchronization
import Testing
import TrainingFixtures

@testable import SpamTraining

@Suite struct TrainingRunTests {
    private let messages = InventedMessages.all

    private func row(_ body: String, _ label: String, group: String? = nil) -> LabeledMessage {
        LabeledMessage(Message(body: body), Label(label)!, group: group)
    }

    @Test(arguments: [NaiveBayes(), LogisticRegression()] as [any Trainer])
    func theModelKnowsWhatItWasTaught(_ trainer: any Trainer) throws {
        // Many words of the invented messages occur once.
        let model = try train(messages) {
            $0.trainer = trainer
            $0.minDocumentFrequency = 1
        }
        let verdicts = try verdicts(model, messages)
        let right = zip(verdicts, messages).count { $0.label.action == $1.label.action }
        #expect(messages.count >= 60 && right >= messages.count - 3, "\(right) of \(messages.count)")
        // Sub-actions, where the message has one.
        let divided = zip(verdicts, messages).filter { $1.label.subAction != .none }
        let rightSubAction = divided.count { $0.label == $1.label }
        #expect(rightSubAction >= divided.count - 5, "\(rightSubAction) of \(divided.count)")
        #expect(verdicts.allSatisfy { $0.junkLogOdds.isFinite })
        try withModel(model.bytes) { view in
            try view.verify()
            #expect(view.features.count > 0 && view.features.count <= model.learnedFeatures)
        }
    }

    @Test func theSameSeedGivesTheSameBytes() throws {
        let bytes = try train(messages).bytes
        #expect(try train(messages).bytes == bytes)
        #expect(try train(messages) { $0.seed = 2 }.bytes != bytes)
    }

    /// One by one or all at once: the same bytes, and the card gets the messages of each source
    /// that count.
    @Test func oneCallIsTheSameAsOneByOne() throws {
        var messages = messages
        for i in messages.indices { (messages[i].source, messages[i].weight) = ("\(i % 3)", i % 3 == 2 ? 0 : 1) }
        var run = TrainingRun(TrainingSettings())
        let areLearned = messages.map { run.add($0) }
        let learned = messages.indices.count { $0 % 3 != 2 }, counted = run.sourceCounts.corpus
        #expect(areLearned == messages.map { $0.weight > 0 } && run.rowCount == learned)
        #expect(counted.keys.sorted() == ["0", "1", "2"] && counted["2"] == 0 && counted.values.reduce(0, +) == learned)
        let oneByOne = try run.finish(card: ModelCard(trainedOn: ModelCard.name(sources: counted)))
        let atOnce = try TrainedModel(training: messages, card: { ModelCard(trainedOn: ModelCard.name(sources: $0.corpus)) })
        #expect(oneByOne.bytes == atOnce.bytes)
    }

    @Test func classesStandInTheOrderOfLabels() throws {
        let straight = try train(messages) { $0.folds = 0 }
        let reversed = try train(messages.reversed()) { $0.folds = 0 }
        #expect(straight.content.classes.map(\.label) == Label.all)
        #expect(reversed.content.classes.map(\.label) == Label.all)
        let some = try train(messages.filter { $0.label.action != .junk && $0.label.action != .promotion }) { $0.folds = 0 }
        #expect(some.content.classes.map(\.label) == Label.all.filter { $0.action == .allow || $0.action == .transaction })
    }

    /// Naive Bayes, which adds up, does not care in which order messages come.
    @Test func theOrderOfMessagesDoesNotMatterToTheDecision() throws {
        let straight = try verdicts(train(messages) { $0.trainer = NaiveBayes() }, messages)
        let reversed = try verdicts(train(messages.reversed()) { $0.trainer = NaiveBayes() }, messages)
        #expect(zip(straight, reversed).allSatisfy { $0.label == $1.label && abs($0.junkLogOdds - $1.junkLogOdds) < 0.01 })
    }

    /// Rows that only say `transaction` weigh among the actions, and leave the weights of the
    /// sub-actions as they were.
    @Test func rowsWithoutSubActionTeachTheFirstLevelOnly() throws {
        let divided = (0..<12).map { ["transaction/finance", "transaction/orders", "allow"][$0 % 3] }.map { Label($0)! }
        let plain = Array(repeating: Label("transaction")!, count: 6)
        var random = SplitMix(seed: 71)
        let table = (divided + plain).indices.map { row in (0..<8).map { $0 % 3 == row % 3 ? 2 : Int(random.next() % 2) } }
        let trainer = LogisticRegression()
        let without = LabelLevels(divided).fit(
            FeatureMatrix(Array(table[..<12])), trainer: trainer, rows: RowList(divided.indices))
        let with = LabelLevels(divided + plain).fit(FeatureMatrix(table), trainer: trainer, rows: RowList(table.indices))
        #expect(without.map(\.label) == with.map(\.label))
        #expect(with.map(\.label.description) == ["allow", "transaction", "transaction/finance", "transaction/orders"])
        for i in 2...3 {
            #expect(with[i].vectors.map(\.weights) == without[i].vectors.map(\.weights))
            #expect(with[i].vectors.map(\.bias) == without[i].vectors.map(\.bias))
        }
        #expect(with[1].vectors.map(\.weights) != without[1].vectors.map(\.weights))
    }

    /// With nothing to tell apart, the one sub-action goes with its action.
    @Test func aSingleSubActionGoesWithItsAction() throws {
        let messages = messages.filter { $0.label.action == .allow || $0.label.description == "transaction/finance" }
        let model = try train(messages) {
            $0.minDocumentFrequency = 1
            $0.folds = 0
        }
        #expect(model.content.classes.map(\.label.description) == ["allow", "transaction", "transaction/finance"])
        let verdicts = try verdicts(model, messages)
        #expect(zip(verdicts, messages).allSatisfy { $0.label == $1.label })
    }

    @Test func impossibleCorporaAreTypedErrors() {
        #expect(throws: TrainingError.emptyCorpus) { try train([]) }
        #expect(throws: TrainingError.oneClass(.junk, rows: 2)) { try train([row("a b", "junk"), row("c d", "junk")]) }
        #expect(throws: TrainingError.oneClass(Label("promotion")!, rows: 2)) {
            try train([row("a b", "promotion/offers"), row("c d", "promotion/coupons")])
        }
        #expect(throws: TrainingError.noFeatures(minDocumentFrequency: 2)) {
            try train([row("apple", "allow"), row("폭탄", "junk")])
        }
        #expect(throws: TrainingError.noFeatures(minDocumentFrequency: 1)) {
            try train([row("", "allow"), row("\u{200B}\u{200B}", "junk")]) { $0.minDocumentFrequency = 1 }
        }
    }

    /// Of the n-th word there are 2 n messages of n groups. The word of a single group is
    /// forgotten, however many messages have it.
    @Test func featuresOfASingleGroupAreForgotten() throws {
        let words = ["apple", "brick", "cedar", "delta", "ember", "flint"]
        let messages = (0..<12).flatMap { group in
            words[(group % 6)...].map { LabeledMessage(Message(body: $0), group % 6 < 4 ? .junk : .allow, group: "\(group % 6)") }
        }
        func kept(_ least: Int) throws -> [String] {
            try train(messages) {
                $0.minDocumentFrequency = least
                $0.folds = 0
                $0.namesFeatures = true
                ($0.tokenizer.shortestNgram, $0.tokenizer.longestNgram) = (0, 0)
            }.readableFeatures.map(\.text).filter { words.contains($0) }.sorted()
        }
        #expect(try kept(1) == words)
        #expect(try kept(2) == Array(words[1...]))
        #expect(try kept(5) == Array(words[2...]))
        #expect(throws: TrainingError.noFeatures(minDocumentFrequency: 99)) { try kept(99) }
    }

    /// One text with every label, each text many times, empty messages: little to learn, and no
    /// number breaks.
    @Test(
        arguments: [NaiveBayes(), LogisticRegression()] as [any Trainer],
        ["contradictions", "duplicates", "mostly empty"])
    func poorCorporaTrainToFiniteNumbers(_ trainer: any Trainer, kind: String) throws {
        let labels = ["allow", "junk", "promotion/offers", "promotion/coupons"]
        let messages =
            switch kind {
            case "contradictions": (0..<40).map { row("come and see us \($0 % 5)", labels[$0 % 4], group: "\($0)") }
            case "duplicates":
                (0..<40).map { row(["see you tonight", "win a prize"][$0 % 2], labels[$0 % 2], group: "\($0)") }
            default: (0..<40).map { row($0 % 10 == 0 ? "hello there" : "", labels[$0 % 4], group: "\($0)") }
            }
        let model = try train(messages) { $0.trainer = trainer }
        #expect(model.content.problem == nil)
        for verdict in try verdicts(model, messages) {
            #expect(verdict.junkLogOdds.isFinite && verdict.probabilities.sum().isFinite)
        }
        if kind == "duplicates" {
            #expect(zip(try verdicts(model, messages), messages).allSatisfy { $0.label == $1.label })
        }
    }

    /// From nothing to all, in steps, whatever is learned once more and in whatever order folds
    /// end.
    @Test(arguments: [0, 3], [1 << 20, 8192])
    func progressEndsWithAll(folds: Int, maxBytes: Int) throws {
        var settings = TrainingSettings()
        settings.folds = folds
        settings.maxBytes = maxBytes
        settings.minDocumentFrequency = 1
        let told = Mutex<[(done: Int, of: Int)]>([])
        _ = try TrainedModel(training: messages, settings, progress: { done, all in told.withLock { $0.append((done, all)) } })
        let steps = told.withLock { $0 }
        let total = steps[0].of
        #expect(steps[0].done == 0 && steps.last!.done == total && steps.count > 5)
        #expect(steps.allSatisfy { $0.of == total && (0...total).contains($0.done) })
        // What was expected is what it came to, but for folds of unlike size: no step is the rest
        // of all.
        #expect(steps.dropLast().last!.done > total * 9 / 10)
    }

    /// What occurs in one group only tells of that group: of copies of two texts, or of one
    /// template, nothing can be learned.
    @Test func messagesOfOneGroupTeachNothing() {
        let copies = (0..<40).map { row(["see you tonight", "win a prize"][$0 % 2], ["allow", "junk"][$0 % 2]) }
        let template = messages.map { LabeledMessage($0.message, $0.label, group: "one") }
        for corpus in [copies, template] {
            #expect(throws: TrainingError.noFeatures(minDocumentFrequency: 2)) { try train(corpus) }
        }
    }

    /// A corpus that names senders as sources must not have them all in its card.
    @Test func aCardNamesFewSources() {
        let many = Dictionary(uniqueKeysWithValues: (0..<500).map { ("010-0000-\($0)", 1) }).merging([
            "mine.tsv": 90, "a\u{1B}[31mb": 80,
        ]) { $1 }
        let named = ModelCard.name(sources: many)
        #expect(named.count == 17 && named[0] == "mine.tsv (90 messages)" && named[1] == "a[31mb (80 messages)")
        #expect(named[16] == "486 other sources (486 messages)")
        #expect(ModelCard.name(sources: [String(repeating: "x", count: 100): 1])[0].count == 64 + " (1 messages)".count)
    }

    /// No six bytes of a message or sender stand in the model, but for its card, which says nothing
    /// of any message.
    @Test func noTextCanBeReadOutOfAModel() throws {
        let messages = messages + messages.map { LabeledMessage($0.message, $0.label) }  // everything occurs twice
        let model = try train(messages)
        var bytes = model.bytes
        try withModel(model.bytes) { view in
            for section in view.sections where section.kind == .card {
                let card = String(decoding: view.card, as: UTF8.self)
                #expect(messages.allSatisfy { !card.contains($0.message.body) })
                #expect(messages.compactMap(\.message.sender).allSatisfy { !card.contains($0) })
                for i in section.offset..<section.offset + section.length { bytes[i] = 0 }
            }
        }
        func windows(_ bytes: [UInt8]) -> Set<UInt64> {
            Set(bytes.indices.dropLast(5).map { i in bytes[i..<i + 6].reduce(0) { $0 << 8 | UInt64($1) } })
        }
        let inModel = windows(bytes)
        for message in messages {
            #expect(windows(Array(message.message.body.utf8)).isDisjoint(with: inModel))
            #expect(windows(Array((message.message.sender ?? "").utf8)).isDisjoint(with: inModel))
        }
        // The test would notice: the spelling of the magic bytes is there.
        #expect(!windows(Array("SPAMKIT".utf8)).isDisjoint(with: inModel))
    }

    @Test func theCardSaysWhatTheModelWasMadeOf() throws {
        let model = try train(messages, card: ModelCard(name: "invented", trainedOn: ["invented (\(messages.count) messages)"]))
        let card = try withModel(model.bytes) { try #require(ModelCard($0)) }
        #expect(card.name == "invented" && card.trainedOn == ["invented (\(messages.count) messages)"])
        #expect(card.messages.values.reduce(0, +) == messages.count && card.messages["transaction/finance"] == 4)
        #expect(card.falseJunk == model.promise && card.learnedFeatures == model.learnedFeatures)
        #expect(card.settings["trainer"] == "blend" && card.settings["cost"] == "16.0" && card.settings["seed"] == "1")
    }
}
