// Decision: what the core says about a message.

/// A model's answer for one message.
public struct Verdict: Sendable {
    /// What to do, after cutoffs: `none` when unsure.
    public let action: Action
    /// The sub-folder of `action`: its most probable sub-action, if it has at least a third of the
    /// action's probability and the policy declares it.
    public let subAction: SubAction
    /// The most probable action, before cutoffs. With its most probable sub-action, declared or
    /// not, if that has at least a third of the action's probability.
    public let label: Label
    /// Natural logarithm of P(junk) / P(not junk), calibrated. Minus infinity for a model without
    /// junk, else finite.
    public let junkLogOdds: Double
    /// The calibrated probability of each class in the model's order; 0 behind the last class.
    /// Those of the actions sum to 1, those of an action's sub-actions to the action's own.
    public let probabilities: SIMD16<Float>
}

extension ModelView {
    /// Turns class scores into probabilities and an action, for any number of classes. Two classes
    /// have a shorter way with the same bits: see PairVerdict.swift, which names the proof.
    borrowing func verdict(_ scores: ClassScores) -> Verdict {
        let top = bestAction(scores)
        let softmax = Softmax(scores, classes)
        let junk = scores.junkLogOdds
        var isProtected = false
        if policy.asksForProtection(junk: junk) { isProtected = self.isProtected(scores, softmax) }
        let action = policy.action(
            junk: junk, promotion: logOdds(.promotion, scores, softmax), transaction: logOdds(.transaction, scores, softmax),
            isProtected: isProtected)
        let folder = fullLabel(of: action, softmax)
        return Verdict(
            action: action, subAction: policy.declared.contains(folder) ? folder.subAction : .none,
            label: fullLabel(of: classes.label(top).action, softmax), junkLogOdds: junk,
            probabilities: softmax.probabilities(classes))
    }

    /// The class of the most probable action except class `excluded`.
    func bestAction(_ scores: ClassScores, except excluded: Int = -1) -> Int {
        var top = -1
        for i in 0..<classes.count where i != excluded && classes.isClass(i, at: .none) && (top < 0 || scores[i] > scores[top]) {
            top = i
        }
        return top
    }

    /// An action with its most probable sub-action, if that has a third of the action's
    /// probability; `allow` for `none`. By exponentials: probabilities of a nearly impossible
    /// action are rounded to 0.
    private func fullLabel(of action: Action, _ softmax: Softmax) -> Label {
        var best = 0.0
        var subAction = SubAction.none
        for i in 0..<classes.count where classes.isClass(i, at: action) && softmax.exponentials.lane(i) > best {
            best = softmax.exponentials.lane(i)
            subAction = classes.label(i).subAction
        }
        return Label(action, 3 * best >= softmax.totals.lane(action.rawValue) ? subAction : .none) ?? .allow
    }

    /// Whether the most probable label except junk is protected.
    private func isProtected(_ scores: ClassScores, _ softmax: Softmax) -> Bool {
        var junk = -1
        for i in 0..<classes.count where classes.isClass(i, of: .junk) { junk = i }
        let wanted = classes.label(bestAction(scores, except: junk)).action
        let full = fullLabel(of: wanted, softmax)
        return policy.protected.contains(full) || policy.protected.contains(Label(wanted).unsafelyUnwrapped)
    }

    /// What own examples add to the log-odds of junk of a message.
    borrowing func bounded(_ move: JunkMove, _ scores: borrowing ClassScores) -> Double {
        guard move.ofOthers > move.ofProtected, !policy.protected.isEmpty else { return move.ofOthers }
        return isProtected(scores, Softmax(scores, classes)) ? move.ofProtected : move.ofOthers
    }

    /// ln P(action) - ln P(all other actions). With two actions exactly the difference of their
    /// scores, so that no two messages are rounded to a tie.
    private func logOdds(_ action: Action, _ scores: ClassScores, _ softmax: Softmax) -> Double {
        var inside = -1
        var peak = -Double.infinity
        for i in 0..<classes.count where classes.isClass(i, at: .none) {
            if classes.isClass(i, of: action) { inside = i } else { peak = max(peak, scores[i]) }
        }
        guard inside >= 0 else { return -.infinity }
        var sum = 0.0
        for i in 0..<classes.count where i != inside && classes.isClass(i, at: .none) {
            // Powers relative to a far higher score would be 0: then the others have a peak of
            // their own.
            sum += peak == softmax.peaks.lane(Action.none.rawValue) ? softmax.exponentials.lane(i) : exponential(scores[i] - peak)
        }
        return scores[inside] - peak - logarithm(sum)
    }
}

/// The softmax of each level: of the actions, and of the sub-actions of each action.
private struct Softmax {
    /// The highest score of each level, by the number of its action; `Action.none` is the level of
    /// the actions.
    private(set) var peaks = SIMD8<Double>(repeating: -.infinity)
    /// exp(score - peak of its level) of each class.
    private(set) var exponentials = SIMD16<Double>(repeating: 0)
    /// The sum of the exponentials of each level.
    private(set) var totals = SIMD8<Double>(repeating: 0)

    init(_ scores: borrowing ClassScores, _ classes: borrowing ClassTable) {
        for i in 0..<classes.count { peaks.set(classes.level(i), max(peaks.lane(classes.level(i)), scores[i])) }
        for i in 0..<classes.count {
            let level = classes.level(i)
            let power = exponential(scores[i] - peaks.lane(level))
            exponentials.set(i, power)
            totals.set(level, totals.lane(level) + power)
        }
    }

    /// The probabilities of the actions; those of sub-actions divide their action's.
    func probabilities(_ classes: borrowing ClassTable) -> SIMD16<Float> {
        var probabilities = SIMD16<Float>(repeating: 0)
        // The probability of each level over the sum of its exponentials.
        var shares = SIMD8<Double>(repeating: 0)
        let part = 1 / totals.lane(Action.none.rawValue)
        for i in 0..<classes.count where classes.isClass(i, at: .none) {
            let probability = Float(exponentials.lane(i) * part)
            probabilities.set(i, probability)
            let level = classes.label(i).action.rawValue
            shares.set(level, Double(probability) / totals.lane(level))
        }
        for i in 0..<classes.count {
            let level = classes.level(i)
            if level != Action.none.rawValue { probabilities.set(i, Float(exponentials.lane(i) * shares.lane(level))) }
        }
        return probabilities
    }
}
