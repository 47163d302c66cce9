// Corpus: the CSV format. Finds the delimiter and the columns, then turns fields into rows.

/// Fields between `,` `;` TAB or `|`, quoted as in RFC 4180. Every row has as many fields as the
/// header, or without a header as most of the first rows: a text with an unquoted delimiter is
/// refused, not cut short. Empty lines are skipped.
final class QuotedRows: RowFormat {
    static let format = CorpusFormat.csv
    static let remark: String? = nil
    static let hasLabels = true

    static func isNamed(by start: FileStart) -> Bool { start.ending == "csv" }

    static func match(_ start: FileStart, in buffer: inout RowBuffer) -> FormatMatch? {
        guard let line = start.firstLine else { return nil }
        if start.hasQuotedTabs { return .likely }
        switch DelimitedStart(firstLine: line, start.columns, in: &buffer) {
        case .header?: return .likely
        case .quotedRows?: return .possible
        case nil where DelimitedStart.looksLikeHeader(line): return .likely
        case nil: return start.needsLabels || start.hasChosenColumns ? .possible : nil
        }
    }

    private(set) var buffer: RowBuffer
    private let columns: Columns
    private let delimiter: UInt8
    private let labels: LabelMap
    /// The labels of the first rows, as they are spelt there.
    private let labelsSeen: Set<String>
    private let file: String
    let repeatedLabels: Set<String>
    private(set) var layout: FileLayout
    private(set) var rowsBesideNames = 0

    init(_ buffer: consuming RowBuffer, options: CorpusOptions) throws(CorpusError) {
        file = buffer.fileName
        let line = buffer.line
        var best: DelimiterCandidate?
        let told = options.delimiter ?? buffer.delimiter ?? (buffer.hasQuotedTabs ? .tab : nil)
        for delimiter in told.map({ [$0] }) ?? QuotedFields.delimiters {
            let sample = QuotedFields.sample(&buffer, delimiter: delimiter)
            let candidate = DelimiterCandidate(sample, delimiter: delimiter, options: options)
            if best.map({ candidate.merit > $0.merit }) ?? true { best = candidate }
        }
        let found = best!
        delimiter = found.delimiter
        if let firstRow = found.firstRow {
            try options.columns.check(
                header: found.header, firstRow: firstRow, rows: found.rows, file: file, line: line, options: options)
        }
        if let header = found.header {
            try found.columns!.check(header, file: file, line: line, options: options)
            for _ in 0...found.titles { _ = try QuotedFields.lenient(in: &buffer, delimiter: delimiter) }
        }
        guard let columns = found.columns else {
            guard found.count > 2 else { throw .noLabelColumn(file: file, rows: found.rowCount) }
            let row = found.firstRow ?? []
            let areLabelled = row.contains { options.labels.label(for: $0) != nil }
            let columns = areLabelled ? ColumnNames.numbers(found.count) : ColumnNames.shown(in: row, above: found.rows, options)
            throw .unnamedColumns(file: file, line: line, found: columns)
        }
        self.columns = columns
        labels = options.labels.below(found.header.flatMap { names in columns.label.map { names[$0] } })
        labelsSeen = Set(found.rows.compactMap { row in columns.label.flatMap { row.indices.contains($0) ? row[$0] : nil } })
        layout = columns.layout(delimiter: delimiter, header: found.header, found.rows, options)
        layout.take(found.legend)
        layout.noticeFirst(found.header == nil ? found.firstRow : nil, options)
        repeatedLabels = found.repeatedLabels
        self.buffer = buffer
    }

    func next() throws(CorpusError) -> RawRow? { try QuotedFields.next(in: &buffer, delimiter: delimiter, row) }

    private func row(
        _ scanner: QuotedScanner, _ bytes: UnsafeBufferPointer<UInt8>, line: Int
    ) throws(CorpusError) -> RawRow {
        if scanner.isUnclosed { throw .unclosedQuote(file: file, line: line + scanner.linesBeforeQuote) }
        if swallowsRows(scanner, bytes) {
            let quote = scanner.longestQuote
            throw .quoteOverRows(file: file, line: line + quote.linesBefore, lines: quote.lines)
        }
        let rows = rowsInQuotes(scanner, bytes)
        if rows > 1 { throw .rowsInQuotes(file: file, line: line + scanner.longestQuote.linesBefore, rows: rows) }
        if let lines = scanner.linesBeforeStrayQuote { throw .strayQuote(file: file, line: line + lines) }
        guard scanner.fields.count == columns.count else {
            let fields = scanner.fields.map { String(decoding: bytes[$0.bytes], as: UTF8.self) }
            try columns.checkOther(fields, labels, file: file, line: line)
            throw .columnCount(file: file, line: line, expected: columns.count, found: fields.count)
        }
        if columns.nameless.contains(where: { !scanner.fields[$0].bytes.isEmpty }) { rowsBesideNames += 1 }
        return try columns.row(file: file, line: line) { column throws(CorpusError) in
            try QuotedFields.string(scanner.fields[column], of: bytes, file: file, line: line)
        }
    }

    /// A longer quote is no message, nor is a quote that contains so many rows.
    private static let most = (lines: 100, rows: 20)

