// Evaluation: how well the scores alone put junk above wanted messages. The page has these among
// its key figures.

struct RankingSection: ReportSection {
    func write(_ report: EvaluationReport, on page: inout some ReportPage) {
        guard !page.isWide else { return }
        page.heading(SectionHeading("Junk ranking: the scores alone, before cutoffs"))
        report.write(.ranking, on: &page)
    }
}
