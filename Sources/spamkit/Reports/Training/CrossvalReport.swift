// spamkit crossval: what it says. The figures of all parts, and of all their messages together.

import Corpus
import Experiments
import SpamEvaluation
import SpamFilter
import SpamTraining
import Statistics

struct CrossValidationReport: Encodable {
    struct Part: Encodable {
        let name: String
        let trained: Int
        /// Messages of one template with messages trained on.
        let overlap: Int
        /// Why no model could be trained without it.
        let problem: String?
        let figures: EvaluationReport?
    }

    /// What the corpus was divided by.
    let by: String
    let parts: [Part]
    let pooled: EvaluationReport
    private let figures: [SourceFigures]

    private enum CodingKeys: CodingKey {
        case by, parts, pooled
    }

    /// - Parameters:
    ///   - settings: of the models; the seed is that of the draws, too.
    ///   - rounds: draws of groups for the intervals of each part; `nil` for none.
    init(_ division: CorpusDivision, _ found: [CrossValidationPart], _ settings: TrainingSettings, rounds: Int?) {
        by = division.rawValue
        var all = Evaluation(), groupsOfAll: [UInt64] = []
        for part in found {
            guard let evaluation = part.evaluation else { continue }
            all.add(evaluation)
            groupsOfAll += part.groups
        }
        func report(_ evaluation: Evaluation, _ groups: [UInt64]) -> EvaluationReport {
            var report = EvaluationReport(evaluation, costs: settings.costs)
            let wanted = zip(evaluation.outcomes, groups).filter { $0.0.truth.action != .junk }
            report.wantedGroups = WantedGroups(of: evaluation, groups: wanted.map(\.1))
            report.protected = Set(settings.protected.map(\.label))
            report.maxFalseJunk = settings.maxFalseJunk
            return report
        }
        var pooled = report(all, groupsOfAll)
        pooled.untested = all.untested()
        self.pooled = pooled
        parts = found.map { part in
            Part(
                name: part.name, trained: part.trained, overlap: part.overlap, problem: part.problem.map(advice),
                figures: part.evaluation.map { evaluation in
                    var report = report(evaluation, part.groups), random = SplitMix(seed: settings.seed)
                    report.bootstrap = rounds.map {
                        BootstrapIntervals(evaluation, groups: part.groups, rounds: $0, costs: settings.costs, using: &random)
                    }
                    return report
                })
        }
        figures = found.map(SourceFigures.init)
    }

    /// A line for each part, then all messages together. The part with the worst ranking is first;
    /// by time parts keep their order.
    ///
    /// - Parameter isFull: with all figures of the whole, in place of one screen.
    func text(isFull: Bool) -> String {
        let whole = (isFull ? pooled.text : pooled.overview).dropLast()
        let opening = [figures.text(as: by == "template" ? "part" : by), intervals].filter { !$0.isEmpty }
        return (opening + ["All parts together", "", ranking + whole]).joined(separator: "\n")
    }

    /// The intervals of each part, in the order of the table before; empty without draws.
    private var intervals: String {
        func words(_ lower: Double, _ upper: Double) -> String {
            "[\(decimal(100 * lower, places: 1)), \(decimal(100 * upper, places: 1))]"
        }
        let drawn = parts.compactMap { part in part.figures.flatMap { $0.bootstrap == nil ? nil : (part.name, $0) } }
        guard let rounds = drawn.first?.1.bootstrap?.rounds else { return "" }
        let areas = drawn.map { $0.1.measured.ranking.auc ?? 2 }
        let worstFirst = drawn.indices.sorted { (areas[$0], drawn[$0].0) < (areas[$1], drawn[$1].0) }
        let order = by == "time" ? Array(drawn.indices) : worstFirst
        var page = FigurePage()
        page.heading(SectionHeading("95 % intervals, by \(grouped(rounds)) draws of groups of near duplicates"))
        page.table(
            ReportTable(
                by == "template" ? "part" : by, columns: ["AUC", "at 1 %", "caught", "false junk"],
                order.map { drawn[$0] }.map { name, figures in
                    let area = figures.drawn(.auc).map { "[\(decimal($0.lower, places: 4)), \(decimal($0.upper, places: 4))]" }
                    func limits(_ figure: Figure) -> String {
                        figures.rate(figure).widestLimits(figures.drawn(figure)).map { words($0.lower, $0.upper) } ?? "-"
                    }
                    return [
                        clipped(name, to: 14), area ?? "-",
                        figures.drawn(.recallAt(.onePercent)).map { words($0.lower, $0.upper) } ?? "-",
                        limits(.recall(.junk)), limits(.falseJunk),
                    ]
                }))
        return String(page.text.drop { $0 == "\n" })
    }

    /// Scores of several models in one ranking are no ranking of any: the parts' own is averaged.
    private var ranking: String {
        let areas = figures.compactMap(\.auc)
        guard areas.count > 1 else { return "" }
        let mean = areas.reduce(0, +) / Double(areas.count)
        return """
            ROC-AUC is \(decimal(mean, places: 4)) on average of \(counted(areas.count, "part")). Below, the scores of all models
            are ranked together.


            """
    }
}

extension SourceFigures {
    init(_ part: CrossValidationPart) {
        self.init(
            name: part.name, trained: part.trained, overlap: part.overlap, overlapOfJunk: part.overlapOfJunk,
            problem: part.problem.map(advice), evaluation: part.evaluation ?? Evaluation())
    }
}

extension CrossValidation {
    /// Measures each part by a model of all others; by time, of all before it.
    ///
    /// - Parameter unlabelled: messages without labels, which teach every model.
    /// - Parameter each: gets the place of each measured message, its part, its group, its verdict,
    ///   and the model's classes.
    static func parts(
        of messages: [LabeledMessage], beside unlabelled: [CorpusRow] = [], by division: CorpusDivision, folds: Int,
        _ settings: TrainingSettings,
        each: (Int, String, UInt64, Verdict, [Label]) -> Void = { _, _, _, _, _ in }
    ) throws -> [CrossValidationPart] {
        let validation = try CrossValidation(
            messages, beside: unlabelled, by: division, folds: folds, settings: settings)
        return validation.names.indices.map { part in
            let others = division == .time ? "before" : "others"
            note("\(validation.names[part]): training on all \(others), \(part + 1) of \(validation.names.count)")
            let bar = TrainingProgress()
            defer { bar.finish() }
            return validation.measure(
                part: part, card: { ModelCard(sources: $0) },
                progress: { bar.advance($0, of: $1) }
            ) { message, group, verdict, classes in
                each(message, validation.names[part], group, verdict, classes)
            }
        }
    }

    /// Each source by a model of all others, trained with the default settings of `train` but the
    /// limit on false junk.
    static func sources(of messages: [LabeledMessage], maxFalseJunk: Double) throws -> [SourceFigures] {
        var settings = TrainingSettings()
        settings.maxFalseJunk = maxFalseJunk
        // By source there are as many parts as sources, whatever `folds` is.
        return try parts(of: messages, by: .source, folds: 2, settings).map(SourceFigures.init)
    }
}
