// spamkit rules show: what is in a file of rules, in the order in which it decides.

import ArgumentParser
import MessageFilterExtension
import SpamEvaluation
import SpamFilter
import SpamFilterIO
import Statistics

struct RulesShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the rules and lists of a file, in the order in which they decide.",
        discussion: "Example: spamkit rules show mine.spamrules")

    @Argument(help: "The file of rules.", completion: .file())
    var file: String

    @Option(help: "How many rules of each tier to show.")
    var top = 20

    @OptionGroup var output: ReportArguments

    func validate() throws { try expectCount(top, of: "--top") }

    func run() throws {
        let opened = try openRules(file)
        let record = try RulesRecord(opened.view)
        try output.report(record, page(record))
    }

    private func page(_ record: RulesRecord) -> String {
        var lines = [
            "\(file): \(counted(record.rules, "rule")), \(counted(record.lists.count, "list")), \(grouped(record.bytes)) bytes"
        ]
        if record.sequence > 0 { lines.append("sequence \(record.sequence)") }
        for (number, tier) in record.tiers.enumerated() {
            lines.append("\(number + 1) \(tier.tier): \(grouped(tier.count))")
            let shown = tier.entries.prefix(top)
            lines += shown.map { "    \(clipped($0, to: 96))" }
            if tier.entries.count > shown.count { lines.append("    and \(grouped(tier.entries.count - shown.count)) more") }
        }
        return lines.joined(separator: "\n")
    }
}

/// A file of rules as JSON.
private struct RulesRecord: Encodable {
    struct List: Encodable {
        let name: String
        let label: String
        let kind: String
        let form: String
        /// The country of its short codes and national numbers.
        let country: String?
        let entries: Int
        let bytes: Int
        let bytesPerEntry: Double
    }

    struct Tier: Encodable {
        let tier: String
        let count: Int
        let entries: [String]
    }

    let bytes: Int
    let sequence: UInt64
    let rules: Int
    let lists: [List]
    let tiers: [Tier]

    init(_ view: RuleView) throws(RuleFileError) {
        bytes = view.byteCount
        sequence = view.sequence
        rules = view.ruleCount
        var lists: [List] = [], entries: [RuleTier: [String]] = [:]
        for list in view.lists {
            let keys = list.keys
            let record = List(
                name: list.name, label: list.isAllowed ? "allow" : "junk", kind: keys.kind == .senders ? "senders" : "hosts",
                form: keys.form == .exact ? "exact" : "compact", country: list.country, entries: keys.count,
                bytes: list.byteCount, bytesPerEntry: (Double(list.byteCount) / Double(max(1, keys.count)) * 100).rounded() / 100)
            lists.append(record)
            entries[list.isAllowed ? .allowLists : .denyLists, default: []].append(
                "\(list.name): \(counted(keys.count, keys.kind == .senders ? "sender" : "host")), \(record.form), \(grouped(record.bytes)) bytes, \(record.bytesPerEntry) each"
            )
        }
        let content = try view.rules()
        entries[.allow] = content.allow.map { $0.json(hasLabel: false) }
        entries[.deny] = content.deny.map { $0.json(hasLabel: false) }
        entries[.groups] = content.rules.map { $0.json(hasLabel: true) }
        self.lists = lists
        tiers = RuleTier.allCases.dropLast().map {
            Tier(tier: $0.name, count: entries[$0]?.count ?? 0, entries: entries[$0] ?? [])
        }
    }
}
