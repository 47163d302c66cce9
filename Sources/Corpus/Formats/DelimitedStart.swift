// Corpus: is a file CSV? Judged by the first line, and by the rows below only where that leaves a
// doubt, so that bare texts on a pipe are answered line by line.

/// What the first line of a file without tabs looks like.
enum DelimitedStart {
    /// Its fields are names of columns.
    case header
    /// Quoted fields without names: CSV without a header, or bare texts that begin with a
    /// quotation.
    case quotedRows

    /// Whether the first line and the options tell the delimiter and the text by themselves, so
    /// that no row below has to be looked at.
    static func tellsColumns(_ line: [UInt8], _ options: CorpusOptions) -> Bool {
        let told = options.delimiter ?? (options.format == .tsv ? .tab : nil)
        if options.hasHeader == false { return told != nil && options.columns[.text].flatMap { Int($0) } != nil }
        return (told.map { [$0] } ?? QuotedFields.delimiters).contains { delimiter in
            var scanner = QuotedScanner(delimiter: delimiter)
            line.withUnsafeBufferPointer { _ = scanner.scan($0, isAll: true) }
            let names = scanner.fields.map { String(decoding: line[$0.bytes], as: UTF8.self) }
            let keys = options.columns.keys(in: names)
            guard names.count > 1, keys[.text] != nil, !names.contains(where: { options.labels.label(for: $0) != nil }) else {
                return false
            }
            return options.columns.isNamed(in: names) || isHeader(keys, of: names) || told != nil || options.format != nil
                || delimiter == .tab
        }
    }

    /// Whether names beside that of the text are enough for a header: another one, or all. An id is
    /// too common a word to tell a header from prose by itself.
    private static func isHeader(_ roles: [CorpusColumns.Role: String], of names: [String]) -> Bool {
        roles.count { $0.key != .id } > 1
            || names.count > 1 && (roles.count == names.count || roles.count > 1 && ColumnNames.areNames(names))
    }

    /// Whether a line that names no known text is a header all the same: words, of which one tells
    /// of texts, such as `rowid,message_body,target`. The first may be empty, as pandas writes it.
    static func looksLikeHeader(_ line: [UInt8]) -> Bool {
        [UInt8.comma, .semicolon, .bar].contains { delimiter in
            var scanner = QuotedScanner(delimiter: delimiter)
            line.withUnsafeBufferPointer { _ = scanner.scan($0, isAll: true) }
            var names = scanner.fields.map { String(decoding: line[$0.bytes], as: UTF8.self) }
            if names.first == "" { names.removeFirst() }
            return scanner.fields.count > 1 && ColumnNames.areNames(names)
                && names.contains { name in
                    ["text", "message", "body", "content", "sms"].contains { name.lowercased().contains($0) }
                }
        }
    }

    /// `nil`: neither, such as prose with commas.
    init?(firstLine line: [UInt8], _ choice: ColumnChoice, in buffer: inout RowBuffer) {
        for delimiter in QuotedFields.delimiters {
            var scanner = QuotedScanner(delimiter: delimiter)
            line.withUnsafeBufferPointer { _ = scanner.scan($0, isAll: true) }
            let isQuoted = scanner.quotedFields > 0 && scanner.linesBeforeStrayQuote == nil
            guard scanner.fields.count > 1 || scanner.isUnclosed else { continue }
            let fields = scanner.fields.map { String(decoding: line[$0.bytes], as: UTF8.self) }
            let roles = CorpusColumns.find(in: fields), hasText = roles[.text] != nil
            if hasText && DelimitedStart.isHeader(roles, of: fields) || choice.isNamed(in: fields) {
                self = .header
                return
            }
            guard hasText || isQuoted else { continue }
            let counts = QuotedFields.sample(&buffer, delimiter: delimiter).map(\.count)
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
