// Corpus: was a file with tabs written as CSV? Judged by every quote of a plain file, before its
// rows are cut. Bytes in, an answer out.

/// Whether quotes belong to the file rather than to its texts, as pandas and spreadsheets write
/// TSV.
///
/// All rows must have as many fields, and each quote must stand where a writer of CSV puts it. One
/// field at least must be in quotes for a reason: it holds a quote or a line end or a tab, or each
/// row has one in quotes, or all in quotes hold a comma and no other does, as Excel writes. In the
/// SMS Spam Collection, where quotes are letters, neither holds.
struct QuotedTabs {
    private enum State { case fieldStart, plain, quoted, afterQuote }

    private var state = State.fieldStart
    private var fields = 1
    private var fieldsOfFirst: Int?
    private var isRowQuoted = false
    private var isRowEmpty = true
    private var rows = 0
    private var isEachRowQuoted = true
    private var hasReason = false
    /// A quoted field with a tab and a line end is likely two stray quotes with rows between them.
    private var hasTab = false
    private var hasLineEnd = false
    private var isBroken = false
    private var hasComma = false
    private var areAllQuotesForCommas = true
    private var isAnyQuoted = false

    /// Reads a file to its end, or to the first quote or row that speaks against it.
    static func areIn(_ file: inout InputFile, _ encoding: TextEncoding?) throws(CorpusError) -> Bool {
        var transcoder: (any Transcoder)?
        guard let start = try firstLine(of: &file, encoding, &transcoder) else { return false }
        var judge = QuotedTabs()
        start.withUnsafeBufferPointer { judge.add($0) }
        while !judge.isBroken, case let chunk = try file.nextChunk(), !chunk.isEmpty {
            decoded(chunk, by: &transcoder).withUnsafeBufferPointer { judge.add($0) }
        }
        return judge.isQuoted
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>, by transcoder: inout (any Transcoder)?) -> ArraySlice<UInt8> {
        guard transcoder != nil else { return bytes }
        var decoded: [UInt8] = []
        transcoder!.transcode(bytes, into: &decoded)
        return decoded[...]
    }

    /// The first bytes, with a whole line that is not blank; `nil` where that is no row of TSV.
    private static func firstLine(
        of file: inout InputFile, _ encoding: TextEncoding?, _ transcoder: inout (any Transcoder)?
    ) throws(CorpusError) -> [UInt8]? {
        var start: [UInt8] = []
        while true {
            let chunk = try file.nextChunk()
            if start.isEmpty { transcoder = (encoding ?? TextEncoding.marked(by: chunk)?.encoding)?.transcoder }
            start += decoded(chunk, by: &transcoder)
            let bytes = start.dropFirst(TextEncoding.marked(by: start[...])?.length ?? 0)
            let line = bytes.drop { $0 == .lineFeed || $0 == .carriageReturn }
            if chunk.isEmpty || start.count >= 64 << 10 || line.contains(.lineFeed) {
                guard line.prefix(while: { $0 != .lineFeed }).contains(.tab), let sign = line.first else { return nil }
                return [.openBrace, .openBracket].contains(sign) ? nil : Array(line)
            }
        }
    }

    private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
        for byte in bytes {
            switch (state, byte) {
            case (.quoted, .quote): state = .afterQuote
            case (.quoted, .tab): hasTab = true
            case (.quoted, .lineFeed): hasLineEnd = true
            case (.quoted, .comma), (.plain, .comma): hasComma = true
            case (.quoted, _): break
            case (.afterQuote, .quote):
                hasReason = true
                state = .quoted
            case (_, .tab):
                endField()
                fields += 1
            case (_, .lineFeed): endRow()
            case (_, .carriageReturn): break
            case (.fieldStart, .quote):
                state = .quoted
                isRowQuoted = true
                isAnyQuoted = true
                isRowEmpty = false
            case (.fieldStart, _):
                state = .plain
                hasComma = byte == .comma
                isRowEmpty = false
            case (.afterQuote, _), (.plain, .quote): isBroken = true
            case (.plain, _): break
            }
            if isBroken { return }
        }
    }

    private mutating func endField() {
        if hasTab, hasLineEnd { isBroken = true }
        if hasTab || hasLineEnd { hasReason = true }
        if state == .afterQuote ? !hasComma : hasComma { areAllQuotesForCommas = false }
        (hasTab, hasLineEnd, hasComma) = (false, false, false)
        state = .fieldStart
    }

    private mutating func endRow() {
        endField()
        if fields > 1 || !isRowEmpty {
            rows += 1
            isEachRowQuoted = isEachRowQuoted && isRowQuoted
            // R leaves out the name above the names of rows.
            if let first = fieldsOfFirst, fields != first, rows > 2 || fields != first + 1 || !isEachRowQuoted { isBroken = true }
            fieldsOfFirst = fields
        }
        (fields, isRowQuoted, isRowEmpty) = (1, false, true)
    }

    /// At the end of the file.
    private var isQuoted: Bool {
        var last = self
        if last.state == .quoted { return false }
        last.endRow()
        return !last.isBroken
            && (last.hasReason || last.isEachRowQuoted && last.rows > 1 || last.isAnyQuoted && last.areAllQuotesForCommas)
    }
}

/// A text as CSV would write it, which was read with its quotes.
enum QuotedText {
    /// Whether it stands in quotes and holds others, all of them doubled; with `holdsComma` whether
    /// it holds a comma and no quote.
    static func isOne(_ text: UnsafeBufferPointer<UInt8>, holdsComma: Bool = false) -> Bool {
        guard text.count > 3, text.first == .quote, text.last == .quote else { return false }
        if holdsComma { return text.contains(.comma) && !text.dropFirst().dropLast().contains(.quote) }
        var place = 1, doubled = 0
        while place < text.count - 1 {
            if text[place] == .quote {
                guard place + 1 < text.count - 1, text[place + 1] == .quote else { return false }
                doubled += 1
                place += 1
            }
            place += 1
        }
        return doubled > 0
    }
}
