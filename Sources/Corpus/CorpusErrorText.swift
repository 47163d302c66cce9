// Corpus: the words of a CorpusError. Names no options of a tool: the tool adds them.

import SpamFilter

/// What was expected, what was found, and the next step: the shape that errors have.
package struct Explanation: CustomStringConvertible {
    private let place: String?
    private let expected, found, nextStep: String

    /// - Parameter place: the file; `nil` where it is said elsewhere, or there is none.
    package init(_ place: String? = nil, expected: String, found: String, nextStep: String) {
        (self.place, self.expected, self.found, self.nextStep) = (place, expected, found, nextStep)
    }

    package var description: String {
        "\(place.map { "\($0): " } ?? "")expected \(expected), found \(found); \(nextStep)"
    }
}

extension CorpusError: CustomStringConvertible {
    /// `file:line: expected …, found …; next step`.
    public var description: String {
        let place = file + (line.map { ":\($0)" } ?? "")
        return "\(place): \(reason)\(canBeLeftOut ? ", or leave such rows out" : "")"
    }

    /// `expected …, found …; next step`: the description without the file and the line, for a list
    /// of the rows that were left out.
    public var reason: String { "\(explanation)" }

    private var canBeLeftOut: Bool {
        switch self {
        case .noTab, .columnCount, .wrongType, .noText, .noLabel, .badWeight, .badRecord, .repeatedKey, .unknownDirection,
            .rowsInQuotes, .scoreForLabel:
            true
        default: false
        }
    }

