// Corpus: the rows of CSV as fields. What a row means is not asked here.

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
