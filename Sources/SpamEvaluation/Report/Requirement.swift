// Evaluation: a bound that a figure must keep, for a build that ships models. Its spelling in;
// kept, or why not, out.

import Statistics

/// A figure, of all messages or of a slice, and a bound.
///
///     requirement = figure ["[" dimension "=" value "]"] (">=" | "<=" | ">" | "<") number
///     figure      = a name of `Figure.spellings`, such as recall@0.2%, false-junk(transaction)
///     number      = digits, with a point or without; % after it means hundredths
///
/// Figures that are in percent take a number with % and without alike.
///
/// Examples: `recall@0.2%>=0.9`, `false-junk(transaction)<=0.1%`, `recall[lang=ko]>=.8`. Of slices
/// there are recall, false-junk, unsure and auc. Spaces around the parts do not matter. A number
/// that the figure cannot have, such as recall>=90, is refused. The value counts, not its interval;
/// what is undefined keeps no bound.
public struct Requirement: Hashable, Sendable, CustomStringConvertible {
    enum Relation: String, CaseIterable {
        case atLeast = ">=", atMost = "<=", above = ">", below = "<"

        func holds(_ value: Double, _ bound: Double) -> Bool {
            switch self {
            case .atLeast: value >= bound
            case .atMost: value <= bound
            case .above: value > bound
            case .below: value < bound
            }
        }
    }

    struct SliceName: Hashable {
        let dimension: SliceDimension
        let value: String
    }

    let figure: Figure
    let slice: SliceName?
    let relation: Relation
    let bound: Double
    /// The bound as it was spelled.
    public let description: String

    /// The dimension that must be among the report's slices; `nil` for a bound of all messages.
    public var dimension: SliceDimension? { slice?.dimension }
    /// Whether the bound is of what messages cost.
    public var needsCosts: Bool { figure == .cost }

    /// Reads a bound as the user writes it, such as `false-junk<=1%`.
    ///
    /// - Throws: `SpellingError` for a figure, slice or number that there is not.
    public init(parsing spelling: String) throws(SpellingError) {
        description = spelling
        // The value of a slice may contain the signs of relations.
        let tail = spelling.lastIndex(of: "]") ?? spelling.startIndex
        guard let sign = spelling[tail...].firstIndex(where: { $0 == "<" || $0 == ">" }),
            let relation = Relation.allCases.first(where: { spelling[sign...].hasPrefix($0.rawValue) })
        else {
            throw SpellingError(
                description: "expected a figure, one of >= <= > <, and a number, such as recall@0.2%>=0.9, found \(spelling)")
        }
        self.relation = relation
        var name = Requirement.trimmed(spelling[..<sign])
        if name.hasSuffix("]"), let open = name.firstIndex(of: "[") {
            let inside = name[name.index(after: open)...].dropLast()
            guard let equals = inside.firstIndex(of: "="),
                let dimension = SliceDimension(rawValue: String(Requirement.trimmed(inside[..<equals])))
            else {
                let known = SliceDimension.allCases.map(\.rawValue).joined(separator: ", ")
                throw SpellingError(description: "expected [dimension=value] of \(known), found \(spelling)")
            }
            slice = SliceName(dimension: dimension, value: String(Requirement.trimmed(inside[inside.index(after: equals)...])))
            name = Requirement.trimmed(name[..<open])
        } else {
            slice = nil
        }
        guard let figure = Figure(name) else {
            throw SpellingError(description: "expected one of \(Figure.spellings.joined(separator: ", ")), found \(spelling)")
        }
        if slice != nil, ![.recall(.junk), .falseJunk, .unsure, .auc].contains(figure) {
            throw SpellingError(description: "expected recall, false-junk, unsure or auc of a slice, found \(spelling)")
        }
        self.figure = figure
        let number = Requirement.trimmed(spelling[sign...].dropFirst(relation.rawValue.count))
        let isShare = number.hasSuffix("%")
        let digits = isShare ? Requirement.trimmed(number.dropLast()) : number
        // Read as hundredths: dividing by 100 would give a neighbour of the number that is meant.
        let exponent = isShare && !figure.isInPercent ? "e-2" : ""
        guard digits.allSatisfy("+-.0123456789".contains), let value = Double(digits + exponent), value.isFinite else {
            throw SpellingError(
                description: "expected a number behind \(relation.rawValue), such as 0.9 or 90%, found \(spelling)")
        }
        guard figure.range.contains(value) else { throw SpellingError(outside: figure, digits, isShare: isShare, spelling) }
        bound = value
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }

    /// Why a report does not keep a bound.
    public struct Failure: Hashable, Sendable, CustomStringConvertible {
        /// Why the bound is not kept, in one sentence with value and interval.
        public let description: String
        /// What the report was made without, and would say more with; `nil` for nothing.
        public let missing: Missing?

        /// What a report can be made with, if it is asked for.
        public enum Missing: Hashable, Sendable {
            /// Intervals by drawing groups.
            case draws
            /// What mistakes cost.
            case costs
        }
    }

    /// Why a report does not keep the bound; `nil` where it does.
    public func failure(in report: EvaluationReport) -> Failure? {
        let found = value(in: report)
        guard let value = found.value else {
            let hasNoCosts = slice == nil && figure == .cost && report.measured.costs == nil
            return Failure(
                description: "\(description): undefined: \(found.reason)", missing: hasNoCosts ? .costs : nil)
        }
        if relation.holds(value, bound) { return nil }
        let needsDraws = slice == nil && report.bootstrap == nil && found.hasNoInterval
        return Failure(description: "\(description): found \(found.spelling)", missing: needsDraws ? .draws : nil)
    }

    private func value(in report: EvaluationReport) -> FoundFigure {
        guard let slice else { return report.found(figure) }
        guard let row = report.slices.first(where: { $0.dimension == slice.dimension && $0.value == slice.value }) else {
            let values = report.slices.filter { $0.dimension == slice.dimension }.sorted { $0.n > $1.n }.prefix(12).map(\.value)
            return FoundFigure(nil, reason: "expected a slice of \(values.joined(separator: ", ")), found \(slice.value)")
        }
        switch figure {
        case .falseJunk: return FoundFigure(row.falseJunk, reason: "no wanted message in the slice")
        case .unsure: return FoundFigure(row.unsure, reason: "no message in the slice")
        case .auc:
            return FoundFigure(
                row.auc, noLimits: "; slices have none", reason: "no junk, no wanted message, or scores that are not numbers")
        default: return FoundFigure(row.recall, reason: "no junk in the slice")
        }
    }
}

extension SpellingError {
    /// A bound that the figure cannot have, and what may have been meant.
    fileprivate init(outside figure: Figure, _ digits: Substring, isShare: Bool, _ spelling: String) {
        let range = figure.range
        let lower = decimal(range.lowerBound, places: 0), upper = decimal(range.upperBound, places: 0)
        let expected = range.upperBound.isFinite ? "in \(lower)...\(upper)" : "from \(lower) on"
        let couldBeShare = !isShare && range == 0...1 && (Double(digits).map((0.0...100).contains) ?? false)
        let meant = couldBeShare ? "; is \(digits)% meant?" : ""
        self.init(description: "expected a bound \(expected) for \(figure), found \(spelling)\(meant)")
    }
}

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
