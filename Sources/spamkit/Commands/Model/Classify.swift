// spamkit classify: one JSON object or line of CSV a message, in order.

import ArgumentParser
import Corpus
import CorpusStore
import Foundation
import SpamFilter
import SpamFilterIO
import Statistics

struct Classify: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "classify", abstract: "Say of each message what to do with it, as JSON Lines or CSV.",
        discussion: """
            Reads the same files as train and evaluate, and ignores their labels; or plain text, one message a line. A message is \
            named by its row, in a store by its number too, and by its own id, as text, where it has one. `label` is the most probable \
            class, `action` the decision after cutoffs (none: unsure, or an empty text), `junkLogOdds` the natural logarithm of P(junk) / P(not \
            junk).

            With --rules, `action` and `subAction` are those of the first rule or list that a message meets, and `decidedBy` names it, \
            or the model. `label` and `junkLogOdds` stay the model's.

            With --skip-bad-rows, a bad row of standard input is answered in its place: {"row":12,"error":"expected …"}. So \
            a program that asks row by row has an answer to each row of JSON Lines. It has it too where a first line of CSV or \
            TSV names the text and one column more, or --no-header, --column text=NUMBER and --delimiter are given; else a \
            table is answered once 20 rows are there. Blank lines have no answer, nor have rows that --where leaves out.

            Example: spamkit classify mine.spam --text 'Call now, free prize'
            """)

    @Argument(help: "The model file.", completion: .file())
    var model: String

    @Argument(help: ArgumentHelp("A file of messages; - is standard input.", valueName: "file"), completion: .file())
    var file: String = "-"

    @Option(parsing: .unconditional, help: "Classify this message instead of a file.")
    var text: String?

    @Option(parsing: .unconditional, help: "With --text: the sender.")
    var sender: String?

    @OptionGroup var own: OverlayArguments

    @Option(help: "jsonl: an object a message; or csv: a line a message, and a first line of names.")
    var to = PredictionFormat.jsonl

    @Option(
        help: ArgumentHelp(
            """
            What of each message to write beside the verdict: text, label (as truth), sender, country, lang, source, template, \
            time. Names are separated by commas. The id is always written.
            """,
            valueName: "columns"))
    var keep: KeptColumns?

    @OptionGroup var ruling: RuleArguments

    @OptionGroup(title: "Corpus options")
    var reading: CorpusArguments

    @OptionGroup var remarks: RemarkArguments

    func validate() throws {
        if text == nil, sender != nil { throw ValidationError("--sender goes with --text") }
        if text != nil, file != "-" { throw ValidationError("give a file or --text, not both") }
    }

    func run() throws {
        let opened = try ModelFile.whole(model)
        if file != "-", !FileManager.default.fileExists(atPath: file) { throw NoFileToClassify(path: file) }
        func thread() throws -> PredictionThread { PredictionThread(try own.classifier(opened.view), try OpenedRules(ruling)) }
        let classes = opened.view.labels
        var columns: [PredictionColumn] = CorpusStore.isStore(file) ? [.row, .number, .id] : [.row, .id]
        columns += (keep?.columns ?? []).filter { $0 != .id }
        let lines = PredictionLines(format: to, columns: columns, classes: classes, hasRules: ruling.rules != nil)
        // A pipe may be fed message by message, and each answer waited for.
        var results = ResultStream(flushesEach: file == "-"), withoutTruth = 0
        if file == "-", text == nil, isatty(STDIN_FILENO) == 1 { note("messages from the terminal, one a line; Ctrl-D ends") }
        try results.write(lines.header)
        if let text {
            let row = CorpusRow(message: Message(body: text, sender: sender, receiverCountry: reading.country?.letters))
            try results.write(lines.line(try thread().prediction(row, at: MessagePlace(file: "", row: 1), classes)))
        } else {
            // Who asks row by row waits for each answer.
            let threads = try PredictionThreads(
                lines, classes, threads: file == "-" ? 1 : ProcessInfo.processInfo.activeProcessorCount, thread: thread)
            do {
                var rows = try CorpusReading(of: [file], reading, for: columns.contains(.truth) ? .comparing : .asking)
                while let (read, place) = try rows.nextOrLeftOut() {
                    switch consume read {
                    case .row(let row):
                        if row.label == nil { withoutTruth += 1 }
                        threads.add(row, at: place)
                        guard threads.isFull || file == "-" else { continue }
                        for text in threads.waiting() { try results.write(text) }
                    case .leftOut(let error):
                        guard file == "-" else { continue }
                        try results.write(to == .csv ? lines.empty(row: place.row) : error.jsonLine(row: place.row))
                    }
                }
            } catch {
                // Verdicts before the unreadable row are still printed.
                for text in threads.waiting() { try results.write(text) }
                try results.flush()
                throw error
            }
            for text in threads.waiting() { try results.write(text) }
        }
        try results.flush()
        if columns.contains(.truth), withoutTruth > 0 {
            warn(
                "\(grouped(withoutTruth)) messages have no label that is known, and so no truth; see \(columnOption(.label)), --label-map"
            )
        }
    }
}

extension CorpusError {
    /// One line of JSON in the place of a verdict.
    fileprivate func jsonLine(row: Int) throws -> String {
        let reason = String(decoding: try JSONEncoder().encode(withoutWords.reason), as: UTF8.self)
        return "{\"row\":\(row),\"error\":\(reason)}\n"
    }
}

/// There is no such file; a message may have been meant.
struct NoFileToClassify: Error, CustomStringConvertible {
    let path: String
    var description: String {
        "\(path): expected a file of messages, found nothing by this name; check the path, or give a message by --text 'MESSAGE'"
    }
}

/// Columns by their names.
struct KeptColumns: ExpressibleByArgument {
    let columns: [PredictionColumn]

    init?(argument: String) {
        let columns = argument.split(separator: ",").map { PredictionColumn.kept[$0.trimmingCharacters(in: .whitespaces)] }
        guard !columns.isEmpty, !columns.contains(nil) else { return nil }
        self.columns = PredictionColumn.allCases.filter(columns.contains)
    }
}
