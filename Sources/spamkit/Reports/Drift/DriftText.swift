// What drift prints: a sentence, a table of facets, what to do, periods, groups.

import Corpus
import Drift
import SpamEvaluation
import SpamFilter
import SpamTraining
import Statistics

extension DriftReport {
    var text: String {
        let counts = whole.counts
        var lines = [wrapped(sentence, to: 80), ""]
        lines.append(
            wrapped(
                "\(counted(counts.messages, "message")), \(grouped(counts.templates)) counted: near duplicates within 2,000 messages count once. If nothing has changed, the chance of an alarm is at most \(percentage(level)).",
                to: 80)
        )
        lines.append("")
        lines.append(DriftReport.line("", "answer", ["now", "usual", "range"], "counted"))
        for finding in whole.findings {
            let facet = finding.facet
            lines.append(
                DriftReport.line(
                    facet.title, finding.words,
                    [
                        facet.words(finding.value), finding.expected.map(facet.words) ?? "≤ \(facet.words(finding.limit))",
                        "\(facet.words(finding.lower)) – \(facet.words(finding.upper))",
                    ], finding.countWords))
        }
        lines.append("  usual: training's unseen messages, or a limit; range: now, give or take chance")
        if whole.findings.contains(where: \.isLower) {
            lines.append("  lower: less than half of the usual share, which is no alarm")
        }
        if profile.isRecalibrated == true {
            lines.append("  unsure verdicts and score shift: not compared, since calibrate changed them")
        }
        if whole.findings.contains(where: { $0.facet == .scores }) {
            lines.append("  score shift: how far junk scores moved; its range is without chance")
        }
        if answer == .like, !periods.contains(where: { $0.beginning?.isAlarm == true }) {
            let newest = newestFrom.map { " --where 'time>=\($0)'" } ?? ""
            lines.append("  to look at \(newest.isEmpty ? "them" : "the newest"), once they have labels:")
            lines.append("  spamkit evaluate MODEL FILE\(newest) --mistakes")
        }
        lines += whole.findings.compactMap { finding in
            finding.advice.map { wrapped("  \(finding.facet.title): \($0)", to: 80, indent: "    ") }
        }
        if !periods.isEmpty { lines += periodLines }
        if !groups.isEmpty { lines += groupLines }
        return lines.joined(separator: "\n")
    }

    // All lines of up to 9,999 templates fit 80 columns.
    private static let widths = [7, 8, 17]

    private static func line(_ head: String, _ answer: String, _ cells: [String], _ end: String) -> String {
        rightPadded(head, to: 17) + rightPadded(answer, to: 12)
            + zip(cells, widths).map { leftPadded($0, to: $1) }.joined(separator: " ") + "  " + end
    }

