// Page: a table by the names that the template asks with. A `ReportTable` in, markup and class
// names out.

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
