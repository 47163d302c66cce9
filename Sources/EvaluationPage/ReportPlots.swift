// Page: the drawings of a report. Operating points in, the two curves of a ranking and the places
// on them that the slider visits out; a reliability table in, what probabilities are worth out.

import SpamEvaluation
import Statistics

/// ROC and precision-recall curves of the same points, with the model's own cutoff marked on both.
struct CurvePlots {
    private let curve: OperatingCurve
    private let own: OperatingPoint
    private let roc: Plot
    private let precision: Plot
    private let bound: Double?

    /// `nil` unless there is junk as well as wanted messages, and no score is NaN.
    ///
    /// - Parameter own: the point of the model's own cutoff.
    /// - Parameter bound: the limit on false junk, to be drawn on both.
    init?(_ curve: OperatingCurve, own: OperatingPoint, bound: Double?) {
        guard curve.junk > 0, curve.wanted > 0, !curve.points.isEmpty else { return nil }
        self.curve = curve
        self.own = own
        self.bound = bound
        roc = Plot(
            x: .smallShare("False junk, % of wanted messages (logarithmic)", of: curve.wanted),
            y: .share("Junk caught, % of junk"))
        precision = Plot(x: .share("Junk caught, % of junk"), y: .share("Junk folder that is junk, %"))
    }

    private func caught(_ point: OperatingPoint) -> Rate { Rate(point.junkCaught, of: curve.junk) }
    private func lost(_ point: OperatingPoint) -> Rate { Rate(point.wantedCalledJunk, of: curve.wanted) }

    private func onROC(_ point: OperatingPoint) -> (x: Double, y: Double) {
        (lost(point).value ?? 0, caught(point).value ?? 0)
    }

    /// `nil` where nothing is put in Junk.
    private func onPrecision(_ point: OperatingPoint) -> (x: Double, y: Double)? {
        point.precision.value.map { (caught(point).value ?? 0, $0) }
    }

    /// The places of the slider's marks, for each point; `nil` where there is none.
    var rocPlaces: [[Double]?] {
        curve.points.map { point in
            let at = roc.place(onROC(point))
            return [at.x, at.y]
        }
    }

    var precisionPlaces: [[Double]?] {
        curve.points.map { point in
            onPrecision(point).map { value in
                let at = precision.place(value)
                return [at.x, at.y]
            }
        }
    }

    func rocSVG(description: String) -> String {
        var plot = roc
        // Chance is a straight line only where no axis is logarithmic.
        let chance = (0...60).map { roc.x.value(at: Double($0) / 60) }
        plot.line(chance.map { ($0, $0) }, "chance")
        plot.words("chance", at: (0.2, 0.2), dx: -6, dy: -4, anchor: "end")
        if let bound {
            plot.line([(bound, 0), (bound, 1)], "bound")
            plot.words("limit \(shortShare(bound))", at: (bound, 0.12), dx: 4)
        }
        plot.line(curve.points.map(onROC), "curve")
        if let across = lost(own).interval95, let up = caught(own).interval95 {
            let at = onROC(own)
            plot.line([(across.lower, at.y), (across.upper, at.y)], "limits")
            plot.line([(at.x, up.lower), (at.x, up.upper)], "limits")
        }
        plot.dot(onROC(own), "own")
        plot.dot(onROC(own), "here", radius: 8, id: "roc-here")
        return plot.svg(id: "roc", title: "ROC curve", description: description)
    }

    func precisionSVG(description: String) -> String {
        var plot = precision
        let share = Double(curve.junk) / Double(curve.junk + curve.wanted)
        plot.line([(0, share), (1, share)], "chance")
        plot.words("chance", at: (0.02, share), dy: share > 0.9 ? 14 : -5)
        var steps: [(x: Double, y: Double)] = []
        var reached = 0.0
        for value in curve.points.compactMap(onPrecision) {
            // A share of junk between two points is caught at the precision of the second, as in
            // average precision.
            steps.append((reached, value.y))
            steps.append(value)
            reached = value.x
        }
        if let bound, let within = curve.points.last(where: { lost($0).value ?? 0 <= bound }), let at = caught(within).value {
            plot.line([(at, 0), (at, 1)], "bound")
            plot.words("limit \(shortShare(bound))", at: (at, 0.03), dx: at > 0.7 ? -4 : 4, anchor: at > 0.7 ? "end" : "start")
        }
        plot.line(steps, "curve")
        if let at = onPrecision(own) {
            if let across = caught(own).interval95, let up = own.precision.interval95 {
                plot.line([(across.lower, at.y), (across.upper, at.y)], "limits")
                plot.line([(at.x, up.lower), (at.x, up.upper)], "limits")
            }
            plot.dot(at, "own")
        }
        plot.dot(onPrecision(own) ?? (0, 1), "here", radius: 8, id: "pr-here")
        return plot.svg(id: "pr", title: "Precision-recall curve", description: description)
    }
}

extension ReportDrawing {
    var svg: String {
        switch self {
        case .reliability(let table): reliabilityPlot(table)
        case .counts(let table): countsPlot(table)
        case .periods(let periods, let kind): periodsPlot(periods, kind)
        }
    }

    var caption: String {
        switch self {
        case .reliability:
            "Each dot is a bin of messages, with the 95 % interval of its share of junk. On the dashed line the model is right."
        case .counts: "How many messages each bin holds."
        case .periods(_, .falseJunk): "Wanted messages in Junk, with 95 % intervals. Dashed: the whole."
        case .periods(_, .recall): "Junk caught, with 95 % intervals. Dashed: the whole."
        }
    }
}

private func periodsPlot(_ periods: [Slice], _ kind: PeriodRate) -> String {
    let rates = periods.map(kind.rate), known = periods.indices.filter { rates[$0].of > 0 }
    let whole = Rate(rates.reduce(0) { $0 + $1.count }, of: rates.reduce(0) { $0 + $1.of })
    // An interval of a few messages would set the scale.
    let most =
        known.compactMap { 10 * rates[$0].of >= whole.of / max(1, known.count) ? rates[$0].interval95?.upper : nil }.max() ?? 1
    let names = periods.map(\.value), isRecall = kind == .recall
    var plot = Plot(
        x: .periods("Received", names),
        y: isRecall ? .share("Junk caught, %") : .upTo(most, "False junk, %"), height: 240)
    func place(_ i: Int) -> Double { (Double(i) + 0.5) / Double(periods.count) }
    if let value = whole.value { plot.line([(0, value), (1, value)], "chance") }
    plot.line(known.map { (place($0), rates[$0].value ?? 0) }, "curve")
    for i in known {
        guard let limits = rates[i].interval95, let value = rates[i].value else { continue }
        plot.line([(place(i), limits.lower), (place(i), limits.upper)], "limits")
        plot.dot((place(i), value), "bin", radius: 3)
    }
    let words = known.map { "\(names[$0]): \(shortPercent(rates[$0])) of \(grouped(rates[$0].of))" }
    return plot.svg(
        id: isRecall ? "periods-recall" : "periods-lost", title: isRecall ? "Junk caught over time" : "False junk over time",
        description: words.joined(separator: "; "))
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