    private static func leftPadded(_ text: String, to width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    private var periodLines: [String] {
        func row(_ head: String, _ answer: String, _ cells: [String]) -> String {
            rightPadded(head, to: 13) + rightPadded(answer, to: 11)
                + zip(cells, [8] + Array(repeating: 7, count: 6)).map { DriftReport.leftPadded($0, to: $1) }.joined(
                    separator: " ")
        }
        var lines = ["", row("period", "answer", ["messages", "unknown", "new", "unsure", "scores", "begin", "go on"])]
        for period in periods {
            let found = period.comparison
            var cells = [grouped(found.counts.messages)]
            for facet in DriftFacet.allCases { cells.append(found[facet].map { facet.words($0.value) } ?? "–") }
            for share in [period.beginning?.share, period.goingOn] { cells.append(share.map(DriftReport.percent) ?? "–") }
            lines.append(row(period.name.replacing("message ", with: "from "), period.answer.words, cells))
            if period.answer == .cannotTell { lines += found.findings.compactMap(DriftReport.doubt) }
        }
        lines.append("  begin: messages whose text came ten times, as in no period before; go on: those")
        lines.append("  whose text began in a period above; numbers and links in texts do not count;")
        lines.append("  a known template in other words is a new text too")
        for period in periods where !period.groups.isEmpty { lines += DriftReport.lines(ofTextsIn: period) }
        return lines
    }

    private static func percent(_ share: Double) -> String { "\(decimal(100 * share, places: 1)) %" }

    /// The texts that begin in a period, by a message of each.
    private static func lines(ofTextsIn period: Period) -> [String] {
        let left = (period.beginning?.texts ?? 0) - period.groups.count
        var lines = ["", "texts that begin in \(period.name)\(left > 0 ? "; \(grouped(left)) more: --top" : "")"]
        for group in period.groups {
            let words = "  \(group.places[0]): \(counted(group.messages, "message")), called \(group.action)"
            lines.append(wrapped(words, to: 80, indent: "      "))
            if let text = group.text { lines.append("      \(onOneLine(text))") }
        }
        if period.groups.allSatisfy({ $0.text == nil }) { lines.append("  to read them: --show-text") }
        return lines
    }

    /// Why a period cannot tell where others with the same values do: its range is longer.
    private static func doubt(_ finding: DriftFinding) -> String? {
        guard finding.answer == .cannotTell else { return nil }
        let words = finding.facet.words
        let doubt =
            "  \(finding.facet.title) may be \(words(finding.lower)) to \(words(finding.upper)), "
            + "and at most \(words(finding.likeUpTo)) is as in training; \(grouped(finding.of)) counted"
        return wrapped(doubt, to: 80, indent: "    ")
    }

    private var groupLines: [String] {
        var lines = ["", "messages that differ most"]
        for group in groups {
            let unknown = DriftReport.percent(group.unknown)
            let words =
                "  \(group.places[0])\(group.messages > 1 ? " and \(counted(group.messages - 1, "near duplicate"))" : ""): \(unknown) unknown, called \(group.action)"
            lines.append(wrapped(words, to: 80, indent: "      "))
            if let text = group.text { lines.append("      \(onOneLine(text))") }
        }
        return lines
    }
}

/// Keeps the messages with most unknown features.
struct DifferingMessages {
    private struct Row {
        let message: Message
        let place: String
        let unknown: Double
        let action: Action
    }

    /// Groups are made of this many messages.
    private static let mostKept = 4000
    /// Places that a group names.
    private static let mostPlaces = 5

    private let newness: [Double]
    private let keepsText: Bool
    private var rows: [Row] = []

    init(_ profile: TrafficProfile, keepsText: Bool) { (newness, self.keepsText) = (profile.new.newness, keepsText) }

    mutating func add(_ message: Message, _ makeup: MessageMakeup, _ place: MessagePlace) {
        guard newness[TrafficCounts.unknownBin(makeup)] > 0 else { return }
        rows.append(Row(message: message, place: place.shown, unknown: makeup.unknownShare, action: makeup.action))
        if rows.count == 2 * Self.mostKept { sort() }
    }

    private mutating func sort() {
        let order = rows.indices.sorted { (-rows[$0].unknown, $0) < (-rows[$1].unknown, $1) }
        rows = order.prefix(Self.mostKept).map { rows[$0] }
    }

    /// The groups with most unknown features in all their messages, the largest first.
    mutating func groups(most: Int) throws -> [DriftGroup] {
        sort()
        guard !rows.isEmpty else { return [] }
        let groups = try TrainingRun.groups(of: rows.map { LabeledMessage($0.message, .allow) })
        var members: [UInt64: [Row]] = [:]
        for (group, row) in zip(groups, rows) { members[group, default: []].append(row) }
        func weight(_ rows: [Row]) -> Double { rows.reduce(0) { $0 + $1.unknown } }
        let sorted = members.sorted { (weight($1.value), $0.key) < (weight($0.value), $1.key) }
        return sorted.prefix(most).map { _, rows in
            var actions: [Action: Int] = [:]
            for row in rows { actions[row.action, default: 0] += 1 }
            let action = actions.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }!.key
            return DriftGroup(
                messages: rows.count, unknown: weight(rows) / Double(rows.count),
                action: action == .none ? "unsure" : action.name,
                places: rows.prefix(Self.mostPlaces).map(\.place), text: keepsText ? rows[0].message.body : nil)
        }
    }
}
