// Evaluation: a section of a report. A report in; on a page of any kind, what the section says of
// it.

/// One section, the same for text, Markdown and the HTML page.
///
/// It writes a heading and what belongs under it, or nothing at all where it has nothing to say.
/// Where `page.isWide` it may write wider tables and drawings. The figures that the page has in its
/// tables of `KeyFigures` need not be written there again.
package protocol ReportSection: Sendable {
    func write(_ report: EvaluationReport, on page: inout some ReportPage)
}
