// Training: which labels are likely wrong. Confident learning (Northcutt, Jiang & Chuang, JAIR 2021) on out-of-fold probabilities.
//
// Precision at the number flipped, 3 % of the labels flipped to another action by chance (2026-11, seed 1; with the last row seeds 1 and 2):
//
//                                                       Korean spam and comments   starter corpus
//     models that have not seen the group                       .955                   .580
//     the same with three seeds of folds, averaged              .973                   .616     won a little for three times the work: not kept
//     trained twice, without the suspects of the first          .984                   .613     won
//     others of the group vote, models count as one             .969                   .995     won
//     the same, models count as four                            .975                   not measured
//     vote, and trained twice: as it is                      .992, .996             .997, .997     won; without named templates .972

import Foundation
import SpamFilter

/// A message whose label a model that has not seen it doubts.
public struct LabelSuspect: Sendable, Equatable {
    /// The place of the message in the run, from 0.
    public let row: Int
    public let given: Label
    public let suggested: Label
    /// In 0...1, of the suggested action.
    public let probability: Double
    /// ln P(suggested) / P(given): the list is in descending order of it.
    public let logOdds: Double
}

extension OutOfFoldProbabilities {
    /// The rows whose probability of another action is at least what rows that are labelled so have on average, the off-diagonal of the
    /// confident joint, or above that of their own. Ranked by the margin between the two. O(rows x actions).
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
            let likely = (0..<k).filter { probability($0) >= thresholds[$0] || probability($0) > probability(own) }
            guard let best = likely.max(by: { probability($0) < probability($1) }), best != own else { continue }
            found.append(
                LabelSuspect(
                    row: rows[i], given: actions[own], suggested: actions[best], probability: probability(best),
                    logOdds: log(max(probability(best), 1e-300)) - log(max(probability(own), 1e-300))))
        }
        return found.sorted { $0.logOdds != $1.logOdds ? $0.logOdds > $1.logOdds : $0.row < $1.row }
    }
}
