// Training: one kind of wanted messages may hold the junk cutoff above where all of them together would let it be. Then it is said.

import SpamFilter

/// The kind of wanted messages (`WantedKinds`) that holds the junk cutoff, where a twentieth of the junk or more would be found besides if
/// only the bound of all did.
public struct HoldingKind: Sendable, Hashable {
    /// What its messages are wanted as.
    public let action: Action
    /// How many of them were scored.
    public let messages: Int
    /// Junk messages that would be found if it did not hold the cutoff.
    public let foundWithout: Int

    /// `nil` where too little would be gained to speak of it.
    init?(action: Action, messages: Int, found: Int, foundWithout: Int, junk: Int) {
        guard junk > 0, 20 * (foundWithout - found) >= junk else { return nil }
        (self.action, self.messages, self.foundWithout) = (action, messages, foundWithout)
    }
}
