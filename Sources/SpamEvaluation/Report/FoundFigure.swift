// Evaluation: one figure of a report by its name, with what must be said beside it.

import Statistics

/// A value with its interval, or why there is none.
struct FoundFigure {
    let value: Double?
    let reason: String
    /// The value with its interval and counts, as people read it.
    let spelling: String

    /// - Parameters:
    ///   - drawn: the interval of draws, where there is one: Wilson's takes every message for one of its own.
    ///   - whole: 100 for figures in percent.
    init(_ rate: Rate, of whole: Double = 1, drawn: PercentileInterval? = nil, reason: String) {
        value = rate.value(of: whole)
        self.reason = reason
        let also = drawn.map { ", drawn by group \(FoundFigure.spelling(whole * $0.lower, whole * $0.upper))" } ?? ""
        spelling = rate.of > 0 ? "\(rate.share(places: 5, of: whole)) \(grouped(rate.count))/\(grouped(rate.of))\(also)" : reason
    }

    /// - Parameter noLimits: why there is no interval, for where there is none.
    init(_ value: Double?, _ limits: (lower: Double, upper: Double)? = nil, noLimits: String = "", reason: String) {
        self.value = value
        self.reason = reason
        let interval = limits.map { FoundFigure.spelling($0.lower, $0.upper) } ?? "without an interval; \(noLimits)"
        spelling = value.map { "\(decimal($0, places: 5)) \(interval)" } ?? reason
    }

    private static func spelling(_ lower: Double, _ upper: Double) -> String {
        "[\(decimal(lower, places: 5)), \(decimal(upper, places: 5))]"
    }
}

extension EvaluationReport {
    func found(_ figure: Figure) -> FoundFigure {
        let drawn = bootstrap?.intervals[figure.description]
        let noLimits = bootstrap == nil ? "--bootstrap gives one" : "its draws give none"
        func number(_ value: Double?) -> FoundFigure {
            FoundFigure(value, drawn.map { ($0.lower, $0.upper) }, noLimits: noLimits, reason: reason(figure))
        }
        func rate(_ rate: Rate?, of whole: Double = 1, drawn: PercentileInterval? = drawn) -> FoundFigure {
            FoundFigure(rate ?? Rate(0, of: 0), of: whole, drawn: drawn, reason: reason(figure))
        }
        /// A rate under another name, in percent.
        func percentage(_ share: Rate?, drawnAs name: Figure? = nil) -> FoundFigure {
            rate(share, of: 100, drawn: name.flatMap { bootstrap?.intervals[$0.description] })
        }
        let caught = classes.first { $0.action == .junk }?.recall
        switch figure {
        case .accuracy: return rate(accuracy)
        case .microRecall: return rate(accuracy, drawn: bootstrap?.intervals[Figure.accuracy.description])
        case .microPrecision: return rate(microPrecision)
        case .coverage: return rate(coverage)
        case .risk: return rate(risk)
        case .unsure: return rate(unsure)
        case .falseJunk: return rate(falseJunk)
        case .falseJunkOfAction(let action):
            let row = confusion[action.name] ?? [:]
            return rate(Rate(row["junk"] ?? 0, of: row.values.reduce(0, +)))
        case .falseJunkOfLabel(let label): return rate(falseJunkByLabel[label.description])
        case .precision(let action): return rate(classes.first { $0.action == action }?.precision)
        case .recall(let action): return rate(classes.first { $0.action == action }?.recall)
        // Wilson's interval would take the cutoff, which is found on these very messages, for one that was given.
        case .recallAt(let bound): return number(recallAt[bound]?.value)
        case .f1(let action):
            let found = classes.first { $0.action == action }
            let limits = drawn.map { ($0.lower, $0.upper) } ?? found?.f1Interval95.map { ($0.lower, $0.upper) }
            return FoundFigure(found?.f1, limits, noLimits: noLimits, reason: reason(figure))
        case .microF1: return number(microF1)
        case .macroPrecision: return number(macroPrecision)
        case .macroRecall: return number(macroRecall)
        case .macroF1: return number(macroF1)
        case .mcc: return number(mcc)
        case .auc: return number(auc)
        case .averagePrecision: return number(ap)
        case .logLoss: return number(calibration?.logLoss)
        case .brier: return number(calibration?.brier)
        case .calibrationError: return number(calibration?.ece)
        case .hamMisclassification, .blockedHam: return percentage(falseJunk, drawnAs: .falseJunk)
        case .spamMisclassification: return percentage(caught.map { Rate($0.of - $0.count, of: $0.of) })
        case .spamCaught: return percentage(caught, drawnAs: .recall(.junk))
        case .logisticAverage: return number(published.lam)
        case .oneMinusROCA: return number(published.oneMinusROCA)
        case .cost: return number(cost)
        }
    }

    /// Why a figure is undefined, for when it is.
    private func reason(_ figure: Figure) -> String {
        if n == 0 { return "no messages in the test set" }
        switch figure {
        case .falseJunk, .falseJunkOfAction, .falseJunkOfLabel, .hamMisclassification, .blockedHam:
            return "no such wanted message in the test set"
        case .precision, .microPrecision, .risk: return "no message was decided so"
        case .recall(let action): return "no \(action.name) in the test set"
        case .f1(let action): return "no \(action.name) in the test set, and none called so"
        case .mcc: return "messages or verdicts are all of one kind"
        case .spamMisclassification, .spamCaught: return "no junk in the test set"
        case .cost: return "no costs were given; --cost falseJunk=10,missedJunk=1,unsure=0.2 gives some"
        default: return rankingReason
        }
    }
}