    package var explanation: Explanation {
        func told(_ expected: String, _ found: String, _ nextStep: String) -> Explanation {
            Explanation(expected: expected, found: found, nextStep: nextStep)
        }
        return switch self {
        // The file.
        case .missingFile: told("a file", "nothing by this name", "check the path, or write - for standard input")
        case .directory: told("a file", "a directory", "name the files in it")
        case .unreadable(_, let reason): told("to read the file", "\"\(reason)\"", "check its permissions and its disk")
        case .unknownFormat(_, let candidates):
            told(
                "content that tells the format", "content that does not",
                "say which it is: \(CorpusFormat.list(candidates)), or text for a message a line")
        case .textHasNoLabels:
            told(
                "labelled messages", "the format text, which has no labels",
                "use one of the formats \(CorpusFormat.list(FormatTable.rows.labelledFormats))")
        case .formatHasNoLabels(_, let format):
            told(
                "labelled messages", "the format \(format), whose messages have no labels",
                "say which label they all have, or import them into a store and label them there")
        case .jsonArray: told("one JSON object a line", "an array", "say that the format is json")
        case .jsonDocument(_, let list):
            told(
                "one JSON object a line", "an object over several lines, or a list inside of one",
                "write the objects on lines of their own: jq -c '.\(list ?? "")' FILE > rows.jsonl")
        case .notText(_, let signature):
            told("messages as text", "a \(signature.rawValue) file, which is not opened", signature.nextStep)
        case .unreadExport(_, let export): told("rows of messages", export.rawValue, export.nextStep)
        case .badGzip(_, let isCut):
            told("a whole gzip file", isCut ? "its end too early" : "damaged bytes", "copy it again, or pack it again")
        case .unknownEncoding(_, let candidates) where candidates.count > 1:
            told(
                "text whose bytes tell its encoding", "bytes that fit \(candidates.map(\.name).joined(separator: " and "))",
                "say which of them it is")
        case .unknownEncoding:
            told(
                "text whose bytes tell its encoding", "bytes of no known encoding",
                "say which it is, such as EUC-KR, or WINDOWS-1252, which reads any bytes")
        case .unmarkedEncoding(_, let likely):
            told(
                "UTF-8", "what looks like \(likely) without a mark",
                "say that the encoding is \(likely), or import the file into a store, which detects it")
        case .unknownDatabase: told("the sms.db of an iPhone", "a database without its tables", "export the messages as CSV")
        case .badLog(_, let log, let found):
            told(
                "the database's log \(log), a plain file of at most 1 GiB", found,
                "copy the backup again, with the log in the same folder")
        case .badXML: told("well-formed XML", "something else", "correct it, or export the file again")

        // Its columns, and how rows are cut.
        case .noColumn(_, _, _, let asked?, let found):
            told(
                "the column \"\(asked)\"", found.isEmpty ? "no columns" : ColumnNames.list(found),
                found.isEmpty ? "leave it out" : "name one of these, or give its number from 1")
        case .noColumn(_, _, let role, nil, let found):
            told("a column of the \(role)", ColumnNames.list(found), "say which of these it is, or name it \(role.rawValue)")
        case .unnamedColumns(_, _, let found):
            told(
                "known names of the label and the text", ColumnNames.list(found),
                "add a header line that names them \(CorpusColumns.textAndLabel), and quote texts that hold a delimiter")
        case .noLabelColumn(_, let rows):
            told(
                "labels in the first or last column", "none in \(rows) rows",
                """
                add a header line such as label<TAB>text, say what your words for labels mean, or say which format it is: \
                \(CorpusFormat.list(FormatTable.rows.labelledFormats))
                """)
        case .rowTooLong(_, _, let limit):
            told(
                "a row of at most \(limit) bytes", "a longer one",
                "check that lines end with LF, that no quote is left open, and that the file is text")
        case .unclosedQuote:
            told("a closing quote for the one that opens on this line", "the end of the file", "close it, or \(Self.quotes)")
        case .quoteOverRows(_, _, let lines):
            told(
                "the quote that opens on this line to close within its message", "\(lines) lines in it",
                "\(Self.quotes), and texts of so many lines as JSON Lines")
        case .rowsInQuotes(_, _, let rows):
            told("the quote that opens on this line to close within its row", "\(rows) rows in it", Self.quotes)
        case .contradictingLabels(_, _, let columns):
            told(
                "one column of labels", "\(ColumnNames.list(columns)), which contradict each other",
                "say which of them has the labels")
        case .otherHeader:
            told(
                "rows in the order of the header", "another header with other columns",
                "split the file above this line, and read both parts")
        case .flagForDirection:
            told(
                "words such as received and sent", "0 or 1, either of which may be sent",
                """
                rename the column is_from_me if 1 is sent, or is_incoming if 0 is, or say that no column tells which way a \
                message went
                """)
        case .strayQuote:
            told(
                "a delimiter or the end of the line after a closing quote", "something else",
                "write a quote within a quoted field as two; a file without quoting has the format tsv")
        case .columnCount(_, _, let expected, let found):
            told("\(expected) columns", "\(found)", "quote texts that hold a delimiter or a line end")
        case .noTab(_, _, let mayBeText):
            told("label<TAB>text", "a row without a tab", "correct it\(mayBeText ? Self.textHint : "")")

        // One row.
        case .invalidText(_, _, let encoding):
            told(
                "\(encoding)", "other bytes",
                """
                say the file's encoding, such as CP949, GB18030 or WINDOWS-1252; where only some rows have another one, \
                convert these
                """)
        case .notJSON(_, _, let mayBeText):
            told(
                "one JSON object on this line", "something else",
                "correct it, or write one object a line, for example with jq -c\(mayBeText ? Self.textHint : "")")
        case .wrongType(_, _, let key): told("a string under \"\(key)\"", "something else", "correct it")
        case .noText(_, _, let key): told("a text under \"\(key)\"", "none", "add one")
        case .repeatedKey(_, _, let key):
            told("each key once", "\(key.map { "\"\($0)\"" } ?? "one") twice", "leave one of them out")
        case .unexplainedNumber:
            told(
                "words in the column of the label", "only numbers, which may mean anything",
                "if they are labels, say that this column has them, and what each number means: \(Self.actions)")
        case .scoreForLabel:
            told(
                "a label", "a number between 0 and 1, such as a probability",
                "write junk or allow in its place: you know where to cut")
        case .unknownDirection:
            told("received or sent", "another word", "correct it, or say that no column tells which way a message went")
        case .noLabel: told("a label", "none", "add one such as allow or junk")
        case .unknownLabel(_, _, let word?, _): told("a known label", "\"\(word)\"", Self.labelHint(word))
        case .unknownLabel(_, _, nil, let length) where length > LabelWord.longestUsual:
            told(
                "a known label", "\(length) characters, which may be a text",
                "check that the label and the text of this row are not swapped, or say what your words mean")
        case .unknownLabel(_, _, nil, let length):
            told("a known label", "an unknown word of \(length) \(length == 1 ? "character" : "characters")", "say what it means")
        case .unknownLabels(_, _, let unknown) where unknown.words.isEmpty:
            told(
                "known labels", "\(unknown)",
                "are the text and the label swapped? If not, say what each word means: \(Self.actions)")
        case .unknownLabels(_, _, let unknown): told("known labels", "\(unknown)", Self.meanings)
        case .numbersAmongLabels(_, _, let word):
            told(
                "no other label than 0 and 1, which mean allow and junk where they are all",
                word.map { "\"\($0)\"\(LabelMap.numbers.contains($0) ? " among others" : "")" } ?? "another", Self.meanings)
        case .badWeight(_, _, let found):
            told(
                "a weight of \(Int(CorpusRow.weights.lowerBound)) to \(Int(CorpusRow.weights.upperBound))",
                found == nil ? "something that is no number" : "another number", "correct it")
        case .unknownHeader:
            told(
                "a known label or a header", "neither",
                """
                if this line is a header, name its columns \(CorpusColumns.textAndLabel); if not, say what its label means
                """)
        case .legend(_, _, let words, _):
            told(
                "0 and 1 that mean allow and junk", "a line or a name that may say otherwise: \"\(words)\"",
                "say what each of them means")
        case .badRecord(_, _, let expected, let found): told(expected, found, "correct it, or export the file again")
        case .notReceived(_, _, let expected, let found): told(expected, found, "it is left out")
        }
    }

    private static let quotes = "write a quote that belongs to the text as two within a quoted field"
    private static let meanings = "say what each of them means: \(actions)"
    private static let textHint = ", or read each line as one text: the format text"

    private static func labelHint(_ word: String) -> String {
        let likely = LabelMap.likely(word).map { "does it mean \($0)? If not, " }
        let question = likely ?? LabelMap.nearest(to: word).map { "did you mean \($0.word)? Correct it, or " } ?? ""
        return "\(question)say what it means: \(actions)"
    }

    private static var actions: String {
        let names = Label.all.filter { $0.subAction == .none }.map(\.description)
        return "\(names.joined(separator: ", ")), or a sub-action of these"
    }
}
