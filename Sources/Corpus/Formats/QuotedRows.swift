// Corpus: the CSV format. Finds the delimiter and the columns, then turns scanned fields into rows.

/// Fields between `,` `;` TAB or `|`, quoted as RFC 4180 says. Every row has as many as the header, or without one as most of
/// the first rows: a text with an unquoted delimiter is refused, not cut short. Empty lines are stepped over.
struct QuotedRows: RowFormat {
    static let delimiters: [UInt8] = [.comma, .semicolon, .tab, .bar]

    private let columns: Columns
    private let delimiter: UInt8
    private let labels: LabelMap
    private let file: String
    let repeatedLabels: Set<String>
    let layout: FileLayout

    init(_ buffer: inout RowBuffer, options: CorpusOptions) throws(CorpusError) {
        file = buffer.fileName
        let line = buffer.line
        var best: Candidate?
        for delimiter in options.delimiter.map({ [$0] }) ?? Self.delimiters {
            let candidate = Candidate(Self.sample(&buffer, delimiter: delimiter), delimiter: delimiter, options: options)
            if best.map({ candidate.merit > $0.merit }) ?? true { best = candidate }
        }
        let found = best!
        delimiter = found.delimiter
        if found.header != nil {
            try found.columns!.check(file: file, line: line, options: options)
            _ = try Self.lenientFields(in: &buffer, delimiter: delimiter)
        }
        guard let columns = found.columns else {
            throw found.count > 2
                ? .unnamedColumns(file: file, line: line, found: found.count) : .noLabelColumn(file: file, rows: found.rowCount)
        }
        self.columns = columns
        labels = options.labels
        layout = columns.layout(delimiter: delimiter, header: found.header, showsNames: found.hasKnownNames)
        repeatedLabels = found.repeatedLabels
    }

    func next(in buffer: inout RowBuffer) throws(CorpusError) -> RawRow? {
        try Self.fields(in: &buffer, delimiter: delimiter) { scanner, row, line throws(CorpusError) in
            if scanner.isUnclosed { throw .unclosedQuote(file: file, line: line + scanner.linesBeforeQuote) }
            if swallowsRows(scanner, row) {
                let quote = scanner.longestQuote
                throw .quoteOverRows(file: file, line: line + quote.linesBefore, lines: quote.lines)
            }
            if let lines = scanner.linesBeforeStrayQuote { throw .strayQuote(file: file, line: line + lines) }
            guard scanner.fields.count == columns.count else {
                throw .columnCount(file: file, line: line, expected: columns.count, found: scanner.fields.count)
            }
            return try columns.row(line: line) { column throws(CorpusError) in
                try Self.string(scanner.fields[column], of: row, file: file, line: line)
            }
        }
    }

    /// No message has so many lines; and so many rows in one are no message.
    private static let most = (lines: 100, rows: 20)

    /// Whether a quote that was left open has taken the rows up to the next one for a text.
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

