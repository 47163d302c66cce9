// The surest mistakes of a run, with their messages.

import Corpus
import EvaluationPage
import SpamEvaluation
import SpamFilter

struct MistakeList {
    private struct Row {
        let message: Message
        let truth: Label
        let language: String?
        let place: String
        /// How far from right, in log-odds.
        let distance: Double
    }

    private var falseJunk = (total: 0, rows: [Row]())
    private var missedJunk = (total: 0, rows: [Row]())

    /// Keeps false junk and missed junk, unless enough surer mistakes are kept already.
    mutating func add(_ row: LabeledMessage, _ outcome: Outcome, place: @autoclosure () -> String) {
        let isJunk = outcome.truth.action == .junk
        guard isJunk != (outcome.action == .junk) else { return }
        let distance = isJunk ? -outcome.junkLogOdds : outcome.junkLogOdds
        func insert(into list: inout (total: Int, rows: [Row])) {
            list.total += 1
            if list.rows.count == ShownMistakes.most {
                guard distance > list.rows[list.rows.count - 1].distance else { return }
                list.rows.removeLast()
            }
            let at = list.rows.firstIndex { $0.distance < distance } ?? list.rows.count
            list.rows.insert(
                Row(message: row.message, truth: row.label, language: row.language, place: place(), distance: distance), at: at)
        }
        if isJunk { insert(into: &missedJunk) } else { insert(into: &falseJunk) }
    }

    /// The mistakes with their clues.
    func explained(by model: ModelView) -> ShownMistakes {
        var classifier = Classifier(model)
        func explain(_ list: (total: Int, rows: [Row])) -> ShownMistakes.Kind {
            var shown: [Mistake] = []
            for row in list.rows {
                shown.append(
                    Mistake(
                        place: row.place, truth: row.truth, text: row.message.body, language: row.language,
                        explanation: classifier.explain(row.message)))
            }
            return ShownMistakes.Kind(total: list.total, shown: shown)
        }
        return ShownMistakes(falseJunk: explain(falseJunk), missedJunk: explain(missedJunk))
    }
}
