// Page: the messages that a model got wrong, with what spoke for and against. Messages and
// explanations in, a section out.

import SpamEvaluation
import SpamFilter
import Statistics

enum MistakesPart {
    /// - Parameter hint: how the reader gets what is missing.
    static func writeAbsent(hint: String, on page: inout HTMLPage) {
        page.heading(SectionHeading("Mistakes", id: "mistakes"))
        page.absent(sentences("Not shown: messages are private.", hint))
    }

    static func write(_ mistakes: ShownMistakes, on page: inout HTMLPage) {
        page.heading(SectionHeading("Mistakes", id: "mistakes-list"))
        page.paragraph(
            "Near duplicates stand together, the largest groups first. Orange with a line below speaks for junk, blue with a dotted line for a wanted message. Fuller colour is stronger. The heaviest clues are listed in natural log-odds. Invisible characters are shown by their numbers."
        )
        page.mistakes(list("Wanted messages put in Junk", mistakes.falseJunk))
        page.mistakes(list("Junk that was let through", mistakes.missedJunk))
    }

    private static func list(_ kind: String, _ mistakes: ShownMistakes.Kind) -> PageMistakes {
        var order: [Int] = [], members: [Int: [Mistake]] = [:]
        for mistake in mistakes.shown {
            if members[mistake.group] == nil { order.append(mistake.group) }
            members[mistake.group, default: []].append(mistake)
        }
        order = Array(order.prefix(ShownMistakes.mostGroups))
        let groups = order.map { group(members[$0]!, size: mistakes.sizes[$0] ?? 0) }
        let inGroups = order.reduce(0) { $0 + max(mistakes.sizes[$1] ?? 0, members[$1]!.count) }
        let rest = mistakes.total - inGroups
        let kinds = "\(grouped(mistakes.total)) in \(counted(groups.count, "template"))"
        let count =
            if mistakes.total == 0 {
                "None."
            } else {
                rest > 0 ? "\(kinds), and \(counted(rest, "message")) more." : "\(kinds)."
            }
        return PageMistakes(mistakeKind: kind, mistakeCount: count, groups: groups)
    }

    private static func group(_ mistakes: [Mistake], size: Int) -> PageMistakes.Group {
        let others = mistakes.dropFirst().prefix(ShownMistakes.mostOfGroup - 1)
        let alike = max(size, mistakes.count) - 1
        let shown = others.count < alike ? ", \(grouped(others.count)) of them here" : ""
        return PageMistakes.Group(
            first: item(mistakes[0]),
            alike: alike == 0
                ? nil
                : PageMistakes.Alike(
                    alikeCount: "\(counted(alike, "near duplicate"))\(shown)", others: others.map { item($0, mostScalars: 200) }))
    }

    /// - Parameter mostScalars: of the text that are shown.
    private static func item(_ mistake: Mistake, mostScalars: Int = 400) -> PageMistakes.Item {
        let explanation = mistake.explanation
        let action = explanation.verdict.action == .none ? "unsure" : explanation.verdict.action.name
        let language = languageTag(of: mistake.text, said: mistake.language)
        let highlighted = HighlightedText(mistake.text, explanation, mostScalars: mostScalars)
        return PageMistakes.Item(
            place: mistake.place, labels: "\(mistake.truth), called \(action)",
            odds: "log-odds of junk \(signed(explanation.verdict.junkLogOdds))",
            label: mistake.truth.description, tongue: language ?? "unknown", language: language, pieces: highlighted.pieces,
            clues: highlighted.clues)
    }
}

struct PageMistakes {
    struct Item {
        let place: String
        let labels: String
        let odds: String
        /// For the filter: the true label, and the language or `unknown`.
        let label: String
        let tongue: String
        let language: String?
        let pieces: [HighlightedText.Markup]
        let clues: [HighlightedText.ShownClue]
    }

    /// Near duplicates: the surest one, and others that fold away below it.
    struct Group {
        let first: Item
        let alike: Alike?
    }

    struct Alike {
        let alikeCount: String
        let others: [Item]
    }

    let mistakeKind: String
    let mistakeCount: String
    let groups: [Group]
}

/// The language to draw a text in, as `lang` of HTML: Han characters differ in Japanese, Korean and
/// Chinese fonts.
///
/// - Parameter text: any text.
/// - Parameter said: a language tag; if it is valid, it wins over the script.
public func languageTag(of text: String, said: String?) -> String? {
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

/// The pieces of a `MarkedText` as HTML.
struct HighlightedText {
    /// A stretch of one strength as markup.
    struct Markup {
        /// Class of the mark; `nil` for none.
        let weight: String?
        /// Escaped.
        let html: String
    }

    /// A clue as the page's template shows it.
    struct ShownClue {
        let words: String
        let contribution: String
        let side: String
    }

    let pieces: [Markup]
    let clues: [ShownClue]

    /// - Parameter mostScalars: of the message that are shown.
    init(_ text: String, _ explanation: Explanation, mostScalars: Int = 400) {
        let marked = MarkedText(text, explanation, mostScalars: mostScalars)
        let more = marked.rest > 0 ? [Markup(weight: nil, html: " <i>… \(grouped(marked.rest)) more characters</i>")] : []
        pieces = marked.pieces.map { Markup(weight: $0.mark, html: HighlightedText.visible($0.text)) } + more
        clues = marked.clues.map { ShownClue(words: $0.shown, contribution: $0.shownContribution, side: $0.side) }
    }

    /// The text as markup; a scalar that cannot be seen, by its number.
    private static func visible(_ text: String) -> String {
        text.reduce(into: "") { html, character in
            for (scalar, isSeen) in character.scalarsSeen {
                html += isSeen ? escaped(String(scalar)) : "<span class=\"unseen\">\(scalarName(scalar))</span>"
            }
        }
    }
}
