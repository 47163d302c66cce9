// Training: what was learned of a corpus, before it becomes the bytes of a file.

import Drift

/// A corpus learned, with its calibration and cutoffs.
struct FittedRun {
    let settings: TrainingSettings
    let plan: ModelPlan
    let levels: LabelLevels
    let vocabulary: Vocabulary
    /// The classes with the weights of all features; empty unless asked for.
    let learned: [LearnedClass]
    let weights: CompactWeights
    let calibration: OutOfFoldCalibration
    let profile: TrafficProfile?
    let names: FeatureNames?
    let contradictory: ContradictoryLabels?

    var model: TrainedModel {
        TrainedModel(
            weights, plan, vocabulary: vocabulary, settings: settings, calibration: calibration, profile: profile, names: names,
            contradictory: contradictory)
    }
}
