// What drift prints: a sentence, a table of facets, what to do, periods, groups.

import Drift
import SpamEvaluation
import Statistics

extension DriftReport {
    var text: String {
        let counts = whole.counts
        var lines = [wrapped(sentence, to: 80), ""]
        lines.append(
            "\(counted(counts.messages, "message")), \(grouped(counts.templates)) not like one before; any false alarm at most \(percentage(level))"
        )
        lines.append("")
        lines.append(DriftReport.line("", "answer", ["found", "range", "expected"], "templates"))
        for finding in whole.findings {
            let facet = finding.facet
            lines.append(
                DriftReport.line(
                    facet.title, finding.answer.words,
                    [
                        facet.words(finding.value), "\(facet.words(finding.lower)) – \(facet.words(finding.upper))",
                        finding.expected.map(facet.words) ?? "–",
                    ], finding.countWords))
        }
        lines += whole.findings.compactMap { finding in finding.advice.map { "  \(finding.facet.title): \($0)" } }
        if !periods.isEmpty { lines += periodLines }
        if !groups.isEmpty { lines += groupLines }
        return lines.joined(separator: "\n")
    }

    // All lines of up to 9,999 templates fit 80 columns.
    private static let widths = [7, 17, 8]

    private static func line(_ head: String, _ answer: String, _ cells: [String], _ end: String) -> String {
        rightPadded(head, to: 17) + rightPadded(answer, to: 12)
            + zip(cells, widths).map { leftPadded($0, to: $1) }.joined(separator: " ") + "  " + end
    }

    private static func leftPadded(_ text: String, to width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    private var periodLines: [String] {
        func row(_ head: String, _ answer: String, _ cells: [String]) -> String {
            rightPadded(head, to: 18) + rightPadded(answer, to: 12)
                + cells.map { DriftReport.leftPadded($0, to: 9) }.joined(separator: " ")
        }
        return ["", row("period", "answer", ["messages", "unknown", "new", "unsure", "scores"])]
            + periods.map { period in
                let found = period.comparison
                return row(
                    period.name, found.answer.words,
                    [grouped(found.counts.messages)]
                        + DriftFacet.allCases.map { facet in found[facet].map { facet.words($0.value) } ?? "–" })
            }
    }

    private var groupLines: [String] {
        var lines = ["", "messages that differ most"]
        for group in groups {
            let unknown = "\(decimal(100 * group.unknown, places: 1)) %"
            let words =
                "  \(group.places[0])\(group.messages > 1 ? " and \(grouped(group.messages - 1)) like it" : ""): \(unknown) unknown, called \(group.action)"
            lines.append(wrapped(words, to: 80, indent: "      "))
            if let text = group.text { lines.append("      \(onOneLine(text))") }
        }
        return lines
    }
}
