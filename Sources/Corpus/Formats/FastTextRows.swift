// Corpus: the format of fastText: a label with a prefix, a space, and the text.

/// `__label__spam win a prize` a line. The label ends at the first space or tab.
struct FastTextRows: RowFormat {
    static let format = CorpusFormat.fasttext
    static let remark: String? = "__label__spam and a text"
    static let hasLabels = true

    private static let prefix = Array("__label__".utf8)

    static func isNamed(by start: FileStart) -> Bool { false }

    static func match(_ start: FileStart, in buffer: inout RowBuffer) -> FormatMatch? {
        start.firstLine?.starts(with: prefix) ?? false ? .likely : nil
    }

    private let file: String

    init(_ buffer: inout RowBuffer, options: CorpusOptions) throws(CorpusError) {
        file = buffer.fileName
        try options.columns.check(header: nil, firstRow: [], file: file, line: 1, options: options)
    }

    func next(in buffer: inout RowBuffer) throws(CorpusError) -> RawRow? {
        try buffer.nextLine { row, line throws(CorpusError) in
            guard row.starts(with: Self.prefix), let end = row.firstIndex(where: { $0 == .space || $0 == .tab }) else {
                throw .badRecord(
                    file: file, line: line, expected: "__label__, a label, a space and a text", found: "something else")
            }
            func string(_ range: Range<Int>) throws(CorpusError) -> String {
                try String(UnsafeBufferPointer(rebasing: row[range]), file: file, line: line)
            }
            return RawRow(
                line: line, text: try string(end + 1..<row.count), label: try string(Self.prefix.count..<end), isLabelNamed: true)
        }
    }
}

extension CorpusFormat {
    /// `__label__spam` and a text a line, as fastText reads them.
    public static let fasttext = CorpusFormat("fasttext")
}
