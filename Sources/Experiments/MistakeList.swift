// Experiments: the mistakes of a run by groups of near duplicates, the largest group first.
// Verdicts in, rows and the page's mistakes out.

import LabeledMessages
import SpamEvaluation
import SpamFilter
import SpamTraining
import Statistics

/// Collects false junk and missed junk.
public struct MistakeList {
    /// A message that was decided wrongly.
    package struct Row {
        /// The message, with its right label.
        package let message: LabeledMessage
        /// Where it is found again, as people read it.
        package let place: String
        /// What was decided.
        package let outcome: Outcome
        /// How far from right, in log-odds.
        let distance: Double
        /// Its place among all messages, from 0.
        fileprivate let index: Int
        /// Like messages have one number, from 1.
        package fileprivate(set) var group = 0
    }

    /// The surest mistakes of a kind, and how many there are.
    package struct Kind {
        /// Groups are made of this many mistakes. More are counted alone.
        private static let mostKept = 50_000

        /// All of them.
        package private(set) var total = 0
        /// By groups, the largest first, once they are in order.
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

        /// The largest groups first; those of one size stay in order, and so do the rows of a
        /// group.
        fileprivate mutating func sortGroups() {
            let members = Dictionary(grouping: rows.indices) { rows[$0].group }
            rows = members.values.sorted { ($1.count, $0[0]) < ($0.count, $1[0]) }.flatMap { $0.map { rows[$0] } }
        }

        /// How many rows each group has.
        package var sizes: [Int: Int] { rows.reduce(into: [:]) { $0[$1.group, default: 0] += 1 } }
    }

    /// Wanted messages put in Junk.
    package private(set) var falseJunk = Kind()
    /// Junk that was let through.
    package private(set) var missedJunk = Kind()
    private var messages = 0

    /// No mistake yet.
    public init() {}

    /// Looks at the next message, and keeps it where it is a mistake.
    ///
    /// - Parameter message: with its right label.
    /// - Parameter outcome: what was decided.
    /// - Parameter place: where the message is found again, as people read it.
    public mutating func add(_ message: LabeledMessage, _ outcome: Outcome, place: String) {
        let isJunk = outcome.truth.action == .junk
        defer { messages += 1 }
        guard isJunk != (outcome.action == .junk) else { return }
        let distance = isJunk ? -outcome.junkLogOdds : outcome.junkLogOdds
        let row = Row(message: message, place: place, outcome: outcome, distance: distance, index: messages)
        if isJunk { missedJunk.add(row) } else { falseJunk.add(row) }
    }

    /// Puts near duplicates into groups. The largest groups come first, and of one size the surest.
    ///
    /// - Parameter groups: of all messages that were looked at; `nil` to group the mistakes alone.
    /// - Throws: `TrainingError.noRoom`.
    public mutating func order(_ groups: [UInt64]? = nil) throws {
        falseJunk.sort()
        missedJunk.sort()
        let rows = falseJunk.rows + missedJunk.rows
        guard !rows.isEmpty else { return }
        let groupsOfRows =
            try groups.map { groups in rows.map { groups[$0.index] } } ?? TrainingRun.groups(of: rows.map(\.message))
        for (i, group) in ordinals(of: groupsOfRows).enumerated() {
            if i < falseJunk.rows.count {
                falseJunk.rows[i].group = group
            } else {
                missedJunk.rows[i - falseJunk.rows.count].group = group
            }
        }
        falseJunk.sortGroups()
        missedJunk.sortGroups()
    }

    /// The surest mistakes with their clues, for the page.
    public func explained(by model: ModelView) -> ShownMistakes {
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
                        group: row.group, explanation: classifier.explainJunk(message) ?? classifier.explain(message)))
            }
            return ShownMistakes.Kind(total: kind.total, shown: shown, sizes: kind.sizes)
        }
        return ShownMistakes(falseJunk: explain(falseJunk), missedJunk: explain(missedJunk))
    }
}

/// Groups as people read them: by numbers from 1, in the order in which they first occur.
package func ordinals(of groups: [UInt64]) -> [Int] {
    var numbers: [UInt64: Int] = [:]
    return groups.map { group in
        let number = numbers[group] ?? numbers.count + 1
        numbers[group] = number
        return number
    }
}
