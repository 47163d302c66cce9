// spamkit corpus duplicates: groups messages of one template.

import ArgumentParser
import CorpusStore

struct Duplicates: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "duplicates",
        abstract: "Group messages of one template; show the largest groups and what a random split would have leaked.",
        discussion: "Example: spamkit corpus duplicates mine.sqlite --top 20")

    @OptionGroup var arguments: StoreArguments

    @Option(help: "How many groups to show.")
    var top = 10

    @OptionGroup var text: TextArguments

    func validate() throws { try expectCount(top, of: "--top") }

    func run() throws {
        let store = try arguments.open()
        let found = try waiting("grouping messages of one template") { try store.group() }
        try result(
            """
            \(found.messages) messages in \(found.groups) groups; \(found.exact) repeat a text letter for letter, \
            \(found.folded) read like an earlier one
            a random split would show training one of their group for \(percentage((found.leaked * 1000).rounded() / 1000)) of its test messages
            """)
        for group in try waiting("counting their labels", { try store.largestGroups(top) }) {
            try result(text.line(group.first, "\(group.messages) messages: \(labelCounts(group.labels))", in: store))
        }
    }
}
