// The mistakes of a run, near duplicates together, the surest first: as a list for a terminal, and
// for the page.

import Corpus
import EvaluationPage
import SpamEvaluation
import SpamFilter
import SpamTraining
import Statistics

struct MistakeList {
    private struct Row {
        let message: LabeledMessage
        let place: String
        let outcome: Outcome
        /// How far from right, in log-odds.
        let distance: Double
        /// Like messages have one number, from 1.
        var group = 0
    }

    /// The surest mistakes of a kind, and how many there are.
    private struct Kind {
        /// Of these groups are made. More are counted alone.
        private static let mostKept = 4000

        private(set) var total = 0
        var rows: [Row] = []

        mutating func add(_ row: Row) {
            total += 1
            rows.append(row)
            if rows.count == 2 * Self.mostKept { sort() }
        }

        /// The surest first; those of one score in the order of reading.
        mutating func sort() {
            let order = rows.indices.sorted { (-rows[$0].distance, $0) < (-rows[$1].distance, $1) }
            rows = order.prefix(Self.mostKept).map { rows[$0] }
        }

        /// Messages of each group.
        var sizes: [Int: Int] { rows.reduce(into: [:]) { $0[$1.group, default: 0] += 1 } }
    }

    private var falseJunk = Kind()
    private var missedJunk = Kind()

    /// Keeps false junk and missed junk.
    mutating func add(_ message: LabeledMessage, _ outcome: Outcome, place: MessagePlace) {
        let isJunk = outcome.truth.action == .junk
        guard isJunk != (outcome.action == .junk) else { return }
        let distance = isJunk ? -outcome.junkLogOdds : outcome.junkLogOdds
        let row = Row(message: message, place: place.shown, outcome: outcome, distance: distance)
        if isJunk { missedJunk.add(row) } else { falseJunk.add(row) }
    }

    /// Puts the surest first, and like messages into groups.
    mutating func order() throws {
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
    func explained(by model: ModelView) -> ShownMistakes {
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

    /// A line for each group of like messages, with its surest mistake; lost wanted messages first.
    ///
    /// - Parameters:
    ///   - most: groups to show of each kind.
    ///   - model: gives the clues, which are words of messages; `nil` shows none, nor texts.
    func text(most: Int, explainedBy model: ModelView?) -> String {
        var lines = list("Wanted messages put in Junk", falseJunk, most, model)
        lines += [""] + list("Junk that was let through", missedJunk, most, model)
        return lines.joined(separator: "\n")
    }

    private func list(_ title: String, _ kind: Kind, _ most: Int, _ model: ModelView?) -> [String] {
        guard kind.total > 0 else { return ["\(title): none"] }
        let sizes = kind.sizes
        var met: Set<Int> = []
        let firsts = kind.rows.filter { met.insert($0.group).inserted }
        let surest = kind.rows.count < kind.total ? "; the surest \(grouped(kind.rows.count)) are" : ","
        let more = firsts.count > most ? ", shown are \(grouped(most))" : ""
        let groups = "\(grouped(firsts.count)) \(firsts.count == 1 ? "group" : "groups") of like messages"
        var lines = ["\(title): \(grouped(kind.total))\(surest) in \(groups)\(more)"]
        var classifier = model.map { Classifier($0) }
        for row in firsts.prefix(most) {
            let size = sizes[row.group]!, action = row.outcome.action == .none ? "unsure" : row.outcome.action.name
            let words =
                "  \(row.place)\(size > 1 ? " and \(grouped(size - 1)) like it" : ""): \(row.message.label), called \(action), log-odds \(MistakeList.signed(row.outcome.junkLogOdds))"
            lines.append(wrapped(words, to: 80, indent: "      "))
            guard let explanation = classifier?.explain(row.message.message) else { continue }
            let clues = MergedClue.merge(explanation.clues, in: row.message.message.body).prefix(3)
            lines.append("      " + wrapped(onOneLine(row.message.message.body), to: 80, indent: "      ", after: 6))
            // Above 0 speaks for junk, on the page as well.
            let sign: Double = explanation.favored == .junk ? 1 : -1
            let shown = clues.map { "\(onOneLine($0.shown)) \(MistakeList.signed(sign * $0.contribution))" }
            lines.append("      " + wrapped(shown.joined(separator: " | "), to: 80, indent: "      ", after: 6))
        }
        return lines
    }

    private static func signed(_ value: Double) -> String { (value < 0 ? "" : "+") + decimal(value, places: 2) }
}
