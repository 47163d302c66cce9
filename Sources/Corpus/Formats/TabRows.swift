// Corpus: the TSV format. No quoting: a quote is a character like any other, as in the SMS Spam
// Collection. A plain file with tabs that was written as CSV is read as CSV: see `QuotedTabs`.

/// `label<TAB>text`, `text<TAB>label`, `number<TAB>label<TAB>text`, or the columns that a header
/// line names.
final class TabRows: RowFormat {
    static let format = CorpusFormat.tsv
    static let remark: String? = nil
    static let hasLabels = true

    static func isNamed(by start: FileStart) -> Bool {
        // Without labels, a file of this name may be a column of bare texts.
        start.ending == "tsv" && !start.hasQuotedTabs && (start.needsLabels || start.firstLine?.contains(.tab) ?? true)
    }

    static func match(_ start: FileStart, in buffer: inout RowBuffer) -> FormatMatch? {
        guard let line = start.firstLine else { return start.needsLabels ? .likely : nil }
        return line.contains(.tab) && !start.hasQuotedTabs
            ? .likely : start.needsLabels && !start.hasChosenColumns ? .possible : nil
    }

    private enum Cut {
        /// The label ends at the first tab; the text may hold further ones.
        case labelFirst
        /// The label begins after the last tab.
        case labelLast
        case numberFirst
        case named(Columns)
    }

    private(set) var buffer: RowBuffer
    private let cut: Cut
    private let file: String
    private let labels: LabelMap
    let repeatedLabels: Set<String>
    private(set) var layout = FileLayout(delimiter: .tab)
    /// Of texts in quotes with a comma inside some are of people, unless most are.
    var quotedTexts: Int { doubledTexts + (textsWithComma < quotedWithComma ? quotedWithComma : 0) }
    private var doubledTexts = 0, quotedWithComma = 0, textsWithComma = 0
    private(set) var rowsBesideNames = 0

