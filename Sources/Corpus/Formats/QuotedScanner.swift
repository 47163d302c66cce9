// Corpus: finds the fields of one CSV row (RFC 4180). Bytes in, byte ranges out. Continues where it
// stopped when more of the row has been read.

struct QuotedScanner {
    struct Field {
        /// Offsets from the row's start, without the quotes.
        var bytes: Range<Int>
        /// Contains `""` for `"`.
        var hasDoubledQuotes = false
    }

    private enum State {
        case fieldStart
        /// In a field that did not start with a quote, where quotes are ordinary characters.
        case plain
        case quoted
        /// After a quote within quotes: the end of the field, or the first half of a doubled quote.
        case afterQuote
        case afterQuoteAndReturn
    }

    private let delimiter: UInt8
    private var state = State.fieldStart
    private var offset = 0
    private var fieldStart = 0
    private var hasDoubledQuotes = false
    private(set) var fields: [Field] = []
    /// Line ends passed so far.
    private(set) var lines = 0
    /// `lines` where the last quoted field opened.
    private(set) var linesBeforeQuote = 0
    /// The closed quote with the most lines: its line ends, `lines` where it opened, and its
    /// content.
    private(set) var longestQuote = (lines: 0, linesBefore: 0, bytes: 0..<0)
    /// `lines` where a closing quote was first followed by neither a delimiter nor a line end.
    private(set) var linesBeforeStrayQuote: Int?
    private(set) var quotedFields = 0
    /// The file ended within quotes.
    private(set) var isUnclosed = false

    init(delimiter: UInt8) {
        self.delimiter = delimiter
    }

    /// An empty line.
    var isBlank: Bool { fields.count == 1 && fields[0].bytes == 0..<0 && !isUnclosed }

    /// - Parameters:
    ///   - row: all bytes from the row's start, including those of earlier calls.
    ///   - isAll: the file ends after them.
    /// - Returns: the bytes and line ends of the row, or `nil` when it continues after `row`.
    mutating func scan(_ row: UnsafeBufferPointer<UInt8>, isAll: Bool) -> (bytes: Int, lines: Int)? {
        while offset < row.count {
            let byte = row[offset]
            switch state {
            case .fieldStart, .plain:
                if byte == delimiter {
                    endField(at: offset)
                } else if byte == .lineFeed {
                    let hasReturn = state == .plain && row[offset - 1] == .carriageReturn
                    endField(at: hasReturn ? offset - 1 : offset)
                    return endRow()
                } else if byte == .quote, state == .fieldStart {
                    state = .quoted
                    fieldStart = offset + 1
                    linesBeforeQuote = lines
                    quotedFields += 1
                } else {
                    state = .plain
                }
            case .quoted:
                if byte == .quote {
                    state = .afterQuote
                    if lines - linesBeforeQuote > longestQuote.lines {
                        longestQuote = (lines - linesBeforeQuote, linesBeforeQuote, fieldStart..<offset)
                    }
                } else if byte == .lineFeed {
                    lines += 1
                }
            case .afterQuote, .afterQuoteAndReturn:
                if byte == .quote, state == .afterQuote {
                    hasDoubledQuotes = true
                    state = .quoted
                } else if byte == delimiter, state == .afterQuote {
                    endField(at: offset - 1)
                } else if byte == .lineFeed {
                    endField(at: state == .afterQuote ? offset - 1 : offset - 2)
                    return endRow()
                } else if byte == .carriageReturn, state == .afterQuote {
                    state = .afterQuoteAndReturn
                } else {
                    linesBeforeStrayQuote = linesBeforeStrayQuote ?? lines
                    state = .plain
                }
            }
            offset += 1
        }
        guard isAll else { return nil }
        switch state {
        case .fieldStart: endField(at: offset)
        case .plain: endField(at: row[offset - 1] == .carriageReturn ? offset - 1 : offset)
        case .quoted: isUnclosed = true
        case .afterQuote: endField(at: offset - 1)
        case .afterQuoteAndReturn: endField(at: offset - 2)
        }
        return (offset, lines)
    }

    private mutating func endField(at end: Int) {
        fields.append(Field(bytes: fieldStart..<end, hasDoubledQuotes: hasDoubledQuotes))
        fieldStart = offset + 1
        hasDoubledQuotes = false
        state = .fieldStart
    }

    private mutating func endRow() -> (bytes: Int, lines: Int) {
        lines += 1
        return (offset + 1, lines)
    }
}
