// spamkit corpus stats: counts the messages, labels and sources of a store, and checks it.

import ArgumentParser
import CorpusStore

struct Stats: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Count messages, labels and sources, and check the store.",
        discussion: "Example: spamkit corpus stats mine.sqlite --json")

    @OptionGroup var arguments: StoreArguments

    @Flag(help: "As JSON.")
    var json = false

    func run() throws {
        let statistics = try waiting("checking every page of the store") { try arguments.openToRead().statistics() }
        if json {
            try result(spamkit.json(statistics))
        } else {
            var lines = [
                "messages    \(statistics.messages) of \(statistics.files) files, \(statistics.rejected) rows left out",
                "labels      \(labelCounts(statistics.labels))",
            ]
            for source in statistics.sources {
                lines.append(
                    "  \(source.name): \(source.messages) (\(labelCounts(source.labels)))"
                        + (source.licence.map { ", \($0)" } ?? ""))
            }
            lines += [
                "groups      \(statistics.groups)",
                "splits      \(statistics.splits.isEmpty ? "none" : statistics.splits.joined(separator: ", "))",
                "model runs  \(statistics.modelRuns)", "integrity   \(statistics.integrity)",
            ]
            try result(lines.joined(separator: "\n"))
        }
        guard statistics.integrity == "ok" else { throw ExitCode.failure }
    }
}
