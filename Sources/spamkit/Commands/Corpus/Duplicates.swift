// spamkit corpus duplicates: groups messages of one template.

import ArgumentParser
import CorpusStore
import Statistics

struct Duplicates: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "duplicates",
        abstract: "Group near duplicates; show the largest groups and what random splits would leak.",
        discussion: """
            Groups of several sources make figures across sources too good. A group of several labels has a wrong one, or \
            is of two similar templates. spamkit corpus suspects ranks labels that are likely wrong.

            Example: spamkit corpus duplicates mine.sqlite --top 20
            """)

    @OptionGroup var arguments: StoreArguments

    @Option(help: "How many groups to show.")
    var top = 10

    @OptionGroup var text: TextArguments

    @OptionGroup var output: ReportArguments

    func validate() throws { try expectCount(top, of: "--top") }

    func run() throws {
        let store = try arguments.open()
        let found = try waiting("grouping near duplicates") { try store.groups.update() }
        let (groups, spans) = try waiting("counting their labels") { (try store.groups.largest(top), try store.groups.spans()) }
        let mixed = try store.groups.largest(top, ofSeveralLabels: spans)
        func records(_ groups: [LargeGroup]) throws -> [Record.Group] {
            try groups.map {
                Record.Group(first: try text.record($0.first, in: store), messages: $0.messages, labels: $0.labels)
            }
        }
        try output.writeJSON(
            Record(
                messages: found.messages, groups: found.groups, exact: found.exact, folded: found.folded, leaked: found.leaked,
                leakedOfPlainSplit: found.leakedOfPlainSplit,
                groupsOfSeveralSources: spans.sources, groupsOfSeveralLabels: spans.labels,
                largest: records(groups), largestOfSeveralLabels: records(mixed)), isPrivate: text.showText)
        guard !output.isJSONAlone else { return }
        func tenths(_ share: Double) -> String { percentage((share * 1000).rounded() / 1000) }
        try result(
            """
            \(counted(found.messages, "message")) in \(counted(found.groups, "group")) of near duplicates
            \(grouped(found.exact)) repeat a text letter for letter, \(grouped(found.folded)) but for case and lone numbers
            \(counted(spans.sources, "group")) of two sources or more, \(grouped(spans.labels)) of two labels or more
            \(tenths(found.leaked)) of test messages have a near duplicate in training after a
              split --by random, \(tenths(found.leakedOfPlainSplit)) if equal texts are not kept together
            """)
        if spans.labels > 0 {
            note("to rank labels that are likely wrong: spamkit corpus suspects \(arguments.store.quoted)")
        }
        func list(_ groups: [LargeGroup]) throws {
            for group in groups {
                try result(text.line(group.first, "\(grouped(group.messages)) messages: \(labelCounts(group.labels))", in: store))
            }
        }
        try list(groups)
        guard !mixed.isEmpty else { return }
        try result("The largest of two labels or more: some is wrong, or two templates are similar")
        try list(mixed)
    }

    private struct Record: Encodable {
        struct Group: Encodable {
            let first: MessageRecord
            let messages: Int
            let labels: [String: Int]
        }

        let messages: Int
        let groups: Int
        let exact: Int
        let folded: Int
        /// The share of the messages of a random test part that have one of their group in
        /// training.
        let leaked: Double
        let leakedOfPlainSplit: Double
        let groupsOfSeveralSources: Int
        let groupsOfSeveralLabels: Int
        let largest: [Group]
        let largestOfSeveralLabels: [Group]
    }
}
