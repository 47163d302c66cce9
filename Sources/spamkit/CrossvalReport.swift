// spamkit crossval: what it says. The figures of all parts, and of all their messages together.

import SpamEvaluation
import SpamTraining

struct CrossValidationReport: Encodable {
    struct Part: Encodable {
        let name: String
        let trained: Int
        /// Messages of one template with messages trained on.
        let overlap: Int
        /// Why no model could be trained without it.
        let problem: String?
        let figures: EvaluationReport?
    }

    /// What the corpus was divided by.
    let by: String
    let parts: [Part]
    let pooled: EvaluationReport

    init(_ division: CorpusDivision, _ found: [CrossValidationPart]) {
        by = division.rawValue
        var all = Evaluation()
        for part in found { if let evaluation = part.evaluation { all.add(evaluation) } }
        pooled = EvaluationReport(all)
        parts = found.map {
            Part(
                name: $0.name, trained: $0.trained, overlap: $0.overlap, problem: $0.problem?.description,
                figures: $0.evaluation.map { EvaluationReport($0) })
        }
    }

    /// A line a part, the worst ranking first, then the report of all messages.
    var text: String {
        let rows = parts.sorted { ($0.figures?.auc ?? 2, $0.name) < ($1.figures?.auc ?? 2, $1.name) }
        let heads = ["messages", "junk", "seen alike", "ROC-AUC", "recall at 1 %", "junk found", "false junk"]
        let width = max(by.count, rows.map { min($0.name.count, 32) }.max() ?? 0)
        func row(_ name: String, _ cells: [String]) -> String {
            let padding = String(repeating: " ", count: width - min(name.count, 32))
            let padded = zip(cells, heads).map { String(repeating: " ", count: max(0, $1.count - $0.count)) + $0 }
            return "  " + String(name.prefix(32)) + padding + "  " + padded.joined(separator: "  ")
        }
        var lines = ["Each \(by == "source" ? by : "part") by a model of all others", "", row(by, heads)]
        for part in rows {
            guard let figures = part.figures else {
                lines.append("  \(part.name): not measured: \(part.problem ?? "")")
                continue
            }
            let junk = figures.classes.first { $0.action == .junk }?.recall
            lines.append(
                row(
                    part.name,
                    [
                        "\(figures.n)", "\(figures.junk)", "\(part.overlap)", figures.auc.map(fourPlaces) ?? "-",
                        share(figures.recallAt[.onePercent]), share(junk), share(figures.falseJunk),
                    ]))
        }
        lines += [
            "",
            "Seen alike are messages of one template with messages trained on. Recall at 1 % false junk is of the ranking; junk",
            "found and false junk, in percent, are those of each model's own cutoffs.", "", "All of them together", "",
            String(pooled.text.dropLast()),
        ]
        return lines.joined(separator: "\n")
    }

    private func fourPlaces(_ value: Double) -> String {
        let scaled = String(Int((value * 10_000).rounded()))
        let padded = String(repeating: "0", count: max(0, 5 - scaled.count)) + scaled
        return padded.dropLast(4) + "." + padded.suffix(4)
    }

    private func share(_ rate: Rate?) -> String {
        guard let value = rate?.value else { return "-" }
        let scaled = String(Int((value * 10_000).rounded()))
        let padded = String(repeating: "0", count: max(0, 3 - scaled.count)) + scaled
        return padded.dropLast(2) + "." + padded.suffix(2)
    }
}
