// spamkit corpus undo: takes the last change of a store back.

import ArgumentParser
import Corpus
import CorpusStore
import SpamEvaluation
import Statistics

struct Undo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Take back the last labels that a person gave, or the last import.",
        discussion: """
            Takes back what was done last. Labels that were given together go together, and earlier labels count again. An \
            import goes with the messages that it added, their labels, and the labels that it gave to other messages. Senders, \
            times and other columns that --again replaced stay as they are now. Splits stay. Run it again to take back the change \
            before.

            Example: spamkit corpus undo mine.sqlite --dry-run
            """)

    @OptionGroup var arguments: StoreArguments

    @Flag(name: .customLong("import"), help: "Take the last import back, even if people have labelled since.")
    var takesImport = false

    @Flag(help: "Only say what would be taken back.")
    var dryRun = false

    @OptionGroup var output: ReportArguments

    func run() throws {
        try output.check(apartFrom: [arguments.store])
        let store = try arguments.open()
        let undone = try waiting("taking the last change back") {
            takesImport ? .ofImport(try store.imports.undoLast(isTrial: dryRun)) : try store.undoLastChange(isTrial: dryRun)
        }
        switch undone {
        case .ofImport(let undone): try output.report(undone, wrapped(line(undone), to: 80, indent: "  "))
        case .labels(let undone):
            try output.report(undone, wrapped(line(undone), to: 80, indent: "  "))
            note("to take back the last import: spamkit corpus undo \(arguments.store.quoted) --import")
        }
    }

    private func line(_ undone: UndoneImport) -> String {
        var line =
            "\(arguments.store): import \(undone.number), \(onOneLine(undone.name)): \(undone.removal.text(isTrial: dryRun))"
        if undone.labels > 0 { line += ", \(counted(undone.labels, "label")) taken back" }
        if undone.secondLabels > 0 { line += ", \(counted(undone.secondLabels, "second label")) too" }
        if undone.updated > 0 { line += "; \(grouped(undone.updated)) that it updated keep all but their labels" }
        return line
    }

    /// `mine.sqlite: labels of ann taken back, of 2026-11-24 10:00:00 UTC: #152 allow, junk again`.
    private func line(_ undone: UndoneLabels) -> String {
        let kind = undone.isSecond ? "second label" : "label"
        var line = "\(arguments.store): \(counted(undone.messages.count, kind)) of \(onOneLine(undone.person)) "
        line += "\(dryRun ? "would be " : "")taken back, given on \(storeTime(undone.givenAt)): "
        line += undone.messages.prefix(5).map { message in
            "#\(message.number) \(message.label ?? "without a label")"
                + (undone.isSecond ? "" : ", \(message.now ?? "without a label") again")
        }.joined(separator: "; ")
        if undone.messages.count > 5 { line += "; …" }
        if undone.secondLabels > 0 { line += "; \(counted(undone.secondLabels, "second label")) too" }
        return line
    }
}

/// A time that a store keeps, in seconds since 1970: `2026-11-24 10:00:00 UTC`.
func storeTime(_ seconds: Int) -> String { MessageTime.iso8601(seconds).replacing("T", with: " ").replacing("Z", with: " UTC") }
