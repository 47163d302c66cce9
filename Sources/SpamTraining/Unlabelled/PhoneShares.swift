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

    /// As many messages as the assumed shares of wanted actions are worth.
    private static let wantedWorth = 5.0
    /// The share of junk before any message is read, worth as much as all of them: what looks like
    /// junk on a phone is often business that the corpora lack.
    private static let usualJunk = 0.05
    private static let rounds = 100

    /// - Parameters:
    ///   - opinions: for each message the probability of each action by a model.
    ///   - assumed: the shares that the model assumes, above 0.
    ///   - junk: the place of junk among the actions.
    ///   - weights: what each message counts; 0 to learn no share from it.
    init(_ opinions: [[Double]], assumed: [Double], junk: Int, weights: [Double]) {
        let ratios = opinions.map { zip($0, assumed).map { max($0, 1e-12) / $1 } }
        func probabilities(_ shares: [Double]) -> [[Double]] {
            ratios.map { ratios in
                let joint = zip(ratios, shares).map { $0 * $1 }, sum = joint.reduce(0, +)
                return joint.map { $0 / sum }
            }
        }
        let count = weights.reduce(0, +)
        var shares = assumed
        for _ in 0..<(count > 0 ? PhoneShares.rounds : 0) {
            var sums = assumed.map { $0 * PhoneShares.wantedWorth }
            sums[junk] = 0
            for (row, weight) in zip(probabilities(shares), weights) {
                for k in sums.indices { sums[k] += weight * row[k] }
            }
            let junkShare = (sums[junk] / count + PhoneShares.usualJunk) / 2
            sums[junk] = 0
            let wanted = sums.reduce(0, +)
            shares = sums.map { $0 / wanted * (1 - junkShare) }
            shares[junk] = junkShare
        }
        (self.shares, self.probabilities) = (shares, probabilities(shares))
    }
}
