import Testing

@testable import SpamFilter

/// A model of two classes has a way of its own to a verdict. It must give the bits of the general
/// one: numbers are described by the shortest digits that give them back.
@Suite struct PairVerdictTests {
    private static let actions = Label.all.filter { $0.subAction == .none }

    /// Every pair of actions, with one vector and with several.
    struct Shape: Sendable, CustomTestStringConvertible {
        let labels: [Label]
        /// Weight vectors of each class.
        let vectors: [Int]

        var testDescription: String { "\(labels[0]) \(vectors[0]), \(labels[1]) \(vectors[1])" }

        static let all = actions.indices.flatMap { i in
            actions[(i + 1)...].flatMap { second in
                [[0, 1], [1, 0], [1, 1], [0, 3], [2, 2]].map { Shape(labels: [actions[i], second], vectors: $0) }
            }
        }
    }

    private func content(_ shape: Shape, weighting: FeatureWeighting, _ random: inout SeededNumbers) -> ModelContent {
        let classes = zip(shape.labels, shape.vectors).map { label, count in
            var entry = ModelContent.Class(
                label: label,
                vectors: (0..<count).map { _ in
                    .init(bias: .random(in: -2...2, using: &random), scale: .random(in: 0...1, using: &random))
                })
            if count > 1 { entry.combination = .softMinimum }
            // The score of an action beside junk is 0 unless it has vectors.
            if count > 0 { entry.slope = .random(in: 0.5...2, using: &random) }
            if count > 0 { entry.offset = .random(in: -1...1, using: &random) }
            return entry
        }
        var policy = DecisionPolicy(junkCutoff: 1, unsureCutoff: -0.5, promotionCutoff: 0.25, transactionCutoff: -0.25)
        policy.protected = LabelSet(shape.labels.filter { $0 != .junk })
        policy.protectedJunkCutoff = 1.5
        return ModelContent(
            settings: TokenizerSettings(), weighting: weighting, classes: classes, features: [], weights: [], policy: policy
        ).withFeatures(ModelContent.sampleFeatures)
    }

    @Test(arguments: Shape.all)
    func pairsHaveTheVerdictsOfTheGeneralWay(_ shape: Shape) throws {
        var random = SeededNumbers(seed: 31)
        let scratch = UnsafeMutablePointer<Int32>.allocate(capacity: ModelLayout.maxVectors)
        defer { scratch.deallocate() }
        var differing: [String] = []
        for weighting in FeatureWeighting.allCases {
            try withModel(content(shape, weighting: weighting, &random).encoded()) { model in
                var classifier = Classifier(model), reader = MessageReader(model.settings)
                for golden in try GoldenMessage.all() {
                    let message = Message(body: golden.body)
                    var sum = WeightSum(model.features, model.weighting, scratch: scratch, ownWeights: nil)
                    reader.read(message, into: &sum)
                    let general = model.verdict(ClassScores(model.classes, sum))
                    if "\(classifier.classify(message))" != "\(general)" { differing.append(golden.name) }
                }
            }
        }
        #expect(differing.isEmpty)
    }
}
