// Training: the shares of the actions on a phone, told from messages without labels.
//
// A model assumes the shares of the corpora that it learned from. Where another phone has other
// shares, and messages of an action read alike on both, the most likely shares follow by
// expectation-maximisation: Saerens, Latinne & Decaestecker, Adjusting the outputs of a classifier
// to new a priori probabilities, Neural Computation 14 (2002).
//
// It is the half of the gain that needs no junk among the messages:
// Benchmarks/decisions/unlabelled.md.

import Foundation

/// How often each action comes to a phone.
struct PhoneShares {
    /// The share of each action, above 0; they sum to 1.
    let shares: [Double]
    /// For each message the probability of each action, by these shares.
    let probabilities: [[Double]]

    /// As many messages as the shares of before are worth.
    private static let priorMessages = 5.0
    private static let rounds = 100

    /// - Parameters:
    ///   - opinions: for each message the probability of each action by a model.
    ///   - assumed: the shares that the model assumes, above 0.
    ///   - weights: what each message counts; 0 to learn no share from it.
    init(_ opinions: [[Double]], assumed: [Double], weights: [Double]) {
        let ratios = opinions.map { zip($0, assumed).map { max($0, 1e-12) / $1 } }
        func probabilities(_ shares: [Double]) -> [[Double]] {
            ratios.map { ratios in
                let joint = zip(ratios, shares).map { $0 * $1 }, sum = joint.reduce(0, +)
                return joint.map { $0 / sum }
            }
        }
        var shares = assumed
        for _ in 0..<PhoneShares.rounds {
            var sums = assumed.map { $0 * PhoneShares.priorMessages }
            for (row, weight) in zip(probabilities(shares), weights) {
                for k in sums.indices { sums[k] += weight * row[k] }
            }
            let total = sums.reduce(0, +)
            shares = sums.map { $0 / total }
        }
        (self.shares, self.probabilities) = (shares, probabilities(shares))
    }
}
