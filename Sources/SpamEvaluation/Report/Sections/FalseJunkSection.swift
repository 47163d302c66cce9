// Evaluation: wanted messages put in Junk, by true label: who is lost.

import SpamFilter
import Statistics

struct FalseJunkSection: ReportSection {
    private static let heading = SectionHeading(
        "False junk: wanted messages put in Junk", name: "Wanted messages lost", id: "lost")

    func write(_ report: EvaluationReport, on page: inout some ReportPage) {
        page.isWide ? writeTable(report, on: &page) : writeLines(report, on: &page)
    }

    /// All, then each label.
    private func writeLines(_ report: EvaluationReport, on page: inout some ReportPage) {
        page.heading(Self.heading)
        for figure in Figure.rows(of: .falseJunk) {
            if let line = report.line(figure, isWide: false) { page.figure(line) }
            guard figure == .falseJunk else { continue }
            if let line = report.drawnLine(figure) { page.figure(line) }
            for (label, rate) in report.falseJunkByLabel {
                let reason = Figure.falseJunk(of: label).reason(report.measured)
                page.figure(FigureLine("  " + report.name(of: label) + report.mark([label], rate), rate, ifUndefined: reason))
            }
        }
        let marked = report.falseJunkByLabel.map { report.mark([$0.label], $0.rate) }
        if let remark = EvaluationReport.remarkOnMarks(in: marked) { page.paragraph(remark) }
    }

    private func writeTable(_ report: EvaluationReport, on page: inout some ReportPage) {
        let rates = report.falseJunkByLabel
        guard !rates.isEmpty else { return }
        let most = rates.compactMap { $0.rate.interval95?.upper }.max() ?? 1
        page.heading(Self.heading)
        let rows = rates.sorted { ($0.rate.value ?? 0) > ($1.rate.value ?? 0) }.map { label, rate in
            let reason = Figure.falseJunk(of: label).reason(report.measured)
            return ReportTable.Row(
                report.name(of: label) + report.mark([label], rate),
                [.rate(rate, ifUndefined: reason, drawnUpTo: most), .counts(rate)])
        }
        page.table(
            ReportTable(
                id: "false-junk", caption: "False junk by true label, worst first",
                columns: [.text("true label"), .number("put in Junk, %"), .number("messages")], rows: rows,
                remark: EvaluationReport.remarkOnMarks(in: rows.map(\.head)),
                drawn: "The lines span 0 to \(percent(most)) %."))
    }
}

extension EvaluationReport {
    /// ` *` behind labels whose interval is too short, as their messages are of few groups.
    func mark(_ labels: [Label], _ rate: Rate) -> String {
        wantedGroups.map { $0.areFew(labels, messages: rate.of) } ?? false ? " *" : ""
    }

    /// The name of a label; a whole action beside sub-actions of it has only what has none.
    func name(of label: Label) -> String {
        let hasOthers = falseJunkByLabel.contains { $0.label.action == label.action && $0.label.subAction != .none }
        return label.subAction == .none && hasOthers ? "\(label), unspecified" : label.description
    }

    /// What the mark means; `nil` where no title has it.
    static func remarkOnMarks(in titles: some Sequence<String>) -> String? {
        guard titles.contains(where: { $0.hasSuffix(" *") }) else { return nil }
        return "* Near duplicates of fewer than \(WantedGroups.fewest) groups: the interval is too narrow."
    }
}
