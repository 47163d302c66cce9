// Evaluation: every figure there is, a row each, with why it may have no value. Text, Markdown,
// JSON, the page, bounds and the bootstrap read these rows. A new figure is a new row, and a line
// of Figures.md.

import SpamFilter
import Statistics

extension Figure {
    /// All figures; those of a section in the order of the text report.
    static let all: [Figure] =
        verdicts + decisions + falseJunkRows + unsureRows + Outcome.actions.flatMap(ofAction) + ranking
        + FalseJunkBound.allCases.map(recallAtBound) + calibration + published

    // MARK: - False junk

    private static let falseJunkRows: [Figure] =
        [
            Figure(
                "false-junk", Titles(text: "all wanted", page: "false junk"), in: .falseJunk, key: "falseJunk",
                .countsAndOwnDraws, undefined: noWanted
            ) { .rate($0.confusion.falseJunk) }
        ] + Label.all.filter { $0 != .junk }.map(falseJunkOfLabel)

    private static let unsureRows: [Figure] = [
        Figure(
            "unsure", Titles(text: "all messages", page: "left unsure"), in: .unsure, key: "unsure", .countsAndOwnDraws,
            undefined: empty
        ) { .rate($0.confusion.unsure) }
    ]

    /// An action stands for all its labels, a label with a sub-action for itself alone.
    private static func falseJunkOfLabel(_ label: Label) -> Figure {
        Figure("false-junk(\(label))", in: .labels, undefined: { _ in "no such wanted message in the test set" }) {
            label.subAction == .none
                ? .rate($0.confusion.falseJunk(of: label.action)) : .rate($0.labels?.falseJunk[label] ?? Rate(0, of: 0))
        }
    }

    // MARK: - Ranking

    private static let ranking: [Figure] = [
        Figure("auc", "ROC-AUC", in: .ranking, key: "auc", .ownDraws, undefined: notRanked) { .number($0.ranking.auc) },
        Figure("ap", "average precision", in: .ranking, key: "ap", .ownDraws, undefined: notRanked) {
            .number($0.ranking.averagePrecision)
        },
    ]

    private static func recallAtBound(_ bound: FalseJunkBound) -> Figure {
        Figure(
            "recall@\(bound.rawValue)", "recall at \(String(bound.rawValue.dropLast())) % false junk", in: .ranking,
            key: "recallAt/\(bound.rawValue)", .ownDraws, undefined: notRanked
        ) { .rate($0.ranking.recall(at: bound)) }
    }

    // MARK: - Verdicts

    /// Those of junk go by their bare names.
    private static func ofAction(_ action: Action) -> [Figure] {
        func figure(
            _ name: String, _ title: String, undefined reason: String,
            wilson: @escaping @Sendable (Measurements) -> BinomialInterval? = { _ in nil },
            _ value: @escaping @Sendable (ActionFigures) -> FigureValue
        ) -> Figure {
            let long = "\(name)(\(action.name))", isJunk = action == .junk
            return Figure(
                isJunk ? name : long, alias: isJunk ? long : nil,
                Titles(text: "\(action.name) \(title)", page: isJunk ? "junk \(title)" : nil), in: .actions, .countsAndOwnDraws,
                undefined: { _ in reason }, wilson: wilson
            ) { value($0.confusion.figures(of: action)) }
        }
        return [
            figure("precision", "precision", undefined: "no message was called \(action.name)") { .rate($0.precision) },
            figure("recall", "recall", undefined: "no \(action.name) in the test set") { .rate($0.recall) },
            figure(
                "f1", "F1", undefined: "no \(action.name) in the test set, and none called so",
                wilson: { $0.confusion.figures(of: action).f1Interval95 }
            ) { .number($0.f1) },
        ]
    }

    private static let verdicts: [Figure] = [
        Figure(
            "accuracy", Titles(text: "accuracy, micro recall", page: "accuracy (unsure is wrong)"), in: .verdicts,
            key: "accuracy", .countsAndOwnDraws, undefined: empty
        ) { .rate($0.confusion.accuracy) },
        Figure("micro-recall", Titles(), .countsAndDraws(of: "accuracy"), undefined: empty) { .rate($0.confusion.accuracy) },
        Figure(
            "micro-precision", Titles(text: "micro precision"), in: .verdicts, key: "microPrecision", undefined: noneDecided
        ) { .rate($0.confusion.microPrecision) },
        Figure("micro-f1", "micro F1", in: .verdicts, key: "microF1", .countsAndOwnDraws, undefined: empty) {
            .number($0.confusion.microF1)
        },
        Figure(
            "macro-precision", "macro precision", in: .verdicts, key: "macroPrecision", .countsAndOwnDraws, undefined: empty
        ) { .number($0.confusion.macroPrecision) },
        Figure("macro-recall", "macro recall", in: .verdicts, key: "macroRecall", .countsAndOwnDraws, undefined: empty) {
            .number($0.confusion.macroRecall)
        },
        Figure("macro-f1", "macro F1", in: .verdicts, key: "macroF1", .countsAndOwnDraws, undefined: empty) {
            .number($0.confusion.macroF1)
        },
        Figure(
            "mcc", Titles(text: "MCC of junk", page: "Matthews’ correlation"), in: .verdicts, key: "mcc", unit: .number(-1...1),
            .countsAndOwnDraws, undefined: { _ in "all messages or all verdicts are equal" }
        ) { .number($0.confusion.mcc) },
        Figure(
            "shown-sub-action", "right sub-action, as shown", in: .verdicts, key: "shownSubAction", undefined: noSubAction,
            applies: { ($0.labels?.shownSubAction.of ?? 0) > 0 }
        ) { .rate($0.labels?.shownSubAction ?? Rate(0, of: 0)) },
        Figure(
            "right-sub-action", "sub-action as labelled, or none", in: .verdicts, key: "rightSubAction", undefined: noSubAction,
            applies: { ($0.labels?.rightSubAction.of ?? 0) > 0 }
        ) { .rate($0.labels?.rightSubAction ?? Rate(0, of: 0)) },
    ]

