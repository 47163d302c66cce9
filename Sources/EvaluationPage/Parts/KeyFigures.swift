// Page: the tables of all figures of the whole test set. A report in, rows out, each with its intervals or why it is undefined.

import SpamEvaluation
import SpamFilter
import Statistics

/// Builds the tables of figures, a row a figure: the value, its intervals below it, counts.
struct KeyFigures {
    private let report: EvaluationReport
    private var rows: [PageTable.Row] = []

    static func tables(_ report: EvaluationReport) -> [PageTable] {
        var figures = KeyFigures(report: report)
        figures.addDecided()
        let decided = figures.table("decided", "After cutoffs")
        figures.addScores()
        let scores = figures.table("scores", "The scores alone, before cutoffs")
        figures.addPublished()
        return [
            decided, scores,
            figures.table("published", "As in published tables", summary: "Figures of TREC and of Almeida’s papers"),
        ]
    }

    private init(report: EvaluationReport) { self.report = report }

    private mutating func addDecided() {
        let junk = report.junkFigures
        rate("false junk", report.falseJunk, .falseJunk, Undefined.noWanted)
        rate("junk recall", junk.recall, .recall(.junk), Undefined.noJunk)
        rate("junk precision", junk.precision, .precision(.junk), Undefined.noneCalled)
        figure("junk F1", junk.f1, .f1(.junk), Undefined.noneAtAll, exact: junk.f1Interval95)
        figure("Matthews’ correlation", report.mcc, .mcc, Undefined.oneKind)
        rate("left unsure", report.unsure, .unsure, Undefined.empty)
        rate("wrong among the decided", report.risk, .risk, "nothing was decided")
        rate("accuracy (unsure is wrong)", report.accuracy, .accuracy, Undefined.empty)
        if report.shownSubAction.of > 0 { rate("right sub-action, as shown", report.shownSubAction, nil, "") }
        if report.rightSubAction.of > 0 { rate("right sub-action of the label", report.rightSubAction, nil, "") }
        figure("macro precision", report.macroPrecision, .macroPrecision, Undefined.empty)
        figure("macro recall", report.macroRecall, .macroRecall, Undefined.empty)
        figure("micro F1", report.microF1, .microF1, Undefined.empty)
        figure("macro F1", report.macroF1, .macroF1, Undefined.empty)
        // What the costs are stands in the inputs beside the slider.
        if report.costs != nil { figure("cost of a message", report.cost, .cost, Undefined.empty) }
    }

    private mutating func addScores() {
        let reason = Undefined.ranking(report)
        figure("ROC-AUC", report.auc, .auc, reason)
        figure("average precision", report.ap, .averagePrecision, report.junk == 0 ? Undefined.noJunk : reason)
        for bound in FalseJunkBound.allCases {
            guard let recall = report.recallAt[bound] else { continue }
            // Wilson's would take the cutoff, which is found on these very messages, for one that was given.
            rate("recall at \(bound.rawValue.dropLast()) % false junk", recall, .recallAt(bound), reason, withWilson: false)
        }
        let unscored = report.n == 0 ? Undefined.empty : reason
        figure("log-loss", report.calibration?.logLoss, .logLoss, unscored)
        figure("Brier score", report.calibration?.brier, .brier, unscored)
        figure("expected calibration error", report.calibration?.ece, .calibrationError, unscored)
    }

    private mutating func addPublished() {
        let published = report.published
        figure("hm %: wanted messages in Junk", published.hm, nil, Undefined.noWanted)
        figure("sm %: junk missed", published.sm, nil, Undefined.noJunk)
        figure(
            "lam %: logistic average of both", published.lam, .logisticAverage,
            "one of both is undefined, or one 0 and the other 100")
        figure("1-ROCA %", published.oneMinusROCA, .oneMinusROCA, Undefined.ranking(report))
        figure("SC %: junk caught", published.sc, nil, Undefined.noJunk)
        figure("BH %: wanted messages blocked", published.bh, nil, Undefined.noWanted)
    }

    // MARK: -

    private mutating func rate(_ name: String, _ rate: Rate, _ figure: Figure?, _ reason: String, withWilson: Bool = true) {
        guard let value = rate.value, let limits = rate.interval95 else { return undefined(name, reason) }
        let drawn = drawn(figure).map { PageTable.Cell.interval(lower: $0.lower, upper: $0.upper) }
        add(name, percent(value) + " %", withWilson ? PageTable.Cell.interval(limits) : nil, drawn, .counts(rate))
    }

    private mutating func figure(
        _ name: String, _ value: Double?, _ figure: Figure?, _ reason: String, exact: BinomialInterval? = nil
    ) {
        guard let value else { return undefined(name, reason) }
        func words(_ lower: Double, _ upper: Double) -> String { "\(decimal(lower, places: 4)) – \(decimal(upper, places: 4))" }
        add(
            name, decimal(value, places: 4), exact.map { words($0.lower, $0.upper) },
            drawn(figure).map { words($0.lower, $0.upper) }, PageTable.Cell(text: ""))
    }

    private func drawn(_ figure: Figure?) -> PercentileInterval? {
        figure.flatMap(report.drawn)
    }

    private mutating func add(_ name: String, _ value: String, _ limits: String?, _ drawn: String?, _ counts: PageTable.Cell) {
        let details = [limits, drawn.map { "by template \($0)" }].compactMap(\.self)
        rows.append(
            PageTable.Row(head: name, cells: [PageTable.Cell(text: value, kind: "number strong", details: details), counts]))
    }

    private mutating func undefined(_ name: String, _ reason: String) {
        rows.append(PageTable.Row(head: name, cells: [.undefined(reason, span: 2)]))
    }

    private mutating func table(_ id: String, _ caption: String, summary: String? = nil) -> PageTable {
        defer { rows = [] }
        let remark = report.bootstrap.map {
            $0.groups < BootstrapIntervals.fewestGroups
                ? "No intervals by template: \($0.groups) groups of messages of one template are too few to draw from."
                : "Intervals by template: the middle 95 % of \(grouped($0.rounds)) draws from \(grouped($0.groups)) groups of messages of one template; the ones to believe where templates repeat."
        }
        return PageTable(
            id: id, caption: caption,
            columns: [.text("figure"), .number("value, 95 % interval"), .number("messages")], rows: rows,
            remark: id == "decided" ? remark : nil, summary: summary)
    }
}

/// Why a figure has no value, in one wording.
enum Undefined {
    static let empty = "no messages in the test set"
    static let noJunk = "no junk in the test set"
    static let noWanted = "no wanted message in the test set"
    static let noneCalled = "no message was called junk"
    static let noneAtAll = "no junk in the test set, and none called so"
    static let oneKind = "messages or verdicts are all of one kind"

    /// Of figures that rest on the order of scores.
    static func ranking(_ report: EvaluationReport) -> String {
        report.nanScores > 0 ? "\(grouped(report.nanScores)) scores are not numbers" : report.junk == 0 ? noJunk : noWanted
    }
}

/// `10`, `0.2`.
func shortest(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
