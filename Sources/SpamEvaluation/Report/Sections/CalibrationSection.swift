// Evaluation: whether probabilities are what they say.

import Statistics

struct CalibrationSection: ReportSection {
    func write(_ report: EvaluationReport, on page: inout some ReportPage) {
        page.heading(SectionHeading("Calibration of the probability of junk", name: "Calibration", id: "calibration"))
        page.isWide ? writeDrawings(report, on: &page) : writeLines(report, on: &page)
    }

    private func writeLines(_ report: EvaluationReport, on page: inout some ReportPage) {
        report.write(.calibration, on: &page)
        guard let calibration = report.measured.calibration else { return }
        page.table(
            ReportTable(
                "probability", columns: ["messages", "mean", "share of junk"],
                calibration.bins.filter { $0.count > 0 }.map { bin in
                    [
                        "\(decimal(bin.lower, places: 3)) to \(decimal(bin.upper, places: 3))", grouped(bin.count),
                        bin.meanPredicted.map { decimal($0, places: 4) } ?? "", bin.junk.share(places: 3),
                    ]
                }))
    }

    private func writeDrawings(_ report: EvaluationReport, on page: inout some ReportPage) {
        guard let table = report.measured.calibration else {
            return page.absent("undefined: \(Figure.calibrationError.reason(report.measured)).")
        }
        page.paragraph(
            "80 of 100 messages should be junk where the model says 80 %. The mean gap is \(percent(table.ece)) percentage points (expected calibration error)."
        )
        if report.junk < ReportSections.fewestJunk {
            page.paragraph(
                "No plots: they need \(ReportSections.fewestJunk) junk messages, and the test set has \(grouped(report.junk)).")
        } else {
            page.drawing(.reliability(table))
            page.drawing(.counts(table))
        }
        page.table(
            ReportTable(
                id: "reliability", caption: "Reliability by bins of equal width",
                columns: [.text("probability of junk, %"), .number("messages"), .number("mean said, %"), .number("junk, %")],
                rows: table.bins.map { bin in
                    ReportTable.Row(
                        bin.range,
                        [
                            .count(bin.count), bin.meanPredicted.map { .init(percent($0)) } ?? .dash,
                            bin.count == 0 ? .dash : .rate(bin.junk, ifUndefined: ""),
                        ])
                }, summary: report.junk < ReportSections.fewestJunk ? "The table" : "The table behind the plots"))
    }
}

extension CalibrationTable.Bin {
    /// In percent: `86.7 – 93.3`.
    package var range: String { "\(decimal(100 * lower, places: 1)) – \(decimal(100 * upper, places: 1))" }
}
