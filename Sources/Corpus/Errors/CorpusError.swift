// Corpus: everything that can be wrong with a file of messages. CorpusErrorText.swift has the
// words.

/// Why a corpus, or one of its rows, was refused. Holds no text and no sender, so it may be shown
/// and logged.
public enum CorpusError: Error, Equatable, Sendable {
    // The file.
    /// There is no such file.
    case missingFile(file: String)
    /// The path is that of a folder.
    case directory(file: String)
    /// The file cannot be read. `reason` is the system's, such as `Permission denied`.
    case unreadable(file: String, reason: String)
    /// The content fits no format for certain; `candidates` are the possible ones.
    case unknownFormat(file: String, candidates: [CorpusFormat])
    /// Labels are needed, and the file is of bare texts.
    case textHasNoLabels(file: String)
    /// Labels are needed, and no file of this format has any.
    case formatHasNoLabels(file: String, format: CorpusFormat)
    /// One JSON array, where one object a line is read.
    case jsonArray(file: String)
    /// One JSON object over the whole file, or objects over several lines, where one object a line
    /// is read. `list` is the place of the objects inside for jq, where it may be shown.
    case jsonDocument(file: String, list: String?)
    /// A packed file, a database or a document, which is not opened.
    case notText(file: String, FileSignature)
    /// Messages in the shape of another program, which are no rows.
    case unreadExport(file: String, KnownExport)
    /// A gzip file that ends in the middle, or whose bytes do not fit their checksum or each other.
    case badGzip(file: String, isCut: Bool)
    /// No encoding fits the bytes, or several do: the `candidates`, the likeliest first.
    case unknownEncoding(file: String, candidates: [TextEncoding])
    /// Zeros as in UTF-16 or UTF-32, but no byte order mark.
    case unmarkedEncoding(file: String, TextEncoding)
    /// A SQLite database without the tables of a phone's messages.
    case unknownDatabase(file: String)
    /// What lies beside a database in the place of the log of its newest changes cannot be read.
    case badLog(file: String, log: String, found: String)

    // Its columns.
    /// A needed column, or one that was `asked` for, is not among those that were `found`.
    case noColumn(file: String, line: Int, role: CorpusColumns.Role, asked: String?, found: [String])
    /// No known name of the text or the label. `found` are their names, or their numbers where the
    /// first row looks like a message.
    case unnamedColumns(file: String, line: Int, found: [String])
    /// Neither the first nor the last column of the first `rows` rows holds labels.
    case noLabelColumn(file: String, rows: Int)

    // After these nothing more can be read.
    /// The XML breaks off, or is none, from this line on.
    case badXML(file: String, line: Int)
    /// 0 or 1 without a given meaning, and another label. `word` is the one on this line, `nil`
    /// where it may be a message.
    case numbersAmongLabels(file: String, line: Int, word: String?)
    /// All words of the file that are no labels. `line` is the first with the most frequent.
    case unknownLabels(file: String, line: Int, UnknownLabels)
    /// Several `columns` have labels, and contradict each other.
    case contradictingLabels(file: String, line: Int, columns: [String])
    /// 0 or 1 in the column of directions: which of them was sent is not known.
    case flagForDirection(file: String, line: Int)
    /// Another header, with the columns in another order.
    case otherHeader(file: String, line: Int)
    /// A row that is longer than a reader holds.
    case rowTooLong(file: String, line: Int, limitBytes: Int)
    /// A quote that never closes. `line` is where it opened.
    case unclosedQuote(file: String, line: Int)
    /// The quote that opens on `line` closes so many lines later that it must contain rows.
    case quoteOverRows(file: String, line: Int, lines: Int)

    // One row: the rows after it can still be read.
    /// Bytes that are invalid in the encoding.
    case invalidText(file: String, line: Int, encoding: TextEncoding = .utf8)
    /// A quote in the middle of a cell that has none around it.
    case strayQuote(file: String, line: Int)
    /// The quote that opens on `line` closes, by chance, behind other rows: so many with the first.
    case rowsInQuotes(file: String, line: Int, rows: Int)
    /// A line without a tab. `mayBeText`: the format TSV was guessed, and the file may be one of
    /// bare texts.
    case noTab(file: String, line: Int, mayBeText: Bool = false)
    /// More or fewer cells than the first row has.
    case columnCount(file: String, line: Int, expected: Int, found: Int)
    /// A line that is no JSON object. `mayBeText` as in `noTab`.
    case notJSON(file: String, line: Int, mayBeText: Bool = false)
    /// A value of JSON that is not of the type that the key has.
    case wrongType(file: String, line: Int, key: String)
    /// A row without a text, where `key` is the column or key that should have it.
    case noText(file: String, line: Int, key: String = "text")
    /// A key of JSON that stands twice. `key` is one that is known or chosen; `nil` for any other.
    case repeatedKey(file: String, line: Int, key: String?)
    /// A row without a label, where labels are needed.
    case noLabel(file: String, line: Int)
    /// A number in a column such as `type`, which may be anything but a label, where labels are
    /// needed.
    case unexplainedNumber(file: String, line: Int)
    /// A number such as 0.7 in the place of a label.
    case scoreForLabel(file: String, line: Int)
    /// A word in the column of directions that tells none.
    case unknownDirection(file: String, line: Int)
    /// A label that is not known. `word` is `nil` where it may be a message or a sender in the
    /// wrong column; `length` is in characters.
    case unknownLabel(file: String, line: Int, word: String?, length: Int)
    /// A weight outside of `CorpusRow.weights`. `found` is the number; `nil` where it is no
    /// number, and may be a message.
    case badWeight(file: String, line: Int, found: Double?)
    /// The first row has no known label and no known column name.
    case unknownHeader(file: String, line: Int)
    /// A line beside the table, or the name of its column, may say that 0 and 1 are other labels
    /// than everywhere: `words` are its numbers and labels, `meanings` what to give, as far as
    /// known.
    case legend(file: String, line: Int, words: String, meanings: String)
    /// A record of a backup that cannot be read.
    case badRecord(file: String, line: Int, expected: String, found: String)
    /// A row that no filter would see, or that is not wanted: sent by the owner, without a text, or
    /// with a label that is to be left out.
    case notReceived(file: String, line: Int, expected: String, found: String)

