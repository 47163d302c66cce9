// Training: messages set aside for calibration and cutoffs, where none can be left out of training: counts cannot be divided into folds.

import SpamFilter

/// Labelled messages that a model has not learned from, in the form in which training reads them. Made by `TrainingRun.heldOut()`.
struct HeldOutMessages {
    let matrix: FeatureMatrix
    /// The feature of each column of the matrix.
    let features: [UInt64]
    let labels: [Label]
    let groups: [UInt64]
    let sources: [UInt32]
}

extension OutOfFoldCalibration {
    /// What these messages teach of a model, in the form of the model that is to be shipped.
    init(_ weights: CompactWeights, on messages: HeldOutMessages, _ settings: TrainingSettings) {
        let levels = LabelLevels(messages.labels, sources: settings.tellsSourcesApart ? messages.sources : [])
        self.init(
            OutOfFoldScores(messages, by: weights.reading(messages.features)), maxFalseJunk: settings.maxFalseJunk,
            costs: settings.costs, labels: messages.labels, protected: settings.protected,
            tellsWantedApart: levels.tellsWantedApart,
            kinds: levels.kinds?.kindOfRow ?? [])
    }
}
