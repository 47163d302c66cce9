// Training: calibration and the junk cutoff for a phone without labels.

import Foundation
import SpamFilter
import Statistics

/// What messages of a phone, scored by models that have not seen their group, say of a cutoff.
struct PhoneCutoff {
    /// For each message the score against each wanted action.
    private let scores: [[Double]]
    let calibration: Calibration
    private(set) var policy: DecisionPolicy
    /// Whether junk is a mode of its own (`ScoreModes`); else calibration believes the model.
    let isJunkApart: Bool
    /// Whether labelled messages set the cutoff. The background has seen them, so their scores are
    /// a little low, and a third of the bound is what they may use.
    let isSetByLabels: Bool

    /// The share of the bound that is used: whether a message is wanted is only estimated.
    private static let usedOfBound = 0.5
    /// The share of the bound that labels use: none lost of n shows no more than 3 / n with 95 %
    /// confidence (Hanley & Lippman-Hand, JAMA 249, 1983).
    private static let usedByLabels = 1.0 / 3
    /// The lowest cutoff of estimated probabilities, in log-odds: without labels even odds are not
    /// trusted.
    private static let least: Float = 3
    /// The part of messages whose scores are the tail, and the fewest groups that have one.
    /// Benchmarks/decisions/unlabelled.md.
    private static let tail = 0.1, leastGroupsOfTail = 100.0
    /// The part of a margin for promotions that is asked of all messages instead, where the phone
    /// may get no junk.
    private static let partForAll = 1.0 / 3
    /// The log-odds by which junk is likelier to be missed where it reads like a promotion, at
    /// least. Nothing but labels tells a loud promotion from junk, and a promotion has a folder.
    private static let promotionMargins = 2.0...12.0
    /// With a smaller share of promotions among wanted messages, what is taken for them is other
    /// messages, and the least margin has to do.
    private static let leastPromotions = 0.02
    /// The share of likely promotions that may be called junk, where the labelled messages alone
    /// do not put more there.
    private static let mostPromotions = 0.03
    /// Scores that tell little apart have a low slope: margins are of this many standard deviations
    /// a log-odds then, not of hundreds.
    private static let deviationsALogOdds = 0.5

    /// - Parameters:
    ///   - scores: for each message, against each wanted action.
    ///   - junk: for each message the probability of junk.
    ///   - promotion: for each message the probability of a promotion, if it is wanted.
    ///   - weights: what each message counts.
    ///   - labelledWanted: what each counts among those that labels say are wanted; those of a
    ///     group sum to 1. None without labels.
    init(
        _ scores: [[Double]], junk: [Double], promotion: [Double], weights: [Double], labelledWanted: [Double] = [],
        maxFalseJunk: Double, costs: MistakeCosts?
    ) {
        self.scores = scores
        let combined = scores.map(PhoneCutoff.combined)
        let expected = zip(junk, weights).reduce(0) { $0 + $1.0 * $1.1 } / max(weights.reduce(0, +), 1e-9)
        let modes = ScoreModes(
            combined, weights: zip(weights, promotion).map { $0 * (1 - $1) }, junk: junk, expected: expected)
        let calibration =
            modes.map { Calibration(slope: $0.slope, offsets: [0, $0.offset]) }
            ?? PhoneCutoff.calibration(combined, junk: junk, weights: weights)
        self.calibration = calibration
        isJunkApart = modes != nil
        let logOdds = combined.map { calibration.slope * $0 + calibration.offsets[1] }
        // What is wanted above the cutoff, by the calibrated probabilities, keeps the bound.
        let wanted = zip(logOdds, weights).map { $1 / (1 + exp($0)) }
        let most = PhoneCutoff.usedOfBound * maxFalseJunk * wanted.reduce(0, +)
        var lost = 0.0, held = -Double.infinity
        for i in logOdds.indices.sorted(by: { logOdds[$0] > logOdds[$1] }) {
            lost += wanted[i]
            held = logOdds[i]
            if lost > most { break }
        }
        var policy = DecisionPolicy.evenOdds
        let estimated = max(PhoneCutoff.least, JunkCutoffs.above(held))
        let counted = PhoneCutoff.counted(logOdds, weights: weights, maxFalseJunk: maxFalseJunk)
        let labelled =
            labelledWanted.isEmpty
            ? .infinity
            : PhoneCutoff.counted(
                logOdds, weights: labelledWanted, maxFalseJunk: PhoneCutoff.usedByLabels * maxFalseJunk)
        isSetByLabels = labelled.isFinite
        policy.junkCutoff = max(isSetByLabels ? labelled : min(estimated, counted), Float(costs?.junkCutoff ?? -.infinity))
        policy.unsureCutoff = min(policy.junkCutoff, 0)
        self.policy = policy
    }

