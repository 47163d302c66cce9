// Evaluation: what one figure of a report is. The rows are in FigureCatalogue.swift; no figure is
// computed here.

import SpamFilter
import Statistics

/// A figure of a report: its name, how people read it, and how it follows from what was measured.
///
/// Two figures are equal if their names are. The names are those of bounds (`Requirement`), of
/// drawn intervals in JSON, and of comparisons.
public struct Figure: Sendable {
    /// Under which heading of the report it is listed.
    enum Section: Sendable { case falseJunk, unsure, labels, actions, ranking, verdicts, decisions, calibration, published }

    enum Unit: Sendable {
        /// In 0...1.
        case share
        /// In 0...100, as published tables have it.
        case percent
        case number(ClosedRange<Double>)
    }

    /// The intervals that it has.
    enum Intervals: Sendable {
        /// Wilson's, if it is a rate; no draws are made for it.
        case counts
        /// Wilson's, and the draws of another figure that is the same rate.
        case countsAndDraws(of: String)
        /// Wilson's, if it is a rate, and those of its own draws.
        case countsAndOwnDraws
        /// Those of its own draws alone: the cutoff was found on these very messages, which
        /// Wilson's leaves out.
        case ownDraws
    }

    /// How text and page call it; `nil` where they do not list it.
    struct Titles: Sendable, ExpressibleByStringInterpolation {
        var text: String?
        var page: String?

        init(text: String? = nil, page: String? = nil) { (self.text, self.page) = (text, page) }
        init(stringLiteral both: String) { self.init(text: both, page: both) }
    }

    /// The name in options, reports and JSON.
    public let name: String
    /// A second spelling, such as `recall(junk)` of `recall`.
    let alias: String?
    let titles: Titles
    let section: Section?
    /// Where it is in the JSON: `auc`, or `published/hm`; `nil` where it is part of another value.
    let key: String?
    let unit: Unit
    let intervals: Intervals
    /// An interval that follows from Wilson's, for a figure that is no rate.
    let wilson: @Sendable (Measurements) -> BinomialInterval?
    /// Whether reports have it, defined or not.
    let applies: @Sendable (Measurements) -> Bool
    /// Why it is undefined, where there are messages.
    private let reason: @Sendable (Measurements) -> String
    let value: @Sendable (Measurements) -> FigureValue

    init(
        _ name: String, alias: String? = nil, _ titles: Titles = Titles(), in section: Section? = nil, key: String? = nil,
        unit: Unit = .share, _ intervals: Intervals = .counts, undefined reason: @escaping @Sendable (Measurements) -> String,
        wilson: @escaping @Sendable (Measurements) -> BinomialInterval? = { _ in nil },
        applies: @escaping @Sendable (Measurements) -> Bool = { _ in true },
        _ value: @escaping @Sendable (Measurements) -> FigureValue
    ) {
        (self.name, self.alias, self.titles, self.section, self.key) = (name, alias, titles, section, key)
        (self.unit, self.intervals, self.wilson, self.applies) = (unit, intervals, wilson, applies)
        (self.reason, self.value) = (reason, value)
    }

    /// The value in its unit; `nil` where it is undefined.
    func number(_ measured: Measurements) -> Double? {
        switch value(measured) {
        case .rate(let rate): rate.value(of: whole)
        case .number(let value): value
        }
    }

    func reason(_ measured: Measurements) -> String {
        measured.confusion.n == 0 ? "no messages in the test set" : reason(measured)
    }

    /// What a rate is a part of: 1, or 100.
    var whole: Double { if case .percent = unit { 100 } else { 1 } }

    var isInPercent: Bool { whole == 100 }

    /// The values that it can have.
    var range: ClosedRange<Double> {
        switch unit {
        case .share: 0...1
        case .percent: 0...100
        case .number(let range): range
        }
    }

    /// Whether a bootstrap draws for it.
    var isDrawn: Bool {
        switch intervals {
        case .countsAndOwnDraws, .ownDraws: true
        case .counts, .countsAndDraws: false
        }
    }

    /// The name under which its draws are; `nil` where there are none.
    var drawnName: String? {
        switch intervals {
        case .counts: nil
        case .countsAndDraws(let name): name
        case .countsAndOwnDraws, .ownDraws: name
        }
    }

    var hasCountsInterval: Bool { if case .ownDraws = intervals { false } else { true } }
}

extension Figure: Hashable, CustomStringConvertible {
    public static func == (a: Figure, b: Figure) -> Bool { a.name == b.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
    public var description: String { name }
}

/// What a figure is of some messages: a rate with its counts, or a number.
package enum FigureValue: Hashable, Sendable, Encodable {
    case rate(Rate)
    /// `nil` where it is undefined.
    case number(Double?)

    package func encode(to encoder: any Encoder) throws {
        var field = encoder.singleValueContainer()
        switch self {
        case .rate(let rate): try field.encode(rate)
        case .number(let value?): try field.encode(value)
        case .number(nil): try field.encodeNil()
        }
    }
}
