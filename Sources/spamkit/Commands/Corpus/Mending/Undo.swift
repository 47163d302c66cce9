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
            What was done last is taken back. Labels of corpus relabel or label: those that were given together, and the labels \
            before count again. An import: the messages that it added are forgotten, with all labels that they were given since, \
            and labels that it gave to messages of earlier imports are taken back. Senders, times and other columns that --again \
            wrote over stay as they are now: the store does not keep old ones. Splits stay. Once more takes back the change before.

            Example: spamkit corpus undo mine.sqlite --dry-run
            """)

    @OptionGroup var arguments: StoreArguments

    @Flag(name: .customLong("import"), help: "Take the last import back, also where people have labelled since.")
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
            note("the last import is taken back by spamkit corpus undo \(arguments.store.quoted) --import")
        }
    }

    private func line(_ undone: UndoneImport) -> String {
        var line =
            "\(arguments.store): import \(undone.number), \(onOneLine(undone.name)): \(undone.removal.text(isTrial: dryRun))"
        if undone.labels > 0 { line += ", labels taken back: \(grouped(undone.labels))" }
        if undone.secondLabels > 0 { line += ", second labels that go with them: \(grouped(undone.secondLabels))" }
        if undone.updated > 0 { line += ", \(grouped(undone.updated)) updated by it stay as they are but for labels" }
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
        if undone.secondLabels > 0 { line += "; second labels that go with them: \(grouped(undone.secondLabels))" }
        return line
    }
}

/// A time that a store keeps, in seconds since 1970: `2026-11-24 10:00:00 UTC`.
func storeTime(_ seconds: Int) -> String { MessageTime.iso8601(seconds).replacing("T", with: " ").replacing("Z", with: " UTC") }
