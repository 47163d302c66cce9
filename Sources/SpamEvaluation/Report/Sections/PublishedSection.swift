// Evaluation: figures under the names of published tables. The page has these among its key
// figures.

struct PublishedSection: ReportSection {
    func write(_ report: EvaluationReport, on page: inout some ReportPage) {
        guard !page.isWide else { return }
        page.heading(SectionHeading("As published tables have it, in percent"))
        report.write(.published, on: &page)
    }
}