    /// Whether the rows after this one can be read, so that `skipsBadRows` may leave this one out.
    public var isAboutOneRow: Bool {
        switch self {
        case .invalidText, .strayQuote, .noTab, .columnCount, .notJSON, .wrongType, .noText, .noLabel, .unknownLabel,
            .repeatedKey, .unexplainedNumber, .rowsInQuotes, .scoreForLabel, .unknownDirection, .badWeight, .unknownHeader,
            .badRecord, .notReceived:
            true
        default: false
        }
    }

    /// How many rows are lost by it: more than one where a quote has swallowed them.
    package var rowsLost: Int {
        if case .rowsInQuotes(_, _, let rows) = self { rows } else { 1 }
    }

    /// Whether the row is of a message that the owner of a phone wrote.
    package var isOfSent: Bool {
        if case .notReceived(_, _, "a message that was received", _) = self { true } else { false }
    }

    /// Whether a row merely has no label.
    var isAboutNoLabel: Bool {
        switch self {
        case .noLabel, .unexplainedNumber: true
        default: false
        }
    }

    /// The file, or `standard input`.
    public var file: String { place.file }

    /// The line of the file, from 1; `nil` where the error is not about a line.
    public var line: Int? { place.line }

    private var place: (file: String, line: Int?) {
        switch self {
        case .missingFile(let file), .directory(let file), .unreadable(let file, _), .unknownFormat(let file, _),
            .textHasNoLabels(let file), .formatHasNoLabels(let file, _), .jsonArray(let file), .noLabelColumn(let file, _),
            .notText(let file, _), .unknownEncoding(let file, _), .unmarkedEncoding(let file, _), .unknownDatabase(let file),
            .badLog(let file, _, _), .badGzip(let file, _), .jsonDocument(let file, _), .unreadExport(let file, _):
            (file, nil)
        case .noColumn(let file, let line, _, _, _), .unnamedColumns(let file, let line, _), .badXML(let file, let line),
            .numbersAmongLabels(let file, let line, _), .unknownLabels(let file, let line, _), .rowTooLong(let file, let line, _),
            .unclosedQuote(let file, let line),
            .quoteOverRows(let file, let line, _), .invalidText(let file, let line, _), .strayQuote(let file, let line),
            .noTab(let file, let line, _), .columnCount(let file, let line, _, _), .notJSON(let file, let line, _),
            .wrongType(let file, let line, _), .noText(let file, let line, _), .noLabel(let file, let line),
            .unknownLabel(let file, let line, _, _), .badWeight(let file, let line, _), .unknownHeader(let file, let line),
            .legend(let file, let line, _, _), .badRecord(let file, let line, _, _), .notReceived(let file, let line, _, _),
            .repeatedKey(let file, let line, _),
            .flagForDirection(let file, let line), .otherHeader(let file, let line),
            .unexplainedNumber(let file, let line), .unknownDirection(let file, let line),
            .contradictingLabels(let file, let line, _), .rowsInQuotes(let file, let line, _), .scoreForLabel(let file, let line):
            (file, line)
        }
    }
}

extension CorpusError {
    /// The same error in a file of another encoding than UTF-8, which the reader of rows sees.
    func inFile(of encoding: TextEncoding) -> CorpusError {
        if case .invalidText(let file, let line, _) = self {
            .invalidText(file: file, line: line, encoding: encoding)
        } else {
            self
        }
    }

    /// The same error without words of the row, for a place that outlives the row.
    package var withoutWords: CorpusError {
        switch self {
        case .unknownLabel(let file, let line, _, let length): .unknownLabel(file: file, line: line, word: nil, length: length)
        case .numbersAmongLabels(let file, let line, _): .numbersAmongLabels(file: file, line: line, word: nil)
        case .badWeight(let file, let line, _): .badWeight(file: file, line: line, found: nil)
        default: self
        }
    }

    /// The same error, where the format was guessed from the first line and may be another.
    var mayBeText: CorpusError {
        switch self {
        case .noTab(let file, let line, _): .noTab(file: file, line: line, mayBeText: true)
        case .notJSON(let file, let line, _): .notJSON(file: file, line: line, mayBeText: true)
        default: self
        }
    }
}
