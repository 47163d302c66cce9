// Evaluation: a page in Markdown, for documents and pull requests. Names and numbers in, paragraphs
// and tables out.

import Statistics

/// Builds a page of GitHub's Markdown. Signs that mean something there are escaped.
struct MarkdownPage: TextPage {
    private(set) var text = ""
    /// Whether the last line is of a table of figures, which the next figure joins.
    private var isInFigures = false

    package mutating func paragraph(_ words: String) {
        begin()
        text += escaped(words) + "\n"
    }

    package mutating func line(_ words: String) { paragraph(words) }

    package mutating func heading(_ heading: SectionHeading) {
        begin()
        text += "## \(escaped(heading.title))\n"
    }

    package mutating func figure(_ line: FigureLine) {
        switch line.value {
        case .rate(let rate) where rate.of > 0:
            let interval = (line.wilson ?? line.drawn).map { "\(percent($0.lower)) – \(percent($0.upper)) %" } ?? ""
            figure(line.title, "\(percent(rate.value ?? 0)) %", interval, "\(grouped(rate.count))/\(grouped(rate.of))")
        case .number(let value?):
            let limits = line.drawn ?? line.wilson
            let interval = limits.map { "\(decimal($0.lower, places: 4)) – \(decimal($0.upper, places: 4))" } ?? ""
            figure(line.title, decimal(value, places: 4), interval, "")
        case .rate, .number: figure(line.title, "undefined", "", line.reason)
        }
    }

    package mutating func table(_ table: ReportTable) {
        begin()
        text += "| \(table.columns.map { escaped($0.name) }.joined(separator: " | ")) |\n"
        text += "|---|" + table.columns.dropFirst().map { _ in "---:|" }.joined() + "\n"
        for row in table.rows {
            text += "| \(([row.head] + row.cells.map(\.text)).map(escaped).joined(separator: " | ")) |\n"
        }
    }

    private mutating func figure(_ cells: String...) {
        if !isInFigures {
            begin()
            text += "| | | 95 % | |\n|---|---:|---:|---:|\n"
            isInFigures = true
        }
        text += "| \(cells.map(escaped).joined(separator: " | ")) |\n"
    }

    private mutating func begin() {
        if !text.isEmpty { text += "\n" }
        isInFigures = false
    }

    /// Scalar by scalar: U+0D4E and the `<` after it are one character of Swift, but a renderer
    /// sees the `<`.
    private func escaped(_ words: String) -> String {
        var text = ""
        for scalar in words.unicodeScalars {
            if MarkdownPage.signs.contains(scalar) { text.unicodeScalars.append("\\") }
            text.unicodeScalars.append(scalar == "\n" || scalar == "\r" ? " " : scalar)
        }
        return text
    }

    private static let signs = Set("\\`*_{}[]<>#|~&!".unicodeScalars)
}
