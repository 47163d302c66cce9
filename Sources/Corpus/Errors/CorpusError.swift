// Corpus: everything that can be wrong with a file of messages.

import SpamFilter

/// Why a corpus, or a row of it, was refused. Never holds a message's text or sender, so it may be shown and logged.
public enum CorpusError: Error, Equatable, Sendable {
    // The file.
    case missingFile(file: String)
    case directory(file: String)
    /// `reason` is the system's, such as `Permission denied`.
    case unreadable(file: String, reason: String)
    /// The first line is neither a JSON object, nor cut by a tab, nor a header; `candidates` is what it may be.
    case unknownFormat(file: String, candidates: [CorpusFormat])
    case textHasNoLabels(file: String)
    case jsonArray(file: String)
    /// A packed file, a database, a document.
    case notText(file: String, FileSignature)
    case unknownEncoding(file: String)
    /// UTF-16 or UTF-32 by its zeros, though no mark says so.
    case unmarkedEncoding(file: String, TextEncoding)

    // Its columns.
    /// A header line without `text` or `label`.
    case noColumn(file: String, line: Int, name: String)
    case unnamedColumns(file: String, line: Int, found: Int)
    /// Neither the first nor the last column of the first `rows` rows holds labels.
    case noLabelColumn(file: String, rows: Int)

    // After these nothing more can be read.
    /// 0 or 1, which nobody explained, and another label; `word` is the one on this line, `nil` where it may be a message.
    case numbersAmongLabels(file: String, line: Int, word: String?)
    case rowTooLong(file: String, line: Int, limitBytes: Int)
    /// `line` is where the quote opened.
    case unclosedQuote(file: String, line: Int)
    /// A quote that opens on `line` closes so many lines later that rows must be in it.
    case quoteOverRows(file: String, line: Int, lines: Int)

    // One row: the rows after it can still be read.
    /// Bytes that are none of the encoding.
    case invalidText(file: String, line: Int, encoding: TextEncoding = .utf8)
    case strayQuote(file: String, line: Int)
    /// `mayBeText`: nobody said that the file is TSV, and it may be one of bare texts.
    case noTab(file: String, line: Int, mayBeText: Bool = false)
    case columnCount(file: String, line: Int, expected: Int, found: Int)
    case notJSON(file: String, line: Int, mayBeText: Bool = false)
    case wrongType(file: String, line: Int, key: String)
    case noText(file: String, line: Int)
    case noLabel(file: String, line: Int)
    /// `word` is `nil` where it may be a message or a sender in the wrong place; `length` is in characters.
    case unknownLabel(file: String, line: Int, word: String?, length: Int)
    /// `found` is the number out of range; `nil` where it is none, and may be a message in the wrong place.
    case badWeight(file: String, line: Int, found: Double?)
    /// The first row has no known label, and its words are no known names of columns.
    case unknownHeader(file: String, line: Int)

    // The user's words for labels.
    case badLabelMap(entry: String, problem: LabelMapProblem)

    /// Whether the rows after this one can be read, so that `skipsBadRows` may leave this one out.
    public var isAboutOneRow: Bool {
        switch self {
        case .invalidText, .strayQuote, .noTab, .columnCount, .notJSON, .wrongType, .noText, .noLabel, .unknownLabel,
            .badWeight, .unknownHeader:
            true
        default: false
        }
    }

    /// The line of the file, from 1; `nil` where the error is not about a line.
    public var line: Int? {
        switch self {
        case .missingFile, .directory, .unreadable, .unknownFormat, .textHasNoLabels, .jsonArray, .noLabelColumn, .badLabelMap,
            .notText,
            .unknownEncoding, .unmarkedEncoding:
            nil
        case .noColumn(_, let line, _), .unnamedColumns(_, let line, _), .rowTooLong(_, let line, _), .unclosedQuote(_, let line),
            .quoteOverRows(_, let line, _),
            .invalidText(_, let line, _), .strayQuote(_, let line), .noTab(_, let line, _), .columnCount(_, let line, _, _),
            .notJSON(_, let line, _), .wrongType(_, let line, _), .noText(_, let line), .noLabel(_, let line),
            .unknownLabel(_, let line, _, _), .badWeight(_, let line, _), .unknownHeader(_, let line),
            .numbersAmongLabels(_, let line, _):
            line
        }
    }
}

