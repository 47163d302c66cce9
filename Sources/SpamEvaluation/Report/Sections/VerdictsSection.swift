// Evaluation: what was decided: the figures of each action, those of all together, what was true
// against what was said.

import SpamFilter
import Statistics

struct VerdictsSection: ReportSection {
    func write(_ report: EvaluationReport, on page: inout some ReportPage) {
        guard report.n > 0 else { return }
        page.heading(SectionHeading("Verdicts, after cutoffs; unsure counts as missed", name: "Verdicts", id: "verdicts"))
        if page.isWide {
            page.table(ConfusionSection.wideTable(report))
            page.table(table(report))
        } else {
            writeLines(report, on: &page)
        }
    }

    private func writeLines(_ report: EvaluationReport, on page: inout some ReportPage) {
        for action in Outcome.actions {
            let figures = report.measured.confusion.figures(of: action)
            guard action == .junk || figures.precision.of + figures.recall.of > 0 else { continue }
            for figure in [Figure.precision(action), .recall(action), .f1(action)] {
                if let line = report.line(figure, isWide: false) { page.figure(line) }
                if figure == .recall(action), let line = report.drawnLine(figure) { page.figure(line) }
            }
        }
        report.write(.verdicts, on: &page)
    }

    private func table(_ report: EvaluationReport) -> ReportTable {
        ReportTable(
            id: "actions", caption: "Each action",
            columns: [
                .text("action"), .number("precision, %"), .number("recall, %"), .number("F1"), .number("messages"),
            ],
            rows: Outcome.actions.map(report.measured.confusion.figures(of:)).filter { $0.precision.of + $0.recall.of > 0 }.map {
                figures in
                let name = figures.action.name
                return ReportTable.Row(
                    name,
                    [
                        .rate(figures.precision, ifUndefined: "none called \(name)"),
                        .rate(figures.recall, ifUndefined: "no \(name) in the test set"),
                        .figure(figures.f1, ifUndefined: "no \(name) at all"), .count(figures.support),
                    ])
            })
    }
}

struct ConfusionSection: ReportSection {
    func write(_ report: EvaluationReport, on page: inout some ReportPage) {
        guard !page.isWide else { return }
        page.heading(SectionHeading("Confusion: rows are true, columns the verdict"))
        page.table(
            ReportTable(
                "", columns: Outcome.verdicts.map { $0 == .none ? "unsure" : $0.name },
                Self.truths(report).map { truth in
                    [truth.name] + Outcome.verdicts.map { grouped(report.measured.confusion[truth, $0]) }
                }))
    }

    static func wideTable(_ report: EvaluationReport) -> ReportTable {
        ReportTable(
            id: "confusion", caption: "True action, and the verdict",
            columns: [.text("true")] + Outcome.verdicts.map { .number($0 == .none ? "unsure" : "called \($0.name)") },
            rows: truths(report).map { truth in
                ReportTable.Row(
                    truth.name,
                    Outcome.verdicts.map { .count(report.measured.confusion[truth, $0], $0 == truth ? .strong : .number) })
            }, remark: "Right verdicts are bold. Unsure counts as missed.")
    }

    /// The actions that occur in truth.
    private static func truths(_ report: EvaluationReport) -> [Action] {
        Outcome.actions.filter { report.measured.confusion.figures(of: $0).support > 0 }
    }
}
