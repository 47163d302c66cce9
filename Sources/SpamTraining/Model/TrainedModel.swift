// Training: compact weights, cutoffs and card to the bytes of a file of the size asked for.

import SpamFilter

/// A model ready to be written.
public struct TrainedModel: Sendable {
    public let content: ModelContent
    /// The bytes of the model file.
    public let bytes: [UInt8]
    /// Features that were learned, of which `heldFeatures` stayed.
    public let learnedFeatures: Int
    public var heldFeatures: Int { content.features.count }
    /// The features that stayed, heaviest first; empty unless the settings asked for their names.
    public let readableFeatures: [ReadableFeature]
    /// The labels of the weight vectors that `readableFeatures` speaks of.
    public var vectorLabels: [Label] { content.classes.flatMap { entry in entry.vectors.map { _ in entry.label } } }
    /// What can be promised of false junk; `nil` when no out-of-fold scores were made.
    public let promise: FalseJunkPromise?
    /// Labels that look wrong and cost recall; `nil` where there are none, or no out-of-fold scores were made.
    public let doubtfulLabels: DoubtfulLabels?
    /// The kind of wanted messages that keeps the cutoff high; `nil` where none does.
    public let holdingKind: HoldingKind?
    /// Messages that read the same with labels on both sides of junk; `nil` where there are few, or no out-of-fold scores were made.
    public let contradictoryLabels: ContradictoryLabels?

    init(
        _ weights: CompactWeights, vocabulary: Vocabulary, settings: TrainingSettings, calibration: OutOfFoldCalibration,
        card: [UInt8], names: FeatureNames?, contradictory: ContradictoryLabels? = nil
    ) {
        learnedFeatures = vocabulary.count
        promise = calibration.promise
        doubtfulLabels = calibration.doubtfulLabels
        holdingKind = calibration.holdingKind
        contradictoryLabels = contradictory
        let actions = weights.classes.map(\.label).filter { $0.subAction == .none }
        let parameters = calibration.calibration?.parameters(actions)
        let classes = weights.classes.map { entry in
            var entry = entry
            // Sub-actions have a softmax of their own, whose scores are taken as they are.
            if let parameters, let action = actions.firstIndex(of: entry.label) {
                (entry.slope, entry.offset) = parameters[action]
            }
            return entry
        }
        content = ModelContent(
            settings: settings.tokenizer, weighting: settings.weighting, classes: classes,
            features: weights.columns.map { vocabulary.features[$0] }, weights: weights.steps, bucketCount: weights.bucketCount,
            policy: calibration.policy, card: card)
        bytes = content.encoded()
        let vectors = weights.vectors.count
        readableFeatures =
            names.map { names in
                weights.columns.enumerated().map { row, column in
                    let feature = vocabulary.features[column]
                    return ReadableFeature(
                        hash: feature, text: names[feature], messages: Int(vocabulary.documentFrequency[column]),
                        weights: (0..<vectors).map { weights.vectors[$0].scale * Float(weights.steps[row * vectors + $0]) })
                }
            } ?? []
    }
}

/// What a model takes besides its feature table, so how large that can be.
struct TableRoom {
    let classes: Int
    let vectors: Int

    /// How many buckets to make for so many features in a file of at most this size; 0 where it has no room for one.
    func buckets(features: Int, maxBytes: Int, cardBytes: Int) -> Int {
        var low = 0, high = FeatureBuckets.count(features: features)
        while low < high {
            let middle = (low + high + 1) / 2
            if bytes(buckets: middle, cardBytes: cardBytes) <= maxBytes { low = middle } else { high = middle - 1 }
        }
        return low
    }

    private func bytes(buckets: Int, cardBytes: Int) -> Int {
        ModelContent.fileSize(buckets: buckets, classes: classes, vectors: vectors, cardBytes: cardBytes)
    }

    /// The size of a model of one bucket whose card says that this size was asked for.
    ///
    /// A larger number can have more digits, the card more bytes and the file a larger size: goes up from 0 until it says what it has.
    /// - Parameter spare: bytes that the card may need besides.
    func smallestSize(_ card: ModelCard, besides spare: Int) -> Int {
        var card = card
        var asked = 0, size = 0
        repeat {
            asked = size
            card.settings["maxBytes"] = String(asked)
            size = bytes(buckets: 1, cardBytes: card.encoded().count + spare)
        } while size != asked
        return size
    }
}