extension CorpusError: CustomStringConvertible {
    /// `file:line: expected …, found …; next step`.
    public var description: String { text(isImport: false) }

    /// Without the file and the line, for an import, which leaves bad rows out anyway.
    public var reason: String {
        let text = text(isImport: true)
        return text.firstRange(of: ": expected").map { "expected" + text[$0.upperBound...] } ?? text
    }

    private func text(isImport: Bool) -> String {
        let orSkip = isImport ? "" : ", or leave the row out with --skip-bad-rows"
        let orImport = isImport ? "" : ", or give the file to spamkit import, which finds it out"
        return switch self {
        case .missingFile(let file):
            "\(file): expected a file, found nothing by this name; check the path, or write - for standard input"
        case .directory(let file):
            "\(file): expected a file, found a directory; name the files in it"
        case .unreadable(let file, let reason):
            "\(file): expected to read the file, found \"\(reason)\"; check its permissions and its disk"
        case .unknownFormat(let file, let candidates):
            """
            \(file): expected a first line that tells the format, found one that does not; say what it is with \
            \(candidates.map { "--format \($0)" }.joined(separator: " or "))
            """
        case .textHasNoLabels(let file):
            "\(file): expected labelled messages, found the format text, which has no labels; use --format tsv, csv or jsonl"
        case .jsonArray(let file):
            "\(file): expected one JSON object a line, found an array; say --format json"
        case .notText(let file, let found):
            "\(file): expected messages as text, found a \(found.rawValue) file, which is not opened; \(found.nextStep)"
        case .unknownEncoding(let file):
            """
            \(file): expected text in an encoding that its bytes tell, found bytes of none that is known; say which it is \
            with --encoding, such as EUC-KR
            """
        case .unmarkedEncoding(let file, let likely):
            "\(file): expected UTF-8, found what looks like \(likely) without a mark; say --encoding \(likely)\(orImport)"
        case .noColumn(let file, let line, let name):
            """
            \(file):\(line): expected a header that names the column \(name), found names, but not this one; \
            name it \(name) in the header
            """
        case .unnamedColumns(let file, let line, let found):
            """
            \(file):\(line): expected label and text, found \(found) columns without known names; add a header line that names them \
            \(CorpusColumns.textAndLabel), and quote texts that hold a delimiter
            """
        case .noLabelColumn(let file, let rows):
            """
            \(file): expected labels in the first or last column, found none in \(rows) rows; add a header line such as \
            label<TAB>text, map your words with --label-map WORD=LABEL, or try --format csv, tsv or jsonl; \(Self.knownWordsHint)
            """
        case .rowTooLong(let file, let line, let limit):
            """
            \(file):\(line): expected a row of at most \(limit) bytes, found a longer one; check that lines end with LF, that no \
            quote is left open, and that the file is text
            """
        case .unclosedQuote(let file, let line):
            """
            \(file):\(line): expected a closing quote for the one that opens on this line, found the end of the file; close \
            it, or write a quote that belongs to the text as two within a quoted field
            """
        case .quoteOverRows(let file, let line, let lines):
            """
            \(file):\(line): expected the quote that opens on this line to close within its message, found \(lines) lines in it; write a quote \
            that belongs to the text as two within a quoted field, and texts of so many lines as JSON Lines
            """
        case .invalidText(let file, let line, let encoding):
            """
            \(file):\(line): expected \(encoding), found other bytes; say the file's encoding with --encoding, such as CP949, GB18030 or \
            WINDOWS-1252\(orImport)
            """
        case .strayQuote(let file, let line):
            """
            \(file):\(line): expected a delimiter or the end of the line after a closing quote, found something else; write a \
            quote within a quoted field as two, or use --format tsv for a file without quoting
            """
        case .noTab(let file, let line, let mayBeText):
            """
            \(file):\(line): expected label<TAB>text, found a row without a tab; correct it\(orSkip)\(mayBeText ? Self.textHint : "")
            """
        case .columnCount(let file, let line, let expected, let found):
            """
            \(file):\(line): expected \(expected) columns, found \(found); quote texts that hold a delimiter or a line end\(orSkip)
            """
        case .notJSON(let file, let line, let mayBeText):
            """
            \(file):\(line): expected one JSON object on this line, found something else; correct it, or write one object a line \
            with: jq -c . \(file) > FILE.jsonl\(mayBeText ? Self.textHint : "")
            """
        case .wrongType(let file, let line, let key):
            """
            \(file):\(line): expected a string under \"\(key)\", found something else; correct it\(orSkip)
            """
        case .noText(let file, let line):
            "\(file):\(line): expected a text under \"text\", found none; add one\(orSkip)"
        case .noLabel(let file, let line):
            """
            \(file):\(line): expected a label, found none; add one such as allow or junk\(orSkip)
            """
        case .unknownLabel(let file, let line, let word?, _):
            "\(file):\(line): expected a known label, found \"\(word)\"; \(Self.labelHint(word))"
        case .unknownLabel(let file, let line, nil, let length):
            """
            \(file):\(line): expected a known label, found \(length) characters that are no label; check that the label and the text \
            are not swapped in this row; \(Self.knownWordsHint)
            """
        case .numbersAmongLabels(let file, let line, let word):
            """
            \(file):\(line): expected no label beside 0 and 1, which mean allow and junk where they are all, found \
            \(word.map { "\"\($0)\"\(LabelMap.numbers.contains($0) ? " beside others" : "")" } ?? "another"); say what each means: \
            --label-map 0=LABEL,1=LABEL… \(Self.labelsHint)
            """
        case .badWeight(let file, let line, let found):
            """
            \(file):\(line): expected a weight of \(Int(LabeledMessage.weights.lowerBound)) to \(Int(LabeledMessage.weights.upperBound)), found \
            \(found.map { "\($0)" } ?? "something that is no number"); correct it\(orSkip)
            """
        case .unknownHeader(let file, let line):
            """
            \(file):\(line): expected a known label or a header, found neither; if this line is a header, name its columns \
            \(CorpusColumns.textAndLabel); if not, say what its label means with --label-map WORD=LABEL
            """
        case .badLabelMap(let entry, let problem):
            "--label-map \"\(entry)\": \(problem.explanation)"
        }
    }

    private static let knownWordsHint = "known words are listed by spamkit train --help"

    /// What to do about an unknown word, with the word itself.
    private static func labelHint(_ word: String) -> String {
        let nearest = LabelMap.nearest(to: word)
        let question = nearest.map { "did you mean \($0.word)? Correct it, or " } ?? ""
        let isPlain = word.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType != nil || "_-.".unicodeScalars.contains($0)
        }
        let isQuotable = !word.contains(",") && !word.contains("'")
        let argument = isPlain ? "\(word)=LABEL" : isQuotable ? "'\(word)=LABEL'" : "WORD=LABEL"
        return "\(question)say what it means with --label-map \(argument) \(labelsHint)"
    }

    /// What LABEL may be.
    private static let labelsHint =
        "(LABEL: \(Label.all.filter { $0.subAction == .none }.map(\.description).joined(separator: ", ")); all are in spamkit train --help)"

    private static let textHint = "; or read each line as one text with --format text"

    /// The same error in a file of an encoding, which whoever reads its UTF-8 does not know.
    func inFile(of encoding: TextEncoding) -> CorpusError {
        if case .invalidText(let file, let line, _) = self {
            .invalidText(file: file, line: line, encoding: encoding)
        } else {
            self
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
