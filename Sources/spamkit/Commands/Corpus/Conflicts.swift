// spamkit corpus conflicts: texts that have more than one label.

import ArgumentParser
import CorpusStore

struct Conflicts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conflicts",
        abstract: "List texts that have more than one label.",
        discussion: "Example: spamkit corpus conflicts mine.sqlite --show-text")

    @OptionGroup var arguments: StoreArguments

    @Option(help: "How many to show.")
    var top = 20

    @OptionGroup var text: TextArguments

    func validate() throws { try expectCount(top, of: "--top") }

    func run() throws {
        let store = try arguments.openToRead()
        let found = try waiting("comparing texts") { try store.conflicts() }
        try result("\(found.count) texts with more than one label, \(found.reduce(0) { $0 + $1.messages.count }) messages")
        for conflict in found.prefix(top) {
            let words = conflict.messages.map { "#\($0.id) \($0.label)" }.joined(separator: ", ")
            try result(text.line(conflict.messages[0].id, words, in: store))
        }
    }
}
