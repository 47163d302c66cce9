// Weights to a file of the size asked for.

import Corpus
import SpamFilter
import Testing

@testable import SpamTraining

@Suite struct CompactWeightsTests {
    private static let labels = ["allow", "junk", "promotion"].map { Label($0)! }

    /// 200 features, all in as many messages as their number.
    private let vocabulary: Vocabulary = {
        var vocabulary = Vocabulary()
        for feature in 1...200 {
            for _ in 0..<feature {
                _ = vocabulary.columnCountingMessage(of: UInt64(feature) &* 0x9E37_79B9_7F4A_7C15)
            }
        }
        return vocabulary
    }()

    /// A row a feature.
    private let matrix: FeatureMatrix = {
        var matrix = FeatureMatrix()
        for column in 0..<200 { matrix.add(norm: 0.5, [(column: column, count: 2)]) }
        return matrix
    }()

    /// Random weights for some classes.
    private func learned(classes: Int = 3) -> [LearnedClass] {
        var random = SplitMix(seed: 81)
        return CompactWeightsTests.labels.prefix(classes).enumerated().map { c, label in
            LearnedClass(
                label: label, bias: Double(c),
                weights: c == 0 ? [] : (0..<200).map { _ in Float(Int(random.next() % 20_001) - 10_000) / 3000 })
        }
    }

    /// As many steps up to the largest weight of a class as bits allow, each weight to the nearest step.
    @Test(arguments: [(2, 31), (3, 127)])
    func quantisingLosesHalfAStepAtMost(classes: Int, top: Int) throws {
        let learned = learned(classes: classes)
        let compact = CompactWeights(matrix, vocabulary, buckets: 100, learnsAgain: true) { _ in learned }
        #expect(compact.columns.count > 190 && compact.vectors.count == classes - 1)
        #expect(compact.vectorOfLabel == (0..<classes).map { $0 == 0 ? nil : $0 - 1 })
        for (row, column) in compact.columns.enumerated() {
            for (v, vector) in compact.vectors.enumerated() {
                let kept = vector.scale * Float(compact.steps[row * compact.vectors.count + v])
                #expect(abs(learned[v + 1].weight(column) - kept) <= vector.scale / 2 * 1.0001)
            }
        }
        #expect(compact.steps.map { abs(Int($0)) }.max() == top)
    }

    @Test func featuresThatRoundToNothingAreLeftOut() throws {
        var vocabulary = Vocabulary()
        for feature in 1...4 { _ = vocabulary.columnCountingMessage(of: UInt64(feature)) }
        var matrix = FeatureMatrix()
        matrix.add(norm: 1, (0..<4).map { (column: $0, count: 1) })
        let compact = CompactWeights(matrix, vocabulary, buckets: 1, learnsAgain: true) { _ in
            [LearnedClass(label: .allow, bias: 0, weights: []), LearnedClass(label: .junk, bias: 0, weights: [31, 0.4, -0.6, 0])]
        }
        #expect(compact.columns == [0, 2] && compact.steps == [31, -1])
    }

    /// Of each bucket the heaviest eight: the largest weight of any class x the root of the number of messages. They are learned again.
    @Test func theHeaviestStayAndAreLearnedAgain() throws {
        let learned = learned()
        var fits: [Int] = []
        let compact = CompactWeights(matrix, vocabulary, buckets: 5, learnsAgain: true) { matrix in
            fits.append(matrix.columnCount)
            if matrix.columnCount == 200 { return learned }
            #expect(matrix.rowCount == 200 && matrix.columns.count == matrix.columnCount)
            return learned.map {
                LearnedClass(
                    label: $0.label, bias: $0.bias,
                    weights: $0.weights.isEmpty ? [] : (0..<matrix.columnCount).map { Float($0 % 2 == 0 ? 5 : -5) })
            }
        }
        #expect(fits == [200, compact.columns.count] && compact.columns.count == 40)
        #expect(Set(compact.steps) == [127, -127])
        let heaviest = (0..<200).sorted {
            func weight(_ f: Int) -> Float {
                max(abs(learned[1].weight(f)), abs(learned[2].weight(f))) * Float(f + 1).squareRoot()
            }
            return weight($0) > weight($1)
        }
        let byBucket = Dictionary(grouping: heaviest) { vocabulary.features[$0].multipliedFullWidth(by: UInt64(5)).high }
        #expect(Set(compact.columns) == Set(byBucket.values.flatMap { $0.prefix(8) }))
    }

    /// Scores are those of the steps, so of the file; features that did not stay add nothing.
    @Test func scoresAreThoseOfTheFile() throws {
        let learned = learned()
        let compact = CompactWeights(matrix, vocabulary, buckets: 5, learnsAgain: true) { matrix in
            matrix.columnCount == 200
                ? learned
                : learned.map {
                    LearnedClass(label: $0.label, bias: $0.bias, weights: Array($0.weights.prefix(matrix.columnCount)))
                }
        }
        for column in 0..<200 {
            let scores = compact.scores(matrix, row: column)
            #expect(scores[0] == 0)
            let row = compact.columns.firstIndex(of: column)
            for (v, vector) in compact.vectors.enumerated() {
                let step = row.map { Double(compact.steps[$0 * 2 + v]) } ?? 0
                #expect(scores[v + 1] == Double(vector.bias) + Double(vector.scale) * step * 2 * 0.5)
            }
        }
    }
}

@Suite struct TrainedModelTests {
    /// Never larger than asked for, and no bucket left out that would have fitted: 16 bytes, with many classes 136, sections to multiples of 16.
    @Test(arguments: [false, true], [1500, 1777, 2000, 2048, 3000, 4096, 10_000, 1 << 20, 1 << 40, .max])
    func theFileFillsItsSize(manyClasses: Bool, maxBytes: Int) throws {
        let all = InventedMessages.all
        let messages = manyClasses ? all : all.map { LabeledMessage($0.message, $0.label == .junk ? .junk : .allow, group: $0.group) }
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
        if content.bucketCount < FeatureBuckets.count(features: model.learnedFeatures) {
            let more = ModelContent.fileSize(
                buckets: content.bucketCount + 1, classes: content.classes.count, vectors: content.vectorCount,
                cardBytes: content.card.count)
            #expect(more > maxBytes)
        } else {
            #expect(content.features.count * 10 > model.learnedFeatures * 8)
        }
    }

    /// Five sub-actions, those of the most messages, unless others are asked for; none that the corpus lacks.
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
        let few = [("see you", "allow"), ("win a prize", "junk")]
        let messages = (few + few).enumerated().map { LabeledMessage(Message(body: $1.0), Label($1.1)!, group: "\($0)") }
        #expect(throws: TrainingError.noMessages(of: Label("transaction/orders")!)) {
            _ = try train(messages) { $0.declared = [Label("transaction/orders")!] }
        }
        #expect(throws: TrainingError.noMessages(of: Label("transaction")!)) {
            _ = try train(messages) { $0.protected = [Label("transaction")!] }
        }
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

    /// Whatever was asked for in vain, the least that the error names is enough, and a byte less is not. The card tells the size asked for,
    /// so that a larger number may need more room: names of every length show it, sections being multiples of 16 bytes long.
    @Test(arguments: [Int.min, 0, 99], 0..<16)
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
