// The mistakes of a run, the surest first: as a list for a terminal, and for the page.

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

    private var falseJunk: [Row] = []
    private var missedJunk: [Row] = []

    /// Keeps false junk and missed junk.
    mutating func add(_ message: LabeledMessage, _ outcome: Outcome, place: MessagePlace) {
        let isJunk = outcome.truth.action == .junk
        guard isJunk != (outcome.action == .junk) else { return }
        let distance = isJunk ? -outcome.junkLogOdds : outcome.junkLogOdds
        let row = Row(message: message, place: place.shown, outcome: outcome, distance: distance)
        if isJunk { missedJunk.append(row) } else { falseJunk.append(row) }
    }

    /// Puts the surest first, and like messages into groups.
    mutating func order() throws {
        func sort(_ rows: inout [Row]) {
            rows = rows.enumerated().sorted { ($1.element.distance, $0.offset) < ($0.element.distance, $1.offset) }.map(\.element)
        }
        sort(&falseJunk)
        sort(&missedJunk)
        guard !falseJunk.isEmpty || !missedJunk.isEmpty else { return }
        let groups = ordinals(of: try TrainingRun.groups(of: (falseJunk + missedJunk).map(\.message)))
        for i in falseJunk.indices { falseJunk[i].group = groups[i] }
        for i in missedJunk.indices { missedJunk[i].group = groups[falseJunk.count + i] }
    }

    /// The surest mistakes with their clues, for the page.
    func explained(by model: ModelView) -> ShownMistakes {
        var classifier = Classifier(model)
        func explain(_ rows: [Row]) -> ShownMistakes.Kind {
            var shown: [Mistake] = []
            for row in rows.prefix(ShownMistakes.most) {
                shown.append(
                    Mistake(
                        place: row.place, group: row.group, truth: row.message.label, text: row.message.message.body,
                        language: row.message.language, explanation: classifier.explain(row.message.message)))
            }
            return ShownMistakes.Kind(total: rows.count, shown: shown)
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

    private func list(_ kind: String, _ rows: [Row], _ most: Int, _ model: ModelView?) -> [String] {
        guard !rows.isEmpty else { return ["\(kind): none"] }
        var sizes: [Int: Int] = [:]
        var firsts: [Row] = []
        for row in rows {
            if sizes[row.group] == nil { firsts.append(row) }
            sizes[row.group, default: 0] += 1
        }
        let more = firsts.count > most ? ", the surest \(grouped(most))" : ""
        var lines = [
            "\(kind): \(grouped(rows.count)), in \(grouped(firsts.count)) \(firsts.count == 1 ? "group" : "groups") of like messages\(more)"
        ]
        var classifier = model.map { Classifier($0) }
        for row in firsts.prefix(most) {
            let size = sizes[row.group]!, action = row.outcome.action == .none ? "unsure" : row.outcome.action.name
            lines.append(
                "  \(row.place)\(size > 1 ? " and \(grouped(size - 1)) like it" : ""): \(row.message.label), called \(action), log-odds \(MistakeList.signed(row.outcome.junkLogOdds))"
            )
            guard let explanation = classifier?.explain(row.message.message) else { continue }
            let clues = MergedClue.merge(explanation.clues, in: row.message.message.body).prefix(3)
            lines.append("      " + onOneLine(row.message.message.body))
            lines.append(
                "      " + clues.map { "\(onOneLine($0.shown)) \(MistakeList.signed($0.contribution))" }.joined(separator: " | "))
        }
        return lines
    }

    private static func signed(_ value: Double) -> String { (value < 0 ? "" : "+") + decimal(value, places: 2) }
}
