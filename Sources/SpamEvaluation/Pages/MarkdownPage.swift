// Evaluation: a page in Markdown, for documents and pull requests. Names and numbers in, paragraphs and tables out.

import Statistics

/// Builds a page of GitHub's Markdown. Signs that mean something there are escaped.
struct MarkdownPage: ReportPage {
    private(set) var text = ""
    /// Whether the last line is of a table of figures, which the next figure joins.
    private var isInFigures = false

    mutating func paragraph(_ words: String) {
        begin()
        text += escaped(words) + "\n"
    }

    mutating func heading(_ title: String) {
        begin()
        text += "## \(escaped(title))\n"
    }

    mutating func rate(_ name: String, _ rate: Rate, _ limits: (lower: Double, upper: Double)?, ifUndefined reason: String) {
        guard let value = rate.value else { return undefined(name, reason) }
        figure(
            name, "\(percent(value)) %", limits.map { "\(percent($0.lower)) – \(percent($0.upper)) %" } ?? "",
            "\(grouped(rate.count))/\(grouped(rate.of))")
    }

    mutating func figure(_ name: String, _ value: Double?, _ limits: (lower: Double, upper: Double)?, ifUndefined reason: String)
    {
        guard let value else { return undefined(name, reason) }
        let interval = limits.map { "\(decimal($0.lower, places: 4)) – \(decimal($0.upper, places: 4))" } ?? ""
        figure(name, decimal(value, places: 4), interval, "")
    }

    mutating func table(_ name: String, columns: [String], _ rows: [[String]]) {
        begin()
        text += "| \(([name] + columns).map(escaped).joined(separator: " | ")) |\n"
        text += "|---|" + columns.map { _ in "---:|" }.joined() + "\n"
        for row in rows { text += "| \(row.map(escaped).joined(separator: " | ")) |\n" }
    }

    private mutating func undefined(_ name: String, _ reason: String) {
        figure(name, "undefined", "", reason)
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

    private func escaped(_ words: String) -> String {
        String(words.flatMap { "\\`*_{}[]<>#|~".contains($0) ? ["\\", $0] : [$0] })
    }
}
