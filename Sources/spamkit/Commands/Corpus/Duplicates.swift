// spamkit corpus duplicates: groups messages of one template.

import ArgumentParser
import CorpusStore
import Statistics

struct Duplicates: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "duplicates",
        abstract: "Group near duplicates; show the largest groups and what a random split would leak.",
        discussion: """
            Groups of several sources make figures across sources too good. In groups of several labels some label is likely \
            wrong: spamkit corpus suspects ranks them.

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
        try output.writeJSON(
            Record(
                messages: found.messages, groups: found.groups, exact: found.exact, folded: found.folded, leaked: found.leaked,
                groupsOfSeveralSources: spans.sources, groupsOfSeveralLabels: spans.labels,
                largest: groups.map {
                    Record.Group(first: try text.record($0.first, in: store), messages: $0.messages, labels: $0.labels)
                }), isPrivate: text.showText)
        guard !output.isJSONAlone else { return }
        try result(
            """
            \(counted(found.messages, "message")) in \(counted(found.groups, "group")) of near duplicates
            \(grouped(found.exact)) repeat a text letter for letter, \(grouped(found.folded)) but for case and numbers
            \(counted(spans.sources, "group")) of two sources or more, \(grouped(spans.labels)) of two labels or more
            \(percentage((found.leaked * 1000).rounded() / 1000)) of test messages would have a near duplicate in training after
              split --by random, and more where a split divides equal texts
            """)
        if spans.labels > 0 {
            note("to rank labels that are likely wrong: spamkit corpus suspects \(arguments.store.quoted)")
        }
        for group in groups {
            try result(text.line(group.first, "\(grouped(group.messages)) messages: \(labelCounts(group.labels))", in: store))
        }
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
        let groupsOfSeveralSources: Int
        let groupsOfSeveralLabels: Int
        let largest: [Group]
    }
}
