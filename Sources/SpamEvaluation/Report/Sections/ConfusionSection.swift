// Evaluation: what was true against what was said. On the page it is part of the verdicts.

import SpamFilter
import Statistics

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
        Outcome.actions.filter { report.figures(of: $0).support > 0 }
    }
}
