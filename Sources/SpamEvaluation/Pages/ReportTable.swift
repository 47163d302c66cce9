// Evaluation: any table of a report as one value, for every kind of page. Figures in, words for
// cells out.

import Statistics

/// A table; the first cell of a row is its head. Pages of text show the words of the cells alone.
package struct ReportTable: Sendable {
    package struct Column: Sendable {
        package let name: String
        /// Whether its cells are aligned to the right.
        package let isNumber: Bool

        package static func text(_ name: String) -> Column { Column(name: name, isNumber: false) }
        package static func number(_ name: String) -> Column { Column(name: name, isNumber: true) }
    }

    /// How a cell looks.
    package enum Look: String, Sendable {
        case number
        case strong = "number strong"
        case text
        case limits
        case undefined
        /// Why there is no rate, in a column of rates.
        case absent = "undefined number"
    }

    package struct Cell: Sendable {
        package var text: String
        package var look: Look
        /// Columns that it covers, if more than one.
        package var span: Int?
        package var whisker: Whisker?
        /// Lines below the text, in small: limits.
        package var details: [String]
        /// By which the script of a page finds it.
        package var id: String?

        package init(_ text: String, _ look: Look = .number, details: [String] = [], id: String? = nil) {
            (self.text, self.look, self.details, self.id) = (text, look, details, id)
        }
    }

    /// A rate and its interval, to be drawn on a scale of 0...most.
    package struct Whisker: Sendable {
        package let value: Double
        package let limits: BinomialInterval
        package let most: Double
    }

    package struct Row: Sendable {
        package let head: String
        /// Whether the head is text of the corpus, which may break anywhere.
        package let isWord: Bool
        package let cells: [Cell]

        package init(_ head: String, isWord: Bool = false, _ cells: [Cell]) {
            (self.head, self.isWord, self.cells) = (head, isWord, cells)
        }
    }

    package let id: String
    package let caption: String
    package let columns: [Column]
    package let rows: [Row]
    /// Below the table, what must be known to read it.
    package var remark: String?
    /// What the whiskers span.
    package var drawn: String?
    /// If the table is folded away, the words by which it is opened.
    package var summary: String?

    package init(
        id: String, caption: String, columns: [Column], rows: [Row], remark: String? = nil, drawn: String? = nil,
        summary: String? = nil
    ) {
        (self.id, self.caption, self.columns, self.rows) = (id, caption, columns, rows)
        (self.remark, self.drawn, self.summary) = (remark, drawn, summary)
    }

    /// Rows of words, the first of each a name; `columns` are the heads of the others, which are
    /// numbers.
    package init(_ name: String, columns: [String], _ rows: [[String]]) {
        self.init(
            id: String(columns.joined(separator: "-").filter { $0.isASCII && ($0.isLetter || $0 == "-") }), caption: name,
            columns: [.text(name)] + columns.map(Column.number),
            rows: rows.map { Row($0[0], $0.dropFirst().map { Cell($0) }) })
    }
}

extension ReportTable.Cell {
    /// `–`: nothing to say.
    package static let dash = ReportTable.Cell("–")

    /// A count with commas.
    package static func count(_ count: Int, _ look: ReportTable.Look = .number) -> ReportTable.Cell {
        ReportTable.Cell(grouped(count), look)
    }

    package static func words(_ text: String) -> ReportTable.Cell { ReportTable.Cell(text, .text) }

    /// A rate in percent, `1.05`, its limits below it, and both drawn on 0...most.
    package static func rate(_ rate: Rate, ifUndefined reason: String, drawnUpTo most: Double? = nil) -> ReportTable.Cell {
        guard let value = rate.value, let limits = rate.interval95 else { return undefined(reason) }
        var cell = ReportTable.Cell(percent(value), details: [interval(limits)])
        cell.whisker = most.map { ReportTable.Whisker(value: value, limits: limits, most: $0) }
        return cell
    }

    package static func counts(_ rate: Rate) -> ReportTable.Cell {
        ReportTable.Cell("\(grouped(rate.count)) of \(grouped(rate.of))")
    }

    /// The area under a curve, and other figures that are no share of counts.
    package static func figure(_ value: Double?, ifUndefined reason: String) -> ReportTable.Cell {
        value.map { ReportTable.Cell(decimal($0, places: 4)) } ?? undefined(reason)
    }

    /// Why a row has no rate, in a table where most rows have one.
    package static func absent(_ reason: String) -> ReportTable.Cell { ReportTable.Cell(reason, .absent) }

    package static func undefined(_ reason: String, span: Int? = nil) -> ReportTable.Cell {
        var cell = ReportTable.Cell("undefined: \(reason)", .undefined)
        cell.span = span
        return cell
    }

    /// A row that could not be measured.
    package static func notMeasured(_ problem: String, span: Int) -> ReportTable.Cell {
        var cell = ReportTable.Cell("not measured: \(problem)", .undefined)
        cell.span = span
        return cell
    }

    /// In percent, without the sign: `0.75 – 1.46`.
    package static func interval(_ limits: BinomialInterval) -> String { interval((limits.lower, limits.upper)) }

    package static func interval(_ limits: Limits) -> String { "\(percent(limits.lower)) – \(percent(limits.upper))" }
}
