// Evaluation, attack: what one trick does at one strength, and through which words.

import Statistics

/// What one trick does at one strength. All rates are of the messages that the trick can touch, which are the same at every strength.
public struct TrickFigures: Hashable, Sendable, Codable {
    /// `zero-width`, `jamo`, …: `AttackTrick.name`.
    public let trick: String
    /// The scripts whose letters it touches: `latin`, `hangul`, `han`, `kana`; of tricks that touch other things, empty.
    public let scripts: [TrickScript]
    public let strength: Strength
    /// Junk that is still caught, and that was caught before: the same messages.
    public let recall: Rate
    public let cleanRecall: Rate
    /// Wanted messages put in Junk after the trick, and before.
    public let falseJunk: Rate
    public let cleanFalseJunk: Rate
    /// Junk that scores above a cutoff that at most .5 % of the wanted messages after the same trick pass: no credit for calling all
    /// that looks odd junk. Out of 0 without wanted messages that the trick can touch.
    public let recallAtHalfAPercent: Rate
    /// Junk that was caught before and passes now; its log-odds of junk fell by `meanFall` each.
    public let fell: Int
    /// `nil` where none fell.
    @OrNull public internal(set) var meanFall: Double?
    /// Of what kind the words are that carried those messages, the kind with the largest fall first.
    public let falls: [FallOfWords]
    /// The words themselves, at most `AttackRun.mostWords`, the largest fall first; empty unless asked for: they are parts of messages.
    public let words: [FallOfWords]
}

/// What words add to the fall of messages that pass: their part of the log-odds before less their part after, natural logarithms, summed
/// over the messages. A word that was hidden counts what it spoke for junk; what came in its place, what that speaks for wanted.
public struct FallOfWords: Hashable, Sendable, Codable {
    /// `latin`, `hangul`, `han`, `kana`, `otherLetters`, `mixedScripts`, `number`, `link`, `sign`, `length`, `sender`.
    public let kind: String
    /// The word as it stands in the messages; `nil` for a whole kind.
    @OrNull public internal(set) var text: String?
    public let fall: Double
    /// Messages that it adds to.
    public let messages: Int
}