    private static func fields<R>(
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

    /// The first rows cut at `delimiter`, to look at; they stay to be read.
    static func sample(_ buffer: inout RowBuffer, delimiter: UInt8) -> [[String]] {
        buffer.sample { buffer throws(CorpusError) in try lenientFields(in: &buffer, delimiter: delimiter) }
    }

    /// To look at, not to keep: what is not UTF-8 is replaced, and a stray quote passes.
    private static func lenientFields(in buffer: inout RowBuffer, delimiter: UInt8) throws(CorpusError) -> [String]? {
        let file = buffer.fileName
        return try fields(in: &buffer, delimiter: delimiter) { scanner, row, line throws(CorpusError) in
            if scanner.isUnclosed { throw .unclosedQuote(file: file, line: line + scanner.linesBeforeQuote) }
            return scanner.fields.map { String(decoding: row[$0.bytes], as: UTF8.self) }
        }
    }

    private static func string(
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

/// What the first rows look like when cut at one delimiter.
private struct Candidate {
    let delimiter: UInt8
    /// The names of the columns, where the first row says them.
    let header: [String]?
    let hasKnownNames: Bool
    /// `nil` where nobody can say which column is what.
    let columns: Columns?
    let count: Int
    let rowCount: Int
    let repeatedLabels: Set<String>
    /// The better delimiter has the greater merit: first a header, then a column of known labels, then two columns or more; among
    /// equals the one that cuts more rows into the same number of fields.
    let merit: (kind: Int, agreeing: Int)

    init(_ sample: [[String]], delimiter: UInt8, options: CorpusOptions) {
        self.delimiter = delimiter
        rowCount = sample.count
        if let header = sample.first, let columns = Columns(header: header, above: sample.dropFirst(), options: options) {
            self.header = header
            hasKnownNames = true
            self.columns = columns
            count = columns.count
            repeatedLabels = []
            merit = (3, sample.count { $0.count == header.count })
            return
        }
        hasKnownNames = false
        if let header = sample.first, let columns = Self.columns(under: header, Array(sample.dropFirst()), options: options) {
            self.header = header
            self.columns = columns
            count = columns.count
            repeatedLabels = []
            merit = (2, sample.count { $0.count == header.count })
            return
        }
        header = nil
        let counts = Dictionary(sample.map { ($0.count, 1) }, uniquingKeysWith: +)
        let (count, agreeing) = counts.max { ($0.value, $1.key) < ($1.value, $0.key) } ?? (2, 0)
        self.count = count
        let rows = sample.filter { $0.count == count }
        let (columns, isKnown) = Self.columns(count: count, rows, options: options)
        self.columns = columns
        repeatedLabels = LabelWord.repeated(rows.compactMap { row in columns?.label.map { row[$0] } })
        merit = (isKnown ? 2 : count > 1 ? 1 : 0, agreeing)
    }

    /// Columns by what they hold, below a first row that looks like names: one of all known labels begins with a word that is none, nor
    /// misspells one.
    private static func columns(under header: [String], _ rows: [[String]], options: CorpusOptions) -> Columns? {
        guard options.guessesByContent, options.hasHeader == nil, options.columns.text == nil, header.count > 1,
            header.allSatisfy({ !$0.isEmpty && LabelWord.isShown($0, isNamed: true) }),
            let label = ColumnLook.label(rows, count: header.count, options.labels),
            options.labels.label(for: header[label]) == nil, LabelMap.nearest(to: header[label]) == nil,
            let text = ColumnLook.text(rows, count: header.count, besides: [label])
        else { return nil }
        var columns = Columns(count: header.count, text: text, label: label)
        columns.isLabelNamed = true
        return columns
    }

    /// Columns by place, and whether known labels say so.
    private static func columns(count: Int, _ rows: [[String]], options: CorpusOptions) -> (Columns?, isKnown: Bool) {
        let labels = options.labels
        if let chosen = chosen(count: count, options) { return (chosen, true) }
        switch count {
        case 1:
            return (options.needsLabels && !options.takesUnlabelled ? nil : Columns(count: 1, text: 0), false)
        case 2:
            let side = LabelColumn(firsts: rows.map { $0[0] }, lasts: rows.map { $0[1] }, labels)
            if side == nil, options.needsLabels, !options.takesUnlabelled, !rows.isEmpty { return (nil, false) }
            let columns = side == .last ? Columns(count: 2, text: 0, label: 1) : Columns(count: 2, text: 1, label: 0)
            return (columns, rows.contains { labels.label(for: $0[columns.label!]) != nil })
        case 3 where rows.allSatisfy { LabelColumn.isNumbered($0, labels) }:
            return (Columns(count: 3, text: 2, label: 1), true)
        default:
            guard options.guessesByContent else { return (nil, false) }
            let label = ColumnLook.label(rows, count: count, labels)
            guard let text = ColumnLook.text(rows, count: count, besides: label.map { [$0] } ?? []) else { return (nil, false) }
            guard label != nil || !options.needsLabels || options.takesUnlabelled else { return (nil, false) }
            return (Columns(count: count, text: text, label: label), label != nil)
        }
    }

    /// Columns by their numbers, where the user gave that of the text.
    private static func chosen(count: Int, _ options: CorpusOptions) -> Columns? {
        func place(_ column: String?) -> Int? { column.flatMap { ColumnChoice.place(of: $0, header: [], count: count) } }
        guard let text = place(options.columns.text) else { return nil }
        var columns = Columns(count: count, text: text, label: place(options.columns.label))
        columns.isLabelNamed = columns.label != nil
        columns.sender = place(options.columns.sender)
        columns.time = place(options.columns.time)
        return columns
    }
}

extension UInt8 {
    static let comma = UInt8(ascii: ",")
    static let semicolon = UInt8(ascii: ";")
    static let bar = UInt8(ascii: "|")
}
