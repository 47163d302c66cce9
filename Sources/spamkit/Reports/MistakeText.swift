// The mistakes of a run as a list for a terminal.

import Experiments
import SpamEvaluation
import SpamFilter
import Statistics

extension MistakeList {
    /// A line for each group of near duplicates, the largest first, with its surest mistake; lost
    /// wanted messages come before junk.
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
        let surest = kind.rows.count < kind.total ? "; the \(grouped(kind.rows.count)) farthest from right are" : ","
        let more = firsts.count > most ? ", shown are the \(grouped(most)) largest" : ""
        let groups = "\(grouped(firsts.count)) \(firsts.count == 1 ? "group" : "groups") of near duplicates"
        var lines = [wrapped("\(title): \(grouped(kind.total))\(surest) in \(groups)\(more)", to: 80, indent: "    ")]
        var classifier = model.map { Classifier($0) }
        for row in firsts.prefix(most) {
            let size = sizes[row.group]!, action = row.outcome.action == .none ? "unsure" : row.outcome.action.name
            let words =
                "  \(size > 1 ? "\(grouped(size)) near duplicates, such as " : "")\(row.place): \(row.message.label), called \(action), log-odds \(MistakeList.signed(row.outcome.junkLogOdds))"
            lines.append(wrapped(words, to: 80, indent: "      "))
            let message = row.message.message
            guard let explanation = classifier?.explainJunk(message) ?? classifier?.explain(message) else { continue }
            let clues = MergedClue.deciding(explanation, in: row.message.message.body, most: 3)
            lines.append("      " + wrapped(onOneLine(row.message.message.body), to: 80, indent: "      ", after: 6))
            let shown = clues.map { "\(onOneLine($0.shown)) \(MistakeList.signed($0.contribution))" }
            lines.append("      " + wrapped(shown.joined(separator: " | "), to: 80, indent: "      ", after: 6))
        }
        return lines
    }

    private static func signed(_ value: Double) -> String { (value < 0 ? "" : "+") + decimal(value, places: 2) }
}
