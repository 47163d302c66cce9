// Training: calibrated probabilities of messages by models that have not seen their group, and by
// the other labels of the group. By them, which labels are likely wrong: confident learning
// (Northcutt, Jiang & Chuang, JAIR 2021). A second training leaves the first suspects out:
// Benchmarks/decisions/wrong-labels.md.

import Foundation
import SpamFilter

/// The probability of each action, for each row that was scored.
public struct OutOfFoldProbabilities: Sendable {
    /// The actions, as labels without a sub-action.
    public let actions: [Label]
    /// The rows that were scored, as indices of messages in the run, from 0.
    public let rows: [Int]
    /// For each of `rows` the index of its label in `actions`.
    public let given: [Int]
    /// `actions.count` probabilities for each of `rows`, row by row; those of a row sum to 1.
    public let probabilities: [Double]
    /// The actions, by index in `actions`, that models suggest for no message: of fewer than
    /// `GroupsOfLabels.least` groups, as for limits, they know single texts, and what is unlike
    /// all others looks like them.
    private(set) var unsuggested: Set<Int> = []

    /// Probabilities row by row, one for each action. That the counts fit each other is not
    /// checked.
    init(actions: [Label], rows: [Int], given: [Int], probabilities: [Double]) {
        self.actions = actions
        self.rows = rows
        self.given = given
        self.probabilities = probabilities
    }

    init(_ scores: OutOfFoldScores) {
        var level = LevelScores(classCount: scores.actions.count)
        for i in 0..<scores.count { level.add(scores.classes[i], scores.scores(i)) }
        let calibration = Calibration(level)
        let groups = Dictionary(grouping: zip(scores.classes, scores.groups), by: \.0).mapValues { Set($0.map(\.1)).count }
        let few = Set(groups.filter { $0.value < GroupsOfLabels.least }.keys)
        var probabilities: [Double] = []
        probabilities.reserveCapacity(scores.count * scores.actions.count)
        for i in 0..<scores.count {
            let calibrated = zip(scores.scores(i), calibration.offsets).map { calibration.slope * $0 + $1 }
            let peak = calibrated.max() ?? 0
            let own = scores.classes[i]
            let exponentials = calibrated.enumerated().map { c, score in
                c != own && few.contains(c) ? 0 : max(exp(score - peak), .leastNormalMagnitude)
            }
            let total = exponentials.reduce(0, +)
            probabilities += exponentials.map { $0 / total }
        }
        self.init(actions: scores.actions, rows: scores.rows, given: scores.classes, probabilities: probabilities)
        unsuggested = few
    }

    /// Lets the other labels of a message's group vote; the models' probabilities are one more
    /// vote:
    ///
    ///     P(c) = (others labelled c + p(c)) / (others + 1)
    ///
    /// If one of ten messages of a template has another label than the rest, that label is wrong,
    /// even if models disagree. A message alone in its group keeps its probabilities.
    ///
    /// - Parameter groups: the group of each of `rows`.
    func agreeing(withOthersOf groups: [UInt64]) -> OutOfFoldProbabilities {
        let k = actions.count
        var labels: [UInt64: [Double]] = [:]
        for (own, group) in zip(given, groups) { labels[group, default: Array(repeating: 0, count: k)][own] += 1 }
        var agreed: [Double] = []
        agreed.reserveCapacity(probabilities.count)
        for (i, own) in given.enumerated() {
            var votes = labels[groups[i]]!
            votes[own] -= 1
            let all = votes.reduce(1, +)
            agreed += zip(votes, probabilities(i)).map { ($0 + $1) / all }
        }
        var all = OutOfFoldProbabilities(actions: actions, rows: rows, given: given, probabilities: agreed)
        all.unsuggested = unsuggested
        return all
    }

    /// The probabilities of the i-th of `rows`, in the order of `actions`.
    ///
    /// - Precondition: `i` is an index of `rows`.
    public func probabilities(_ i: Int) -> ArraySlice<Double> { probabilities[i * actions.count..<(i + 1) * actions.count] }
}

/// Scores the actions alone, without sub-actions.
struct ActionScorer: RowScorer {
    let labels: [Label]
    let weights: LinearWeights

    func scores(_ matrix: FeatureMatrix, row: Int) -> [Double] { weights.scores(matrix, row: row) }
}

/// A message whose label is doubted by a model that has not seen it.
public struct LabelSuspect: Sendable, Equatable {
    /// The index of the message in the run, from 0.
    public let row: Int
    /// The action that the corpus gives, without a sub-action.
    public let given: Label
    /// The action that models of other groups give, without a sub-action.
    public let suggested: Label
    /// The probability of the suggested action, in 0...1.
    public let probability: Double
    /// ln P(suggested) / P(given), natural.
    let logOdds: Double
}

extension OutOfFoldProbabilities {
    /// The actions that are suggested only where others of the group have them, since too few
    /// groups do.
    package var unsuggestedActions: [Label] { unsuggested.sorted().map { actions[$0] } }

    /// Rows with another action that is likely: its probability is at least the mean probability of
    /// rows labelled so (the off-diagonal of the confident joint), or above that of the given
    /// label. Sorted by the probability, equal ones by the log-odds of the two.
    ///
    /// - Complexity: O(rows x actions).
    public func suspects() -> [LabelSuspect] {
        let k = actions.count
        var sums = [Double](repeating: 0, count: k), counts = sums
        for (i, own) in given.enumerated() {
            sums[own] += probabilities[i * k + own]
            counts[own] += 1
        }
        let thresholds = zip(sums, counts).map { $1 == 0 ? 2 : $0 / $1 }
        var found: [LabelSuspect] = []
        for (i, own) in given.enumerated() {
            let p = probabilities(i)
            func probability(_ c: Int) -> Double { p[p.startIndex + c] }
            // The threshold of an action of few groups is near 0.
            let likely = (0..<k).filter {
                probability($0) > probability(own)
                    || probability($0) >= thresholds[$0] && ($0 == own || !unsuggested.contains($0))
            }
            guard let best = likely.max(by: { probability($0) < probability($1) }), best != own else { continue }
            found.append(
                LabelSuspect(
                    row: rows[i], given: actions[own], suggested: actions[best], probability: probability(best),
                    logOdds: log(max(probability(best), 1e-300)) - log(max(probability(own), 1e-300))))
        }
        return found.sorted { ($1.probability, $1.logOdds, $0.row) < ($0.probability, $0.logOdds, $1.row) }
    }
}
