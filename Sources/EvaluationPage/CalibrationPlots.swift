// Page: whether probabilities are what they say, as drawings. A reliability table in, SVG out.

import SpamEvaluation
import Statistics

extension ReportDrawing {
    var svg: String {
        switch self {
        case .reliability(let table): reliabilityPlot(table)
        case .counts(let table): countsPlot(table)
        }
    }

    var caption: String {
        switch self {
        case .reliability:
            "Each dot is a bin of messages, with the 95 % interval of its share of junk; on the dashed line the model says what is true."
        case .counts: "How many messages each bin holds."
        }
    }
}

private func reliabilityPlot(_ table: CalibrationTable) -> String {
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

private func countsPlot(_ table: CalibrationTable) -> String {
    var plot = Plot(
        x: .share("Probability of junk said, %"),
        y: .counts("Messages (logarithmic)", upTo: table.bins.map(\.count).max() ?? 0))
    for bin in table.bins where bin.count > 0 {
        plot.bar(from: bin.lower, to: bin.upper, height: Double(bin.count), "bar")
    }
    let words = table.bins.map { "\($0.range) %: \(grouped($0.count))" }
    return plot.svg(id: "counts-plot", title: "Messages by probability of junk", description: words.joined(separator: "; "))
}
