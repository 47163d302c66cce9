// Evaluation, attack: the figures of an `AttackRun` as one value, for JSON and text.

import SpamFilter
import Statistics

/// What hiding tricks do to a model. As JSON it has the keys that Figures.md lists, always all of
/// them.
///
/// A rate is `{count, of, rate, lower, upper}` with a 95 % Wilson interval. What is undefined is
/// null, never a number.
public struct AttackReport: Hashable, Sendable, Codable {
    /// The seed of all draws that tricks make.
    public let seed: UInt64
    /// How many junk messages were attacked.
    public let junk: Int
    /// How many wanted messages there are, which tricks are played on too.
    public let wanted: Int
    /// The rates before any trick.
    public let clean: AttackedRates
    /// How many words the trick `good-words` had to choose from.
    public let goodWords: Int
    /// A row for each trick and strength, in the order in which tricks were played, strengths from
    /// light to full.
    public let tricks: [TrickFigures]
    /// A row for each strength, from light to full. Of the tricks that hide words; `good-words`
    /// hides none.
    public let strengths: [StrengthFigures]
    /// Models trained on flipped labels; empty unless asked for.
    public var poisoning: [PoisoningFigures]

    /// Whether every share without counts is in 0...1. A file may say anything.
    public var sharesAreInRange: Bool {
        let shares = strengths.flatMap { [$0.meanRecall, $0.meanCleanRecall] } + poisoning.flatMap { [$0.flippedShare, $0.ap] }
        return shares.compactMap { $0 }.allSatisfy((0.0...1).contains)
    }
}

/// Junk that was caught and wanted messages that were put in Junk, at the model's own cutoff.
public struct AttackedRates: Hashable, Sendable, Codable {
    /// Junk caught, out of all junk.
    public let recall: Rate
    /// Wanted messages put in Junk, out of all wanted ones.
    public let falseJunk: Rate
}

/// All tricks that hide words at one strength.
public struct StrengthFigures: Hashable, Sendable, Codable {
    /// The strength.
    public let strength: Strength
    /// How many tricks touch some junk; the others are left out of the means.
    public let tricks: Int
    /// The mean recall after these tricks, each counting as one, in 0...1; `nil` where there are
    /// none.
    @OrNull public internal(set) var meanRecall: Double?
    /// The mean recall of the same junk before the tricks; `nil` like `meanRecall`.
    @OrNull public internal(set) var meanCleanRecall: Double?
    /// The trick that leaves the smallest part of clean recall; `nil` where no trick touches junk
    /// that was caught.
    @OrNull public internal(set) var worstTrick: String?
    /// What is caught after that trick; `nil` like `worstTrick`.
    @OrNull public internal(set) var worstRecall: Rate?
    /// The trick that adds most wanted messages to Junk; `nil` where none adds any.
    @OrNull public internal(set) var worstFalseJunkTrick: String?
    /// All wanted messages in Junk after that trick; `nil` like `worstFalseJunkTrick`.
    @OrNull public internal(set) var worstFalseJunk: Rate?
}
