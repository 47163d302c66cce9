// Evaluation, attack: what one trick does at one strength, and through which words.

import Statistics

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
