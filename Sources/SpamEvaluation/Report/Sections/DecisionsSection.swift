// Evaluation: how much was decided, and what mistakes cost. The page has these among its key
// figures.

import Statistics

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
