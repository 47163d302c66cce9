// Page: whether messages are still what a model was trained on. A drift report in, sections of
// tables and plots out.

import Drift
import SpamEvaluation
import Statistics

enum DriftPart {
    /// Periods that a table shows; the plots show all.
    private static let mostPeriods = 60

    static func write(_ drift: DriftReport, on page: inout HTMLPage) {
        page.heading(SectionHeading("What was found", id: "found"))
        page.paragraph(
            "An alarm says that a whole range lies above its limit: more than training, chance and a tolerance explain. If nothing has changed, any alarm on this page has a probability of at most \(decimal(100 * drift.level, places: 2)) %."
        )
        page.table(findings(drift.whole))
        if !drift.periods.isEmpty {
            page.heading(SectionHeading("Over time", id: "time"))
            page.figure(
                svg: sharesPlot(drift),
                caption: "Shares of each period, with their ranges where there is an alarm. Dashed: what was expected.")
            page.figure(
                svg: unfamiliarityPlot(drift),
                caption: "How far the least familiar messages of each period lie beyond those of training. Dashed: the limit.")
            page.figure(svg: indexPlot(drift), caption: "The largest stability index of each period. Dashed: the limit.")
            page.table(periods(drift))
        }
        page.heading(SectionHeading("Scripts", id: "scripts"))
        page.table(scripts(drift))
        page.heading(SectionHeading("Messages that differ most", id: "messages"))
        if drift.groups.isEmpty {
            page.absent("No message is less known than one in fifty of training.")
        } else {
            page.table(groups(drift))
        }
    }

    private static func cell(_ share: Double?) -> ReportTable.Cell { share.map { .init("\(percent($0)) %") } ?? .dash }

    private static func findings(_ comparison: DriftComparison) -> ReportTable {
        ReportTable(
            id: "drift-findings", caption: "All messages",
            columns: [.text("facet"), .number("found"), .number("range"), .number("expected"), .number("limit"), .text("")],
            rows: comparison.findings.map { finding in
                ReportTable.Row(
                    finding.facet.title,
                    [
                        .init(finding.words(finding.value), .strong),
                        .init("\(finding.words(finding.lower)) – \(finding.words(finding.upper))", .limits),
                        finding.expected.map { .init(finding.words($0)) } ?? .dash,
                        .init(finding.words(finding.limit)), .init(finding.isAlarm ? "alarm" : "", .text),
                    ])
            },
            remark:
                "Unfamiliar: with more unknown features than all but few messages of training; each template once, and all messages. Of four thresholds the one is shown that tells most. Unfamiliarity: how far the least familiar messages lie beyond those of training, as a ratio."
        )
    }

    private static func periods(_ drift: DriftReport) -> ReportTable {
        let left = max(0, drift.periods.count - mostPeriods)
        return ReportTable(
            id: "drift-periods", caption: "Periods",
            columns: [
                .text("period"), .number("messages"), .number("unfamiliar"), .number("unknown"), .number("unsure"),
                .text("alarms"),
            ],
            rows: drift.periods.suffix(mostPeriods).map { period in
                let comparison = period.comparison
                return ReportTable.Row(
                    period.name,
                    [
                        .count(comparison.counts.messages), cell(comparison[.unfamiliarTemplates]?.value),
                        cell(comparison[.unknown]?.value), cell(comparison[.unsure]?.value),
                        .init(comparison.alarms.map { "\($0.facet.title) \($0.words($0.value))" }.joined(separator: ", "), .text),
                    ])
            },
            remark: left > 0 ? "\(grouped(left)) earlier periods are in the plots alone." : nil)
    }

    private static func scripts(_ drift: DriftReport) -> ReportTable {
        ReportTable(
            id: "drift-scripts", caption: "Templates by script, with their mean share of unknown features",
            columns: [
                .text("script"), .number("share"), .number("in training"), .number("unknown"), .number("unknown in training"),
            ],
            rows: drift.scripts.map { script in
                ReportTable.Row(
                    script.script,
                    [cell(script.share), cell(script.expectedShare), cell(script.unknown), cell(script.expectedUnknown)])
            })
    }

    private static func groups(_ drift: DriftReport) -> ReportTable {
        let hasText = drift.groups.contains { $0.text != nil }
        return ReportTable(
            id: "drift-groups", caption: "By template, those with most unknown features first",
            columns: [.text("where"), .number("messages"), .number("unknown"), .text("called")]
                + (hasText ? [.text("the first")] : []),
            rows: drift.groups.map { group in
                ReportTable.Row(
                    cut(group.places.joined(separator: ", "), to: 120), isWord: true,
                    [.count(group.messages), cell(group.unknown), .init(group.action, .text)]
                        + (hasText ? [.init(seen(cut(group.text ?? "", to: 200)), .text)] : []))
            })
    }
}