    // MARK: - Decisions

    private static let decisions: [Figure] = [
        Figure("coverage", Titles(text: "decided"), in: .decisions, key: "coverage", undefined: empty) {
            .rate($0.confusion.coverage)
        },
        Figure(
            "risk", Titles(text: "wrong among decided", page: "wrong among the decided"), in: .decisions, key: "risk",
            undefined: noneDecided
        ) { .rate($0.confusion.risk) },
        Figure(
            "cost", "cost of a message", in: .decisions, key: "cost", unit: .number(0...(.infinity)), .countsAndOwnDraws,
            undefined: { _ in "no costs were given" }, applies: { $0.costs != nil }
        ) { measured in .number(measured.costs?.mean(over: measured.confusion)) },
    ]

    // MARK: - Calibration

    private static let calibration: [Figure] = [
        Figure(
            "log-loss", "log-loss", in: .calibration, unit: .number(0...(.infinity)), .countsAndOwnDraws, undefined: notRanked
        ) { .number($0.calibration?.logLoss) },
        Figure("brier", "Brier score", in: .calibration, .countsAndOwnDraws, undefined: notRanked) {
            .number($0.calibration?.brier)
        },
        Figure(
            "ece", Titles(text: "calibration error, 15 bins", page: "expected calibration error"), in: .calibration,
            .countsAndOwnDraws, undefined: notRanked
        ) { .number($0.calibration?.ece) },
    ]

    // MARK: - Published tables

    /// TREC's hm %, sm %, lam % and (1-ROCA) % (Cormack & Lynam, "TREC 2005 Spam Track Overview",
    /// 2005); SC % and BH % of Almeida, Gomez Hidalgo & Yamakami, "Contributions to the Study of
    /// SMS Spam Filtering", 2011. Unsure is not Junk.
    private static let published: [Figure] = [
        Figure(
            "hm", Titles(text: "TREC hm, Almeida BH", page: "hm %: wanted messages in Junk"), in: .published,
            key: "published/hm", unit: .percent, .countsAndDraws(of: "false-junk"), undefined: noWanted
        ) { .rate($0.confusion.falseJunk) },
        Figure(
            "sm", Titles(text: "TREC sm", page: "sm %: junk missed"), in: .published, key: "published/sm", unit: .percent,
            undefined: noJunk
        ) { .rate($0.confusion.missedJunk) },
        Figure(
            "lam", Titles(text: "TREC lam", page: "lam %: logistic average of both"), in: .published, key: "published/lam",
            unit: .percent, .countsAndOwnDraws, undefined: notAveraged
        ) { .number($0.confusion.logisticAverage.map { 100 * $0 }) },
        Figure(
            "1-roca", Titles(text: "TREC 1-ROCA", page: "1-ROCA %"), in: .published, key: "published/oneMinusROCA",
            unit: .percent, .countsAndOwnDraws, undefined: notRanked
        ) { .number($0.ranking.auc.map { 100 * (1 - $0) }) },
        Figure(
            "sc", Titles(text: "Almeida SC", page: "SC %: junk caught"), in: .published, key: "published/sc", unit: .percent,
            .countsAndDraws(of: "recall"), undefined: noJunk
        ) { .rate($0.confusion.figures(of: .junk).recall) },
        Figure(
            "bh", Titles(page: "BH %: wanted messages blocked"), in: .published, key: "published/bh", unit: .percent,
            .countsAndDraws(of: "false-junk"), undefined: noWanted
        ) { .rate($0.confusion.falseJunk) },
    ]
}

extension Figure {
    typealias Reason = @Sendable (Measurements) -> String

    static let empty: Reason = { _ in "no messages in the test set" }
    static let noJunk: Reason = { _ in "no junk in the test set" }
    static let noWanted: Reason = { _ in "no wanted message in the test set" }
    static let noneDecided: Reason = { _ in "no message was decided" }
    static let noSubAction: Reason = { _ in "no label has a sub-action" }

    /// Why a figure that rests on the order of scores has no value.
    static let notRanked: Reason = { measured in
        if measured.nanScores > 0 { return "scores that are not numbers: \(grouped(measured.nanScores))" }
        return (measured.confusion.junk == 0 ? noJunk : noWanted)(measured)
    }

    /// Why the logistic average has no value.
    static let notAveraged: Reason = { measured in
        let confusion = measured.confusion
        if confusion.junk == 0 { return noJunk(measured) }
        return confusion.wanted == 0 ? noWanted(measured) : "one error rate is 0 %, the other 100 %"
    }
}
