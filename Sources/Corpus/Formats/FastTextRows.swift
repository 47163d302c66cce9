// Corpus: the format of fastText: a label with a prefix, a space, and the text.

/// `__label__spam win a prize` a line. A label ends at the first space or tab. A row may have its
/// label several times, but two labels only where none is needed.
final class FastTextRows: RowFormat {
    static let format = CorpusFormat.fasttext
    static let remark: String? = "__label__spam and a text"
    static let hasLabels = true

    private static let prefix = Array("__label__".utf8)

    static func isNamed(by start: FileStart) -> Bool { false }

    static func match(_ start: FileStart, in buffer: inout RowBuffer) -> FormatMatch? {
        start.firstLine?.starts(with: prefix) ?? false ? .likely : nil
    }

    private(set) var buffer: RowBuffer
    private let file: String
    private let needsLabels: Bool

    init(_ buffer: consuming RowBuffer, options: CorpusOptions) throws(CorpusError) {
        file = buffer.fileName
        needsLabels = options.needsLabels
        try options.columns.check(header: nil, firstRow: [], file: file, line: 1, options: options)
        self.buffer = buffer
    }

    func next() throws(CorpusError) -> RawRow? {
        try buffer.nextLine { row, line throws(CorpusError) in
            guard row.starts(with: Self.prefix), let end = row.firstIndex(where: { $0 == .space || $0 == .tab }) else {
                throw .badRecord(
                    file: file, line: line, expected: "__label__, a label, a space and a text", found: "something else")
            }
            let label = row[Self.prefix.count..<end]
            var text = end + 1
            while row[text...].starts(with: Self.prefix) {
                let end = row[text...].firstIndex { $0 == .space || $0 == .tab } ?? row.count
                if needsLabels, !row[(text + Self.prefix.count)..<end].elementsEqual(label) {
                    throw .badRecord(file: file, line: line, expected: "one label", found: "a second one")
                }
                text = min(end + 1, row.count)
            }
            func string(_ range: Range<Int>) throws(CorpusError) -> String {
                try String(UnsafeBufferPointer(rebasing: row[range]), file: file, line: line)
            }
            return RawRow(
                line: line, text: try string(text..<row.count), label: try string(label.startIndex..<label.endIndex),
                isLabelNamed: true)
        }
    }
}

extension CorpusFormat {
    /// `__label__spam` and a text a line, as fastText reads them.
    public static let fasttext = CorpusFormat("fasttext")
}
