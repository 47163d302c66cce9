// Evaluation: messages on which the model would not decide, by true label. A phone leaves them in
// the inbox; those of a wanted label are not sorted into its folder.

import SpamFilter
import Statistics

struct UnsureSection: ReportSection {
    private static let heading = SectionHeading(
        "Left unsure, so they stay in the inbox", name: "Left unsure", id: "unsure")

    func write(_ report: EvaluationReport, on page: inout some ReportPage) {
        page.isWide ? writeTable(report, on: &page) : writeLines(report, labels: Label.all.count, on: &page)
    }

    /// All, then junk and what is wanted, then the labels of which the largest share is unsure.
    ///
    /// - Parameter most: at most so many labels, then the others together.
    func writeLines(_ report: EvaluationReport, labels most: Int, on page: inout some ReportPage) {
        guard let all = report.line(.unsure, isWide: false) else { return }
        page.heading(Self.heading)
        page.figure(all)
        let unsure = report.rate(.unsure)
        var rates = report.unsureByLabel, margin = "  "
        if unsure.count > 0, let junk = rates.first(where: { $0.label == .junk })?.rate, junk.of < unsure.of {
            page.figure(FigureLine("  junk", junk, ifUndefined: ""))
            page.figure(FigureLine("  wanted", Rate(unsure.count - junk.count, of: unsure.of - junk.of), ifUndefined: ""))
            rates.removeAll { $0.label == .junk }
            margin = "    "
        }
        let named = UnsureSection.ordered(rates).filter { $0.rate.count > 0 }
        guard rates.count > 1 else { return }
        // One label left over has a line of its own.
        let few = named.count > most + 1 ? Array(named.prefix(most)) : named
        for (label, rate) in few { page.figure(FigureLine("\(margin)\(label)", rate, ifUndefined: "")) }
        let others = named.dropFirst(few.count)
        guard !others.isEmpty else { return }
        let together = Rate(others.reduce(0) { $0 + $1.rate.count }, of: others.reduce(0) { $0 + $1.rate.of })
        page.figure(FigureLine("\(margin)\(others.count) other labels", together, ifUndefined: ""))
    }

    private func writeTable(_ report: EvaluationReport, on page: inout some ReportPage) {
        let rates = UnsureSection.ordered(report.unsureByLabel)
        guard !rates.isEmpty else { return }
        let most = rates.compactMap { $0.rate.interval95?.upper }.max() ?? 1
        let all = [("all messages", report.rate(.unsure))]
        page.heading(Self.heading)
        page.table(
            ReportTable(
                id: "unsure-labels", caption: "Left unsure by true label, most first",
                columns: [.text("true label"), .number("left unsure, %"), .number("messages")],
                rows: (all + rates.map { ($0.label.description, $0.rate) }).map { name, rate in
                    ReportTable.Row(name, [.rate(rate, ifUndefined: "", drawnUpTo: most), .counts(rate)])
                },
                drawn: "The lines span 0 to \(percent(most)) %."))
    }

    /// The label of which the largest share is unsure comes first.
    private static func ordered(_ rates: [(label: Label, rate: Rate)]) -> [(label: Label, rate: Rate)] {
        rates.sorted { ($0.rate.value ?? 0) > ($1.rate.value ?? 0) }
    }
}
