// Page: messages that a model got wrong, as they are given.

import SpamFilter

/// A message that was put in Junk and is wanted, or is junk and was not put there.
public struct Mistake: Sendable {
    /// Where it is found again, such as `test.jsonl, row 12` or `mine.sqlite #7 (id a7)`.
    public let place: String
    public let truth: Label
    public let text: String
    /// As its row says, such as `ko`; found out by script if not given.
    public let language: String?
    /// Messages of one group are near duplicates.
    public let group: Int
    public let explanation: Explanation

    public init(place: String, truth: Label, text: String, language: String?, group: Int, explanation: Explanation) {
        self.place = place
        self.truth = truth
        self.text = text
        self.language = language
        self.group = group
        self.explanation = explanation
    }
}

/// The mistakes that are shown, the surest first, and how many there are.
public struct ShownMistakes: Sendable {
    public struct Kind: Sendable {
        public let total: Int
        /// The first few of each group.
        public let shown: [Mistake]
        /// The mistakes of each group, with those that are not shown.
        public let sizes: [Int: Int]

        public init(total: Int, shown: [Mistake], sizes: [Int: Int]) {
            self.total = total
            self.shown = shown
            self.sizes = sizes
        }
    }

    /// Wanted messages put in Junk, and junk that was not.
    public let falseJunk: Kind
    public let missedJunk: Kind

    public init(falseJunk: Kind, missedJunk: Kind) {
        self.falseJunk = falseJunk
        self.missedJunk = missedJunk
    }

    /// The groups of each kind that the page has room for, and the mistakes of each.
    public static let mostGroups = 40, mostOfGroup = 3
}
