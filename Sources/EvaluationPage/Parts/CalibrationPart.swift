// Page: whether probabilities are what they say. The reliability table in, a plot of it, a plot of its counts and the table out.

import SpamEvaluation
import Statistics

enum CalibrationPart {
    static func part(_ report: EvaluationReport) -> PagePart {
        var part = PagePart(id: "calibration", name: "Calibration")
        guard let table = report.calibration else {
            part.absent = ["undefined: \(report.n == 0 ? Undefined.empty : Undefined.ranking(report))."]
            return part
        }
        part.paragraphs = [
            "Of the messages to which the model gives a probability of 80 %, 80 % should be junk. Mean gap over all messages (expected calibration error): \(percent(table.ece)) percentage points."
        ]
        part.figures = [
            PagePart.Drawing(
                svg: reliability(table),
                figureCaption:
                    "Each dot is a bin of messages, with the 95 % interval of its share of junk; on the dashed line the model says what is true."
            ),
            PagePart.Drawing(svg: counts(table), figureCaption: "How many messages each bin holds."),
        ]
        part.tables = [
            PageTable(
                id: "reliability", caption: "Reliability by bins of equal width",
                columns: [.text("probability of junk, %"), .number("messages"), .number("mean said, %"), .number("junk, %")],
                rows: table.bins.map { bin in
                    PageTable.Row(
                        head: range(bin),
                        cells: [
                            .count(bin.count), PageTable.Cell(text: bin.meanPredicted.map(percent) ?? "–"),
                            bin.count == 0 ? PageTable.Cell(text: "–") : .rate(bin.junk, ifUndefined: ""),
                        ])
                }, summary: "The table behind the plots")
        ]
        return part
    }

    private static func range(_ bin: CalibrationTable.Bin) -> String {
        "\(decimal(100 * bin.lower, places: 1)) – \(decimal(100 * bin.upper, places: 1))"
    }

    private static func reliability(_ table: CalibrationTable) -> String {
        var plot = Plot(x: .share("Probability of junk said, mean of the bin, %"), y: .share("Truly junk, %"))
        plot.line([(0, 0), (1, 1)], "chance")
        for bin in table.bins {
            guard let said = bin.meanPredicted, let limits = bin.junk.interval95, let share = bin.junk.value else { continue }
            plot.line([(said, limits.lower), (said, limits.upper)], "limits")
            plot.dot((said, share), "bin")
        }
        let words = table.bins.compactMap { bin in
            bin.junk.value.flatMap { share in bin.meanPredicted.map { "\(percent($0)) % said, \(percent(share)) % true" } }
        }
        return plot.svg(id: "reliability-plot", title: "Reliability of probabilities", description: words.joined(separator: "; "))
    }

    private static func counts(_ table: CalibrationTable) -> String {
        var plot = Plot(
            x: .share("Probability of junk said, %"),
            y: .counts("Messages (logarithmic)", upTo: table.bins.map(\.count).max() ?? 0))
        for bin in table.bins where bin.count > 0 {
            plot.bar(from: bin.lower, to: bin.upper, height: Double(bin.count), "bar")
        }
        let words = table.bins.map { "\(range($0)) %: \(grouped($0.count))" }
        return plot.svg(id: "counts-plot", title: "Messages by probability of junk", description: words.joined(separator: "; "))
    }
}
