// Evaluation: one figure of a report by its name, with what must be said of it in one line. For
// bounds.

import Statistics

/// A value with its interval, or why there is none.
struct FoundFigure {
    let value: Double?
    let reason: String
    /// The value with its interval and counts, as people read it.
    let spelling: String
    /// Whether it is a value alone.
    let hasNoInterval: Bool

    /// - Parameters:
    ///   - whole: 100 for figures in percent.
    ///   - drawn: the interval of draws, where there is one. Wilson's takes messages as
    ///     independent.
    init(_ rate: Rate, of whole: Double = 1, drawn: PercentileInterval? = nil, reason: String) {
        value = rate.value(of: whole)
        self.reason = reason
        hasNoInterval = false
        let also = drawn.map { ", drawn by group \(FoundFigure.spelling((whole * $0.lower, whole * $0.upper)))" } ?? ""
        spelling = rate.of > 0 ? "\(rate.share(places: 5, of: whole)) \(grouped(rate.count))/\(grouped(rate.of))\(also)" : reason
    }

    /// - Parameter noLimits: why there is no interval, where there is none.
    init(_ value: Double?, _ limits: Limits? = nil, noLimits: String = "", reason: String) {
        self.value = value
        self.reason = reason
        hasNoInterval = limits == nil
        let interval = limits.map(FoundFigure.spelling) ?? "without an interval\(noLimits)"
        spelling = value.map { "\(decimal($0, places: 5)) \(interval)" } ?? reason
    }

    private static func spelling(_ limits: Limits) -> String {
        "[\(decimal(limits.lower, places: 5)), \(decimal(limits.upper, places: 5))]"
    }
}

extension EvaluationReport {
    func found(_ figure: Figure) -> FoundFigure {
        let drawn = drawn(figure), reason = figure.reason(measured)
        if case .rate(let rate) = figure.value(measured), figure.hasCountsInterval {
            return FoundFigure(rate, of: figure.whole, drawn: drawn, reason: reason)
        }
        let wilson = figure.wilson(measured)
        return FoundFigure(
            self[figure], drawn.map { ($0.lower, $0.upper) } ?? wilson.map { ($0.lower, $0.upper) },
            noLimits: bootstrap == nil ? "" : "; its draws give none", reason: reason)
    }
}
