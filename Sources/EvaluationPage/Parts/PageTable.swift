// Page: any table of the page as one value, for the one template of tables. Figures in, words for cells out.

import SpamEvaluation
import Statistics

/// A table with a caption; the first cell of a row is its head.
struct PageTable {
    struct Column {
        let name: String
        /// Class of the cells: `text`, or `number` for what is aligned to the right.
        let kind: String

        static func text(_ name: String) -> Column { Column(name: name, kind: "text") }
        static func number(_ name: String) -> Column { Column(name: name, kind: "number") }
    }

    struct Cell {
        var text: String
        var kind = "number"
        /// Columns that it covers, if more than one.
        var span: Int?
        /// A drawing beside the text, as markup.
        var drawing = ""
        /// Lines below the text, in small: limits.
        var details: [String] = []
        /// By which the script finds it.
        var cellName: String?

        /// Why there is no rate for a row of a table of many, most of which have one.
        static func absent(_ reason: String) -> Cell { Cell(text: reason, kind: "undefined number") }

        static func undefined(_ reason: String, span: Int? = nil) -> Cell {
            Cell(text: "undefined: \(reason)", kind: "undefined", span: span)
        }
    }

    struct Row {
        /// As markup: a line may break after a slash.
        let head: String
        /// Class of the head: `word` for text of the corpus.
        let kind: String
        let cells: [Cell]

        init(head: String, kind: String = "whole", cells: [Cell]) {
            self.head = escaped(head).replacing("/", with: "/<wbr>")
            self.kind = kind
            self.cells = cells
        }
    }

    let id: String
    let caption: String
    let columns: [Column]
    let rows: [Row]
    /// Below the table, what must be known to read it.
    var remark: String?
    /// What the drawings in it span; they are not seen on a phone, and nor is this.
    var drawn: String?
    /// If the table is folded away, the words by which it is opened.
    var summary: String?
}

extension PageTable.Cell {
    /// A count with commas.
    static func count(_ count: Int) -> PageTable.Cell { PageTable.Cell(text: grouped(count)) }

    static func words(_ text: String) -> PageTable.Cell { PageTable.Cell(text: text, kind: "text") }

    /// A rate in percent, `1.05`, its limits below it, and both drawn on 0...most.
    static func rate(_ rate: Rate, ifUndefined reason: String, drawnUpTo most: Double? = nil) -> PageTable.Cell {
        guard let value = rate.value, let limits = rate.interval95 else { return undefined(reason) }
        let drawing = most.map { Whisker(value, limits, upTo: $0).svg } ?? ""
        return PageTable.Cell(text: percent(value), drawing: drawing, details: [interval(limits)])
    }

    static func counts(_ rate: Rate) -> PageTable.Cell {
        PageTable.Cell(text: "\(grouped(rate.count)) of \(grouped(rate.of))")
    }

    /// The area under a curve, and other figures that are no share of counts.
    static func figure(_ value: Double?, ifUndefined reason: String) -> PageTable.Cell {
        value.map { PageTable.Cell(text: decimal($0, places: 4)) } ?? undefined(reason)
    }

    /// In percent, without the sign: `0.75 – 1.46`.
    static func interval(_ limits: BinomialInterval) -> String { interval(lower: limits.lower, upper: limits.upper) }

    static func interval(lower: Double, upper: Double) -> String { "\(percent(lower)) – \(percent(upper))" }
}

/// A rate and its interval as a dot on a line, beside the figures that say the same in digits.
struct Whisker {
    let svg: String

    init(_ value: Double, _ limits: BinomialInterval, upTo most: Double) {
        func place(_ share: Double) -> Double { tenth(3 + 84 * min(max(share / most, 0), 1)) }
        svg =
            "<svg class=\"whisker\" viewBox=\"0 0 90 12\" aria-hidden=\"true\"><line class=\"scale\" x1=\"3\" x2=\"87\" y1=\"6\" y2=\"6\"/>"
            + "<line class=\"limits\" x1=\"\(place(limits.lower))\" x2=\"\(place(limits.upper))\" y1=\"6\" y2=\"6\"/>"
            + "<circle cx=\"\(place(value))\" cy=\"6\" r=\"3\"/></svg>"
    }
}
