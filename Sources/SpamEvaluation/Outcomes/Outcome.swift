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
    /// The natural log-odds of junk, by which messages are ranked; may be infinite. For NaN see
    /// `Evaluation.nanScores`.
    public var junkLogOdds: Double

    public init(truth: Label, predicted: Label, action: Action, subAction: SubAction = .none, junkLogOdds: Double) {
        self.truth = truth
        self.predicted = predicted
        self.action = action
        self.subAction = subAction
        self.junkLogOdds = junkLogOdds
    }

    public init(truth: Label, _ verdict: Verdict) {
        self.init(
            truth: truth, predicted: verdict.label, action: verdict.action, subAction: verdict.subAction,
            junkLogOdds: verdict.junkLogOdds)
    }
}
