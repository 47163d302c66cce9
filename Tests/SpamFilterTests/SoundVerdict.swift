// What holds of every verdict of every model.

@testable import SpamFilter

/// Probabilities are such and sum to 1 on each level, nothing is NaN, and a sub-action is one of
/// its action.
func isSound(_ verdict: Verdict, _ model: ModelView) -> Bool {
    var sum = 0.0, parts: [Action: Double] = [:], wholes: [Action: Double] = [:]
    for (i, label) in model.labels.enumerated() {
        let p = Double(verdict.probabilities[i])
        guard p >= 0, p <= 1 else { return false }
        if label.subAction == .none {
            sum += p
            wholes[label.action] = p
        } else {
            parts[label.action, default: 0] += p
        }
    }
    for i in model.classes.count..<16 where verdict.probabilities[i] != 0 { return false }
    for (action, part) in parts where abs(part - wholes[action]!) > 1e-6 { return false }
    let belongs = { (action: Action, sub: SubAction) in sub == .none || sub.parent == action }
    return abs(sum - 1) < 1e-6 && !verdict.junkLogOdds.isNaN && belongs(verdict.action, verdict.subAction)
        && belongs(verdict.label.action, verdict.label.subAction) && verdict.label.action != .none
}
