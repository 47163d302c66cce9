// Evaluation: the sections of a report: what one is, all there are, and those of figures alone. A
// new section is a file in Sections, and a row here.

import Statistics

/// One section, the same for text, Markdown and the HTML page.
///
/// It writes a heading and what belongs under it, or nothing at all where it has nothing to say.
/// Where `page.isWide` it may write wider tables and drawings. The figures that the page has in its
/// tables of `KeyFigures` need not be written there again.
package protocol ReportSection: Sendable {
    func write(_ report: EvaluationReport, on page: inout some ReportPage)
}

package enum ReportSections {
    /// Curves of less junk are luck: none is drawn.
    package static let fewestJunk = 30

    /// Before all figures: how the model does where it was not trained.
    package static let opening: [any ReportSection] = [AcrossSourcesSection()]

    /// On the page before the cutoff: folders, then time.
    package static let first: [any ReportSection] = [FoldersSection(), PeriodsSection()] + opening
    /// On the page below all figures.
    package static let others: [any ReportSection] = Array(all.dropFirst(2))

    /// In the order of the text report, which begins with folders and time. The page has an order
    /// of its own, and those that it does not name last.
    package static let all: [any ReportSection] = [
        FoldersSection(), PeriodsSection(), FalseJunkSection(), UnsureSection(), SendersSection(), SlicesSection(),
        RankingSection(), VerdictsSection(),
        DecisionsSection(), CalibrationSection(), PublishedSection(), ConfusionSection(),
    ]
}

struct RankingSection: ReportSection {
    func write(_ report: EvaluationReport, on page: inout some ReportPage) {
        guard !page.isWide else { return }
        let how = report.protected.isEmpty ? "before cutoffs" : "without protection"
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
            "Costs: \(decimal(costs.falseJunk, places: 2)) for a wanted message in Junk, \(decimal(costs.missedJunk, places: 2)) for junk let through, \(decimal(costs.unsure, places: 2)) for a message left unsure."
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
