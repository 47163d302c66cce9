// Page: a message with its clues marked, for the template. A text and an explanation in, markup
// out.

import SpamFilter
import Statistics

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
