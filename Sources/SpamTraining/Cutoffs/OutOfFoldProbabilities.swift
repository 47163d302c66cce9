// Training: calibrated probabilities of messages by models that have not seen their group, combined
// with the labels of the rest of the group.

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

    /// The share of each action among the labels of the others of a message's group, with the
    /// models' opinion as one more label:
    ///
    ///     P(c) = (others labelled c + p(c)) / (others + 1)
    ///
    /// Messages of one template are of one kind: if one of ten has another label, that label is
    /// wrong, even if models think otherwise. A message without others keeps its probabilities.
    ///
    /// - Parameter groups: of each of `rows`.
    func agreeing(withOthersOf groups: [UInt64]) -> OutOfFoldProbabilities {
        let k = actions.count
        var labels: [UInt64: [Double]] = [:]
        for (own, group) in zip(given, groups) { labels[group, default: Array(repeating: 0, count: k)][own] += 1 }
        var shares: [Double] = []
        shares.reserveCapacity(probabilities.count)
        for (i, own) in given.enumerated() {
            var votes = labels[groups[i]]!
            votes[own] -= 1
            let all = votes.reduce(1, +)
            shares += zip(votes, probabilities(i)).map { ($0 + $1) / all }
        }
        return OutOfFoldProbabilities(actions: actions, rows: rows, given: given, probabilities: shares)
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
