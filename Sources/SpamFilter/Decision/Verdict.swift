// Decision: what the core says of a message.

/// A model's answer for one message.
public struct Verdict: Sendable {
    /// What to do, after cutoffs: `none` when unsure.
    public let action: Action
    /// The sub-folder of `action`: its most probable sub-action, when the model tells them apart, it holds a third of the action's
    /// probability or more, and the policy declares it.
    public let subAction: SubAction
    /// The most probable action, whatever the cutoffs say, with its sub-action, declared or not.
    public let label: Label
    /// Natural logarithm of P(junk) / P(not junk), calibrated. Infinite only for a model without junk.
    public let junkLogOdds: Double
    /// The calibrated probability of each class in the model's order; 0 behind the last class. Those of the actions sum to 1; that of
    /// a sub-action is a part of its action's.
    public let probabilities: SIMD16<Float>
}

extension ModelView {
    /// Turns class scores into probabilities and an action.
    borrowing func verdict(_ scores: ClassScores) -> Verdict {
        let top = bestAction(scores)
        let actions = Powers(scores, classes)
        let junk = scores.junkLogOdds
        var isProtected = false
        if policy.asksForProtection(junk: junk) { isProtected = self.isProtected(scores, actions) }
        let action = policy.action(
            junk: junk, promotion: logOdds(.promotion, scores, actions), transaction: logOdds(.transaction, scores, actions),
            isProtected: isProtected)
        let folder = fullLabel(of: action, actions)
        return Verdict(
            action: action, subAction: policy.declared.contains(folder) ? folder.subAction : .none,
            label: fullLabel(of: classes.label(top).action, actions), junkLogOdds: junk,
            probabilities: actions.probabilities(classes))
    }

    /// The class of the most probable action, other than that of class `excluded`.
    func bestAction(_ scores: ClassScores, except excluded: Int = -1) -> Int {
        var top = -1
        for i in 0..<classes.count where i != excluded && classes.isClass(i, at: .none) && (top < 0 || scores[i] > scores[top]) {
            top = i
        }
        return top
    }

    /// An action with its most probable sub-action, if that holds a third of the action's probability; `allow` for `none`. By powers, for
    /// of an action that is all but impossible the probabilities are 0.
    private func fullLabel(of action: Action, _ powers: Powers) -> Label {
        var best = 0.0
        var subAction = SubAction.none
        for i in 0..<classes.count where classes.isClass(i, at: action) && powers.ofClass.lane(i) > best {
            best = powers.ofClass.lane(i)
            subAction = classes.label(i).subAction
        }
        return Label(action, 3 * best >= powers.totals.lane(action.rawValue) ? subAction : .none) ?? .allow
    }

    /// Whether the message would be a protected one if it were not junk.
    private func isProtected(_ scores: ClassScores, _ powers: Powers) -> Bool {
        var junk = -1
        for i in 0..<classes.count where classes.isClass(i, of: .junk) { junk = i }
        let wanted = classes.label(bestAction(scores, except: junk)).action
        let full = fullLabel(of: wanted, powers)
        return policy.protected.contains(full) || policy.protected.contains(Label(wanted).unsafelyUnwrapped)
    }

    /// ln P(action) - ln P(all other actions). With two actions the difference of their scores, exactly, so that no two messages are
    /// rounded to a tie.
    private func logOdds(_ action: Action, _ scores: ClassScores, _ powers: Powers) -> Double {
        var inside = -1
        var peak = -Double.infinity
        for i in 0..<classes.count where classes.isClass(i, at: .none) {
            if classes.isClass(i, of: action) { inside = i } else { peak = max(peak, scores[i]) }
        }
        guard inside >= 0 else { return -.infinity }
        var sum = 0.0
        for i in 0..<classes.count where i != inside && classes.isClass(i, at: .none) {
            // Beside the highest score of all, the others may all be too small for a number: then they are measured by their own highest.
            sum += peak == powers.peaks.lane(Action.none.rawValue) ? powers.ofClass.lane(i) : exponential(scores[i] - peak)
        }
        return scores[inside] - peak - logarithm(sum)
    }
}

/// e to the score of each class, over that of the highest of its level: of all actions, or of the sub-actions of its action.
private struct Powers {
    /// Of each level, by the number of its action; `Action.none` is the level of the actions.
    private(set) var peaks = SIMD8<Double>(repeating: -.infinity)
    private(set) var ofClass = SIMD16<Double>(repeating: 0)
    private(set) var totals = SIMD8<Double>(repeating: 0)

    init(_ scores: borrowing ClassScores, _ classes: borrowing ClassTable) {
        for i in 0..<classes.count { peaks.set(classes.level(i), max(peaks.lane(classes.level(i)), scores[i])) }
        for i in 0..<classes.count {
            let level = classes.level(i)
            let power = exponential(scores[i] - peaks.lane(level))
            ofClass.set(i, power)
            totals.set(level, totals.lane(level) + power)
        }
    }

    /// The softmax of the actions; those of sub-actions divide that of their action.
    func probabilities(_ classes: borrowing ClassTable) -> SIMD16<Float> {
        var probabilities = SIMD16<Float>(repeating: 0)
        // What a level has to divide.
        var shares = SIMD8<Double>(repeating: 0)
        let part = 1 / totals.lane(Action.none.rawValue)
        for i in 0..<classes.count where classes.isClass(i, at: .none) {
            let probability = Float(ofClass.lane(i) * part)
            probabilities.set(i, probability)
            let level = classes.label(i).action.rawValue
            shares.set(level, Double(probability) / totals.lane(level))
        }
        for i in 0..<classes.count {
            let level = classes.level(i)
            if level != Action.none.rawValue { probabilities.set(i, Float(ofClass.lane(i) * shares.lane(level))) }
        }
        return probabilities
    }
}
