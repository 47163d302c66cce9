// Evaluation: the figures of each day, week or month, in the order of time.

import Statistics

struct PeriodsSection: ReportSection {
    /// Periods that a table on the page has room for; its plots show all.
    private static let mostOnPage = 62
    /// Lines of a terminal, the last ones; `nil` for all.
    var most: Int?

    func write(_ report: EvaluationReport, on page: inout some ReportPage) {
        for (dimension, periods) in report.periods {
            let heading = SectionHeading("By \(dimension.rawValue), in UTC", name: "Over time", id: "periods")
            page.heading(heading)
            page.isWide ? writeDrawings(dimension, periods, on: &page) : writeLines(dimension, periods, on: &page)
        }
    }

    private func writeLines(_ dimension: SliceDimension, _ periods: [Slice], on page: inout some ReportPage) {
        let shown = periods.suffix(most ?? periods.count)
        page.table(
            ReportTable(
                dimension.rawValue, columns: ["messages", "junk found, %", "false junk, %"],
                shown.map { period in
                    [
                        period.value, grouped(period.n), period.recall.share(places: 1, of: 100),
                        period.falseJunk.share(places: 2, of: 100),
                    ]
                }))
        if shown.count < periods.count {
            page.line("\(counted(periods.count - shown.count, "earlier \(dimension.rawValue)")) with --full")
        }
    }

    private func writeDrawings(_ dimension: SliceDimension, _ periods: [Slice], on page: inout some ReportPage) {
        page.drawing(.periods(periods, .falseJunk))
        let junk = periods.reduce(0) { $0 + $1.recall.of }
        if junk < ReportSections.fewestJunk {
            page.paragraph(
                "No plot of junk caught: it needs \(ReportSections.fewestJunk) junk messages, and the test set has \(grouped(junk))."
            )
        } else {
            page.drawing(.periods(periods, .recall))
        }
        let left = max(0, periods.count - Self.mostOnPage)
        page.table(
            ReportTable(
                id: "periods-\(dimension.rawValue)", caption: "By \(dimension.rawValue), in UTC",
                columns: [
                    .text(dimension.rawValue), .number("false junk, %"), .number("wanted"), .number("junk caught, %"),
                    .number("junk"),
                ],
                rows: periods.suffix(Self.mostOnPage).map { period in
                    ReportTable.Row(
                        period.value,
                        [
                            period.falseJunk.of > 0 ? .rate(period.falseJunk, ifUndefined: "") : .absent("no wanted message"),
                            .count(period.falseJunk.of),
                            period.recall.of > 0 ? .rate(period.recall, ifUndefined: "") : .absent("no junk"),
                            .count(period.recall.of),
                        ])
                },
                remark: left > 0 ? "\(grouped(left)) earlier ones are only in the plots and in the JSON report." : nil,
                summary: "The table behind the plots"))
    }
}

extension EvaluationReport {
    /// The slices by time, for each kind of period that was asked for, in the order of time.
    package var periods: [(dimension: SliceDimension, slices: [Slice])] {
        SliceDimension.allCases.filter { $0.period != nil }.compactMap { dimension in
            let own = slices.filter { $0.dimension == dimension }.sorted { $0.value < $1.value }
            return own.isEmpty ? nil : (dimension, own)
        }
    }
}
