// Training: compact weights, cutoffs and card to the bytes of a file of the size asked for.

import Drift
import SpamFilter

/// A model ready to be written.
public struct TrainedModel: Sendable {
    /// What the file holds.
    public let content: ModelContent
    /// The bytes of the model file.
    public let bytes: [UInt8]
    /// How many features were learned; `heldFeatures` of them stayed.
    public let learnedFeatures: Int
    /// How many features were chosen for the file. Some may find their bucket full there.
    public var heldFeatures: Int { content.features.count }
    /// The features that stayed, heaviest first; empty unless the settings asked for their names.
    public let readableFeatures: [ReadableFeature]
    /// What can be promised of false junk; `nil` when no out-of-fold scores were made.
    public let promise: FalseJunkPromise?
    /// What is known of each part of the wanted messages; `nil` when no out-of-fold scores were
    /// made.
    package let parts: WantedParts?
    /// Labels that look wrong and cost recall; `nil` where there are none, or no out-of-fold scores
    /// were made.
    package let doubtfulLabels: DoubtfulLabels?
    /// The wanted action that keeps the cutoff high; `nil` where none does.
    package let decidingAction: DecidingAction?
    /// A bound on false junk that finds much more; `nil` where enough is found.
    package let looserBound: LooserBound?
    /// How many of the junk messages of `promise` would be found if no label were protected; `nil`
    /// where none is.
    package let foundUnprotected: Int?
    /// What the cutoff does to the messages of each source; empty where there is only one, or no
    /// out-of-fold scores were made.
    package let sources: [SourceVerdicts]
    /// What was learned of messages without labels; `nil` where none were given, or nothing was.
    public let unlabelled: UnlabelledFindings?
    /// How many of the messages without labels the file puts in Junk, now that it has learned from
    /// them; `nil` as above.
    package let unlabelledInJunk: Int?
    /// Messages that read the same with labels on both sides of junk; `nil` where there are few, or
    /// no out-of-fold scores were made.
    package let contradictoryLabels: ContradictoryLabels?

    init(
        _ weights: CompactWeights, _ plan: ModelPlan, vocabulary: Vocabulary, settings: TrainingSettings,
        calibration: OutOfFoldCalibration, profile: TrafficProfile? = nil, names: FeatureNames? = nil,
        contradictory: ContradictoryLabels? = nil, unlabelledInJunk: Int? = nil
    ) {
        learnedFeatures = vocabulary.count
        promise = calibration.promise
        parts = calibration.parts
        doubtfulLabels = calibration.doubtfulLabels
        decidingAction = calibration.decidingAction
        looserBound = calibration.looserBound
        foundUnprotected = calibration.foundUnprotected
        sources = calibration.sources
        contradictoryLabels = contradictory
        unlabelled = plan.unlabelled
        self.unlabelledInJunk = unlabelledInJunk
        let actions = weights.classes.map(\.label).filter { $0.subAction == .none }
        let parameters = calibration.calibration?.parameters(actions)
        let classes = weights.classes.map { entry in
            var entry = entry
            // Sub-actions have a softmax of their own, which is not calibrated.
            if let parameters, let action = actions.firstIndex(of: entry.label) {
                (entry.slope, entry.offset) = parameters[action]
            }
            return entry
        }
        var policy = calibration.policy
        policy.declared = plan.declared
        content = ModelContent(
            settings: settings.tokenizer, weighting: .lengthNormalized, classes: classes,
            features: weights.columns.map { vocabulary.features[$0] }, weights: weights.steps, bucketCount: weights.bucketCount,
            policy: policy, card: plan.card(promising: promise, profile).encoded())
        bytes = content.encoded()
        let vectors = weights.vectors.count
        readableFeatures =
            names.map { names in
                weights.columns.enumerated().map { row, column in
                    let feature = vocabulary.features[column]
                    return ReadableFeature(
                        hash: feature, kind: names[feature].kind, text: names[feature].text,
                        messages: Int(vocabulary.documentFrequency[column]),
                        weights: (0..<vectors).map { weights.vectors[$0].scale * Float(weights.steps[row * vectors + $0]) })
                }
            } ?? []
    }
}
