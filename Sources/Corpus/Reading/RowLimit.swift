// Corpus: refuses a row that is too long while bytes come in, before anybody has cut rows.

/// The length of the row that bytes so far end in. Rows end with a line, or with an object of a
/// JSON array.
struct RowLimit {
    let bytes: Int
    /// From 1.
    private var line = 1
    private var bytesOfRow = 0

    init(bytes: Int) { self.bytes = bytes }

    mutating func add(_ more: ArraySlice<UInt8>, of file: String) throws(CorpusError) {
        for byte in more {
            switch byte {
            case .lineFeed:
                line += 1
                bytesOfRow = 0
            case .carriageReturn, .closeBrace: bytesOfRow = 0
            default: bytesOfRow += 1
            }
        }
        guard bytesOfRow <= bytes else { throw .rowTooLong(file: file, line: line, limitBytes: bytes) }
    }
}
