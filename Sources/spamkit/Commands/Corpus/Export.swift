// spamkit corpus export: messages out of a store.

import ArgumentParser
import Corpus
import CorpusStore
import Statistics

struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write messages to standard output: tsv, csv, jsonl, fasttext, vw or svmlight.",
        discussion: """
            svmlight has the toolkit's features with their counts, for scikit-learn and liblinear. If labels are numbers, \
            standard error lists them. Labels and features have the same numbers in all parts of a store until it changes: \
            import and label first. csv and jsonl hold messages as they are; in the other formats line ends, tabs and control \
            characters become spaces. A spreadsheet may take a cell of CSV that begins with = + - or @ for a formula: import its \
            columns as text.

            Example: spamkit corpus export mine.sqlite --part train --to csv
            """)

    @OptionGroup var arguments: StoreArguments

    @Option(help: "The format.")
    var to = ExportFormat.jsonl

    @Option(help: "Only this part of a split: train, test, fold1 or train-fold1.")
    var part: String?

    @Option(help: "The name of the split.")
    var split = Split.defaultName

    @OptionGroup var selection: ConditionArguments

    @OptionGroup var remarks: RemarkArguments

    func validate() throws {
        try SplitPart.check(part, of: split)
        try selection.expectOfRows()
    }

    func run() throws {
        let store = try arguments.openToRead()
        let results = ResultStream()
        var bar = ProgressBar(arguments.store)
        for remark in selection.remarks { note(remark) }
        var selection = RowSelection(selection.conditions)
        let summary = try store.curation.export(
            to, part: part.flatMap { SplitPart($0, of: split) }, takes: { selection.takes($0) },
            write: {
                try results.write($0)
                bar.advance(bytes: 0, of: nil)
            })
        try selection.check([arguments.store])
        try results.flush()
        bar.finish()
        for (i, label) in summary.labels.enumerated() { note("\(i + 1) = \(label)") }
        note(
            counted(summary.messages, "message")
                + (summary.leftOut > 0 ? "; \(grouped(summary.leftOut)) without a label were left out" : ""))
    }
}
