// Corpus: an open file of text with the format that cuts it into rows.

/// Unchecked Sendable: one reader owns it and uses it from one thread at a time.
final class RowFile: RowSource, @unchecked Sendable {
    /// One member, so that a row costs one check of exclusive access.
    private struct State: ~Copyable {
        var rows: any RowFormat
        var buffer: RowBuffer

        mutating func next() throws(CorpusError) -> RawRow? { try rows.next(in: &buffer) }
    }

    private var state: State

    init(_ type: any RowFormat.Type, _ buffer: consuming RowBuffer, options: CorpusOptions) throws(CorpusError) {
        let rows = try type.init(&buffer, options: options)
        state = State(rows: rows, buffer: buffer)
    }

    var encoding: TextEncoding { state.buffer.encoding }
    var layout: FileLayout { state.rows.layout }
    var bytesRead: Int { state.buffer.bytesRead }
    var totalBytes: Int? { state.buffer.totalBytes }
    var repeatedLabels: Set<String> { state.rows.repeatedLabels }

    func next() throws(CorpusError) -> RawRow? { try state.next() }
}
