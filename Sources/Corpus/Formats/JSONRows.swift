// Corpus: the JSON Lines format. Lines in, rows out.

/// One object a line.
final class JSONRows: RowFormat {
    static let format = CorpusFormat.jsonl
    static let remark: String? = nil
    static let hasLabels = true

    static func isNamed(by start: FileStart) -> Bool {
        ["jsonl", "ndjson"].contains(start.ending) || start.ending == "json" && start.firstSign != .openBracket
    }

    static func match(_ start: FileStart, in buffer: inout RowBuffer) -> FormatMatch? {
        start.ending != "tsv" && start.firstSign == .openBrace
            ? .likely
            : start.needsLabels && !start.hasChosenColumns ? .possible : nil
    }

    private(set) var buffer: RowBuffer
    private var objects: JSONObjects
    var layout: FileLayout { objects.layout }

    init(_ buffer: consuming RowBuffer, options: CorpusOptions) throws(CorpusError) {
        objects = JSONObjects(file: buffer.fileName, options: options)
        let line = try buffer.firstLine() ?? [], sign = line.first { $0 != .space && $0 != .tab }
        if sign == .openBracket { throw .jsonArray(file: buffer.fileName) }
        if sign == .openBrace {
            // Lines of a longer document may be objects by chance: the last of a list has no comma.
            var keys = line.withUnsafeBufferPointer { ObjectKeys($0) }
            let isBrace = line.allSatisfy { [.openBrace, .space, .tab, .carriageReturn].contains($0) }
            let hasText = options.columns.keys(in: keys.keys)[.text] != nil
            let isCut = isBrace || !keys.keys.isEmpty && !keys.isWhole
            if isCut {
                let lines = buffer.sample { buffer throws(CorpusError) in try buffer.nextLine { row, _ in Array(row) } }
                keys = Array(lines.joined(separator: [.lineFeed])).withUnsafeBufferPointer { ObjectKeys($0) }
            }
            if options.columns == ColumnChoice(), let export = KnownExport(keys) {
                throw .unreadExport(file: buffer.fileName, export)
            }
            if isCut || keys.ofList != nil && !hasText {
                throw .jsonDocument(file: buffer.fileName, list: keys.ofObjects)
            }
        }
        self.buffer = buffer
    }

    func next() throws(CorpusError) -> RawRow? {
        let row = try buffer.nextLine { bytes, line throws(CorpusError) in
            // The elements of an array without its brackets.
            try objects.read(bytes.last == .comma ? .init(rebasing: bytes.dropLast()) : bytes, line: line)
        }
        if let row { return row }
        try objects.checkColumns()
        return nil
    }
}

extension CorpusFormat {
    /// One JSON object a line.
    public static let jsonl = CorpusFormat("jsonl")
}
