// Evaluation: the figures as one value, for files and for people. An `Evaluation` in, JSON or text out; nothing is added.

import SpamFilter

/// Every figure of an `Evaluation`. `text` reads well in a terminal; as `Codable` it has these keys, always all of them:
///
///     n, junk               counts of messages, and of those that are truly junk
///     nanScores             scores that are not numbers; if not 0, nothing of the ranking is defined
///     confusion             {"allow": {"allow": 96, "junk": 1, …, "none": 3}, …}: true action, then verdict, none = unsure
///     classes               [{label, precision, recall, f1, support}]: allow, junk, promotion, transaction
///     microF1, macroF1      F1 of pooled counts; mean F1 of the actions that occur in truth
///     falseJunk             wanted messages that were put in Junk
///     falseJunkByLabel      {"allow": …, "transaction/finance": …}: the same per true label; each message counts in one of them
///     unsure                messages without a decision
///     rightSubAction        labels right to the sub-action, where a sub-action is in play and the action is right
///     auc, ap               ROC-AUC and average precision of the junk log-odds
///     recallAt              {"0.1%": …, "0.2%": …, "0.5%": …, "1%": …}: junk caught at that much false junk
///     mcc                   Matthews' correlation of verdict junk with truth junk
///
/// A rate is `{count, of, rate, lower, upper}` with a 95 % Wilson interval. What is undefined is null, never a number.
public struct EvaluationReport: Hashable, Sendable, Codable {
    public let n: Int
    public let junk: Int
    public let nanScores: Int
    public let confusion: [String: [String: Int]]
    public let classes: [ActionFigures]
    public let microF1: Double?
    public let macroF1: Double?
    public let falseJunk: Rate
    public let falseJunkByLabel: [String: Rate]
    public let unsure: Rate
    public let rightSubAction: Rate
    public let auc: Double?
    public let ap: Double?
    public let recallAt: [FalseJunkBound: Rate]
    public let mcc: Double?

    /// Complexity: O(n log n) for the ranking.
    public init(_ evaluation: Evaluation) {
        let ranking = evaluation.junkRanking()
        n = evaluation.n
        junk = evaluation.junk
        nanScores = evaluation.nanScores
        confusion = Dictionary(
            uniqueKeysWithValues: Evaluation.actions.map { truth in
                let row = Evaluation.verdicts.map { ($0.name, evaluation.count(of: truth, verdict: $0)) }
                return (truth.name, Dictionary(uniqueKeysWithValues: row))
            })
        classes = Evaluation.actions.map(evaluation.figures(of:))
        microF1 = evaluation.microF1
        macroF1 = evaluation.macroF1
        falseJunk = evaluation.falseJunk
        falseJunkByLabel = Dictionary(
            uniqueKeysWithValues: evaluation.labels.filter { $0 != .junk }.map { ($0.description, evaluation.falseJunk(of: $0)) })
        unsure = evaluation.unsure
        rightSubAction = evaluation.rightSubAction
        auc = ranking.auc
        ap = ranking.averagePrecision
        recallAt = Dictionary(uniqueKeysWithValues: FalseJunkBound.allCases.map { ($0, ranking.recall(at: $0)) })
        mcc = evaluation.mcc
    }

    /// Written out by hand only because the synthesised form leaves out the keys of undefined figures.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(n, forKey: .n)
        try fields.encode(junk, forKey: .junk)
        try fields.encode(nanScores, forKey: .nanScores)
        try fields.encode(confusion, forKey: .confusion)
        try fields.encode(classes, forKey: .classes)
        try fields.encode(microF1, forKey: .microF1)
        try fields.encode(macroF1, forKey: .macroF1)
        try fields.encode(falseJunk, forKey: .falseJunk)
        try fields.encode(falseJunkByLabel, forKey: .falseJunkByLabel)
        try fields.encode(unsure, forKey: .unsure)
        try fields.encode(rightSubAction, forKey: .rightSubAction)
        try fields.encode(auc, forKey: .auc)
        try fields.encode(ap, forKey: .ap)
        try fields.encode(recallAt, forKey: .recallAt)
        try fields.encode(mcc, forKey: .mcc)
    }
}
