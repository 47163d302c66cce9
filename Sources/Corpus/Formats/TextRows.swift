// Corpus: the format without a format. One bare text a line, as `classify` takes it from a pipe. A blank line is an empty text,
// so that answers stand on the lines of their questions.

struct TextRows: RowFormat {
    private let file: String

    init(_ buffer: inout RowBuffer, options: CorpusOptions) throws(CorpusError) {
        file = buffer.fileName
        guard !options.needsLabels || options.takesUnlabelled else { throw .textHasNoLabels(file: file) }
    }

    func next(in buffer: inout RowBuffer) throws(CorpusError) -> RawRow? {
        try buffer.nextLine(takesBlanks: true) { row, line throws(CorpusError) in
            RawRow(line: line, text: try String(row, file: file, line: line))
        }
    }
}
