// spamkit corpus stats: counts the messages, labels and sources of a store, and checks it.

import ArgumentParser
import CorpusStore
import SpamEvaluation
import Statistics

struct Stats: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Count messages, labels and sources, and check the store.",
        discussion: "Example: spamkit corpus stats mine.sqlite --json -")

    @OptionGroup var arguments: StoreArguments

    @OptionGroup var output: ReportArguments

    func run() throws {
        let statistics = try waiting("checking every page of the store") { try arguments.openToRead().statistics() }
        try output.report(statistics, page(statistics))
        guard statistics.integrity == "ok" else { throw ExitCode.failure }
    }

    private func groupCount(_ statistics: StoreStatistics) -> String {
        guard statistics.groups > 0 else { return "0 (split --by template finds them)" }
        guard statistics.ungrouped > 0 else { return grouped(statistics.groups) }
        let of = grouped(statistics.messages - statistics.ungrouped)
        return
            "\(grouped(statistics.groups)) of \(of) messages (corpus duplicates finds those of \(grouped(statistics.ungrouped)) later ones)"
    }

    private func page(_ statistics: StoreStatistics) -> String {
        func line(_ title: String, _ words: String) -> String {
            rightPadded(title, to: 12) + wrapped(words, to: 80, indent: String(repeating: " ", count: 12), after: 12)
        }
        var lines = [
            line(
                "messages",
                "\(grouped(statistics.messages)) of \(counted(statistics.files, "import")), \(counted(statistics.rejected, "row")) left out"
            ),
            line("labels", labelCounts(statistics.labels)),
        ]
        for source in statistics.sources {
            let words =
                "\(source.name): \(grouped(source.messages)) (\(labelCounts(source.labels)))"
                + (source.licence.map { ", \($0)" } ?? "")
            lines.append("  " + wrapped(onOneLine(words), to: 80, indent: "    ", after: 2))
        }
        lines += [
            line("groups", groupCount(statistics)),
            line("splits", statistics.splits.isEmpty ? "none" : statistics.splits.joined(separator: ", ")),
            line("model runs", grouped(statistics.modelRuns)), line("integrity", statistics.integrity),
        ]
        return lines.joined(separator: "\n")
    }
}
