// Evaluation, attack: the figures as one value, for files and for people. What an `AttackRun` counted in, JSON or text out.

import SpamFilter

/// What hiding tricks do to a model. As `Codable` it has these keys, always all of them:
///
///     seed             of everything drawn
///     junk, wanted     counts of messages
///     clean            {recall, falseJunk} of all messages as they are
///     goodWords        words that the trick `good-words` appends
///     tricks           [{trick, scripts, strength, recall, cleanRecall, falseJunk, cleanFalseJunk, recallAtHalfAPercent, fell, falls, words}]
///     strengths        [{strength, tricks, meanRecall, meanCleanRecall, worstTrick, worstRecall, worstFalseJunkTrick, worstFalseJunk}]
///     poisoning        [{flippedShare, flipped, trained, recall, falseJunk, ap, problem}]: models of training labels of which some
///                      were flipped, 0 first; empty where this was not asked for
///
/// A rate is `{count, of, rate, lower, upper}` with a 95 % Wilson interval. What is undefined is null, never a number.
public struct AttackReport: Hashable, Sendable, Codable {
    public let seed: UInt64
    public let junk: Int
    public let wanted: Int
    public let clean: AttackedRates
    public let goodWords: Int
    /// A row a trick and strength, in the order of `TrickLibrary.all`, strengths from light to full.
    public let tricks: [TrickFigures]
    /// A row a strength, from light to full. Of the tricks that hide words; `good-words` hides none.
    public let strengths: [StrengthFigures]
    public var poisoning: [PoisoningFigures]
}

/// Junk that was caught and wanted messages that were put in Junk, at the model's own cutoff.
public struct AttackedRates: Hashable, Sendable, Codable {
    public let recall: Rate
    public let falseJunk: Rate
}

/// All tricks that hide words at one strength.
public struct StrengthFigures: Hashable, Sendable, Codable {
    public let strength: Strength
    /// Tricks that touch some junk; the others are left out of the means.
    public let tricks: Int
    /// Means over these tricks, each counting as one.
    public let meanRecall: Double?
    public let meanCleanRecall: Double?
    /// The trick that leaves the smallest part of clean recall.
    public let worstTrick: String?
    public let worstRecall: Rate?
    /// The trick that adds most wanted messages to Junk, and all that are there after it; `nil` where none adds any.
    public let worstFalseJunkTrick: String?
    public let worstFalseJunk: Rate?
}

extension StrengthFigures {
    /// Written out by hand only because the synthesised form leaves out the keys of what is undefined.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(strength, forKey: .strength)
        try fields.encode(tricks, forKey: .tricks)
        try fields.encode(meanRecall, forKey: .meanRecall)
        try fields.encode(meanCleanRecall, forKey: .meanCleanRecall)
        try fields.encode(worstTrick, forKey: .worstTrick)
        try fields.encode(worstRecall, forKey: .worstRecall)
        try fields.encode(worstFalseJunkTrick, forKey: .worstFalseJunkTrick)
        try fields.encode(worstFalseJunk, forKey: .worstFalseJunk)
    }
}
