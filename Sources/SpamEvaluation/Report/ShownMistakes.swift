// Evaluation: messages that a model got wrong, as a page shows them.

import SpamFilter

/// A message that was put in Junk and is wanted, or is junk and was not put there.
public struct Mistake: Sendable {
    /// Where it is found again, such as `test.jsonl, row 12` or `mine.sqlite #7 (id a7)`.
    public let place: String
    /// Its right label.
    public let truth: Label
    /// Its body.
    public let text: String
    /// As its row says, such as `ko`; found out by script if not given.
    public let language: String?
    /// Messages of one group are near duplicates.
    public let group: Int
    /// Why the model decided so.
    public let explanation: Explanation

    /// All of it.
    public init(place: String, truth: Label, text: String, language: String?, group: Int, explanation: Explanation) {
        self.place = place
        self.truth = truth
        self.text = text
        self.language = language
        self.group = group
        self.explanation = explanation
    }
}

/// The mistakes that are shown, the largest groups first, and how many there are.
public struct ShownMistakes: Sendable {
    /// Those of one kind.
    public struct Kind: Sendable {
        /// All of them, with those that are not shown.
        public let total: Int
        /// The first few of each group.
        public let shown: [Mistake]
        /// The mistakes of each group, with those that are not shown.
        public let sizes: [Int: Int]

        /// All of it.
        public init(total: Int, shown: [Mistake], sizes: [Int: Int]) {
            self.total = total
            self.shown = shown
            self.sizes = sizes
        }
    }

    /// Wanted messages put in Junk.
    public let falseJunk: Kind
    /// Junk that was not put there.
    public let missedJunk: Kind

    /// Both kinds.
    public init(falseJunk: Kind, missedJunk: Kind) {
        self.falseJunk = falseJunk
        self.missedJunk = missedJunk
    }

    /// The groups of each kind that the page has room for, and the mistakes of each.
    public static let mostGroups = 40, mostOfGroup = 3
}
