// Evaluation: one row of a test set after a model has seen it. What is true and what was said, and
// no text.

import SpamFilter

/// What one message is, and what a model said of it.
public struct Outcome: Hashable, Sendable {
    /// What a message can truly be: every action but `none`.
    public static let actions: [Action] = [.allow, .junk, .promotion, .transaction]
    /// What a verdict can be: `actions`, then `none` for unsure.
    public static let verdicts: [Action] = actions + [.none]

    /// The label given by people.
    public var truth: Label
    /// The most probable label, before cutoffs.
    public var predicted: Label
    /// What would be done with the message, after cutoffs and rules; `none` is unsure.
    public var action: Action
    /// The sub-folder of the action in which it would be shown; `none` where the model declares no
    /// such sub-action.
    public var subAction: SubAction
    /// Whether the model's protection keeps the message out of Junk, whatever the cutoff of other
    /// messages is.
    public var isHeldBack = false
    /// The natural log-odds of junk, by which messages are ranked; may be infinite. For NaN see
    /// `Evaluation.nanScores`.
    public var junkLogOdds: Double

    /// A truth and what was decided; the log-odds of junk are natural.
    public init(truth: Label, predicted: Label, action: Action, subAction: SubAction = .none, junkLogOdds: Double) {
        self.truth = truth
        self.predicted = predicted
        self.action = action
        self.subAction = subAction
        self.junkLogOdds = junkLogOdds
    }

    /// A truth and a model's verdict.
    public init(truth: Label, _ verdict: Verdict) {
        self.init(
            truth: truth, predicted: verdict.label, action: verdict.action, subAction: verdict.subAction,
            junkLogOdds: verdict.junkLogOdds)
    }

    /// A truth and a model's verdict, with what the policy does for protected labels: `isHeldBack`.
    ///
    /// - Parameter verdict: what the model says.
    /// - Parameter truth: the right label.
    /// - Parameter policy: the cutoffs of the model.
    /// - Parameter classes: of the model, in its order.
    public init(truth: Label, _ verdict: Verdict, _ policy: DecisionPolicy, classes: [Label]) {
        self.init(truth: truth, verdict)
        isHeldBack = policy.holdsBack(verdict, classes: classes)
    }
}

extension DecisionPolicy {
    /// Whether a message is kept out of Junk by the cutoff of protected labels, whatever the one of
    /// other messages is.
    fileprivate func holdsBack(_ verdict: Verdict, classes: [Label]) -> Bool {
        guard !protected.isEmpty, verdict.junkLogOdds < Double(protectedJunkCutoff) else { return false }
        // Between the two cutoffs the verdict tells.
        if verdict.junkLogOdds >= Double(junkCutoff) { return verdict.action != .junk }
        let label = verdict.wantedLabel(classes)
        return protected.contains(label) || Label(label.action).map(protected.contains) ?? false
    }
}

extension Verdict {
    /// The most probable label except junk. Its sub-action has at least a third of its action's
    /// probability, as in `label`.
    fileprivate func wantedLabel(_ classes: [Label]) -> Label {
        func mostProbable(_ isAsked: (Label) -> Bool) -> Int? {
            classes.indices.filter { isAsked(classes[$0]) }.max { probabilities[$0] < probabilities[$1] }
        }
        guard let action = mostProbable({ $0.subAction == .none && $0 != .junk }) else { return .allow }
        let part = mostProbable { $0.action == classes[action].action && $0.subAction != .none }
        return part.map { 3 * probabilities[$0] >= probabilities[action] ? classes[$0] : classes[action] } ?? classes[action]
    }
}
