// Training: the one wanted action that keeps the junk cutoff up.

import SpamFilter

/// The wanted action (`WantedActions`) that keeps the junk cutoff above where the bound of
/// all wanted messages would put it. Reported if it costs at least a twentieth of the junk.
public struct DecidingAction: Sendable, Hashable {
    /// The action of its messages.
    public let action: Action
    /// How many of its messages were scored.
    public let messages: Int
    /// How many junk messages would be found with the bound of all wanted messages alone.
    public let foundWithout: Int

    /// `nil` if too little would be gained.
    init?(action: Action, messages: Int, found: Int, foundWithout: Int, junk: Int) {
        guard junk > 0, 20 * (foundWithout - found) >= junk else { return nil }
        (self.action, self.messages, self.foundWithout) = (action, messages, foundWithout)
    }
}
