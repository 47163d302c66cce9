// Evaluation: one figure of a report by its name, with what must be said beside it.

/// A value with its interval, or why there is none.
struct FoundFigure {
    let value: Double?
    let reason: String
    /// The value with its interval and counts, as people read it.
    let spelling: String

    /// - Parameter drawn: what a bootstrap found, which goes behind Wilson's interval.
    init(_ rate: Rate, drawn: PercentileInterval? = nil, reason: String) {
        value = rate.value
        self.reason = reason
        let byGroup = drawn.map { ", drawn by group [\(decimal($0.lower, places: 5)), \(decimal($0.upper, places: 5))]" } ?? ""
        spelling =
            rate.value.map {
                "\(decimal($0, places: 5)) \(rate.interval(places: 5)) \(grouped(rate.count))/\(grouped(rate.of))\(byGroup)"
            } ?? reason
    }

    init(_ value: Double?, _ limits: (lower: Double, upper: Double)? = nil, reason: String) {
        self.value = value
        self.reason = reason
        let interval =
            limits.map { "[\(decimal($0.lower, places: 5)), \(decimal($0.upper, places: 5))]" }
            ?? "without an interval; --bootstrap gives one"
        spelling = value.map { "\(decimal($0, places: 5)) \(interval)" } ?? reason
    }
}

extension EvaluationReport {
    func found(_ figure: Figure) -> FoundFigure {
        func number(_ value: Double?) -> FoundFigure {
            let limits = bootstrap?.intervals[figure.description].map { ($0.lower, $0.upper) }
            return FoundFigure(value, limits, reason: reason(figure))
        }
        func rate(_ rate: Rate?) -> FoundFigure {
            FoundFigure(rate ?? Rate(0, of: 0), drawn: drawn(figure), reason: reason(figure))
        }
        switch figure {
        case .accuracy, .microRecall: return rate(accuracy)
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
            let limits = bootstrap?.intervals[figure.description].map { ($0.lower, $0.upper) }
            return FoundFigure(
                found?.f1, limits ?? found?.f1Interval95.map { ($0.lower, $0.upper) }, reason: reason(figure))
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
        case .hamMisclassification: return number(published.hm)
        case .spamMisclassification: return number(published.sm)
        case .logisticAverage: return number(published.lam)
        case .oneMinusROCA: return number(published.oneMinusROCA)
        case .spamCaught: return number(published.sc)
        case .blockedHam: return number(published.bh)
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