    /// Whether so many groups can show that false junk keeps a bound: none of n lies above a
    /// cutoff, and the next does with probability 1 / (n + 1) (Laplace's rule of succession).
    static func canCount(_ maxFalseJunk: Double, groups: Double) -> Bool { maxFalseJunk * (groups + 1) >= 1 }

    /// How many groups of labelled wanted messages set the cutoff: enough to count, or for a tail.
    static func wantedNeeded(_ maxFalseJunk: Double) -> Int {
        Int(min(leastGroupsOfTail, (1 / max(usedByLabels * maxFalseJunk, 1e-9)).rounded(.up) - 1))
    }

    /// The lowest cutoff that keeps the bound if every message that counts is wanted: by the same
    /// rule, k of n groups above it make (k + 1) / (n + 1). It may be below even odds.
    ///
    /// Where n is too small for the bound, the highest score and the tail below it say how far
    /// above it the cutoff must be; infinite where n is too small for a tail.
    private static func counted(_ logOdds: [Double], weights: [Double], maxFalseJunk: Double) -> Float {
        let order = logOdds.indices.filter { weights[$0] > 0 }.sorted { logOdds[$0] > logOdds[$1] }
        let groups = weights.reduce(0, +)
        guard canCount(maxFalseJunk, groups: groups) else {
            return groups.rounded() < leastGroupsOfTail
                ? .infinity : JunkCutoffs.above(beyond(order.map { (logOdds[$0], weights[$0]) }, share: maxFalseJunk))
        }
        var above = 1.0, cutoff = Float.infinity
        for i in order {
            // Weights of a group sum to 1 but for rounding.
            guard above <= maxFalseJunk * (groups + 1) + 1e-9 else { break }
            cutoff = JunkCutoffs.above(logOdds[i])
            above += weights[i]
        }
        return cutoff
    }

    /// What a share of messages exceeds that is smaller than any seen: beyond a high threshold the
    /// excess is exponential (Pickands, Statistical inference using extreme order statistics,
    /// Annals of Statistics 3, 1975, with shape 0).
    ///
    /// - Parameter scores: with what each counts, the highest first.
    private static func beyond(_ scores: [(score: Double, weight: Double)], share: Double) -> Double {
        let groups = scores.reduce(0) { $0 + $1.weight }
        var count = 0.0, sum = 0.0, threshold = scores[0].score
        for (score, weight) in scores {
            threshold = score
            if count >= tail * groups { break }
            count += weight
            sum += weight * score
        }
        let excess = sum / count - threshold
        // From the threshold and from the highest score: the farther one.
        return max(threshold + excess * log(count / groups / share), scores[0].score - excess * log((groups + 1) * share))
    }

    /// Calibrated on soft labels.
    private static func calibration(_ scores: [Double], junk: [Double], weights: [Double]) -> Calibration {
        var level = LevelScores(classCount: 2)
        for (score, (junk, weight)) in zip(scores, zip(junk, weights)) {
            if junk > 1e-9 { level.add(1, [0, score], weight: junk * weight) }
            if junk < 1 - 1e-9 { level.add(0, [0, score], weight: (1 - junk) * weight) }
        }
        return Calibration(level)
    }

