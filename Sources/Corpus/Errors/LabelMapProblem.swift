// Corpus: what can be wrong with one entry of the user's words for labels.

import SpamFilter

/// What is wrong with an entry `word=label` of a label map.
public enum LabelMapProblem: Equatable, Sendable {
    /// Not `word=label`.
    case noEqualsSign
    /// Nothing before the `=`.
    case noWord
    /// What stands after `=` is no label in its strict spelling, nor a built-in word; empty if
    /// nothing does.
    case notALabel(String)
    /// An entry before this one gives the word another label.
    case secondLabel(word: String, first: Label)
}
