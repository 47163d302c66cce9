// Weights to a file of the size asked for.

import Corpus
import SpamFilter
import Testing

@testable import SpamTraining

@Suite struct TrainedModelTests {
    private static let labels = ["allow", "junk", "promotion"].map { Label($0)! }

    /// 200 features, all in as many messages as their number, and random weights for three classes.
    private static func learned() -> (classes: [LearnedClass], vocabulary: Vocabulary) {
        var random = SplitMix(seed: 81)
        var vocabulary = Vocabulary()
        for feature in 1...200 {
            for _ in 0..<feature {
                _ = vocabulary.columnCountingMessage(of: UInt64(feature) &* 0x9E37_79B9_7F4A_7C15)
            }
        }
        let classes = labels.enumerated().map { c, label in
            LearnedClass(
                label: label, bias: Double(c),
                weights: c == 0 ? [] : (0..<200).map { _ in Float(Int(random.next() % 20_001) - 10_000) / 3000 })
        }
        return (classes, vocabulary)
    }

    private static func model(maxBytes: Int) throws -> TrainedModel {
        let (classes, vocabulary) = learned()
        var settings = TrainingSettings()
        settings.maxBytes = maxBytes
        return try TrainedModel(classes, vocabulary: vocabulary, settings: settings, calibration: .none, card: ModelCard())
    }

    /// Eight bits: 127 steps up to the largest weight of a class, each weight to the nearest step.
    @Test(arguments: [1 << 20, 1000])
    func quantisingLosesHalfAStepAtMost(maxBytes: Int) throws {
        let (classes, vocabulary) = TrainedModelTests.learned()
        let content = try TrainedModelTests.model(maxBytes: maxBytes).content
        #expect(content.classes[0].scale == 0)
        for (row, feature) in content.features.enumerated() {
            let column = try #require(vocabulary.features.firstIndex(of: feature))
            for c in 1...2 {
                let scale = content.classes[c].scale
                #expect(abs(classes[c].weight(column) - scale * Float(content.weights[row * 2 + c - 1])) <= scale / 2 * 1.0001)
            }
        }
        for c in 0...1 { #expect(content.features.indices.map { abs(Int(content.weights[$0 * 2 + c])) }.max() == 127) }
    }

    /// A weight below half a step is none, and a feature without any is left out.
    @Test func featuresThatRoundToNothingAreLeftOut() throws {
        var vocabulary = Vocabulary()
        for feature in 1...4 { _ = vocabulary.columnCountingMessage(of: UInt64(feature)) }
        let classes = [
            LearnedClass(label: .allow, bias: 0, weights: []), LearnedClass(label: .junk, bias: 0, weights: [127, 0.4, -0.6, 0]),
        ]
        let model = try TrainedModel(
            classes, vocabulary: vocabulary, settings: TrainingSettings(), calibration: .none, card: ModelCard())
        #expect(model.content.features == [1, 3] && model.content.weights == [127, -1])
    }

    /// The heaviest stay: the largest weight of any class x the root of the number of messages.
    @Test func theHeaviestFeaturesStay() throws {
        let (classes, vocabulary) = TrainedModelTests.learned()
        let kept = try TrainedModelTests.model(maxBytes: 1000).content.features
        #expect(kept.count > 20 && kept.count < 200)
        let heaviest = (0..<200).map { f in
            (max(abs(classes[1].weight(f)), abs(classes[2].weight(f))) * Float(f + 1).squareRoot(), f)
        }
        .sorted { $0.0 > $1.0 }.prefix(kept.count).map { vocabulary.features[$0.1] }
        #expect(kept == heaviest)
    }

    @Test(arguments: [600, 700, 777, 800, 999, 1000, 1024, 1500, 2048, 4096, 10_000, 1 << 20, 1 << 40, .max])
    func noFileIsLargerThanAskedFor(maxBytes: Int) throws {
        let model = try TrainedModelTests.model(maxBytes: maxBytes)
        #expect(model.bytes.count <= maxBytes && model.learnedFeatures == 200)
        // Nothing is left out that would have fitted: 4 bytes a feature, 4 a bucket of 8, sections to multiples of 8.
        #expect(model.content.features.count == 200 || model.bytes.count > maxBytes - 24)
        let card = try withModel(model.bytes) { view in
            try view.verify()
            return try #require(ModelCard(view))
        }
        #expect(card == ModelCard())
    }

    /// On a real run, whose card tells the size asked for and so takes room itself.
    @Test(arguments: [2000, 2500, 3000, 3333, 5000, 9999, 10_000, 20_000])
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

    /// Whatever was asked for in vain, the least that the error names is enough, and a byte less is not. The card tells the size asked for,
    /// so that a larger number may need more room: names of every length show it, sections being multiples of 8 bytes long.
    @Test(arguments: [Int.min, -1, 0, 99], 0..<8)
    func theLeastSizeThatAnErrorNamesIsEnough(maxBytes: Int, nameLength: Int) throws {
        func run(_ maxBytes: Int) throws -> TrainedModel {
            let texts = [("see you tonight", "allow"), ("win a prize", "junk")]
            let card = ModelCard(name: String(repeating: "n", count: nameLength))
            let messages = (texts + texts).enumerated().map { i, text in
                LabeledMessage(Message(body: text.0), Label(text.1)!, group: "\(i)")
            }
            return try train(messages, card: card) {
                $0.maxBytes = maxBytes
                $0.folds = 0
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