    /// By how much the vector of promotions is lowered, so that few of what may be promotions are
    /// called junk.
    ///
    /// - Parameters:
    ///   - place: of promotions among wanted actions.
    ///   - likely: for each message the probability of a promotion.
    ///   - callsJunk: whether the labelled messages alone call it junk.
    ///   - weights: what each message counts.
    func promotionShift(at place: Int, _ likely: [Double], callsJunk: [Bool], weights: [Double]) -> Double {
        let parts = zip(likely, weights).map { $0 * $1 }, most = PhoneCutoff.mostLost(of: parts, callsJunk)
        let spread = PhoneCutoff.deviation(scores.map(PhoneCutoff.combined))
        let unit = min(1 / calibration.slope, PhoneCutoff.deviationsALogOdds * spread)
        func lost(_ margin: Double) -> Double {
            parts.indices.reduce(0) { isJunk($1, place, lowered: margin * unit) ? $0 + parts[$1] : $0 }
        }
        var low = PhoneCutoff.promotionMargins.lowerBound, high = PhoneCutoff.promotionMargins.upperBound
        let isThere = parts.reduce(0, +) >= PhoneCutoff.leastPromotions * weights.reduce(0, +)
        guard isThere, lost(low) > most else { return low * unit }
        for _ in 0..<30 {
            let middle = (low + high) / 2
            if lost(middle) > most { low = middle } else { high = middle }
        }
        return high * unit
    }

    /// The same with a cutoff so high that few of what may be promotions are called junk, for a
    /// model whose vectors stay. Parameters as of `promotionShift`.
    func sparing(_ likely: [Double], callsJunk: [Bool], weights: [Double]) -> PhoneCutoff {
        let parts = zip(likely, weights).map { $0 * $1 }, most = PhoneCutoff.mostLost(of: parts, callsJunk)
        let logOdds = logOdds
        var sparing = self, lost = 0.0
        for i in logOdds.indices.sorted(by: { logOdds[$0] > logOdds[$1] }) where logOdds[i] >= Double(policy.junkCutoff) {
            lost += parts[i]
            guard lost > most else { continue }
            sparing.policy.junkCutoff = JunkCutoffs.above(logOdds[i])
            break
        }
        return sparing
    }

    /// The same with a cutoff for all in the place of a margin for promotions: where there may be
    /// no junk, that margin would only spoil the order.
    ///
    /// - Parameter margin: in units of the scores.
    func raised(inPlaceOf margin: Double) -> PhoneCutoff {
        var raised = self
        raised.policy.junkCutoff += Float(PhoneCutoff.partForAll * margin * calibration.slope)
        return raised
    }

    /// How much of what may be promotions may be called junk.
    private static func mostLost(of parts: [Double], _ callsJunk: [Bool]) -> Double {
        max(zip(parts, callsJunk).reduce(0) { $1.1 ? $0 + $1.0 : $0 }, mostPromotions * parts.reduce(0, +))
    }

    /// For each message the calibrated log-odds of junk.
    var logOdds: [Double] {
        scores.map { calibration.slope * PhoneCutoff.combined($0) + calibration.offsets[1] }
    }

    /// Whether a message is called junk, where the score against one wanted action is lowered.
    func isJunk(_ message: Int, _ place: Int?, lowered: Double) -> Bool {
        var scores = scores[message]
        if let place { scores[place] -= lowered }
        return calibration.slope * PhoneCutoff.combined(scores) + calibration.offsets[1] >= Double(policy.junkCutoff)
    }

    private static func deviation(_ values: [Double]) -> Double {
        let mean = values.reduce(0, +) / Double(values.count)
        return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot()
    }

    private static func combined(_ scores: [Double]) -> Double {
        scores.dropFirst().reduce(scores[0]) { VectorCombination.softMinimum.adding($1, to: $0) }
    }
}

extension FalseJunkEstimate {
    /// - Parameter weights: what each message counts; those of a group sum to 1.
    init(_ cutoff: PhoneCutoff, weights: [Double]) {
        let logOdds = cutoff.logOdds, isInJunk = logOdds.map { $0 >= Double(cutoff.policy.junkCutoff) }
        let wanted = zip(logOdds, weights).map { $1 / (1 + exp($0)) }
        let all = wanted.reduce(0, +), lost = zip(wanted, isInJunk).reduce(0) { $1.1 ? $0 + $1.0 : $0 }
        messages = logOdds.count
        groups = Int(weights.reduce(0, +).rounded())
        junk = max(0, groups - Int(all.rounded()))
        inJunk = isInJunk.count { $0 }
        rate = FalseJunkEstimate.rounded(lost / max(all, 1e-9))
        let limit = BinomialInterval.clopperPearsonUpper(
            successes: GroupedSample.wholeGroups(lost), trials: max(1, Int(all.rounded())))
        upperLimit = FalseJunkEstimate.rounded(limit ?? 1)
    }

    private static func rounded(_ share: Double) -> Double { min(1, (share * 1e5).rounded(.up) / 1e5) }
}
