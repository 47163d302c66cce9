// What drift prints: a sentence, a table of facets, periods, groups.

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
        lines.append(DriftReport.line("", ["found", "range", "expected", "limit"]))
        for finding in whole.findings {
            lines.append(
                DriftReport.line(
                    finding.facet.title,
                    [
                        finding.words(finding.value), "\(finding.words(finding.lower)) – \(finding.words(finding.upper))",
                        finding.expected.map(finding.words) ?? "–", finding.words(finding.limit),
                    ]) + (finding.isAlarm ? "  alarm" : ""))
        }
        lines += scriptLines
        if !periods.isEmpty { lines += periodLines }
        if !groups.isEmpty { lines += groupLines }
        return lines.joined(separator: "\n")
    }

    private static let widths = [9, 17, 9, 9]

    private static func line(_ head: String, _ cells: [String]) -> String {
        rightPadded(head, to: 22) + zip(cells, widths).map { leftPadded($0, to: $1) }.joined(separator: " ")
    }

    private static func leftPadded(_ text: String, to width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    private func share(_ value: Double?) -> String { value.map { "\(decimal(100 * $0, places: 1)) %" } ?? "–" }

    private var scriptLines: [String] {
        ["", DriftReport.line("script", ["share", "in training", "unknown", "training"])]
            + scripts.map {
                DriftReport.line(
                    $0.script, [share($0.share), share($0.expectedShare), share($0.unknown), share($0.expectedUnknown)])
            }
    }

    private var periodLines: [String] {
        ["", DriftReport.line("period", ["messages", "unfamiliar", "unknown", "unsure"])]
            + periods.map { period in
                let found = period.comparison
                return DriftReport.line(
                    period.name,
                    [
                        grouped(found.counts.messages), share(found[.unfamiliarTemplates]?.value), share(found[.unknown]?.value),
                        share(found[.unsure]?.value),
                    ]) + (found.leadingAlarm.map { "  alarm: \($0.facet.title) \($0.words($0.value))" } ?? "")
            }
    }

    private var groupLines: [String] {
        var lines = ["", "messages that differ most"]
        for group in groups {
            let words =
                "  \(group.places[0])\(group.messages > 1 ? " and \(grouped(group.messages - 1)) like it" : ""): \(share(group.unknown)) unknown, called \(group.action)"
            lines.append(wrapped(words, to: 80, indent: "      "))
            if let text = group.text { lines.append("      \(onOneLine(text))") }
        }
        return lines
    }
}

extension DriftFinding {
    fileprivate func words(_ value: Double) -> String {
        switch facet.unit {
        case .share: "\(decimal(100 * value, places: 1)) %"
        case .ratio: decimal(value, places: 2)
        case .index: decimal(value, places: 3)
        }
    }
}
