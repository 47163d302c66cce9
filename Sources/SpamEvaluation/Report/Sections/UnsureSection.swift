// Evaluation: messages on which the model would not decide, by true label. A phone leaves them in
// the inbox; those of a wanted label are not sorted into its folder.

import SpamFilter
import Statistics

struct UnsureSection: ReportSection {
    private static let heading = SectionHeading(
        "Left unsure, so they stay in the inbox", name: "Left unsure", id: "unsure")

    func write(_ report: EvaluationReport, on page: inout some ReportPage) {
        page.isWide ? writeTable(report, on: &page) : writeLines(report, labels: .max, on: &page)
    }

    /// All, then junk and what is wanted, then the labels that it meets most.
    ///
    /// - Parameter labels: at most so many labels; those without an unsure message are left out.
    func writeLines(_ report: EvaluationReport, labels: Int, on page: inout some ReportPage) {
        guard let all = report.line(.unsure, isWide: false) else { return }
        page.heading(Self.heading)
        page.figure(all)
        let rates = report.unsureByLabel
        let unsure = report.rate(.unsure)
        guard unsure.count > 0, let junk = rates.first(where: { $0.label == .junk })?.rate, junk.of < unsure.of else {
            return writeLabels(rates, most: labels, on: &page)
        }
        page.figure(FigureLine("  junk", junk, ifUndefined: ""))
        page.figure(FigureLine("  wanted", Rate(unsure.count - junk.count, of: unsure.of - junk.of), ifUndefined: ""))
        writeLabels(rates.filter { $0.label != .junk }, most: labels, on: &page)
    }

    private func writeLabels(_ rates: [(label: Label, rate: Rate)], most: Int, on page: inout some ReportPage) {
        guard rates.count > 1 else { return }
        for (label, rate) in UnsureSection.ordered(rates).filter({ $0.rate.count > 0 }).prefix(most) {
            page.figure(FigureLine("    \(label)", rate, ifUndefined: ""))
        }
    }

    private func writeTable(_ report: EvaluationReport, on page: inout some ReportPage) {
        let rates = UnsureSection.ordered(report.unsureByLabel)
        guard !rates.isEmpty else { return }
        let most = rates.compactMap { $0.rate.interval95?.upper }.max() ?? 1
        page.heading(Self.heading)
        page.table(
            ReportTable(
                id: "unsure-labels", caption: "Left unsure by true label, most first",
                columns: [.text("true label"), .number("left unsure, %"), .number("messages")],
                rows: rates.map { label, rate in
                    ReportTable.Row(label.description, [.rate(rate, ifUndefined: "", drawnUpTo: most), .counts(rate)])
                },
                drawn: "The lines span 0 to \(percent(most)) %."))
    }

    /// The label of which the largest share is unsure comes first.
    private static func ordered(_ rates: [(label: Label, rate: Rate)]) -> [(label: Label, rate: Rate)] {
        rates.sorted { ($0.rate.value ?? 0) > ($1.rate.value ?? 0) }
    }
}
