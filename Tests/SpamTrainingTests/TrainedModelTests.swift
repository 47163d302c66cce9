// A model file of the size asked for, and what it declares.

import LabeledMessages
import Foundation
import SpamEvaluation
import Testing
import TrainingFixtures

@testable import SpamFilter
@testable import SpamTraining

@Suite struct TrainedModelTests {
    /// Never larger than asked for, and no bucket left out that would have fitted: 16 bytes, with
    /// many classes 136, sections to multiples of 16.
    @Test(arguments: [false, true], [1500, 1777, 2000, 2048, 3000, 4096, 10_000, 1 << 20, 1 << 40, .max])
    func theFileFillsItsSize(manyClasses: Bool, maxBytes: Int) throws {
        let all = InventedMessages.all
        let messages =
            manyClasses ? all : all.map { LabeledMessage($0.message, $0.label == .junk ? .junk : .allow, group: $0.group) }
        let model: TrainedModel
        do {
            model = try train(messages) {
                $0.maxBytes = maxBytes
                $0.folds = 0
                $0.trainer = NaiveBayes()
            }
        } catch TrainingError.tooSmall(_, let minimum) {
            #expect(maxBytes < minimum)
            return
        }
        #expect(model.bytes.count <= maxBytes)
        let content = model.content
        let more = ModelContent.fileSize(
            buckets: content.bucketCount + 1, classes: content.classes.count, vectors: content.vectorCount,
            cardBytes: content.card.count)
        guard more <= maxBytes else { return }
        // Not filled: then a larger size is not filled either, but for the card that names it.
        let unlimited = try train(messages) {
            $0.maxBytes = .max
            $0.folds = 0
            $0.trainer = NaiveBayes()
        }
        #expect(unlimited.content.features == content.features && unlimited.content.bucketCount == content.bucketCount)
    }