    init(_ opened: consuming RowBuffer, options: CorpusOptions) throws(CorpusError) {
        (file, labels) = (opened.fileName, options.labels)
        buffer = opened
        let first = buffer.sample { buffer throws(CorpusError) in
            try buffer.nextLine { row, _ in
                row.split(separator: .tab, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
            }
        }
        let titles = Columns.titles(above: first, options)
        let sample = ColumnLook.withNamedRows(Array(first.dropFirst(titles)), options)
        if let header = sample.first, header.count > 1,
            let columns = Columns(header: header, above: sample.dropFirst(), options: options)
                ?? Columns(guessedBelow: header, Array(sample.dropFirst()), options: options)
        {
            try options.columns.check(
                header: header, firstRow: header, rows: Array(sample.dropFirst()), file: file, line: buffer.line, options: options
            )
            try columns.check(header, file: file, line: buffer.line, options: options)
            cut = .named(columns)
            layout = columns.layout(delimiter: .tab, header: header, Array(sample.dropFirst()), options)
            layout.take(LabelLegend(first.prefix(titles).map { $0.joined(separator: "\t") }, options.labels))
            repeatedLabels = []
            for _ in 0...titles { _ = try buffer.nextLine { _, _ in } }
            return
        }
        layout.noticeFirst(sample.first, options)
        let rows = sample.filter { $0.count > 1 }
        let widest = Dictionary(rows.map { ($0.count, 1) }, uniquingKeysWith: +).max { ($0.value, $1.key) < ($1.value, $0.key) }
        if let first = sample.first {
            let row = rows.first { $0.count == widest?.key } ?? first
            try options.columns.check(header: nil, firstRow: row, rows: rows, file: file, line: buffer.line, options: options)
        }
        if let count = widest?.key, let columns = Columns(count: count, rows.filter { $0.count == count }, chosen: options) {
            cut = .named(columns)
            layout = columns.layout(delimiter: .tab, header: nil, rows, options)
            layout.noticeFirst(sample.first, options)
            repeatedLabels = LabelWord.repeated(
                rows.compactMap { row in columns.label.flatMap { row.indices.contains($0) ? row[$0] : nil } })
            return
        }
        if !rows.isEmpty, rows.allSatisfy({ LabelColumn.isNumbered($0, options.labels) }) {
            cut = .numberFirst
            layout.columns = [.init(role: .text, number: 3), .init(role: .label, number: 2)]
            repeatedLabels = LabelWord.repeated(rows.map { $0[1] })
            return
        }
        let (firsts, lasts) = (rows.map { $0[0] }, rows.map { $0.last! })
        let column = LabelColumn(firsts: firsts, lasts: lasts, options.labels)
        repeatedLabels = LabelWord.repeated(column == .last ? lasts : firsts)
        // Most rows are enough: where a database breaks lines, some have fewer tabs.
        layout.columnsInText = widest.map { rows.count > 1 && 2 * $0.value > rows.count ? $0.key - 1 : 1 } ?? 1
        switch column {
        case .first:
            cut = .labelFirst
            layout.columns = [.init(role: .text, number: 2), .init(role: .label, number: 1)]
        case .last:
            cut = .labelLast
            layout.columns = [.init(role: .text, number: 1), .init(role: .label, number: layout.columnsInText + 1)]
        case nil:
            guard rows.isEmpty || !options.needsLabels else { throw .noLabelColumn(file: file, rows: rows.count) }
            cut = .labelFirst
        }
    }

    func next() throws(CorpusError) -> RawRow? {
        try buffer.nextLine { row, line throws(CorpusError) in
            guard let first = row.firstIndex(of: .tab) else {
                if case .named(let columns) = cut {
                    try columns.checkOther([String(decoding: row, as: UTF8.self)], labels, file: file, line: line)
                }
                throw .noTab(file: file, line: line)
            }
            func string(_ range: Range<Int>) throws(CorpusError) -> String {
                try String(UnsafeBufferPointer(rebasing: row[range]), file: file, line: line)
            }
            func text(_ range: Range<Int>) throws(CorpusError) -> String {
                let text = UnsafeBufferPointer(rebasing: row[range])
                if text.first == .quote, QuotedText.isOne(text) {
                    doubledTexts += 1
                } else if text.first == .quote, QuotedText.isOne(text, holdsComma: true) {
                    quotedWithComma += 1
                } else if text.contains(.comma) {
                    textsWithComma += 1
                }
                return try string(range)
            }
            switch cut {
            case .labelFirst:
                return RawRow(line: line, text: try text(first + 1..<row.count), label: try string(0..<first))
            case .labelLast:
                let last = row.lastIndex(of: .tab)!
                return RawRow(line: line, text: try text(0..<last), label: try string(last + 1..<row.count))
            case .numberFirst:
                guard let second = row[(first + 1)...].firstIndex(of: .tab) else {
                    throw .columnCount(file: file, line: line, expected: 3, found: 2)
                }
                return RawRow(line: line, text: try text(second + 1..<row.count), label: try string(first + 1..<second))
            case .named(let columns):
                // Only a text in the last column may hold tabs: elsewhere they would move later
                // columns.
                let splits = columns.text == columns.count - 1 ? columns.count - 1 : Int.max
                let fields = row.split(separator: .tab, maxSplits: splits, omittingEmptySubsequences: false)
                if splits < Int.max, columns.isHeaderAndMore(fields) {
                    let all = row.split(separator: .tab, omittingEmptySubsequences: false)
                    try columns.checkOther(all.map { String(decoding: $0, as: UTF8.self) }, labels, file: file, line: line)
                }
                guard fields.count == columns.count else {
                    try columns.checkOther(
                        fields.map { String(decoding: $0, as: UTF8.self) }, labels, file: file, line: line)
                    throw .columnCount(file: file, line: line, expected: columns.count, found: fields.count)
                }
                if columns.nameless.contains(where: { !fields[$0].isEmpty }) { rowsBesideNames += 1 }
                return try columns.row(file: file, line: line) { column throws(CorpusError) in
                    let field = fields[column].startIndex..<fields[column].endIndex
                    return try column == columns.text ? text(field) : string(field)
                }
            }
        }
    }
}

extension CorpusFormat {
    /// `label<TAB>text` a line without quoting, with or without a header line.
    public static let tsv = CorpusFormat("tsv")
}
