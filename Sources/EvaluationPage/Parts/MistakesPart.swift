// Page: the messages that a model got wrong, with what spoke for and against. Messages and
// explanations in, a section out.

import SpamEvaluation
import SpamFilter
import Statistics

enum MistakesPart {
    /// - Parameter hint: how the reader gets what is missing.
    static func write(_ mistakes: ShownMistakes?, hint: String, on page: inout HTMLPage) {
        page.heading(SectionHeading("Mistakes", id: "mistakes"))
        guard let mistakes else { return page.absent(sentences("Not shown: messages are private.", hint)) }
        page.paragraph(
            "The surest mistakes first. What spoke for junk is orange with a line below, what spoke for the wanted message blue with a dotted line, the stronger the fuller; the heaviest clues are listed in natural log-odds. Characters that cannot be seen are shown by their numbers."
        )
        page.mistakes(list("Wanted messages put in Junk", mistakes.falseJunk))
        page.mistakes(list("Junk that was let through", mistakes.missedJunk))
    }

    private static func list(_ kind: String, _ mistakes: ShownMistakes.Kind) -> MistakeList {
        let shown = mistakes.shown.prefix(ShownMistakes.most)
        let rest = mistakes.total - shown.count
        let count =
            mistakes.total == 0
            ? "None." : rest > 0 ? "\(grouped(shown.count)) shown, \(grouped(rest)) more." : "All \(grouped(shown.count))."
        return MistakeList(mistakeKind: kind, mistakeCount: count, shown: shown.map(item))
    }

    private static func item(_ mistake: Mistake) -> MistakeList.Item {
        let explanation = mistake.explanation
        let action = explanation.verdict.action == .none ? "unsure" : explanation.verdict.action.name
        let highlighted = HighlightedText(mistake.text, explanation)
        return MistakeList.Item(
            place: mistake.place, labels: "\(mistake.truth), called \(action)",
            odds: "log-odds of junk \(signed(explanation.verdict.junkLogOdds))",
            language: languageTag(of: mistake.text, said: mistake.language), pieces: highlighted.pieces, clues: highlighted.clues)
    }
}
