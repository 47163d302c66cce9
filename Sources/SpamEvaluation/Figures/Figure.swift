// Evaluation: every figure by its name. Names are those of bounds (`--require`), of JSON's intervals and of comparisons.

import SpamFilter
import Statistics

/// A figure of a report. Shares are in 0...1; those whose names are in published tables in percent, as there, are in 0...100.
public enum Figure: Hashable, Sendable {
    /// Messages with the right action; decided ones; wrong ones among decided; undecided ones.
    case accuracy, coverage, risk, unsure
    /// Wanted messages in Junk: of all, of an action, of exactly a label that has a sub-action.
    case falseJunk, falseJunkOfAction(Action), falseJunkOfLabel(Label)
    case precision(Action), recall(Action), f1(Action)
    case microPrecision, microRecall, microF1, macroPrecision, macroRecall, macroF1
    case mcc, auc, averagePrecision
    case recallAt(FalseJunkBound)
    case logLoss, brier, calibrationError
    /// TREC's hm %, sm %, lam % and (1-ROCA) % (Cormack & Lynam, "TREC 2005 Spam Track Overview", 2005): wanted messages in Junk, junk
    /// elsewhere, the logistic average of both, and 100 - 100 AUC. Unsure is not Junk.
    case hamMisclassification, spamMisclassification, logisticAverage, oneMinusROCA
    /// SC % and BH % of Almeida, Gomez Hidalgo & Yamakami, "Contributions to the Study of SMS Spam Filtering", 2011: junk in Junk and
    /// wanted messages in Junk.
    case spamCaught, blockedHam
    /// The mean cost of a message.
    case cost
}

extension Figure: CustomStringConvertible {
    /// The figures with one name each.
    private static let names: [(Figure, String)] =
        [
            (.accuracy, "accuracy"), (.coverage, "coverage"), (.risk, "risk"), (.unsure, "unsure"), (.falseJunk, "false-junk"),
            (.precision(.junk), "precision"), (.recall(.junk), "recall"), (.f1(.junk), "f1"),
            (.microPrecision, "micro-precision"), (.microRecall, "micro-recall"), (.microF1, "micro-f1"),
            (.macroPrecision, "macro-precision"), (.macroRecall, "macro-recall"), (.macroF1, "macro-f1"), (.mcc, "mcc"),
            (.auc, "auc"), (.averagePrecision, "ap"), (.logLoss, "log-loss"), (.brier, "brier"), (.calibrationError, "ece"),
            (.hamMisclassification, "hm"), (.spamMisclassification, "sm"), (.logisticAverage, "lam"), (.oneMinusROCA, "1-roca"),
            (.spamCaught, "sc"), (.blockedHam, "bh"), (.cost, "cost"),
        ] + FalseJunkBound.allCases.map { (.recallAt($0), "recall@\($0.rawValue)") }

    /// Those that take an action in brackets.
    private static let ofAction: [(name: String, make: @Sendable (Action) -> Figure)] = [
        ("precision", { .precision($0) }), ("recall", { .recall($0) }), ("f1", { .f1($0) }),
    ]

    /// Reads what `description` writes, and `recall(junk)` for `recall`.
    public init?(_ spelling: some StringProtocol) {
        if let found = Figure.names.first(where: { $0.1 == spelling }) {
            self = found.0
            return
        }
        guard spelling.last == ")", let open = spelling.firstIndex(of: "("),
            let label = Label(spelling[spelling.index(after: open)...].dropLast())
        else { return nil }
        let name = spelling[..<open]
        if name == "false-junk", label != .junk {
            self = label.subAction == .none ? .falseJunkOfAction(label.action) : .falseJunkOfLabel(label)
        } else if label.subAction == .none, let found = Figure.ofAction.first(where: { $0.name == name }) {
            self = found.make(label.action)
        } else {
            return nil
        }
    }

    public var description: String {
        if let name = Figure.names.first(where: { $0.0 == self })?.1 { return name }
        switch self {
        case .falseJunkOfAction(let action): return "false-junk(\(action.name))"
        case .falseJunkOfLabel(let label): return "false-junk(\(label))"
        case .precision(let action): return "precision(\(action.name))"
        case .recall(let action): return "recall(\(action.name))"
        case .f1(let action): return "f1(\(action.name))"
        default: preconditionFailure("a figure without a name")
        }
    }

    /// All spellings, for whoever has to be told: `label` stands for a label.
    public static var spellings: [String] {
        names.map(\.1) + ["false-junk(label)"] + ofAction.map { "\($0.name)(action)" }
    }
}

// MARK: - Ranges

extension Figure {
    /// Whether its values are in percent: those of published tables.
    var isInPercent: Bool {
        switch self {
        case .hamMisclassification, .spamMisclassification, .logisticAverage, .oneMinusROCA, .spamCaught, .blockedHam: true
        default: false
        }
    }

    /// The values that it can have.
    var range: ClosedRange<Double> {
        switch self {
        case .mcc: -1...1
        case .logLoss, .cost: 0...(.infinity)
        default: isInPercent ? 0...100 : 0...1
        }
    }
}

// MARK: - Values

extension Figures {
    /// The share that a figure is, with its counts; `nil` for figures that are none.
    func rate(_ figure: Figure) -> Rate? {
        switch figure {
        case .accuracy, .microRecall: confusion.accuracy
        case .microPrecision: confusion.microPrecision
        case .coverage: confusion.coverage
        case .risk: confusion.risk
        case .unsure: confusion.unsure
        case .falseJunk: confusion.falseJunk
        case .falseJunkOfAction(let action): confusion.falseJunk(of: action)
        case .precision(let action): confusion.figures(of: action).precision
        case .recall(let action): confusion.figures(of: action).recall
        case .recallAt(let bound): ranking.recall(at: bound)
        default: nil
        }
    }

    /// The value of a figure; `nil` where it is undefined, or needs more than these figures: a label with a sub-action.
    func value(_ figure: Figure, costs: MistakeCosts?) -> Double? {
        if let rate = rate(figure) { return rate.value }
        switch figure {
        case .f1(let action): return confusion.figures(of: action).f1
        case .microF1: return confusion.microF1
        case .macroPrecision: return confusion.macroPrecision
        case .macroRecall: return confusion.macroRecall
        case .macroF1: return confusion.macroF1
        case .mcc: return confusion.mcc
        case .auc: return ranking.auc
        case .averagePrecision: return ranking.averagePrecision
        case .logLoss: return calibration?.logLoss
        case .brier: return calibration?.brier
        case .calibrationError: return calibration?.ece
        case .hamMisclassification, .spamMisclassification, .logisticAverage, .oneMinusROCA, .spamCaught, .blockedHam:
            let published = PublishedFigures(self)
            switch figure {
            case .hamMisclassification: return published.hm
            case .spamMisclassification: return published.sm
            case .logisticAverage: return published.lam
            case .oneMinusROCA: return published.oneMinusROCA
            case .spamCaught: return published.sc
            default: return published.bh
            }
        case .cost: return costs?.mean(over: confusion)
        default: return nil
        }
    }
}
