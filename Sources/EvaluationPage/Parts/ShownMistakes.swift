// Page: the messages that a model got wrong, with what spoke for and against. Messages and explanations in, a section out.

import SpamEvaluation
import SpamFilter
import Statistics

/// A message that was put in Junk and is wanted, or is junk and was not put there.
public struct Mistake: Sendable {
    /// Where it stands, such as `test.jsonl, row 12`.
    public let place: String
    public let truth: Label
    public let text: String
    /// As its row says, such as `ko`; found out by script if not given.
    public let language: String?
    public let explanation: Explanation

    public init(place: String, truth: Label, text: String, language: String?, explanation: Explanation) {
        self.place = place
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

enum MistakesPart {
    /// What the template asks for of one kind.
    struct List {
        let mistakeKind: String
        let mistakeCount: String
        let shown: [Item]
    }

    struct Item {
        let place: String
        let labels: String
        let odds: String
        let language: String?
        let pieces: [HighlightedText.Piece]
        let clues: [HighlightedText.NamedClue]
    }

    static func part(_ mistakes: ShownMistakes?) -> PagePart {
        var part = PagePart(id: "mistakes", name: "Mistakes")
        guard let mistakes else {
            part.absent = ["Not shown: messages are private. With --show-text the page shows those that the model got wrong."]
            return part
        }
        part.paragraphs = [
            "The surest mistakes first. What spoke for junk is orange with a line below, what spoke for the wanted message blue with a dotted line, the stronger the fuller; the heaviest clues are listed in natural log-odds. Characters that cannot be seen are shown by their numbers."
        ]
        part.mistakes = [
            list("Wanted messages put in Junk", mistakes.falseJunk), list("Junk that was let through", mistakes.missedJunk),
        ]
        return part
    }

    private static func list(_ kind: String, _ mistakes: ShownMistakes.Kind) -> List {
        let shown = mistakes.shown.prefix(ShownMistakes.most)
        let rest = mistakes.total - shown.count
        let count =
            mistakes.total == 0
            ? "None." : rest > 0 ? "\(grouped(shown.count)) shown, \(grouped(rest)) more." : "All \(grouped(shown.count))."
        return List(mistakeKind: kind, mistakeCount: count, shown: shown.map(item))
    }

    private static func item(_ mistake: Mistake) -> Item {
        let explanation = mistake.explanation
        let action = explanation.verdict.action == .none ? "unsure" : explanation.verdict.action.name
        let highlighted = HighlightedText(mistake.text, explanation)
        return Item(
            place: mistake.place, labels: "\(mistake.truth), called \(action)",
            odds: "log-odds of junk \(signed(explanation.verdict.junkLogOdds))",
            language: languageTag(of: mistake.text, said: mistake.language), pieces: highlighted.pieces, clues: highlighted.clues)
    }
}

/// The language to draw a text in, as `lang` of HTML: Han characters look different in Japanese, Korean and Chinese.
///
/// - Parameter said: a tag that goes before what the script tells, if it is one.
func languageTag(of text: String, said: String?) -> String? {
    if let said, (2...35).contains(said.utf8.count),
        said.utf8.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || $0 == UInt8(ascii: "-") })
    {
        return said
    }
    var hasHan = false
    for scalar in text.unicodeScalars.prefix(2000) {
        switch scalar.value {
        case 0x1100...0x11FF, 0x3130...0x318F, 0xAC00...0xD7AF: return "ko"
        case 0x3041...0x30FF: return "ja"
        case 0x3400...0x9FFF, 0x20000...0x3134F: hasHan = true
        default: break
        }
    }
    return hasHan ? "zh" : nil
}
