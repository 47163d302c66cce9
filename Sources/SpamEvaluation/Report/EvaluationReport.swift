// Evaluation: the figures as one value, for files and for people. An `Evaluation` in, JSON or text out; nothing is added.

import SpamFilter
import Statistics

/// Every figure of an `Evaluation`, and what else is known of the test set. `text` reads well in a terminal, `markdown` in a document; as
/// `Codable` it has these keys, always all of them:
///
///     n, junk               counts of messages, and of those that are truly junk
///     nanScores             scores that are not numbers; if not 0, nothing of ranking and calibration is defined
///     confusion             {"allow": {"allow": 96, "junk": 1, …, "none": 3}, …}: true action, then verdict, none = unsure
///     classes               [{label, precision, recall, f1, f1Lower, f1Upper, support}]: allow, junk, promotion, transaction
///     accuracy              messages with the right action, of all; unsure is not right. Also the micro-averaged recall
///     microPrecision        messages with the right action, of those decided
///     microF1               F1 of pooled counts
///     macroPrecision, macroRecall, macroF1     means over the actions that occur in truth
///     falseJunk             wanted messages that were put in Junk
///     falseJunkByLabel      {"allow": …, "transaction/finance": …}: the same per true label; each message counts in one of them
///     unsure, coverage      messages without and with a decision
///     risk                  messages with a wrong action, of those with a decision
///     shownSubAction        verdicts right to the sub-action, as a phone shows it, where one is in play and the action is right
///     rightSubAction        the same of the most probable label, which no phone shows
///     auc, ap               ROC-AUC and average precision of the junk log-odds
///     recallAt              {"0.1%": …, "0.2%": …, "0.5%": …, "1%": …}: junk caught at that much false junk
///     mcc                   Matthews' correlation of verdict junk with truth junk
///     published             {hm, sm, lam, oneMinusROCA, sc, bh}: figures of TREC and of Almeida's papers, in percent; `PublishedFigures`
///     calibration           {logLoss, brier, ece, bins: [{lower, upper, count, meanPredicted, junk}]}; `CalibrationTable`
///     costs, cost           {falseJunk, missedJunk, unsure}: what was given, and the mean cost of a message by it
///     bootstrap             {rounds, groups, intervals: {"ap": {lower, upper}, …}}: if asked for; `BootstrapIntervals`
///     slices                [{dimension, value, n, junk, recall, falseJunk, unsure, auc, gap}]: the worst first; `Slice`
///     senders               what is lost if junk sticks to senders, where the corpus names them; `SenderFigures`
///     overlap               {trained, seenAlike}: test messages of templates trained on, where the training corpus was given
///     acrossSources         [{name, trained, overlap, problem, n, junk, auc, recallAtOnePercent, recall, falseJunk}]: if asked for
///
/// A rate is `{count, of, rate, lower, upper}` with a 95 % Wilson interval. What is undefined, unknown or not asked for is null, never a number.
public struct EvaluationReport: Hashable, Sendable, Codable {
    public let n: Int
    public let junk: Int
    public let nanScores: Int
    public let confusion: [String: [String: Int]]
    public let classes: [ActionFigures]
    public let accuracy: Rate
    public let microPrecision: Rate
    @OrNull public internal(set) var microF1: Double?
    @OrNull public internal(set) var macroPrecision: Double?
    @OrNull public internal(set) var macroRecall: Double?
    @OrNull public internal(set) var macroF1: Double?
    public let falseJunk: Rate
    public let falseJunkByLabel: [String: Rate]
    public let unsure: Rate
    public let coverage: Rate
    public let risk: Rate
    public let shownSubAction: Rate
    public let rightSubAction: Rate
    @OrNull public internal(set) var auc: Double?
    @OrNull public internal(set) var ap: Double?
    public let recallAt: [FalseJunkBound: Rate]
    @OrNull public internal(set) var mcc: Double?
    public let published: PublishedFigures
    @OrNull public internal(set) var calibration: CalibrationTable?
    @OrNull public internal(set) var costs: MistakeCosts?
    @OrNull public internal(set) var cost: Double?

    @OrNull public var bootstrap: BootstrapIntervals?
    public var slices: [Slice] = []
    @OrNull public var senders: SenderFigures?
    @OrNull public var overlap: TrainingOverlap?
    @OrNull public var acrossSources: [SourceFigures]?

    /// What an evaluation gives; `bootstrap` and what follows it are set by who knows them.
    ///
    /// - Complexity: O(n log n) for the order of the scores.
    public init(_ evaluation: Evaluation, costs: MistakeCosts? = nil) {
        let figures = RankedOutcomes(evaluation.outcomes).figures()
        let confusion = evaluation.confusion
        n = evaluation.n
        junk = evaluation.junk
        nanScores = evaluation.nanScores
        self.confusion = Dictionary(
            uniqueKeysWithValues: Evaluation.actions.map { truth in
                let row = Evaluation.verdicts.map { ($0.name, confusion[truth, $0]) }
                return (truth.name, Dictionary(uniqueKeysWithValues: row))
            })
        classes = Evaluation.actions.map(confusion.figures(of:))
        accuracy = confusion.accuracy
        microPrecision = confusion.microPrecision
        microF1 = confusion.microF1
        macroPrecision = confusion.macroPrecision
        macroRecall = confusion.macroRecall
        macroF1 = confusion.macroF1
        falseJunk = confusion.falseJunk
        falseJunkByLabel = Dictionary(
            uniqueKeysWithValues: evaluation.labels.filter { $0 != .junk }.map { ($0.description, evaluation.falseJunk(of: $0)) })
        unsure = confusion.unsure
        coverage = confusion.coverage
        risk = confusion.risk
        shownSubAction = evaluation.shownSubAction
        rightSubAction = evaluation.rightSubAction
        auc = figures.ranking.auc
        ap = figures.ranking.averagePrecision
        recallAt = Dictionary(uniqueKeysWithValues: FalseJunkBound.allCases.map { ($0, figures.ranking.recall(at: $0)) })
        mcc = confusion.mcc
        published = PublishedFigures(figures)
        calibration = figures.calibration
        self.costs = costs
        cost = costs?.mean(over: confusion)
    }
}
