// Training: what a cutoff that was chosen without labels is expected to do.

/// What is expected of cutoffs that messages without labels set. Only labels can measure it.
public struct FalseJunkEstimate: Codable, Sendable, Hashable {
    /// How many messages there were.
    public let messages: Int
    /// How many groups of near duplicates they are.
    public let groups: Int
    /// How many of these groups seem to be junk.
    public let junk: Int
    /// How many messages the cutoff calls junk.
    public let inJunk: Int
    /// The share of wanted groups that is expected in Junk, in 0...1.
    public let rate: Double
    /// The one-sided upper 95 % limit on that share, by the number of groups, in 0...1. It takes
    /// the scores' own probabilities for true.
    public let upperLimit: Double
}
