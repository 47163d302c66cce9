// Page: a table by the names that the template asks with. A `ReportTable` in, markup and class
// names out; a rate is drawn next to its digits.

import SpamEvaluation

/// The values of table.mustache.
struct PageTable {
    struct Column {
        let name: String
        /// Class of the cells: `number` for what is aligned to the right.
        let kind: String
    }

    struct Cell {
        let text: String
        let kind: String
        let span: Int?
        /// As markup.
        let drawing: String
        let details: [String]
        let cellName: String?
    }

    struct Row {
        /// As markup: a line may break after a slash.
        let head: String
        let kind: String
        let cells: [Cell]
    }

    let id: String
    let caption: String
    let columns: [Column]
    let rows: [Row]
    let remark: String?
    /// Hidden on a phone, as the drawings are.
    let drawn: String?
    let summary: String?

    init(_ table: ReportTable) {
        (id, caption, remark, drawn, summary) = (table.id, table.caption, table.remark, table.drawn, table.summary)
        columns = table.columns.map { Column(name: $0.name, kind: $0.isNumber ? "number" : "text") }
        rows = table.rows.map { row in
            Row(
                head: escaped(row.head).replacing("/", with: "/<wbr>"), kind: row.isWord ? "word" : "whole",
                cells: row.cells.map {
                    Cell(
                        text: $0.text, kind: $0.look.rawValue, span: $0.span, drawing: $0.whisker?.svg ?? "",
                        details: $0.details, cellName: $0.id)
                })
        }
    }
}

extension ReportTable.Whisker {
    /// A dot on a line, the line from limit to limit.
    var svg: String {
        func place(_ share: Double) -> Double { tenth(3 + 84 * min(max(share / most, 0), 1)) }
        return
            "<svg class=\"whisker\" viewBox=\"0 0 90 12\" aria-hidden=\"true\"><line class=\"scale\" x1=\"3\" x2=\"87\" y1=\"6\" y2=\"6\"/>"
            + "<line class=\"limits\" x1=\"\(place(limits.lower))\" x2=\"\(place(limits.upper))\" y1=\"6\" y2=\"6\"/>"
            + "<circle cx=\"\(place(value))\" cy=\"6\" r=\"3\"/></svg>"
    }
}
