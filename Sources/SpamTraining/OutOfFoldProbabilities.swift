// Training: calibrated probabilities of messages by models that have not seen their group.

import Foundation
import SpamFilter

/// For each row that could be scored, the probability of each action.
public struct OutOfFoldProbabilities: Sendable {
    /// Labels without a sub-action.
    public let actions: [Label]
    /// In the order in which they were added to the run, from 0.
    public let rows: [Int]
    /// The index into `actions` of the label that each of `rows` has.
    public let given: [Int]
    /// `actions.count` probabilities for each of `rows`, which sum to 1.
    public let probabilities: [Double]

    public init(actions: [Label], rows: [Int], given: [Int], probabilities: [Double]) {
        self.actions = actions
        self.rows = rows
        self.given = given
        self.probabilities = probabilities
    }

    init(_ scores: OutOfFoldScores) {
        var level = LevelScores(classCount: scores.actions.count)
        for i in 0..<scores.count { level.add(scores.classes[i], scores.scores(i)) }
        let calibration = Calibration(level)
        var probabilities: [Double] = []
        probabilities.reserveCapacity(scores.count * scores.actions.count)
        for i in 0..<scores.count {
            let calibrated = zip(scores.scores(i), calibration.offsets).map { calibration.slope * $0 + $1 }
            let peak = calibrated.max() ?? 0
            let shares = calibrated.map { exp($0 - peak) }
            let total = shares.reduce(0, +)
            probabilities += shares.map { $0 / total }
        }
        self.init(actions: scores.actions, rows: scores.rows, given: scores.classes, probabilities: probabilities)
    }

    /// Of the i-th of `rows`.
    public func probabilities(_ i: Int) -> ArraySlice<Double> { probabilities[i * actions.count..<(i + 1) * actions.count] }
}

/// Weights of the actions alone.
struct ActionScorer: RowScorer {
    let labels: [Label]
    let weights: LinearWeights

    func scores(_ matrix: FeatureMatrix, row: Int) -> [Double] { weights.scores(matrix, row: row) }
}
