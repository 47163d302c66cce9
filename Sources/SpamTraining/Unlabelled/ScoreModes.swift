// Training: whether the scores of a phone's messages have two modes.
//
// Junk that a model has learned to tell apart is a hump of its own in the scores. Where it is there
// the scores themselves say how likely each message is junk; where it is not, there may be no junk.
// Two normal distributions of one spread, by expectation-maximisation from soft labels (McLachlan &
// Peel, Finite Mixture Models, 2000), against one: Benchmarks/decisions/unlabelled.md.

import Foundation

/// Two normal distributions of one spread.
struct ScoreModes {
    /// The share of the upper one.
    let share: Double
    /// The log-odds that a score is of the upper one: slope x score + offset.
    let slope: Double
    let offset: Double

    private static let rounds = 300
    /// By how much the log-likelihood of all must be above that of one distribution. Without junk
    /// it was below 1 on most phones, with junk mostly above 20.
    private static let leastGain = 15.0
    /// An upper mode of more messages, or of many more than the soft labels have, is not junk: it
    /// is another kind of wanted messages.
    private static let mostShare = 0.4, mostGrowth = 4.0, leastExpected = 0.02

    /// `nil` where one distribution fits as well, or the upper one cannot be junk.
    ///
    /// - Parameters:
    ///   - scores: of messages, by models that have not seen their group.
    ///   - weights: what each message counts.
    ///   - junk: for each message the probability of junk.
    ///   - expected: the share of junk by these.
    init?(_ scores: [Double], weights: [Double], junk: [Double], expected: Double) {
        let all = weights.reduce(0, +)
        func mean(_ value: (Int) -> Double) -> Double { scores.indices.reduce(0) { $0 + weights[$1] * value($1) } / all }
        let middle = mean { scores[$0] }, single = mean { (scores[$0] - middle) * (scores[$0] - middle) }
        guard all > 0, single > 0 else { return nil }
        var upper = junk, share = 0.0, low = 0.0, high = 0.0, variance = 0.0, slope = 0.0, offset = 0.0
        for _ in 0..<ScoreModes.rounds {
            share = mean { upper[$0] }
            guard share * all > 0.5, share < 1 - 1e-9 else { return nil }
            high = mean { upper[$0] * scores[$0] } / share
            low = mean { (1 - upper[$0]) * scores[$0] } / (1 - share)
            variance =
                single * 1e-6
                + mean {
                    let (toHigh, toLow) = (scores[$0] - high, scores[$0] - low)
                    return upper[$0] * toHigh * toHigh + (1 - upper[$0]) * toLow * toLow
                }
            slope = (high - low) / variance
            offset = log(share / (1 - share)) - slope * (high + low) / 2
            upper = scores.map { 1 / (1 + exp(-(slope * $0 + offset))) }
        }
        func density(_ score: Double, _ mean: Double, _ variance: Double) -> Double {
            exp(-(score - mean) * (score - mean) / 2 / variance) / variance.squareRoot()
        }
        let gain =
            all
            * mean {
                let two = share * density(scores[$0], high, variance) + (1 - share) * density(scores[$0], low, variance)
                return log(max(two, .leastNormalMagnitude) / max(density(scores[$0], middle, single), .leastNormalMagnitude))
            }
        guard high > low, gain > ScoreModes.leastGain, share < ScoreModes.mostShare,
            share < ScoreModes.mostGrowth * max(expected, ScoreModes.leastExpected)
        else { return nil }
        (self.share, self.slope, self.offset) = (share, slope, offset)
    }
}
