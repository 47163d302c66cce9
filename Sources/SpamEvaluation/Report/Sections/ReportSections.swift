// Evaluation: the sections of a report: what one is, and all there are. A new section is a file in
// Sections, and a row here.

/// One section, the same for text, Markdown and the HTML page.
///
/// It writes a heading and what belongs under it, or nothing at all where it has nothing to say.
/// Where `page.isWide` it may write wider tables and drawings. The figures that the page has in its
/// tables of `KeyFigures` need not be written there again.
package protocol ReportSection: Sendable {
    func write(_ report: EvaluationReport, on page: inout some ReportPage)
}

package enum ReportSections {
    /// Before all figures: how the model does where it was not trained.
    package static let opening: [any ReportSection] = [AcrossSourcesSection()]

    /// In the order of the text report. The page has an order of its own, and those that it does
    /// not name last.
    package static let all: [any ReportSection] = [
        FalseJunkSection(), UnsureSection(), SendersSection(), SlicesSection(), RankingSection(), VerdictsSection(),
        DecisionsSection(), CalibrationSection(), PublishedSection(), ConfusionSection(),
    ]
}