    /// Whether a quote that was left open has swallowed the rows up to the next quote.
    private func swallowsRows(_ scanner: QuotedScanner, _ row: UnsafeBufferPointer<UInt8>) -> Bool {
        let quote = scanner.longestQuote
        guard quote.lines >= Self.most.rows else { return false }
        guard quote.lines <= Self.most.lines, let label = columns.label else { return quote.lines > Self.most.lines }
        let rows = row[quote.bytes].split(separator: .lineFeed).count { line in
            let fields = line.split(separator: delimiter, omittingEmptySubsequences: false)
            guard fields.count == columns.count else { return false }
            let word = fields[label].filter { $0 != .quote && $0 != .carriageReturn }
            return labels.label(for: String(decoding: word, as: UTF8.self)) != nil
        }
        return rows >= Self.most.rows
    }

    /// How many rows a record has, with the first: more than one if lines in its quotes look like
    /// rows, by their fields and a label or a time.
    private func rowsInQuotes(_ scanner: QuotedScanner, _ record: UnsafeBufferPointer<UInt8>) -> Int {
        let quote = scanner.longestQuote.bytes
        guard scanner.longestQuote.lines > 0, columns.count > 1, columns.label != nil || columns.time != nil else { return 1 }
        let lines = record[quote].split(separator: .lineFeed, omittingEmptySubsequences: false)
        let inside = lines.dropFirst().dropLast().count(where: isRow)
        let first = record[..<lines[0].endIndex], last = record[lines[lines.count - 1].startIndex...]
        let isCertain = inside > 0 || isRow(lines[lines.count - 1]) || scanner.linesBeforeStrayQuote != nil || isRow(first)
        return 1 + inside + (isCertain && (isRow(last) || isRow(lines[lines.count - 1])) ? 1 : 0)
    }

    /// Labels that are no words of messages.
    private static let plainLabels: Set = ["ham", "spam", "junk", "smishing", "스팸", "正常", "垃圾短信", "スパム"]

    private func isRow(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let fields = line.split(separator: delimiter, omittingEmptySubsequences: false)
        guard fields.count == columns.count else { return false }
        func word(_ column: Int) -> String {
            String(decoding: fields[column].filter { ![.quote, .carriageReturn, .lineFeed].contains($0) }, as: UTF8.self)
        }
        if let time = columns.time, columns.count > 2 {
            let word = word(time)
            if word.utf8.count > 5,
                MessageTime.seconds(word, order: .dayFirst) ?? MessageTime.seconds(word, order: .monthFirst) != nil
            {
                return true
            }
        }
        guard let label = columns.label, case let word = word(label), labels.label(for: word) != nil else { return false }
        // A list in a text has a space behind its commas: `1, yes`.
        return columns.count > 2
            || (labelsSeen.contains(word) || Self.plainLabels.contains(word))
                && !fields.dropFirst().contains { $0.first == .space }
    }
}

extension CorpusFormat {
    /// Quoted fields (RFC 4180) between `,` `;` TAB or `|`, with or without a header line.
    public static let csv = CorpusFormat("csv")
}

enum QuotedFields {
    static let delimiters: [UInt8] = [.comma, .semicolon, .tab, .bar]

    /// Takes the next row that is not blank and hands it to `body` with its fields; `nil` at the
    /// end.
    static func next<R>(
        in buffer: inout RowBuffer, delimiter: UInt8,
        _ body: (QuotedScanner, UnsafeBufferPointer<UInt8>, _ line: Int) throws(CorpusError) -> R
    ) throws(CorpusError) -> R? {
        while true {
            var scanner = QuotedScanner(delimiter: delimiter)
            let result: R?? = try buffer.nextRow(
                scan: { row, isAll throws(CorpusError) in scanner.scan(row, isAll: isAll) },
                { row, line throws(CorpusError) in scanner.isBlank ? nil : try body(scanner, row, line) })
            guard let result else { return nil }
            if let result { return result }
        }
    }

    /// The first rows cut at `delimiter`, which are read again later.
    static func sample(_ buffer: inout RowBuffer, delimiter: UInt8) -> [[String]] {
        buffer.sample { buffer throws(CorpusError) in try lenient(in: &buffer, delimiter: delimiter) }
    }

    /// For finding columns only: bytes that are not UTF-8 are replaced, and stray quotes pass.
    static func lenient(in buffer: inout RowBuffer, delimiter: UInt8) throws(CorpusError) -> [String]? {
        let file = buffer.fileName
        return try next(in: &buffer, delimiter: delimiter) { scanner, row, line throws(CorpusError) in
            if scanner.isUnclosed { throw .unclosedQuote(file: file, line: line + scanner.linesBeforeQuote) }
            return scanner.fields.map { String(decoding: row[$0.bytes], as: UTF8.self) }
        }
    }

    /// One field, with doubled quotes made single.
    static func string(
        _ field: QuotedScanner.Field, of row: UnsafeBufferPointer<UInt8>, file: String, line: Int
    ) throws(CorpusError) -> String {
        let bytes = UnsafeBufferPointer(rebasing: row[field.bytes])
        guard field.hasDoubledQuotes else { return try String(bytes, file: file, line: line) }
        var single: [UInt8] = []
        single.reserveCapacity(bytes.count)
        var isSecond = false
        for byte in bytes {
            isSecond = byte == .quote && !isSecond
            if !isSecond { single.append(byte) }
        }
        return try single.withUnsafeBufferPointer { bytes throws(CorpusError) in try String(bytes, file: file, line: line) }
    }
}
