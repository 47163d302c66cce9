// Evaluation: a page of aligned figures. Names and numbers in, lines of at most 80 columns out. It
// knows nothing of spam.

import Statistics

/// Builds a page for a terminal; the figures of all headings share their columns:
///
///     False junk: wanted messages put in Junk
///       all wanted                     0.13 %  [ 0.05,  0.33]          4/3,120
///       unsure, of all messages        1.20 %  [ 0.92,  1.57]         53/4,412
package struct FigurePage: TextPage {
    package private(set) var text = ""

    package init() {}

    static let columns = 80
    private static let nameColumns = 30

    package mutating func paragraph(_ words: String) {
        if !text.isEmpty { text += "\n" }
        text += wrapped(words, to: Self.columns) + "\n"
    }

    package mutating func heading(_ heading: SectionHeading) {
        text += "\n" + wrapped(heading.title, to: Self.columns, indent: "  ") + "\n"
    }

    package mutating func figure(_ figure: FigureLine) {
        switch figure.value {
        case .rate(let rate) where rate.of > 0: line(figure.title, FigurePage.words(rate, figure.wilson ?? figure.drawn))
        case .number(let value?): line(figure.title, FigurePage.words(value, figure.drawn ?? figure.wilson))
        case .rate, .number: line(figure.title, "undefined (\(figure.reason))")
        }
    }

    private static func words(_ rate: Rate, _ limits: Limits?) -> String {
        let interval =
            limits.map { "[\(leftPadded(percent($0.lower), to: 5)), \(leftPadded(percent($0.upper), to: 6))]" }
            ?? String(repeating: " ", count: 15)
        let counts = "\(leftPadded(grouped(rate.count), to: 11))/\(grouped(rate.of))"
        return "\(leftPadded(percent(rate.value ?? 0), to: 6)) %  \(interval)  \(counts)"
    }

    private static func words(_ value: Double, _ limits: Limits?) -> String {
        let interval = limits.map { "  [\(decimal($0.lower, places: 4)), \(decimal($0.upper, places: 4))]" } ?? ""
        return leftPadded(decimal(value, places: 4), to: 8) + interval
    }

    package mutating func table(_ table: ReportTable) {
        let rows = [table.columns.map(\.name)] + table.rows.map { [$0.head] + $0.cells.map(\.text) }
        let widths = table.columns.indices.map { i in rows.map { i < $0.count ? terminalColumns($0[i]) : 0 }.max() ?? 0 }
        for row in rows {
            let cells = row.indices.dropFirst().map { "  " + leftPadded(row[$0], to: widths[$0]) }
            var line = "  " + rightPadded(row[0], to: widths[0]) + cells.joined()
            while line.last == " " { line.removeLast() }
            text += line + "\n"
        }
    }

    /// A line of words, indented.
    package mutating func line(_ words: String) {
        text += words.isEmpty ? "\n" : "  " + words + "\n"
    }

    private mutating func line(_ name: String, _ value: String) {
        let start = "  " + rightPadded(name, to: Self.nameColumns) + " "
        let indent = String(repeating: " ", count: Self.nameColumns + 3)
        // Figures stand in columns; only words may break.
        let isFigure = value.last != ")"
        text +=
            start + (isFigure ? value : wrapped(value, to: Self.columns, indent: indent, after: terminalColumns(start))) + "\n"
    }
}
