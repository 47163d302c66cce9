// Training: what a card says of messages that nobody labelled.

/// What was learned of the messages of a phone without labels. Nobody can measure it without some.
public struct UnlabelledFindings: Codable, Sendable, Hashable {
    /// How many messages had no label.
    public let messages: Int
    /// How many groups of near duplicates they are.
    public let groups: Int
    /// The share of junk among them, as estimated, in 0...1.
    package let junkShare: Double
    /// How many of them the cutoff puts in Junk, by models that have not seen their group: what to
    /// expect of unseen messages. `TrainedModel.unlabelledInJunk` counts these very messages.
    public let inJunk: Int
    /// How many different labelled messages of the phone, all wanted, set the cutoff; `nil` where
    /// they are too few and it is estimated.
    package let labelledWanted: Int?
    /// How many different ones are too few for that, and how many it takes; `nil` where there are
    /// none, or enough.
    package let tooFewWanted: TooFewWanted?
    /// How much the background is listened to: 1 as much as what these messages taught.
    package let backgroundStrength: Double
}

/// Labelled wanted messages that are too few to set a cutoff.
package struct TooFewWanted: Codable, Sendable, Hashable {
    /// How many of different texts there are that the background does not have again.
    package let found: Int
    /// How many it has again, which say nothing of those that come; `nil` for none.
    package let repeated: Int?
    /// How many it takes for the limit that was asked for.
    package let needed: Int
}
