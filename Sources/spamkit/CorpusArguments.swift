// The options that every subcommand which reads a corpus shares, and the reading itself.

import ArgumentParser
import Corpus
import SpamFilter

extension CorpusFormat: ExpressibleByArgument {}

extension LabelMap: ExpressibleByArgument {
    public init?(argument: String) {
        guard let map = try? LabelMap(parsing: argument) else { return nil }
        self = map
    }
}

struct CorpusArguments: ParsableArguments {
    @Option(help: "The files' format: tsv, csv, jsonl or text (one message a line). Found out by itself when not given.")
    var format: CorpusFormat?

    @Option(
        help: ArgumentHelp("Labels for the corpus's own words, such as spam=junk,2=promotion/offers.", valueName: "word=label,…"))
    var labelMap = LabelMap()

    @Option(help: "The language of messages whose row does not say, such as ko.")
    var lang: String?

    @Option(help: "The name of the source of messages whose row does not say; the file's name when not given.")
    var source: String?

    @Flag(help: "Leave out rows that cannot be read instead of stopping at the first.")
    var skipBadRows = false

    /// Reads files one after the other, showing progress, and says on standard error what was guessed or left out.
    func forEachRow(of paths: [String], needsLabels: Bool, _ body: (CorpusRow) throws -> Void) throws {
        for path in paths {
            let options = CorpusOptions(
                format: format, labels: labelMap, sourceName: source, defaultLanguage: lang, needsLabels: needsLabels,
                skipsBadRows: skipBadRows)
            var reader = try CorpusReader(path: path, options: options)
            var progress = ProgressBar(path)
            while let row = try reader.next() {
                try body(row)
                progress.advance(bytes: reader.bytesRead, of: reader.totalBytes)
            }
            progress.finish()
            if needsLabels {
                for guess in reader.guesses { note("\(path): \(guess)") }
            }
            if reader.skippedRows.count > 0 {
                let lines = reader.skippedRows.firstLines.map(String.init).joined(separator: ", ")
                let rest = reader.skippedRows.count > reader.skippedRows.firstLines.count ? ", …" : ""
                note("\(path): left out \(reader.skippedRows.count) rows that could not be read, lines \(lines)\(rest)")
            }
        }
    }

    /// The labelled messages of files.
    func forEachMessage(of paths: [String], _ body: (LabeledMessage) throws -> Void) throws {
        try forEachRow(of: paths, needsLabels: true) { row in
            if let message = LabeledMessage(row) { try body(message) }
        }
    }
}
