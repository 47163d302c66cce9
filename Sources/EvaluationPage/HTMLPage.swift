// Page: the HTML page as a page that reports are written on. Headings, figures and tables in, parts
// for the template out.

import SpamEvaluation
import Statistics

/// A section of the page: the values of part.mustache.
struct PagePart {
    struct Drawing {
        let svg: String
        let figureCaption: String
    }

    let id: String
    let name: String
    var paragraphs: [String] = []
    /// Why there is nothing to show.
    var absent: [String] = []
    var figures: [Drawing] = []
    var tables: [PageTable] = []
    var mistakes: [PageMistakes] = []
    /// Whether there are mistakes to choose from.
    var isFiltered = false
}

/// Collects parts; what is written belongs to the last heading. Sections of one id are one part.
struct HTMLPage: ReportPage {
    private(set) var parts: [PagePart] = []
    private var current = 0
    /// Figures that no table holds yet.
    private var lines: [FigureLine] = []

    var isWide: Bool { true }

    mutating func heading(_ heading: SectionHeading) {
        closeFigures()
        if let known = parts.firstIndex(where: { $0.id == heading.id }) {
            current = known
        } else {
            current = parts.count
            parts.append(PagePart(id: heading.id, name: heading.name))
        }
    }

    mutating func paragraph(_ words: String) { parts[current].paragraphs.append(words) }
    mutating func line(_ words: String) { paragraph(words) }
    mutating func absent(_ reason: String) { parts[current].absent.append(reason) }
    mutating func mistakes(_ list: PageMistakes) {
        parts[current].mistakes.append(list)
        if list.groups.count > 1 { parts[current].isFiltered = true }
    }
    mutating func figure(_ line: FigureLine) { lines.append(line) }

    mutating func table(_ table: ReportTable) {
        closeFigures()
        parts[current].tables.append(PageTable(table))
    }

    mutating func drawing(_ drawing: ReportDrawing) {
        parts[current].figures.append(PagePart.Drawing(svg: drawing.svg, figureCaption: drawing.caption))
    }

    /// A drawing that no report knows.
    mutating func figure(svg: String, caption: String) {
        parts[current].figures.append(PagePart.Drawing(svg: svg, figureCaption: caption))
    }

    /// The parts, when all is written.
    consuming func finished() -> [PagePart] {
        closeFigures()
        return parts
    }

    private mutating func closeFigures() {
        guard !lines.isEmpty else { return }
        let id = "\(parts[current].id)-figures-\(parts[current].tables.count)"
        parts[current].tables.append(PageTable(ReportTable(id: id, caption: "Figures", figures: lines)))
        lines = []
    }
}

extension ReportTable {
    /// A row a figure: the value, its intervals below it, counts.
    init(id: String, caption: String, figures: [FigureLine], remark: String? = nil, summary: String? = nil) {
        self.init(
            id: id, caption: caption,
            columns: [.text("figure"), .number("value, 95 % interval"), .number("messages")],
            rows: figures.map { Row($0.title, $0.cells) }, remark: remark, summary: summary)
    }
}

extension FigureLine {
    fileprivate var cells: [ReportTable.Cell] {
        func numbers(_ limits: Limits) -> String {
            "\(decimal(limits.lower, places: 4)) – \(decimal(limits.upper, places: 4))"
        }
        func value(_ words: String, _ interval: (Limits) -> String) -> ReportTable.Cell {
            let details = [wilson.map(interval), drawn.map { "by template \(interval($0))" }].compactMap(\.self)
            return ReportTable.Cell(words, .strong, details: details)
        }
        switch self.value {
        case .rate(let rate) where rate.of > 0:
            return [value(percent(rate.value ?? 0) + " %", ReportTable.Cell.interval), .counts(rate)]
        case .number(let number?): return [value(decimal(number, places: 4), numbers), ReportTable.Cell("")]
        case .rate, .number: return [.undefined(reason, span: 2)]
        }
    }
}