extension DriftFinding {
    /// A share in percent, a ratio or an index as a number.
    fileprivate func words(_ value: Double) -> String {
        switch facet.unit {
        case .share: "\(percent(value)) %"
        case .ratio: decimal(value, places: 2)
        case .index: decimal(value, places: 3)
        }
    }
}

// MARK: - Plots

private func place(_ i: Int, of drift: DriftReport) -> Double { (Double(i) + 0.5) / Double(drift.periods.count) }

private func sharesPlot(_ drift: DriftReport) -> String {
    var plot = Plot(x: .periods("Period", drift.periods.map(\.name)), y: .share("Messages, %"))
    let facets: [(facet: DriftFacet, kind: String, words: String)] = [
        (.unknown, "curve", "unknown"), (.unfamiliarTemplates, "curve second", "unfamiliar"), (.unsure, "curve third", "unsure"),
    ]
    for (facet, kind, words) in facets {
        let found = drift.periods.enumerated().compactMap { i, period in period.comparison[facet].map { (i, $0) } }
        if let expected = drift.whole[facet]?.expected { plot.line([(0, expected), (1, expected)], "chance") }
        plot.line(found.map { (place($0.0, of: drift), $0.1.value) }, kind)
        for (i, finding) in found where finding.isAlarm {
            plot.line([(place(i, of: drift), finding.lower), (place(i, of: drift), finding.upper)], "limits")
        }
        for (i, finding) in found { plot.dot((place(i, of: drift), finding.value), "bin", radius: finding.isAlarm ? 4 : 2) }
        if let last = found.last {
            plot.words(
                words, at: (1, last.1.value),
                // Often little apart.
                dy: facet == .unsure ? 14 : -6, anchor: "end")
        }
    }
    let words = drift.periods.map { period in
        "\(period.name): \(facets.compactMap { facet in period.comparison[facet.facet].map { "\(facet.facet.title) \(percent($0.value)) %" } }.joined(separator: ", "))"
    }
    return plot.svg(id: "drift-shares", title: "Shares over time", description: words.joined(separator: "; "))
}

/// The largest stability index of each period.
private func indexPlot(_ drift: DriftReport) -> String {
    numberPlot(drift, id: "drift-index", "Stability index", upTo: 0.3) { comparison in
        comparison.findings.filter { $0.facet.unit == .index }.max { $0.value < $1.value }
    }
}

private func unfamiliarityPlot(_ drift: DriftReport) -> String {
    numberPlot(drift, id: "drift-unfamiliarity", "Unfamiliarity", upTo: 1.5) { $0[.unfamiliarity] }
}

private func numberPlot(
    _ drift: DriftReport, id: String, _ title: String, upTo least: Double, _ finding: (DriftComparison) -> DriftFinding?
) -> String {
    let found = drift.periods.enumerated().compactMap { i, period in finding(period.comparison).map { (i, $0) } }
    let most = found.map(\.1.value).max() ?? 0
    var plot = Plot(
        x: .periods("Period", drift.periods.map(\.name)), y: .numbers(title, upTo: max(least, most)), height: 220)
    if let limit = found.first?.1.limit { plot.line([(0, limit), (1, limit)], "chance") }
    plot.line(found.map { (place($0.0, of: drift), $0.1.value) }, "curve")
    for (i, finding) in found { plot.dot((place(i, of: drift), finding.value), "bin", radius: finding.isAlarm ? 4 : 2) }
    let words = found.map { "\(drift.periods[$0.0].name): \($0.1.facet.title) \($0.1.words($0.1.value))" }
    return plot.svg(id: id, title: "\(title) over time", description: words.joined(separator: "; "))
}

extension Axis {
    /// Periods side by side, from 0 to 1, with at most four names.
    static func periods(_ title: String, _ names: [String]) -> Axis {
        let every = max(1, (names.count + 3) / 4)
        let ticks = names.enumerated().filter { $0.offset % every == 0 }.map {
            Tick(value: (Double($0.offset) + 0.5) / Double(names.count), label: $0.element)
        }
        return even(title, ticks, upTo: 1)
    }

    /// Numbers from 0 on.
    static func numbers(_ title: String, upTo most: Double) -> Axis {
        let step = [0.1, 0.2, 0.5, 1, 2, 5].first { most / $0 <= 5 } ?? 10
        let count = Int((most / step).rounded(.up))
        let ticks = (0...count).map { Tick(value: Double($0) * step, label: decimal(Double($0) * step, places: 1)) }
        return even(title, ticks, upTo: Double(count) * step)
    }
}
