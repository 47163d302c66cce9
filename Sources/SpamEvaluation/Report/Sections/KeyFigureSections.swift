// Evaluation: sections of figures alone, which the page has among its key figures.

import Statistics

struct RankingSection: ReportSection {
    func write(_ report: EvaluationReport, on page: inout some ReportPage) {
        guard !page.isWide else { return }
        let how = report.protected.isEmpty ? "before cutoffs" : "as if nothing were protected"
        page.heading(SectionHeading("Junk ranking: the scores alone, \(how)"))
        report.write(.ranking, on: &page)
    }
}

struct DecisionsSection: ReportSection {
    func write(_ report: EvaluationReport, on page: inout some ReportPage) {
        guard !page.isWide else { return }
        page.heading(SectionHeading("Decisions and their cost"))
        report.write(.decisions, on: &page)
        guard let costs = report.measured.costs else { return }
        page.paragraph(
            "Costs: \(decimal(costs.falseJunk, places: 2)) a wanted message in Junk, \(decimal(costs.missedJunk, places: 2)) junk that was decided to be something else, \(decimal(costs.unsure, places: 2)) a message without a decision."
        )
    }
}

struct PublishedSection: ReportSection {
    func write(_ report: EvaluationReport, on page: inout some ReportPage) {
        guard !page.isWide else { return }
        page.heading(SectionHeading("As published tables have it, in percent"))
        report.write(.published, on: &page)
    }
}
