// Evaluation: what a report is written on. A section says what is on the page, each kind of page
// how it looks.

import Statistics

/// The heading of a section.
package struct SectionHeading: Sendable {
    /// As text has it.
    package let title: String
    /// As a page with links has it; sections of one id are one part of the page.
    package let name: String
    package let id: String

    package init(_ title: String, name: String? = nil, id: String? = nil) {
        self.title = title
        self.name = name ?? title
        self.id = id ?? String(title.lowercased().map { $0.isLetter && $0.isASCII ? $0 : "-" })
    }
}

/// A drawing that only some pages can show.
package enum ReportDrawing: Sendable {
    /// Share of junk by probability said; messages by probability said.
    case reliability(CalibrationTable), counts(CalibrationTable)
    /// A rate of each period, in the order of time.
    case periods([Slice], PeriodRate)
}

/// What is drawn of periods.
package enum PeriodRate: Sendable {
    case falseJunk, recall

    package func rate(_ period: Slice) -> Rate { self == .falseJunk ? period.falseJunk : period.recall }
}

/// A page of headings, paragraphs, figures and tables.
package protocol ReportPage {
    /// Whether there is room for wide tables and drawings, as in a browser.
    var isWide: Bool { get }

    mutating func paragraph(_ words: String)
    /// A sentence of a list.
    mutating func line(_ words: String)
    mutating func heading(_ heading: SectionHeading)
    mutating func figure(_ line: FigureLine)
    mutating func table(_ table: ReportTable)
    mutating func drawing(_ drawing: ReportDrawing)
    /// Why there is nothing to show.
    mutating func absent(_ reason: String)
}

/// A report on a page of text.
protocol TextPage: ReportPage {
    /// What has been written, ending with a newline.
    var text: String { get }
}

extension TextPage {
    package var isWide: Bool { false }
    package mutating func drawing(_ drawing: ReportDrawing) {}
    package mutating func absent(_ reason: String) { paragraph(reason) }

    mutating func heading(_ title: String) { heading(SectionHeading(title)) }
    mutating func table(_ name: String, columns: [String], _ rows: [[String]]) {
        table(ReportTable(name, columns: columns, rows))
    }
}

package typealias Limits = (lower: Double, upper: Double)

/// A figure with its intervals, or why it is undefined.
package struct FigureLine: Sendable {
    package var title: String
    package let value: FigureValue
    /// The interval that follows from counts: Wilson's of a rate, or one made from it.
    package let wilson: Limits?
    /// The interval of a bootstrap.
    package let drawn: Limits?
    package let reason: String

    package init(_ title: String, _ value: FigureValue, wilson: Limits?, drawn: Limits?, reason: String) {
        (self.title, self.value, self.wilson, self.drawn, self.reason) = (title, value, wilson, drawn, reason)
    }

    /// A rate with its Wilson interval.
    package init(_ title: String, _ rate: Rate, ifUndefined reason: String) {
        self.init(title, .rate(rate), wilson: rate.interval95.map { ($0.lower, $0.upper) }, drawn: nil, reason: reason)
    }
}
