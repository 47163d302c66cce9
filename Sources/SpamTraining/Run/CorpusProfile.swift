// Training: what the messages of a corpus are made of, for drift to be told from.

import Drift
import SpamFilter

extension Learner {
    /// What the sampled messages are made of; `nil` without out-of-fold scores.
    ///
    /// - Parameter groups: of every message.
    func profile(
        _ sample: [TrafficSample.Member], _ weights: CompactWeights, _ calibration: OutOfFoldCalibration, groups: [UInt64],
        _ plan: ModelPlan, _ settings: TrainingSettings
    ) -> TrafficProfile? {
        guard plan.hasProfile, let scores = calibration.scores, let parameters = calibration.calibration else { return nil }
        let rows = sample.map(\.row), asked = Set(rows), weights = weights.reading(features.vocabulary.features)
        let learned = OutOfFoldScores(
            features.matrix, rows: rows, labels: levels.labels, groups: groups, by: weights)
        let traffic = LearnedTraffic(
            weights, features.matrix, features.vocabulary, groups: groups, forgetsSingleGroups: settings.forgetsSingleGroups,
            sample: sample)
        return traffic.profile(
            sample, scores, new: scores.verdicts(parameters, calibration.policy, of: asked),
            seen: learned.verdicts(parameters, calibration.policy, of: asked))
    }
}
