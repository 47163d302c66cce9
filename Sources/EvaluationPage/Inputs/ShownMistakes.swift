// Page: messages that a model got wrong, as they are given.

import SpamFilter

/// A message that was put in Junk and is wanted, or is junk and was not put there.
public struct Mistake: Sendable {
    /// Where it is found again, such as `test.jsonl, row 12` or `mine.sqlite #7 (id a7)`.
    public let place: String
    /// Messages of one template, and near duplicates, have one number.
    public let group: Int
    public let truth: Label
    public let text: String
    /// As its row says, such as `ko`; found out by script if not given.
    public let language: String?
    public let explanation: Explanation

    public init(place: String, group: Int, truth: Label, text: String, language: String?, explanation: Explanation) {
        self.place = place
        self.group = group
        self.truth = truth
        self.text = text
        self.language = language
        self.explanation = explanation
    }
}

/// The mistakes that are shown, the surest first, and how many there are.
public struct ShownMistakes: Sendable {
    public struct Kind: Sendable {
        public let total: Int
        public let shown: [Mistake]

        public init(total: Int, shown: [Mistake]) {
            self.total = total
            self.shown = shown
        }
    }

    /// Wanted messages put in Junk, and junk that was not.
    public let falseJunk: Kind
    public let missedJunk: Kind

    public init(falseJunk: Kind, missedJunk: Kind) {
        self.falseJunk = falseJunk
        self.missedJunk = missedJunk
    }

    /// Messages of each kind that the page has room for.
    public static let most = 40
}
