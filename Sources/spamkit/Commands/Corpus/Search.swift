// spamkit corpus search: finds messages by their words.

import ArgumentParser
import CorpusStore
import Statistics

struct Search: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Find messages that contain all the given words or parts of words.",
        discussion: "Example: spamkit corpus search mine.sqlite free prize --show-text")

    @OptionGroup var arguments: StoreArguments

    @Argument(help: "Words, in any script.")
    var words: [String]

    @Option(help: "The largest number of messages to print.")
    var limit = 20

    @OptionGroup var text: TextArguments

    @OptionGroup var output: ReportArguments

    func validate() throws { try expectCount(limit, of: "--limit") }

    func run() throws {
        let store = try arguments.openToRead()
        let found = try waiting("searching") {
            try store.curation.search(words.joined(separator: " "), limit: limit) { messages in
                if messages > 20_000 { note("indexing \(grouped(messages)) messages, for this and every later search") }
            }
        }
        try output.writeJSON(found.map { try text.record($0, in: store) }, isPrivate: text.showText)
        guard !output.isJSONAlone else { return }
        for id in found {
            let stored = try store.message(id)
            let words = [stored?.label?.description ?? "no label", stored?.receivedAt.map(storeTime)].compactMap(\.self)
            try result(text.line(id, words.joined(separator: ", "), in: store))
        }
        note("\(grouped(found.count))\(found.count == limit ? " or more" : "") found")
    }
}
