// Corpus: one bare text a line, as from a pipe. A blank line is an empty text, so that answers are
// on the same lines as their questions.

final class TextRows: RowFormat {
    static let format = CorpusFormat.text
    static let remark: String? = "one message a line"
    static let hasLabels = false

    static func isNamed(by start: FileStart) -> Bool { false }

    static func match(_ start: FileStart, in buffer: inout RowBuffer) -> FormatMatch? {
        start.needsLabels || start.hasChosenColumns ? nil : .possible
    }

    private(set) var buffer: RowBuffer
    private let file: String

    init(_ buffer: consuming RowBuffer, options: CorpusOptions) throws(CorpusError) {
        file = buffer.fileName
        try options.columns.check(header: nil, firstRow: [], file: file, line: 1, options: options)
        guard !options.needsEachLabel else { throw .textHasNoLabels(file: file) }
        self.buffer = buffer
    }

    func next() throws(CorpusError) -> RawRow? {
        try buffer.nextLine(takesBlanks: true) { row, line throws(CorpusError) in
            RawRow(line: line, text: try String(row, file: file, line: line))
        }
    }
}

extension CorpusFormat {
    /// One bare text a line, without labels.
    public static let text = CorpusFormat("text")
}
