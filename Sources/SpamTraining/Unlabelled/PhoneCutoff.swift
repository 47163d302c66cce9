// Training: calibration and the junk cutoff for a phone without labels.

import Foundation
import SpamFilter

/// Messages of a phone scored by models that have not seen their group.
struct PhoneCutoff {
    /// For each message the score against each wanted action.
    private(set) var scores: [[Double]]
    let calibration: Calibration
    let policy: DecisionPolicy

    /// Promotions are kept out of Junk where they have at least this share of wanted messages;
    /// where they have less, those taken for promotions are others.
    private static let leastShare = 0.05

    /// - Parameters:
    ///   - scores: for each message, against each wanted action.
    ///   - junk: for each message the probability of junk.
    ///   - weights: what each message counts.
    init(_ scores: [[Double]], junk: [Double], weights: [Double], maxFalseJunk: Double, least: Float) {
        self.scores = scores
        var level = LevelScores(classCount: 2)
        let combined = scores.map(PhoneCutoff.combined)
        for (score, (junk, weight)) in zip(combined, zip(junk, weights)) {
            if junk > 1e-9 { level.add(1, [0, score], weight: junk * weight) }
            if junk < 1 - 1e-9 { level.add(0, [0, score], weight: (1 - junk) * weight) }
        }
        let calibration = Calibration(level)
        self.calibration = calibration
        let logOdds = combined.map { calibration.slope * $0 + calibration.offsets[1] }
        // What is wanted above the cutoff, by the calibrated probabilities, keeps the bound.
        let wanted = zip(logOdds, weights).map { $1 / (1 + exp($0)) }, most = maxFalseJunk * wanted.reduce(0, +)
        var lost = 0.0, held = -Double.infinity
        for i in logOdds.indices.sorted(by: { logOdds[$0] > logOdds[$1] }) {
            lost += wanted[i]
            held = logOdds[i]
            if lost > most { break }
        }
        var policy = DecisionPolicy.evenOdds
        policy.junkCutoff = max(least, JunkCutoffs.above(held))
        policy.unsureCutoff = min(policy.junkCutoff, 0)
        self.policy = policy
    }

    /// By how much the vector of promotions must be lowered, so that no more of what may be
    /// promotions is junk than the background's model or the bound would put there.
    ///
    /// - Parameters:
    ///   - place: of promotions among wanted actions.
    ///   - likely: for each message how likely it is a promotion, if it is wanted.
    ///   - callsJunk: whether the background's model calls it junk.
    ///   - share: of promotions among wanted messages.
    mutating func sparePromotions(
        at place: Int, _ likely: [Double], callsJunk: [Bool], weights: [Double], share: Double, maxFalseJunk: Double
    ) -> Double {
        guard share >= PhoneCutoff.leastShare else { return 0 }
        let parts = zip(likely, weights).map { $0 * $1 }
        let before = zip(parts, callsJunk).reduce(0) { $1.1 ? $0 + $1.0 : $0 }
        let most = max(before, JunkCutoffs.actionAllowance * maxFalseJunk * parts.reduce(0, +))
        let cutoff = (Double(policy.junkCutoff) - calibration.offsets[1]) / calibration.slope
        func lost(_ lowered: Double) -> Double {
            zip(scores, parts).reduce(0) { sum, message in
                var score = message.0
                score[place] -= lowered
                return PhoneCutoff.combined(score) >= cutoff ? sum + message.1 : sum
            }
        }
        guard lost(0) > most else { return 0 }
        var low = 0.0, high = 60 / calibration.slope
        for _ in 0..<30 {
            let middle = (low + high) / 2
            if lost(middle) > most { low = middle } else { high = middle }
        }
        for i in scores.indices { scores[i][place] -= high }
        return high
    }

    /// How many messages are called junk, of those asked for.
    func inJunk(_ isAsked: (Int) -> Bool) -> Int {
        scores.indices.count {
            isAsked($0)
                && calibration.slope * PhoneCutoff.combined(scores[$0]) + calibration.offsets[1] >= Double(policy.junkCutoff)
        }
    }

    static func combined(_ scores: [Double]) -> Double {
        scores.dropFirst().reduce(scores[0]) { VectorCombination.softMinimum.adding($1, to: $0) }
    }
}
