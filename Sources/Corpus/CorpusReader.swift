// Corpus: the one way from a file to rows. Finds the format, opens the file, and turns words into
// labels.

// Who reads files has their rows by this import alone.
@_exported import LabeledMessages
import SpamFilter

/// Reads a corpus row by row. Memory: one row and one chunk of the file.
///
/// ```swift
/// let reader = try CorpusReader(path: "messages.tsv")
/// while let row = try reader.next() {
///     if let labeled = LabeledMessage(row) { train(labeled) }
/// }
/// for guess in reader.guesses { print(guess) }   // ham -> allow (4825 rows)
/// ```
///
/// A file packed by gzip is read as what is in it. Text is UTF-8, with or without a byte order
/// mark, or UTF-16 or UTF-32 with one. Lines end with LF or CR LF, or with CR where the first 64
/// KiB contain no LF. A NUL is an ordinary character. Speed:
/// `Benchmarks/decisions/file-formats.md`.
public final class CorpusReader {
    /// The format that was asked for, else the one found.
    public let format: CorpusFormat
    /// Whether the format was guessed from the content: it was not asked for, and neither the
    /// file's name nor its signature tells it.
    package let isFormatGuessed: Bool
    /// How many rows without a label were passed over; see `CorpusOptions.passesOverUnlabelled`.
    public private(set) var unlabelledRows = 0
    /// What is wrong with the first of them.
    private var unlabelled: CorpusError?
    /// The rows that were left out so far, where the options allow it.
    public private(set) var skippedRows = SkippedRows()
    /// The records of a backup that were left out so far because no filter would see them.
    package private(set) var recordsNotReceived = SkippedRows()

    private let options: CorpusOptions
    private let file: String
    private let rows: any RowSource
    private var meaning: RowMeaning
    /// How many rows a format could read, labelled or not.
    private var readableRows = 0
    /// How many of them are good.
    private var goodRows = 0
    /// The word for the label of the row that was read last.
    private var lastWord: String?
    /// The error that has ended the reading, which each further call throws again.
    private var failure: CorpusError?

    /// Opens a file and reads as far as its format and columns require: at most 20 rows, or 64 KiB
    /// and one row more. In JSON Lines and bare text that is one line, so these two suit a slow
    /// pipe.
    ///
    /// - Parameters:
    ///   - options: what is guessed, and what is said.
    ///   - path: `-` is standard input.
    ///   - formats: the formats that the file may have.
    /// - Throws: what is wrong with the file or its columns. A file without rows is not an error.
    public init(
        path: String, options: CorpusOptions = CorpusOptions(), formats: FormatTable = .rows
    ) throws(CorpusError) {
        if let type = try formats.records(at: path, options: options) {
            rows = try type.init(path: path, encoding: options.encoding)
            (format, isFormatGuessed) = (type.format, false)
        } else {
            var buffer = try RowBuffer(path: path, options: options)
            if buffer.totalBytes == nil, !options.needsLabels, let line = try buffer.firstLine() {
                buffer.isFirstRowEnough = DelimitedStart.tellsColumns(line, options)
            }
            let found = try formats.rows(in: &buffer, options: options)
            rows = try found.type.init(buffer, options: options)
            (format, isFormatGuessed) = (found.type.format, found.isGuessed)
        }
        self.options = options
        file = FileName.shown(path)
        meaning = RowMeaning(
            options: options, file: file, defaultSource: options.fileSourceName ?? FileName.ofContent(path),
            labels: RowLabels(of: rows, file: file, options: options),
            values: RowValues(mayBeOfSpreadsheet: [.csv, .tsv].contains(format)))
    }

    /// The encoding that was asked for, found by content, or told by the file's mark; else UTF-8.
    public var encoding: TextEncoding { rows.encoding }

    /// Delimiter, header and columns, as they were found.
    package var layout: FileLayout { rows.layout }

    /// Bytes of the file read so far: somewhat ahead of the rows.
    public var bytesRead: Int { rows.bytesRead }

    /// The size of the file when it was opened; `nil` where it is not known, as of a pipe.
    public var totalBytes: Int? { rows.totalBytes }

