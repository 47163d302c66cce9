// Evaluation, attack: the figures of an `AttackRun` as one value, for JSON and text. Models with
// wrong labels are trained elsewhere.

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

/// What one trick does at one strength. All rates are of the messages that the trick can touch: the
/// same ones at every strength.
public struct TrickFigures: Hashable, Sendable, Codable {
    /// `zero-width`, `jamo`, …: `AttackTrick.name`.
    public let trick: String
    /// The scripts whose letters it touches: `latin`, `hangul`, `han`, `kana`; of tricks that touch
    /// other things, empty.
    public let scripts: [TrickScript]
    /// How much of a message it touched.
    public let strength: Strength
    /// Junk that is caught after the trick.
    public let recall: Rate
    /// The same junk before the trick: what of it was caught.
    public let cleanRecall: Rate
    /// Wanted messages put in Junk after the trick.
    public let falseJunk: Rate
    /// The same wanted messages before the trick: what of them was in Junk.
    public let cleanFalseJunk: Rate
    /// Junk above a cutoff that at most 0.5 % of the wanted messages pass after the same trick: no
    /// credit for calling everything odd junk. Out of 0 without wanted messages that the trick can
    /// touch.
    public let recallAtHalfAPercent: Rate
    /// How many junk messages were caught before and pass now; their log-odds of junk fell by
    /// `meanFall` each.
    public let fell: Int
    /// The mean fall of their log-odds of junk, in natural logarithms; `nil` where none fell.
    @OrNull public internal(set) var meanFall: Double?
    /// The kinds of words that carried those messages, the largest fall first.
    public let falls: [FallOfWords]
    /// The words themselves, at most `AttackRun.mostWords`, the largest fall first. Parts of
    /// messages, so empty unless asked for.
    public let words: [FallOfWords]
}

/// What words add to the fall of messages that pass: their part of the natural log-odds before
/// minus that after, summed over the messages. A hidden word counts what it spoke for junk; its
/// replacement counts what it speaks for wanted.
public struct FallOfWords: Hashable, Sendable, Codable {
    /// `latin`, `hangul`, `han`, `kana`, `otherLetters`, `mixedScripts`, `number`, `link`, `sign`,
    /// `length`, `sender`.
    public let kind: String
    /// The word as it is in the messages; `nil` for a whole kind.
    @OrNull public internal(set) var text: String?
    /// The sum of these parts over the messages, in natural log-odds; above 0 helps the trick.
    public let fall: Double
    /// How many of these messages it adds to.
    public let messages: Int
}

/// A model trained with a share of its labels flipped, measured on the same messages.
public struct PoisoningFigures: Hashable, Sendable, Codable {
    /// The share of labels that were flipped, in 0...1; 0 for the labels as they are.
    public let flippedShare: Double
    /// How many labels were flipped.
    public let flipped: Int
    /// How many messages the model was trained on.
    public let trained: Int
    /// Junk caught, at the model's own cutoff; `nil` where there is no model.
    @OrNull public internal(set) var recall: Rate?
    /// Wanted messages put in Junk, at the model's own cutoff; `nil` where there is no model.
    @OrNull public internal(set) var falseJunk: Rate?
    /// Average precision of the junk log-odds, in 0...1; `nil` without a model or junk.
    @OrNull public internal(set) var ap: Double?
    /// Why there is no such model; `nil` where there is one.
    @OrNull public internal(set) var problem: String?

    /// Figures of an evaluation; without one, `problem` says why.
    public init(flippedShare: Double, flipped: Int, trained: Int, measured evaluation: Evaluation?, problem: String?) {
        self.flippedShare = flippedShare
        self.flipped = flipped
        self.trained = trained
        recall = evaluation.map { $0.confusion.figures(of: .junk).recall }
        falseJunk = evaluation?.confusion.falseJunk
        ap = evaluation.flatMap { $0.junkRanking().averagePrecision }
        self.problem = problem
    }
}
