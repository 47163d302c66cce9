// Review: the mistakes of a run, near duplicates together, the surest first. Verdicts in, rows and
// the page's mistakes out.

import Corpus
import EvaluationPage
import SpamEvaluation
import SpamFilter
import SpamTraining
import Statistics

package struct MistakeList {
    package struct Row {
        package let message: LabeledMessage
        package let place: String
        package let outcome: Outcome
        /// How far from right, in log-odds.
        let distance: Double
        /// Like messages have one number, from 1.
        package fileprivate(set) var group = 0
    }

    /// The surest mistakes of a kind, and how many there are.
    package struct Kind {
        /// Of these groups are made. More are counted alone.
        private static let mostKept = 4000

        package private(set) var total = 0
        package fileprivate(set) var rows: [Row] = []

        fileprivate mutating func add(_ row: Row) {
            total += 1
            rows.append(row)
            if rows.count == 2 * Self.mostKept { sort() }
        }

        /// The surest first; those of one score in the order of reading.
        fileprivate mutating func sort() {
            let order = rows.indices.sorted { (-rows[$0].distance, $0) < (-rows[$1].distance, $1) }
            rows = order.prefix(Self.mostKept).map { rows[$0] }
        }

        /// Messages of each group.
        package var sizes: [Int: Int] { rows.reduce(into: [:]) { $0[$1.group, default: 0] += 1 } }
    }

    package private(set) var falseJunk = Kind()
    package private(set) var missedJunk = Kind()

    package init() {}

    /// Keeps false junk and missed junk.
    ///
    /// - Parameter place: where the message is found again, as people read it.
    package mutating func add(_ message: LabeledMessage, _ outcome: Outcome, place: String) {
        let isJunk = outcome.truth.action == .junk
        guard isJunk != (outcome.action == .junk) else { return }
        let distance = isJunk ? -outcome.junkLogOdds : outcome.junkLogOdds
        let row = Row(message: message, place: place, outcome: outcome, distance: distance)
        if isJunk { missedJunk.add(row) } else { falseJunk.add(row) }
    }

    /// Puts the surest first, and like messages into groups.
    package mutating func order() throws {
        falseJunk.sort()
        missedJunk.sort()
        let rows = falseJunk.rows + missedJunk.rows
        guard !rows.isEmpty else { return }
        for (i, group) in ordinals(of: try TrainingRun.groups(of: rows.map(\.message))).enumerated() {
            if i < falseJunk.rows.count {
                falseJunk.rows[i].group = group
            } else {
                missedJunk.rows[i - falseJunk.rows.count].group = group
            }
        }
    }

    /// The surest mistakes with their clues, for the page.
    package func explained(by model: ModelView) -> ShownMistakes {
        var classifier = Classifier(model)
        func explain(_ kind: Kind) -> ShownMistakes.Kind {
            var met: [Int: Int] = [:], shown: [Mistake] = []
            for row in kind.rows {
                guard met[row.group] != nil || met.count < ShownMistakes.mostGroups else { continue }
                met[row.group, default: 0] += 1
                guard met[row.group]! <= ShownMistakes.mostOfGroup else { continue }
                let message = row.message.message
                shown.append(
                    Mistake(
                        place: row.place, truth: row.message.label, text: message.body, language: row.message.language,
                        group: row.group, explanation: classifier.explain(message)))
            }
            return ShownMistakes.Kind(total: kind.total, shown: shown, sizes: kind.sizes)
        }
        return ShownMistakes(falseJunk: explain(falseJunk), missedJunk: explain(missedJunk))
    }
}
