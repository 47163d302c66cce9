// Evaluation: wanted messages put in Junk, by true label: who is lost.

import SpamFilter
import Statistics

struct FalseJunkSection: ReportSection {
    private static let heading = SectionHeading(
        "False junk: wanted messages put in Junk", name: "Wanted messages lost", id: "lost")

    func write(_ report: EvaluationReport, on page: inout some ReportPage) {
        page.isWide ? writeTable(report, on: &page) : writeLines(report, on: &page)
    }

    /// All, then each label, then what was left unsure.
    private func writeLines(_ report: EvaluationReport, on page: inout some ReportPage) {
        page.heading(Self.heading)
        for figure in Figure.rows(of: .falseJunk) {
            if let line = report.line(figure, isWide: false) { page.figure(line) }
            guard figure == .falseJunk else { continue }
            if let line = report.drawnLine(figure) { page.figure(line) }
            for (label, rate) in report.falseJunkByLabel {
                page.figure(FigureLine("  \(label)", rate, ifUndefined: Figure.falseJunk(of: label).reason(report.measured)))
            }
        }
    }

    private func writeTable(_ report: EvaluationReport, on page: inout some ReportPage) {
        let rates = report.falseJunkByLabel
        guard !rates.isEmpty else { return }
        let most = rates.compactMap { $0.rate.interval95?.upper }.max() ?? 1
        page.heading(Self.heading)
        page.table(
            ReportTable(
                id: "false-junk", caption: "False junk by true label, worst first",
                columns: [.text("true label"), .number("put in Junk, %"), .number("messages")],
                rows: rates.sorted { ($0.rate.value ?? 0) > ($1.rate.value ?? 0) }.map { label, rate in
                    let reason = Figure.falseJunk(of: label).reason(report.measured)
                    return ReportTable.Row(
                        label.description, [.rate(rate, ifUndefined: reason, drawnUpTo: most), .counts(rate)])
                }, drawn: "The lines span 0 to \(percent(most)) %."))
    }
}
