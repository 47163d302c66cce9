// Corpus: is it CSV? Judged by the first line, and only where that leaves a doubt by the rows below: whoever writes bare texts to
// a pipe gets an answer for each line.

/// What the first line without a tab looks like.
enum Delimited {
    /// Its fields are names of columns.
    case header
    /// Quoted fields without names. May be CSV without a header, may be bare texts that begin with a quotation.
    case quotedRows

    /// `nil`: neither, as prose with commas is.
    init?(firstLine line: [UInt8], in buffer: inout RowBuffer) {
        for delimiter in QuotedRows.delimiters {
            var scanner = QuotedScanner(delimiter: delimiter)
            line.withUnsafeBufferPointer { _ = scanner.scan($0, isAll: true) }
            let isQuoted = scanner.quotedFields > 0 && scanner.linesBeforeStrayQuote == nil
            guard scanner.fields.count > 1 || scanner.isUnclosed else { continue }
            let roles = CorpusColumns.find(in: scanner.fields.map { String(decoding: line[$0.bytes], as: UTF8.self) })
            let hasText = roles[.text] != nil
            if hasText, roles.count > 1 {
                self = .header
                return
            }
            guard hasText || isQuoted else { continue }
            let counts = QuotedRows.sample(&buffer, delimiter: delimiter).map(\.count)
            guard let count = counts.first, count > 1 else { continue }
            let agreeing = counts.count { $0 == count }
            if hasText, counts.count > 1, agreeing * 2 > counts.count {
                self = .header
                return
            }
            if isQuoted, agreeing == counts.count, counts.count > 1 || scanner.quotedFields == count {
                self = .quotedRows
                return
            }
        }
        return nil
    }
}

/// What the first letters of a file say.
enum FileStart {
    /// A JSON array of objects begins: `[` and then `{`, on the same line or a later one. A text may begin with `[Ad]`.
    static func isArray(_ line: [UInt8], in buffer: inout RowBuffer) -> Bool {
        func isBlank(_ byte: UInt8) -> Bool { byte == .space || byte == .tab || byte == .carriageReturn }
        let letters = line.lazy.filter { !isBlank($0) }.prefix(2)
        guard letters.first == .openBracket else { return false }
        if letters.count == 2 { return letters.last == .openBrace }
        let lines = buffer.sample { buffer throws(CorpusError) in try buffer.nextLine { row, _ in row.first { !isBlank($0) } } }
        return lines.count > 1 && lines[1] == .openBrace
    }
}
