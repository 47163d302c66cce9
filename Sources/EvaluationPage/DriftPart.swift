// Page: whether messages are still what a model was trained on. A drift report in, sections of
// tables and plots out. A stream has no labels, so it also is a page of its own.

import Drift
import SpamEvaluation
import Statistics

enum DriftPart {
    /// Periods that a table shows; the plots show all.
    private static let mostPeriods = 60

    static func write(_ drift: DriftReport, on page: inout HTMLPage) {
        page.heading(SectionHeading("What was found", id: "found"))
        page.paragraph(
            "A facet differs if its whole range lies above its limit. It does not differ if the range ends below the next column. Otherwise more messages are needed. Without any change, a difference on this page has a probability of at most \(decimal(100 * drift.level, places: 2)) %."
        )
        page.table(findings(drift.whole))
        if !drift.periods.isEmpty {
            page.heading(SectionHeading("Over time", id: "time"))
            page.figure(
                svg: sharesPlot(drift),
                caption: "Shares of each period, with their ranges where they differ. Dashed: what was expected.")
            page.figure(svg: indexPlot(drift), caption: "The stability index of junk scores of each period. Dashed: the limit.")
            page.table(periods(drift))
            for (place, period) in drift.periods.enumerated() where !period.groups.isEmpty {
                page.table(groups(period.groups, id: "drift-texts-\(place + 1)", "Texts that begin in \(period.name)"))
            }
        }
        page.heading(SectionHeading("Messages that differ most", id: "messages"))
        if drift.groups.isEmpty {
            page.absent("No message has more unknown features than 98 of 100 training messages.")
        } else {
            page.table(groups(drift.groups, id: "drift-groups", "By template, those with most unknown features first"))
        }
    }

    private static func cell(_ share: Double?) -> ReportTable.Cell { share.map { .init("\(percent($0)) %") } ?? .dash }

    private static func findings(_ comparison: DriftComparison) -> ReportTable {
        ReportTable(
            id: "drift-findings", caption: "All messages",
            columns: [
                .text("facet"), .text("answer"), .number("found"), .number("range"), .number("expected"), .number("limit"),
                .number("no drift up to"), .number("counted"), .text("what to do"),
            ],
            rows: comparison.findings.map { finding in
                let words = finding.facet.words
                return ReportTable.Row(
                    finding.facet.title,
                    [
                        .init(finding.words, .text), .init(words(finding.value), .strong),
                        .init("\(words(finding.lower)) – \(words(finding.upper))", .limits),
                        finding.expected.map { .init(words($0)) } ?? .dash, .init(words(finding.limit)),
                        .init(words(finding.likeUpTo)), .init(finding.countWords), .init(finding.advice ?? "", .text),
                    ])
            },
            remark:
                "A new template has more unknown features than 98 of 100 training messages. It counts a quarter, or whole beyond 99.8 of 100."
        )
    }

    private static func periods(_ drift: DriftReport) -> ReportTable {
        let left = max(0, drift.periods.count - mostPeriods)
        return ReportTable(
            id: "drift-periods", caption: "Periods",
            columns: [
                .text("period"), .text("answer"), .number("messages"),
            ] + DriftFacet.allCases.map { .number($0.title) } + [
                .number("texts that begin"), .number("that go on"), .text("what differs"),
            ],
            rows: drift.periods.suffix(mostPeriods).map { period in
                let comparison = period.comparison
                return ReportTable.Row(
                    period.name,
                    [
                        .init(period.answer.words, .text), .count(comparison.counts.messages),
                    ] + DriftFacet.allCases.map { facet in comparison[facet].map { .init(facet.words($0.value)) } ?? .dash } + [
                        cell(period.beginning?.share), cell(period.goingOn),
                        .init(
                            (comparison.alarms.map(\.facet.title)
                                + (period.beginning?.isAlarm == true ? ["texts that begin"] : []))
                                .joined(separator: ", "), .text),
                    ])
            },
            remark: left > 0 ? "\(grouped(left)) earlier periods are only in the plots." : nil)
    }

    private static func groups(_ groups: [DriftGroup], id: String, _ caption: String) -> ReportTable {
        let hasText = groups.contains { $0.text != nil }
        return ReportTable(
            id: id, caption: caption,
            columns: [.text("where"), .number("messages"), .number("unknown"), .text("called")]
                + (hasText ? [.text("the first")] : []),
            rows: groups.map { group in
                ReportTable.Row(
                    cut(group.places.joined(separator: ", "), to: 120), isWord: true,
                    [.count(group.messages), cell(group.unknown), .init(group.action, .text)]
                        + (hasText ? [.init(seen(cut(group.text ?? "", to: 200)), .text)] : []))
            })
    }
}

