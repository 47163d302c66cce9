// The mistakes of a run, with their messages: near duplicates together, the surest first.

import Corpus
import EvaluationPage
import SpamEvaluation
import SpamFilter
import SpamTraining

struct MistakeList {
    private struct Row {
        let message: LabeledMessage
        let place: String
        /// How far from right, in log-odds.
        let distance: Double
    }

    /// The surest ones, of which groups are made. More are counted alone.
    private static let mostKept = 4000

    private var falseJunk = (total: 0, rows: [Row]())
    private var missedJunk = (total: 0, rows: [Row]())

    /// Keeps false junk and missed junk, unless enough surer mistakes are kept already.
    mutating func add(_ row: LabeledMessage, _ outcome: Outcome, place: @autoclosure () -> String) {
        let isJunk = outcome.truth.action == .junk
        guard isJunk != (outcome.action == .junk) else { return }
        let distance = isJunk ? -outcome.junkLogOdds : outcome.junkLogOdds
        func insert(into list: inout (total: Int, rows: [Row])) {
            list.total += 1
            list.rows.append(Row(message: row, place: place(), distance: distance))
            if list.rows.count == 2 * Self.mostKept { list.rows = Self.surest(list.rows) }
        }
        if isJunk { insert(into: &missedJunk) } else { insert(into: &falseJunk) }
    }

    /// The surest mistakes first; those of one score in the order of reading.
    private static func surest(_ rows: [Row]) -> [Row] {
        let order = rows.indices.sorted { (-rows[$0].distance, $0) < (-rows[$1].distance, $1) }
        return order.prefix(mostKept).map { rows[$0] }
    }

    /// The mistakes with their clues.
    func explained(by model: ModelView) throws -> ShownMistakes {
        var classifier = Classifier(model)
        func explain(_ list: (total: Int, rows: [Row])) throws -> ShownMistakes.Kind {
            let rows = Self.surest(list.rows)
            guard !rows.isEmpty else { return ShownMistakes.Kind(total: 0, shown: [], sizes: [:]) }
            var numbers: [UInt64: Int] = [:], sizes: [Int: Int] = [:], shown: [Mistake] = []
            for (row, key) in zip(rows, try TrainingRun.groups(of: rows.map(\.message))) {
                let group = numbers[key] ?? numbers.count
                numbers[key] = group
                sizes[group, default: 0] += 1
                guard group < ShownMistakes.mostGroups, sizes[group, default: 0] <= ShownMistakes.mostOfGroup else { continue }
                let message = row.message.message
                shown.append(
                    Mistake(
                        place: row.place, truth: row.message.label, text: message.body, language: row.message.language,
                        group: group, explanation: classifier.explain(message)))
            }
            return ShownMistakes.Kind(total: list.total, shown: shown, sizes: sizes)
        }
        return try ShownMistakes(falseJunk: explain(falseJunk), missedJunk: explain(missedJunk))
    }
}
