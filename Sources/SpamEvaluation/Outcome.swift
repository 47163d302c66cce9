// Evaluation: one row of a test set after a model has seen it. What is true and what was said, and no text.

import SpamFilter

/// What one message is, and what a model said of it.
public struct Outcome: Hashable, Sendable {
    /// The label given by people.
    public var truth: Label
    /// The most probable label, before cutoffs.
    public var predicted: Label
    /// What would be done with the message, after cutoffs and rules; `none` is unsure.
    public var action: Action
    /// The natural log-odds of junk, by which messages are ranked; may be infinite. For NaN see `Evaluation.nanScores`.
    public var junkLogOdds: Double

    public init(truth: Label, predicted: Label, action: Action, junkLogOdds: Double) {
        self.truth = truth
        self.predicted = predicted
        self.action = action
        self.junkLogOdds = junkLogOdds
    }
}