// MARK: - Plots

private func place(_ i: Int, of drift: DriftReport) -> Double { (Double(i) + 0.5) / Double(drift.periods.count) }

private func sharesPlot(_ drift: DriftReport) -> String {
    var plot = Plot(x: .periods("Period", drift.periods.map(\.name)), y: .share("Messages, %"))
    let facets: [(facet: DriftFacet, kind: String)] = [
        (.unknown, "curve"), (.newTemplates, "curve second"), (.unsure, "curve third"),
    ]
    for (facet, kind) in facets {
        let found = drift.periods.enumerated().compactMap { i, period in period.comparison[facet].map { (i, $0) } }
        if let expected = drift.whole[facet]?.expected { plot.line([(0, expected), (1, expected)], "chance") }
        plot.line(found.map { (place($0.0, of: drift), $0.1.value) }, kind)
        for (i, finding) in found where finding.isAlarm {
            plot.line([(place(i, of: drift), finding.lower), (place(i, of: drift), finding.upper)], "limits")
        }
        for (i, finding) in found { plot.dot((place(i, of: drift), finding.value), "bin", radius: finding.isAlarm ? 4 : 2) }
        if let last = found.last {
            plot.words(
                facet.title, at: (1, last.1.value),
                // Often little apart.
                dy: facet == .unsure ? 14 : -6, anchor: "end")
        }
    }
    let words = drift.periods.map { period in
        "\(period.name): \(facets.compactMap { facet in period.comparison[facet.facet].map { "\(facet.facet.title) \(facet.facet.words($0.value))" } }.joined(separator: ", "))"
    }
    return plot.svg(id: "drift-shares", title: "Shares over time", description: words.joined(separator: "; "))
}

private func indexPlot(_ drift: DriftReport) -> String {
    let found = drift.periods.enumerated().compactMap { i, period in period.comparison[.scores].map { (i, $0) } }
    let most = found.map(\.1.value).max() ?? 0
    var plot = Plot(
        x: .periods("Period", drift.periods.map(\.name)), y: .numbers("Stability index", upTo: max(0.3, most)), height: 220)
    if let limit = found.first?.1.limit { plot.line([(0, limit), (1, limit)], "chance") }
    plot.line(found.map { (place($0.0, of: drift), $0.1.value) }, "curve")
    for (i, finding) in found { plot.dot((place(i, of: drift), finding.value), "bin", radius: finding.isAlarm ? 4 : 2) }
    let words = found.map { "\(drift.periods[$0.0].name): \($0.1.facet.words($0.1.value))" }
    return plot.svg(id: "drift-index", title: "Stability index over time", description: words.joined(separator: "; "))
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

/// Whether what comes in is still what a model was trained on, for any browser, without a network.
public struct DriftPage: Sendable {
    /// The model, as its reader calls it.
    public var model: String
    /// The files of messages that were compared with it.
    public var files: [String]
    /// What was found.
    public var report: DriftReport
    /// The version of the tool.
    public var version: String

    /// A page of a report.
    public init(model: String, files: [String], report: DriftReport, version: String = "") {
        (self.model, self.files, self.report, self.version) = (model, files, report, version)
    }

    /// The page, in UTF-8 when written.
    public func html() -> String { PageTemplate.shared.render(DriftContent(self), as: "drift") }
}

/// The values of drift.mustache.
private struct DriftContent {
    let title: String
    let verdict: String
    let basis: String
    let sections: [PageContent.Link]
    let parts: [PagePart]
    let version: String
    let style = PageTemplate.shared.style

    init(_ page: DriftPage) {
        let report = page.report
        title = cut("\(page.files.joined(separator: ", ")) against \(page.model)", to: 300)
        verdict = report.sentence
        basis =
            "\(grouped(report.whole.counts.messages)) messages, \(grouped(report.whole.counts.templates)) of them no near duplicate of the last 2,000, against \(grouped(report.profile.new.messages)) training messages. Each of those was scored by models that had not learned from its template."
        var written = HTMLPage()
        DriftPart.write(report, on: &written)
        parts = written.finished()
        sections = parts.map { PageContent.Link(id: $0.id, name: $0.name) }
        version = page.version
    }
}
