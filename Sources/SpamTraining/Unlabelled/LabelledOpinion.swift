// Training: what a model of labelled messages says of messages without labels.

import Foundation
import SpamFilter

/// A model's vectors in the columns of a pool, and what they say of its messages.
struct LabelledOpinion {
    /// The actions, junk among them.
    let actions: [Label]
    let junk: Int
    /// The places of wanted actions in `actions`, in the order of `vectors`.
    let wanted: [Int]
    /// Junk against each wanted action.
    let vectors: [LearnedVector]
    /// The shares of actions that the model assumes.
    let assumed: [Double]
    /// For each message the probability of each action.
    let probabilities: [[Double]]
    /// For each message whether the model calls it junk.
    let callsJunk: [Bool]

    /// `nil` where the model has no calibrated junk.
    init?(_ fitted: FittedRun, _ pool: UnlabelledPool) {
        guard let calibration = fitted.calibration.calibration else { return nil }
        let columns = pool.vocabulary.count
        let classes = fitted.learned.filter { $0.label.subAction == .none }.map { $0.padded(to: columns) }
        guard let junk = classes.firstIndex(where: { $0.label == .junk }), classes.count > 1,
            classes[junk].vectors.count == classes.count - 1
        else { return nil }
        (actions, self.junk) = (classes.map(\.label), junk)
        wanted = classes.indices.filter { $0 != junk }
        vectors = classes[junk].vectors
        assumed = LabelledOpinion.shares(fitted.levels, actions)
        let parameters = calibration.parameters(actions), cutoff = Double(fitted.calibration.policy.junkCutoff)
        let scores = (0..<pool.count).map { row in
            zip(classes, parameters).map { entry, parameters in
                Double(parameters.slope) * entry.score(row, of: pool.matrix) + Double(parameters.offset)
            }
        }
        callsJunk = scores.map { $0[junk] >= cutoff }
        probabilities = scores.map { LabelledOpinion.probabilities($0, junk: junk) }
    }

    /// The probabilities of actions by their calibrated scores.
    static func probabilities(_ scores: [Double], junk: Int) -> [Double] {
        let isJunk = 1 / (1 + exp(-scores[junk]))
        let peak = scores.indices.filter { $0 != junk }.map { scores[$0] }.max() ?? 0
        var others = scores.map { exp($0 - peak) }
        others[junk] = 0
        let sum = others.reduce(0, +)
        return others.indices.map { $0 == junk ? isJunk : (1 - isJunk) * others[$0] / sum }
    }

    private static func shares(_ levels: LabelLevels, _ actions: [Label]) -> [Double] {
        if let traffic = levels.assumedTraffic { return actions.map { max(traffic[$0.action], 1e-6) } }
        let counts = actions.map { action in
            Double(levels.messagesOfLabel.reduce(0) { $1.key.action == action.action ? $0 + $1.value : $0 })
        }
        return counts.map { $0 / counts.reduce(0, +) }
    }
}

extension LearnedClass {
    /// The same with weights of 0 for further columns.
    func padded(to columns: Int) -> LearnedClass {
        var padded = self
        padded.vectors = vectors.map {
            LearnedVector(bias: $0.bias, weights: $0.weights + Array(repeating: 0, count: columns - $0.weights.count))
        }
        return padded
    }

    /// The score of a row, not calibrated; 0 without vectors.
    func score(_ row: Int, of matrix: FeatureMatrix) -> Double {
        let scores = vectors.map { matrix.score($0, row: row) }
        return scores.dropFirst().reduce(scores.first ?? 0) { combination.adding($1, to: $0) }
    }
}
