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
        switch self {
        // The file.
        case .missingFile:
            Explanation(
                expected: "a file", found: "nothing by this name", nextStep: "check the path, or write - for standard input")
        case .directory:
            Explanation(expected: "a file", found: "a directory", nextStep: "name the files in it")
        case .unreadable(_, let reason):
            Explanation(expected: "to read the file", found: "\"\(reason)\"", nextStep: "check its permissions and its disk")
        case .unknownFormat(_, let candidates):
            Explanation(
                expected: "content that tells the format", found: "content that does not",
                nextStep: "say which it is: \(CorpusFormat.list(candidates))")
        case .textHasNoLabels:
            Explanation(
                expected: "labelled messages", found: "the format text, which has no labels",
                nextStep: "use one of the formats \(CorpusFormat.list(FormatTable.rows.labelledFormats))")
        case .formatHasNoLabels(_, let format):
            Explanation(
                expected: "labelled messages", found: "the format \(format), whose messages have no labels",
                nextStep: "say which label they all have, or import them into a store and label them there")
        case .jsonArray:
            Explanation(expected: "one JSON object a line", found: "an array", nextStep: "say that the format is json")
        case .jsonDocument(_, let list):
            Explanation(
                expected: "one JSON object a line", found: "an object over several lines, or a list inside of one",
                nextStep: "write the objects on lines of their own: jq -c '.\(list.map { $0 + "[]" } ?? "")' FILE > rows.jsonl")
        case .notText(_, let signature):
            Explanation(
                expected: "messages as text", found: "a \(signature.rawValue) file, which is not opened",
                nextStep: signature.nextStep)
        case .badGzip(_, let isCut):
            Explanation(
                expected: "a whole gzip file", found: isCut ? "its end too early" : "damaged bytes",
                nextStep: "copy it again, or pack it again")
        case .unknownEncoding(_, let candidates) where candidates.count > 1:
            Explanation(
                expected: "text whose bytes tell its encoding",
                found: "bytes that fit \(candidates.map(\.name).joined(separator: " and "))", nextStep: "say which of them it is")
        case .unknownEncoding:
            Explanation(
                expected: "text whose bytes tell its encoding", found: "bytes of no known encoding",
                nextStep: "say which it is, such as EUC-KR, or WINDOWS-1252, which reads any bytes")
        case .unmarkedEncoding(_, let likely):
            Explanation(
                expected: "UTF-8", found: "what looks like \(likely) without a mark",
                nextStep: "say that the encoding is \(likely), or import the file into a store, which detects it")
        case .unknownDatabase:
            Explanation(
                expected: "the sms.db of an iPhone", found: "a database without its tables",
                nextStep: "export the messages as CSV")
        case .badLog(_, let log, let found):
            Explanation(
                expected: "the database's log \(log), a plain file of at most 1 GiB", found: found,
                nextStep: "copy the backup again, with the log in the same folder")
        case .badXML:
            Explanation(expected: "well-formed XML", found: "something else", nextStep: "correct it, or export the file again")

        // Its columns, and how rows are cut.
        case .noColumn(_, _, _, let asked?, let found):
            Explanation(
                expected: "the column \"\(asked)\"", found: found.isEmpty ? "no columns" : ColumnNames.list(found),
                nextStep: found.isEmpty ? "leave it out" : "name one of these, or give its number from 1")
        case .noColumn(_, _, let role, nil, let found):
            Explanation(
                expected: "a column of the \(role)", found: ColumnNames.list(found),
                nextStep: "say which of these it is, or name it \(role.rawValue)")
        case .unnamedColumns(_, _, let found):
            Explanation(
                expected: "known names of the label and the text", found: ColumnNames.list(found),
                nextStep: "add a header line that names them \(CorpusColumns.textAndLabel), and quote texts that hold a delimiter"
            )
        case .noLabelColumn(_, let rows):
            Explanation(
                expected: "labels in the first or last column", found: "none in \(rows) rows",
                nextStep: """
                    add a header line such as label<TAB>text, say what your words for labels mean, or say which format it is: \
                    \(CorpusFormat.list(FormatTable.rows.labelledFormats))
                    """)
        case .rowTooLong(_, _, let limit):
            Explanation(
                expected: "a row of at most \(limit) bytes", found: "a longer one",
                nextStep: "check that lines end with LF, that no quote is left open, and that the file is text")
        case .unclosedQuote:
            Explanation(
                expected: "a closing quote for the one that opens on this line", found: "the end of the file",
                nextStep: "close it, or write a quote that belongs to the text as two within a quoted field")
        case .quoteOverRows(_, _, let lines):
            Explanation(
                expected: "the quote that opens on this line to close within its message", found: "\(lines) lines in it",
                nextStep: """
                    write a quote that belongs to the text as two within a quoted field, and texts of so many lines as JSON Lines
                    """)
        case .rowsInQuotes(_, _, let rows):
            Explanation(
                expected: "the quote that opens on this line to close within its row", found: "\(rows) rows in it",
                nextStep: "write a quote that belongs to the text as two within a quoted field")
        case .contradictingLabels(_, _, let columns):
            Explanation(
                expected: "one column of labels", found: "\(ColumnNames.list(columns)), which contradict each other",
                nextStep: "say which of them has the labels")
        case .otherHeader:
            Explanation(
                expected: "rows in the order of the header", found: "another header with other columns",
                nextStep: "split the file above this line, and read both parts")
        case .flagForDirection:
            Explanation(
                expected: "words such as received and sent", found: "0 or 1, either of which may be sent",
                nextStep: """
                    rename the column is_from_me if 1 is sent, or is_incoming if 0 is, or say that no column tells which way a \
                    message went
                    """)
        case .strayQuote:
            Explanation(
                expected: "a delimiter or the end of the line after a closing quote", found: "something else",
                nextStep: "write a quote within a quoted field as two; a file without quoting has the format tsv")
        case .columnCount(_, _, let expected, let found):
            Explanation(
                expected: "\(expected) columns", found: "\(found)", nextStep: "quote texts that hold a delimiter or a line end")
        case .noTab(_, _, let mayBeText):
            Explanation(
                expected: "label<TAB>text", found: "a row without a tab",
                nextStep: "correct it\(mayBeText ? Self.textHint : "")")

        // One row.
        case .invalidText(_, _, let encoding):
            Explanation(
                expected: "\(encoding)", found: "other bytes",
                nextStep: """
                    say the file's encoding, such as CP949, GB18030 or WINDOWS-1252; where only some rows have another one, \
                    convert these
                    """)
        case .notJSON(_, _, let mayBeText):
            Explanation(
                expected: "one JSON object on this line", found: "something else",
                nextStep: "correct it, or write one object a line, for example with jq -c\(mayBeText ? Self.textHint : "")")
        case .wrongType(_, _, let key):
            Explanation(expected: "a string under \"\(key)\"", found: "something else", nextStep: "correct it")
        case .noText(_, _, let key):
            Explanation(expected: "a text under \"\(key)\"", found: "none", nextStep: "add one")
        case .repeatedKey(_, _, let key):
            Explanation(
                expected: "each key once", found: "\(key.map { "\"\($0)\"" } ?? "one") twice", nextStep: "leave one of them out")
        case .unexplainedNumber:
            Explanation(
                expected: "words in the column of the label", found: "only numbers, which may mean anything",
                nextStep: "if they are labels, say that this column has them, and what each number means: \(Self.actions)")
        case .scoreForLabel:
            Explanation(
                expected: "a label", found: "a number between 0 and 1, such as a probability",
                nextStep: "write junk or allow in its place: you know where to cut")
        case .unknownDirection:
            Explanation(
                expected: "received or sent", found: "another word",
                nextStep: "correct it, or say that no column tells which way a message went")
        case .noLabel:
            Explanation(expected: "a label", found: "none", nextStep: "add one such as allow or junk")
        case .unknownLabel(_, _, let word?, _):
            Explanation(expected: "a known label", found: "\"\(word)\"", nextStep: Self.labelHint(word))
        case .unknownLabel(_, _, nil, let length) where length > LabelWord.longestUsual:
            Explanation(
                expected: "a known label", found: "\(length) characters, which may be a text",
                nextStep: "check that the label and the text of this row are not swapped, or say what your words mean")
        case .unknownLabel(_, _, nil, let length):
            Explanation(
                expected: "a known label", found: "an unknown word of \(length) \(length == 1 ? "character" : "characters")",
                nextStep: "say what it means")
        case .unknownLabels(_, _, let unknown) where unknown.words.isEmpty:
            Explanation(
                expected: "known labels", found: "\(unknown)",
                nextStep: "are the text and the label swapped? If not, say what each word means: \(Self.actions)")
        case .unknownLabels(_, _, let unknown):
            Explanation(expected: "known labels", found: "\(unknown)", nextStep: "say what each of them means: \(Self.actions)")
        case .numbersAmongLabels(_, _, let word):
            Explanation(
                expected: "no other label than 0 and 1, which mean allow and junk where they are all",
                found: word.map { "\"\($0)\"\(LabelMap.numbers.contains($0) ? " among others" : "")" } ?? "another",
                nextStep: "say what each of them means: \(Self.actions)")
        case .badWeight(_, _, let found):
            Explanation(
                expected: "a weight of \(Int(CorpusRow.weights.lowerBound)) to \(Int(CorpusRow.weights.upperBound))",
                found: found == nil ? "something that is no number" : "another number", nextStep: "correct it")
        case .unknownHeader:
            Explanation(
                expected: "a known label or a header", found: "neither",
                nextStep: """
                    if this line is a header, name its columns \(CorpusColumns.textAndLabel); if not, say what its label means
                    """)
        case .badRecord(_, _, let expected, let found):
            Explanation(expected: expected, found: found, nextStep: "correct it, or export the file again")
        case .notReceived(_, _, let expected, let found):
            Explanation(expected: expected, found: found, nextStep: "it is left out")
        }
    }

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