    /// Five sub-actions, those of the most messages, unless others are asked for; none that the
    /// corpus lacks.
    @Test func subActionsAreDeclared() throws {
        func declared(_ labels: [String]?) throws -> [String] {
            let model = try train(InventedMessages.all) {
                $0.folds = 0
                $0.trainer = NaiveBayes()
                $0.declared = labels.map { $0.map { Label($0)! } }
            }
            return model.content.policy.declared.labels.map(\.description)
        }
        #expect(try declared(nil).count == 5)
        #expect(try declared([]) == [])
        #expect(try declared(["transaction/orders", "promotion/offers"]) == ["promotion/offers", "transaction/orders"])
        #expect(throws: TrainingError.tooManyDeclared(6)) {
            _ = try declared(Label.all.filter { $0.subAction != .none }.prefix(6).map(\.description))
        }
        #expect(throws: TrainingError.declaresNoSubAction(Label("transaction")!)) { _ = try declared(["transaction"]) }
        let few = [("see you", "allow"), ("win a prize", "junk")]
        let messages = (few + few).enumerated().map { LabeledMessage(Message(body: $1.0), Label($1.1)!, group: "\($0)") }
        #expect(throws: TrainingError.noMessages(of: Label("transaction/orders")!)) {
            _ = try train(messages) { $0.declared = [Label("transaction/orders")!] }
        }
        #expect(throws: TrainingError.noMessages(of: Label("transaction")!)) {
            _ = try train(messages) { $0.protected = [ProtectedLabel(Label("transaction")!)] }
        }
    }

    /// Junk against each of three wanted actions, of five sources.
    @Test func junkHasAVectorAgainstEachWantedAction() throws {
        let ham: [(text: String, label: Label, count: Int)] = [
            ("see you at home tonight", .allow, 70), ("your parcel waits", Label("transaction/orders")!, 65),
            ("meeting moved to noon", .allow, 60), ("half price on shoes", Label("promotion")!, 30),
            ("the bill is paid", Label("transaction/finance")!, 30),
        ]
        var messages: [LabeledMessage] = []
        for (source, (text, label, count)) in ham.enumerated() {
            for i in 0..<count {
                messages.append(
                    LabeledMessage(Message(body: "\(text) \(i % 7)"), label, source: "s\(source)", group: "h\(source) \(i)"))
            }
        }
        for i in 0..<100 {
            messages.append(
                LabeledMessage(Message(body: "win a free prize \(i % 9)"), .junk, source: "s\(i % 2)", group: "j\(i)"))
        }
        func junk(_ messages: [LabeledMessage]) throws -> ModelContent.Class {
            try #require(try train(messages).content.classes.first { $0.label == .junk })
        }
        let ofOneSource = messages.map { message in
            var message = message
            message.source = "all"
            return message
        }
        for messages in [messages, ofOneSource] {
            #expect(try junk(messages).vectors.count == 3 && junk(messages).combination == .softMinimum)
        }
        #expect(try junk(messages) != junk(ofOneSource))
        try withModel(try train(messages).bytes) { view in
            var classifier = Classifier(view)
            for (text, label, _) in ham { #expect(classifier.classify(Message(body: text)).label.action == label.action) }
            #expect(classifier.classify(Message(body: "win a free prize")).label == .junk)
            let why = classifier.explain(Message(body: "your free parcel waits"))
            #expect(abs(why.clues.reduce(why.bias) { $0 + $1.contribution } - why.score) < 1e-9)
        }
        // One wanted action has nothing to be held against.
        let one = try junk(messages.filter { [.allow, .junk].contains($0.label.action) })
        #expect(one.vectors.count == 1 && one.combination == .sum)
    }

    /// What the trainer keeps for itself: the text of each feature that stayed, with the weights of
    /// the file.
    @Test func featuresCanBeRead() throws {
        let messages = InventedMessages.all
        let model = try train(messages) {
            $0.namesFeatures = true
            $0.folds = 0
        }
        #expect(model.readableFeatures.count == model.heldFeatures)
        try withModel(model.bytes) { view in
            for feature in model.readableFeatures where view.features.weight(of: feature.hash, vector: 0) != 0 {
                for (v, weight) in feature.weights.enumerated() {
                    let scale = view.classes.biasAndScale(v).scale
                    #expect(Float(view.features.weight(of: feature.hash, vector: v)) * scale == weight)
                }
            }
        }
        let bodies = messages.map(\.message.body)
        for feature in model.readableFeatures where !feature.text.hasPrefix("(") {
            #expect(bodies.contains { $0.utf8.starts(with: feature.text.utf8) || Array($0.utf8).contains(feature.text.utf8) })
        }
        #expect(try train(messages) { $0.folds = 0 }.readableFeatures.isEmpty)
    }

    /// A feature of many links is named by what they share, one of a single host by the host.
    @Test func aFeatureOfLinksIsNamedByWhatTheyShare() throws {
        let hosts = ["alpha.co.uk", "betamax.co.uk", "gammaray.co.uk"]
        let messages = (0..<60).map { i in
            LabeledMessage(
                Message(body: i % 2 == 0 ? "go to http://\(hosts[i / 2 % 3]) now" : "see you at lunch \(i)"),
                i % 2 == 0 ? .junk : .allow)
        }
        let model = try train(messages) {
            $0.namesFeatures = true
            $0.folds = 0
            $0.minDocumentFrequency = 1
        }
        let links = model.readableFeatures.filter { $0.kind == .link }
        #expect(links.contains { $0.text == ".co.uk" && $0.messages == 30 }, "\(links.map(\.text))")
        for host in hosts { #expect(links.contains { $0.text.contains(host) && $0.messages == 10 }, "\(host)") }
        #expect(!links.contains { $0.messages == 30 && hosts.contains($0.text) })
    }

    /// On a real run, whose card tells the size asked for and so takes room itself.
    @Test(arguments: [3000, 3333, 5000, 9999, 10_000, 20_000])
    func runsKeepTheSizeAndTheCard(maxBytes: Int) throws {
        let messages = InventedMessages.all
        let model = try train(messages) {
            $0.maxBytes = maxBytes
            $0.folds = 0
            $0.trainer = NaiveBayes()
        }
        #expect(model.bytes.count <= maxBytes)
        let card = try withModel(model.bytes) { try #require(ModelCard($0)) }
        #expect(card.settings["maxBytes"] == "\(maxBytes)" && card.messages.count == Label.all.count)
    }

    /// Whatever was asked for in vain, the least that the error names is enough, and a byte less is
    /// not. The card tells the size asked for, so that a larger number may need more room: names of
    /// every length show it, sections being multiples of 16 bytes long.
    @Test(arguments: [Int.min, 0, 99], 0..<16)
    func theLeastSizeThatAnErrorNamesIsEnough(maxBytes: Int, nameLength: Int) throws {
        for folds in [0, 2] { try theLeastSizeIsEnough(maxBytes, nameLength, folds: folds) }
    }

    private func theLeastSizeIsEnough(_ maxBytes: Int, _ nameLength: Int, folds: Int) throws {
        func run(_ maxBytes: Int) throws -> TrainedModel {
            let texts = [("see you tonight", "allow"), ("win a prize", "junk")]
            let card = ModelCard(name: String(repeating: "n", count: nameLength))
            let messages = (texts + texts).enumerated().map { i, text in
                LabeledMessage(Message(body: text.0), Label(text.1)!, group: "\(i)")
            }
            return try train(messages, card: card) {
                $0.maxBytes = maxBytes
                $0.folds = folds
                $0.trainer = NaiveBayes()
            }
        }
        let error = try #require(throws: TrainingError.self) { _ = try run(maxBytes) }
        guard case .tooSmall(maxBytes, let minimum) = error else {
            Issue.record("found \(error)")
            return
        }
        let model = try run(minimum)
        #expect(model.bytes.count <= minimum && !model.content.features.isEmpty)
        #expect(throws: TrainingError.tooSmall(maxBytes: minimum - 1, minimum: minimum)) { _ = try run(minimum - 1) }
    }
}
