// Training: a message that was scored by a model that has not seen its group.

import SpamFilter

/// A message scored out of fold, as cutoffs see it.
struct ScoredMessage {
    /// Calibrated log-odds of junk.
    let logOdds: Double
    let label: Label
    let group: UInt64
    /// The kind of a wanted message (`WantedKinds`).
    let kind: Int
    /// Whether the model's best label other than junk is protected. A phone decides by that,
    /// because it does not know the true label.
    let isProtected: Bool
}

extension DecisionPolicy {
    /// Whether a message is called junk, as a model with this policy does.
    func callsJunk(_ message: ScoredMessage) -> Bool {
        message.logOdds >= Double(message.isProtected ? protectedJunkCutoff : junkCutoff)
    }
}
