// spamkit corpus undo: takes the last import back.

import ArgumentParser
import CorpusStore
import SpamEvaluation

struct Undo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Take the last import into a store back.",
        discussion: """
            The messages that it added are forgotten, with all labels that they were given since. Labels that it gave to messages \
            of earlier imports are taken back. Senders, times and other columns that --again wrote over stay as they are now: \
            the store does not keep old ones. Splits stay. Once more takes back the import before.

            Example: spamkit corpus undo mine.sqlite --dry-run
            """)

    @OptionGroup var arguments: StoreArguments

    @Flag(help: "Only say what would be taken back.")
    var dryRun = false

    @OptionGroup var output: ReportArguments

    func run() throws {
        let undone = try waiting("taking the last import back") { try arguments.open().undoLastImport(isTrial: dryRun) }
        var line = "\(arguments.store): \(onOneLine(undone.name)): " + undone.removal.text(isTrial: dryRun)
        if undone.labels > 0 { line += ", labels taken back: \(undone.labels)" }
        if undone.secondLabels > 0 { line += ", second labels that go with them: \(undone.secondLabels)" }
        if undone.updated > 0 { line += ", \(undone.updated) updated by it stay as they are but for labels" }
        try output.report(undone, wrapped(line, to: 80, indent: "  "))
    }
}
