// Corpus: an open file of text with the format that cuts it into rows.

/// Unchecked Sendable: one reader owns it and uses it from one thread at a time.
final class RowFile: RowSource, @unchecked Sendable {
    // Nobody sees these but the methods below, so that a row needs no check of exclusive access.
    @exclusivity(unchecked) private var rows: any RowFormat
    @exclusivity(unchecked) private var buffer: RowBuffer

    init(_ type: any RowFormat.Type, _ buffer: consuming RowBuffer, options: CorpusOptions) throws(CorpusError) {
        rows = try type.init(&buffer, options: options)
        self.buffer = buffer
    }

    var encoding: TextEncoding { buffer.encoding }
    var layout: FileLayout { rows.layout }
    var bytesRead: Int { buffer.bytesRead }
    var totalBytes: Int? { buffer.totalBytes }
    var repeatedLabels: Set<String> { rows.repeatedLabels }

    func next() throws(CorpusError) -> RawRow? { try rows.next(in: &buffer) }
}
