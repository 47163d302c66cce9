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
    private let objects: JSONObjects
    var layout: FileLayout { objects.layout }

    init(_ buffer: consuming RowBuffer, options: CorpusOptions) throws(CorpusError) {
        objects = JSONObjects(file: buffer.fileName, options: options)
        if try buffer.firstLine()?.first(where: { $0 != .space && $0 != .tab }) == .openBracket {
            throw .jsonArray(file: buffer.fileName)
        }
        self.buffer = buffer
    }

    func next() throws(CorpusError) -> RawRow? {
        if let row = try buffer.nextLine(objects.read) { return row }
        try objects.checkColumns()
        return nil
    }
}

extension CorpusFormat {
    /// One JSON object a line.
    public static let jsonl = CorpusFormat("jsonl")
}
