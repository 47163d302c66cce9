// The options that every subcommand which reads a corpus shares, and the reading itself.

import ArgumentParser
import Corpus
import SpamFilter

extension CorpusFormat: ExpressibleByArgument {}

struct CorpusArguments: ParsableArguments {
    @Option(help: "The files' format: tsv, csv, jsonl or text (one message a line). Found out by itself when not given.")
    var format: CorpusFormat?

    @Option(
        help: ArgumentHelp("Labels for the corpus's own words, such as spam=junk,2=promotion/offers.", valueName: "word=label,…"))
    var labelMap: String?

    @Option(help: "The source that the model's card names, instead of what rows say or the file is called.")
    var source: String?

    @Flag(help: "Leave out rows that cannot be read instead of stopping at the first.")
    var skipBadRows = false

    func validate() throws {
        do {
            _ = try labels()
        } catch {
            throw ValidationError("\(error)")
        }
    }

    private func labels() throws(CorpusError) -> LabelMap {
        guard let labelMap else { return LabelMap() }
        return try LabelMap(parsing: labelMap)
    }

    /// Reads files one after the other, showing progress, and says on standard error what was guessed or left out.
    ///
    /// - Parameter body: gets each row and its number in its file, from 1; rows that are left out are numbered too.
    func forEachRow(of paths: [String], needsLabels: Bool, _ body: (CorpusRow, Int) throws -> Void) throws {
        for path in paths {
            let options = CorpusOptions(
                format: format, labels: try labels(), sourceName: source, needsLabels: needsLabels, skipsBadRows: skipBadRows)
            var reader = try CorpusReader(path: path, options: options)
            if reader.isFormatGuessed { note("\(path): read as \(reader.format.rawValue); --format says otherwise") }
            var progress = ProgressBar(path)
            var read = 0
            while let row = try reader.next() {
                read += 1
                try body(row, read + reader.skippedRows.count)
                progress.advance(bytes: reader.bytesRead, of: reader.totalBytes)
            }
            progress.finish()
            if needsLabels {
                for guess in reader.guesses { note("\(path): \(guess)") }
            }
            report(reader.skippedRows, of: path)
        }
    }

    private func report(_ skipped: SkippedRows, of path: String) {
        guard skipped.count > 0 else { return }
        let lines = skipped.firstLines.map(String.init).joined(separator: ", ")
        let rest = skipped.count > skipped.firstLines.count ? ", …" : ""
        let first = skipped.firstError.map { "; the first: \($0)" } ?? ""
        note("\(path): left out \(skipped.count) rows that could not be read, lines \(lines)\(rest)\(first)")
    }

    /// The labelled messages of files.
    func forEachMessage(of paths: [String], _ body: (LabeledMessage) throws -> Void) throws {
        try forEachRow(of: paths, needsLabels: true) { row, _ in
            if let message = LabeledMessage(row) { try body(message) }
        }
    }
}
