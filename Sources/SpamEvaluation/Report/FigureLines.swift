// Evaluation: figures of the catalogue as lines of a page. A report and a figure in, a line out.

import Statistics

extension EvaluationReport {
    /// A figure under the title that this kind of page gives it; `nil` where such pages do not list
    /// it.
    ///
    /// A figure in percent is a number here, without the interval of the rate behind it.
    func line(_ figure: Figure, isWide: Bool) -> FigureLine? {
        guard let title = isWide ? figure.titles.page : figure.titles.text, figure.applies(measured) else { return nil }
        let own = bootstrap?.intervals[figure.name].map { Limits($0.lower, $0.upper) }
        let reason = figure.reason(measured)
        if case .rate(let rate) = figure.value(measured), !figure.isInPercent {
            let wilson = figure.hasCountsInterval ? rate.interval95 : nil
            return FigureLine(title, .rate(rate), wilson: wilson.map { ($0.lower, $0.upper) }, drawn: own, reason: reason)
        }
        let wilson = figure.wilson(measured).map { Limits($0.lower, $0.upper) }
        return FigureLine(title, .number(self[figure]), wilson: wilson, drawn: own, reason: reason)
    }

    /// The interval of a rate by draws of groups, on a line of its own; `nil` where there is none.
    func drawnLine(_ figure: Figure) -> FigureLine? {
        guard let value = rate(figure).value, let limits = drawn(figure) else { return nil }
        return FigureLine(
            "  drawn by group, in percent", .number(100 * value), wilson: nil, drawn: (100 * limits.lower, 100 * limits.upper),
            reason: "")
    }

    /// Writes the figures of a section of the catalogue, those that such pages list.
    func write(_ section: Figure.Section, on page: inout some ReportPage) {
        for figure in Figure.rows(of: section) {
            if let line = line(figure, isWide: page.isWide) { page.figure(line) }
        }
    }
}

// MARK: - Tables of key figures

/// The figures of the whole test set in three tables, for a page that shows them before all else.
package enum KeyFigures: CaseIterable, Sendable {
    case decided, scores, published

    private var sections: [Figure.Section] {
        switch self {
        case .decided: [.falseJunk, .unsure, .actions, .verdicts, .decisions]
        case .scores: [.ranking, .calibration]
        case .published: [.published]
        }
    }

    /// What comes first, by name; all others follow in the order of the catalogue.
    private static let first = [
        "false-junk", "recall", "precision", "f1", "mcc", "unsure", "risk", "accuracy", "shown-sub-action", "right-sub-action",
        "macro-precision", "macro-recall", "micro-f1", "macro-f1", "cost",
    ]

    package func lines(_ report: EvaluationReport) -> [FigureLine] {
        let rows = sections.flatMap(Figure.rows(of:))
        let first = KeyFigures.first.compactMap { name in rows.first { $0.name == name } }
        return (first + rows.filter { !first.contains($0) }).compactMap { report.line($0, isWide: true) }
    }
}
