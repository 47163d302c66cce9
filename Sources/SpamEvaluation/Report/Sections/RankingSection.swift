// Evaluation: how well the scores alone put junk above wanted messages. The page has these among
// its key figures.

struct RankingSection: ReportSection {
    func write(_ report: EvaluationReport, on page: inout some ReportPage) {
        guard !page.isWide else { return }
        let how = report.protected.isEmpty ? "before cutoffs" : "as if nothing were protected"
        page.heading(SectionHeading("Junk ranking: the scores alone, \(how)"))
        report.write(.ranking, on: &page)
    }
}
