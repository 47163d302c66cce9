// Decision: what the core says of a message.

/// A model's answer for one message.
public struct Verdict: Sendable {
    /// What to do, after cutoffs: `none` when unsure.
    public let action: Action
    /// The sub-folder of `action`, when the model tells sub-actions apart and one of them holds at least half of the action.
    public let subAction: SubAction
    /// The most probable class, whatever the cutoffs say.
    public let label: Label
    /// Natural logarithm of P(junk) / P(not junk), calibrated. Infinite only for models without junk or with nothing else.
    public let junkLogOdds: Double
    /// The calibrated probability of each class in the model's order; 0 behind the last class.
    public let probabilities: SIMD16<Float>
}

extension ModelView {
    /// Turns class scores into probabilities and an action.
    func verdict(_ scores: ClassScores) -> Verdict {
        var top = 0
        for i in 1..<scores.count where scores.scores[i] > scores.scores[top] { top = i }
        let peak = scores.scores[top]
        var exponentials = SIMD16<Double>(repeating: 0)
        var total = 0.0
        // By Action.rawValue: the sum over the action's classes, and its largest class.
        var sums = SIMD8<Double>(repeating: 0), best = SIMD8<Double>(repeating: 0)
        var bestClass = SIMD8<Int>(repeating: -1)
        for i in 0..<scores.count {
            let e = exponential(scores.scores[i] - peak)
            let action = classEntry(i).label.action.rawValue
            exponentials[i] = e
            total += e
            sums[action] += e
            if bestClass[action] < 0 || e > best[action] {
                best[action] = e
                bestClass[action] = i
            }
        }
        let action = policy.action(
            junk: logOdds(.junk, scores, sums), promotion: logOdds(.promotion, scores, sums),
            transaction: logOdds(.transaction, scores, sums))
        var subAction = SubAction.none
        let index = action.rawValue
        if action != .none, bestClass[index] >= 0, best[index] >= 0.5 * sums[index] {
            subAction = classEntry(bestClass[index]).label.subAction
        }
        var probabilities = SIMD16<Float>(repeating: 0)
        for i in 0..<scores.count { probabilities[i] = Float(exponentials[i] / total) }
        return Verdict(
            action: action, subAction: subAction, label: classEntry(top).label,
            junkLogOdds: logOdds(.junk, scores, sums), probabilities: probabilities)
    }

    /// ln P(action) - ln P(all others). With two classes the difference of their scores, exactly, so that no two are rounded to a tie.
    private func logOdds(_ action: Action, _ scores: ClassScores, _ sums: SIMD8<Double>) -> Double {
        var inside = 0, outside = 0
        var insideClass = 0, outsideClass = 0
        for i in 0..<scores.count {
            if classEntry(i).label.action == action {
                inside += 1
                insideClass = i
            } else {
                outside += 1
                outsideClass = i
            }
        }
        if inside == 0 { return -.infinity }
        if outside == 0 { return .infinity }
        if inside == 1, outside == 1 { return scores.scores[insideClass] - scores.scores[outsideClass] }
        return logSum(scores) { classEntry($0).label.action == action } - logSum(scores) { classEntry($0).label.action != action }
    }

    /// ln of the sum of e^score over some classes, without overflow.
    private func logSum(_ scores: ClassScores, over isIn: (Int) -> Bool) -> Double {
        var peak = -Double.infinity
        for i in 0..<scores.count where isIn(i) { peak = max(peak, scores.scores[i]) }
        var sum = 0.0
        for i in 0..<scores.count where isIn(i) { sum += exponential(scores.scores[i] - peak) }
        return peak + logarithm(sum)
    }
}
