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
        commandName: "classify", abstract: "Say what to do with each message, as JSON Lines or CSV.",
        discussion: """
            Reads the same files as train and evaluate, and ignores their labels; or plain text, one message a line. Each line \
            carries `row`; for a store also `number`; and `id` if the message has one. `label` is the most probable class. \
            `action` is the decision after cutoffs (none: unsure, or an empty text). `junkLogOdds` is the natural logarithm of \
            P(junk) / P(not junk).

            With --rules, the first rule or list that a message meets gives `action` and `subAction`. `decidedBy` names it, or \
            says that the model decided. `label` and `junkLogOdds` stay the model's.

            With --skip-bad-rows, a bad row of standard input is answered in its place: {"row":12,"error":"expected …"}. So \
            a program that asks row by row has an answer to each row of JSON Lines. CSV and TSV answer row by row too if a header \
            names the text and one more column. Otherwise the first answer comes after 20 rows. Blank lines have no answer, nor \
            have rows that --where or --only leaves out.

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
            Columns to write with the verdict: text, label (as truth), sender, country, lang, source, template, time. Separate \
            names by commas. The id is always written.
            """,
            valueName: "columns"))
    var keep: KeptColumns?

    @Option(help: "Write only messages of this action: allow, junk, promotion, transaction or none.")
    var only: Action?

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
        let lines = PredictionLines(
            format: to, columns: columns, classes: classes, hasRules: ruling.rules != nil, only: only)
        // A pipe may be fed message by message, and each answer waited for.
        let results = ResultStream(flushesEach: file == "-")
        var withoutTruth = 0
        if file == "-", text == nil, isatty(STDIN_FILENO) == 1 { note("type messages, one a line; Ctrl-D ends") }
        try results.write(lines.header)
        if let text {
            let row = CorpusRow(message: Message(body: text, sender: sender, receiverCountry: reading.country?.letters))
            var line: [UInt8] = []
            lines.write(try thread().prediction(row, at: MessagePlace(file: "", row: 1), classes), to: &line)
            try results.write(line)
        } else {
            // Who asks row by row waits for each answer.
            let count = file == "-" ? 1 : ProcessInfo.processInfo.activeProcessorCount
            var rows = try CorpusReading(of: [file], reading, for: columns.contains(.truth) ? .comparing : .asking)
            rows.countryOfModel = learnedCountry(of: opened.view)
            withoutTruth = try write(
                rows, by: PredictionThreads(lines, classes, threads: count, thread: thread), lines, to: results)
        }
        try results.flush()
        if columns.contains(.truth), withoutTruth > 0 {
            warn(
                "\(grouped(withoutTruth)) messages have no known label, so their truth is empty; to name it: \(columnOption(.label)), or --label-map"
            )
        }
    }

    /// Writes the verdicts of all rows, or of those before one that cannot be read. Returns how
    /// many rows have no label.
    private func write(
        _ rows: consuming CorpusReading, by threads: PredictionThreads, _ lines: PredictionLines, to results: ResultStream
    ) throws -> Int {
        var withoutTruth = 0
        func take(_ read: consuming ReadRow, at place: MessagePlace) throws {
            switch consume read {
            case .row(let row):
                if row.label == nil { withoutTruth += 1 }
                threads.add(row, at: place)
                guard threads.isFull || file == "-" else { return }
                for bytes in threads.waiting() { try results.write(bytes) }
            case .leftOut(let error):
                guard file == "-", only == nil else { return }
                try results.write(to == .csv ? lines.empty(row: place.row) : error.jsonLine(row: place.row))
            }
        }
        do {
            if file == "-" {
                while let (read, place) = try rows.nextOrLeftOut() { try take(read, at: place) }
            } else {
                try ReadingAhead(rows) { try $0.nextOrLeftOut() }.forEach { read, place in try take(read, at: place) }
            }
        } catch {
            for bytes in threads.waiting() { try results.write(bytes) }
            try results.flush()
            throw error
        }
        for bytes in threads.waiting() { try results.write(bytes) }
        return withoutTruth
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
        "\(path): expected a file of messages, found nothing by this name; check the path, or write a message as --text 'MESSAGE'"
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
