// Training: which labels are likely wrong. Confident learning (Northcutt, Jiang & Chuang, JAIR
// 2021) on out-of-fold probabilities. The labels of the same group vote too, and a second training
// leaves the first suspects out: Benchmarks/decisions/wrong-labels.md.

import Foundation
import SpamFilter

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
    /// ln P(suggested) / P(given), natural; the list is in descending order of it.
    public let logOdds: Double
}

extension OutOfFoldProbabilities {
    /// Rows with another action that is likely: its probability is at least the mean probability of
    /// rows labelled so (the off-diagonal of the confident joint), or above that of the given
    /// label. Sorted by the log-odds of the two.
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