    /// How many texts of TSV so far stand in quotes, with doubled ones inside, as CSV has them.
    /// They were read as they are.
    package var quotedTexts: Int { rows.quotedTexts }

    /// The words that were taken for labels without being strict spellings, the most frequent
    /// first.
    public var guesses: [LabelGuess] { meaning.labels.tally.guesses }

    /// The words in the place of labels that are none, in the rows so far.
    package var unknownLabels: UnknownLabels { meaning.labels.unknown }

    /// Where labels are not needed: how many rows had a 0 or 1, false or true that nobody has
    /// explained.
    package var flagsNotTaken: Int { meaning.labels.flagsNotTaken }

    /// Numbers that were not taken for labels, below a name such as `type`.
    package var looseNumbers: LooseNumbers { meaning.labels.looseNumbers }

    /// How many rows had no label of their own, and got the default one.
    package var givenLabels: Int { meaning.labels.givenLabels }

    /// Values of known columns that could not be read, or look wrong.
    package var valueProblems: ValueProblems { meaning.values.problems }

    /// Rows with a text in a column without a name, which is not read.
    package var rowsBesideNames: Int { rows.rowsBesideNames }

    /// The number of the row that was read last, from 1. Rows that were passed over or left out
    /// count.
    package var rowNumber: Int { goodRows + unlabelledRows + skippedRows.count + recordsNotReceived.count }

    /// The next row, or `nil` at the end. O(length of the row).
    ///
    /// - Throws: what is wrong with the row. Where `isAboutOneRow` holds, the next call goes on
    ///   with the row after it; other errors are thrown again at each call. So is that of a word
    ///   for a label, which names all such words of the file.
    public func next() throws(CorpusError) -> CorpusRow? {
        while let read = try nextOrLeftOut() {
            if case .row(let row) = read { return row }
        }
        return nil
    }

    /// As `next`, but a bad row that the options leave out is told when its turn comes: who feeds a
    /// pipe row by row waits for an answer to each.
    package func nextOrLeftOut() throws(CorpusError) -> ReadRow? {
        if let failure { throw failure }
        while true {
            var isRead = false
            do throws(CorpusError) {
                guard let raw = try rows.next() else { break }
                isRead = true
                readableRows += 1
                let row = try meaning.row(raw, isFirst: readableRows == 1)
                goodRows += 1
                lastWord = raw.label
                if let takes = options.takes, !takes(row) {
                    passOver()
                    continue
                }
                return .row(row)
            } catch {
                if options.passesOverUnlabelled, error.isAboutNoLabel {
                    unlabelledRows += 1
                    unlabelled = unlabelled ?? error
                    continue
                }
                // So early, the guess from the first line may be wrong, rather than this row.
                let isEarly = isFormatGuessed && !options.needsLabels && readableRows < 2
                var error = (isEarly ? error.mayBeText : error).inFile(of: rows.encoding)
                if case .legend(let file, let line, _, _) = error, !isRead, !meaning.labels.haveNumbers {
                    error = .notReceived(file: file, line: line, expected: "a message", found: "a line that explains labels")
                }
                if case .notReceived = error, !options.throwsNotReceived {
                    recordsNotReceived.add(error)
                    if isRead { readableRows -= 1 }
                    continue
                }
                guard error.isAboutOneRow, options.skipsBadRows else { throw ended(by: error) }
                skippedRows.add(error)
                return .leftOut(error)
            }
        }
        // A file without any label is not meant.
        guard unlabelledRows == readableRows, let unlabelled else { return nil }
        failure = unlabelled
        throw unlabelled
    }

    /// Takes the row that was read last out of `guesses`, since its reader does not take it.
    package func passOver() {
        if let lastWord, !options.columns.without.contains(.label) { meaning.labels.passOver(lastWord) }
        lastWord = nil
    }

    /// The error to throw for one that no option leaves out. Rows can be read after it only where
    /// it is about one of them, and no word for a label has caused it.
    private func ended(by error: CorpusError) -> CorpusError {
        switch error {
        case .unknownLabel, .numbersAmongLabels:
            let all = meaning.labels.error(namingAllAfter: error, in: rows)
            failure = all
            return all
        default:
            if !error.isAboutOneRow { failure = error }
            return error
        }
    }
}
