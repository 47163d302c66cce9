// Corpus: the table of formats, how the format of a file is found, and the file opened in it.

/// The formats that files may have, in the order in which they are tried.
public struct FormatTable: Sendable {
    private let records: [any RecordFormat.Type]
    private let texts: [any RowFormat.Type]

    /// The formats of text. A new one is one line here.
    public static let rows = FormatTable(
        records: [], texts: [JSONRows.self, JSONArrayRows.self, FastTextRows.self, TabRows.self, QuotedRows.self, TextRows.self])

    /// This table and further formats, which are tried first.
    public func adding(_ formats: [any RecordFormat.Type]) -> FormatTable {
        FormatTable(records: formats + records, texts: texts)
    }

    private init(records: [any RecordFormat.Type], texts: [any RowFormat.Type]) {
        self.records = records
        self.texts = texts
    }

    private var all: [any FileFormat.Type] { texts.map { $0 } + records.map { $0 } }

    /// All formats, those of text first; a file is tried for those of whole files before.
    public var formats: [CorpusFormat] { all.map { $0.format } }

    /// Those whose messages can have labels.
    public var labelledFormats: [CorpusFormat] { all.filter { $0.hasLabels }.map { $0.format } }

    /// For a help text: `jsonl, json (an array of objects), … or text (one message a line)`.
    public var documentation: String {
        CorpusFormat.list(all.map { type in CorpusFormat(type.format.name + (type.remark.map { " (\($0))" } ?? "")) })
    }

    /// The format of this name; `nil` where the table has none.
    public func format(named name: String) -> CorpusFormat? { formats.first { $0.name == name } }

    /// The format of a whole file that was asked for, or whose signature the file has; `nil` for
    /// none.
    ///
    /// - Throws: what of the options it cannot have.
    func records(at path: String, options: CorpusOptions) throws(CorpusError) -> (any RecordFormat.Type)? {
        let asked = options.format
        let found = records.first { asked == nil ? $0.recognises(path: path) : $0.format == asked }
        guard let type = found else { return nil }
        try options.columns.check(header: nil, firstRow: [], file: FileName.shown(path), line: 1, options: options)
        guard type.hasLabels || !options.needsEachLabel else {
            throw .formatHasNoLabels(file: FileName.shown(path), format: type.format)
        }
        return type
    }

    /// The format of text that was asked for, else the one that the file's name says, else the
    /// first that is likely, else the only one that is possible.
    ///
    /// - Returns: also whether it is guessed: neither asked for nor told by the file's name.
    func rows(
        in buffer: inout RowBuffer, options: CorpusOptions
    ) throws(CorpusError) -> (type: any RowFormat.Type, isGuessed: Bool) {
        if let asked = options.format {
            guard let type = texts.first(where: { $0.format == asked }) else {
                throw .unknownFormat(file: buffer.fileName, candidates: formats)
            }
            return (type, false)
        }
        let start = try FileStart(&buffer, options: options)
        if options.columns == ColumnChoice(), options.hasHeader == nil,
            let export = start.firstLine.flatMap({ KnownExport(firstLine: $0) })
        {
            throw .unreadExport(file: buffer.fileName, export)
        }
        if let named = texts.first(where: { $0.isNamed(by: start) }) { return (named, false) }
        var possible: [any RowFormat.Type] = []
        for type in texts {
            switch type.match(start, in: &buffer) {
            case .likely?: return (type, true)
            case .possible?: possible.append(type)
            case nil: break
            }
        }
        guard possible.count == 1 else { throw .unknownFormat(file: buffer.fileName, candidates: possible.map { $0.format }) }
        return (possible[0], true)
    }
}
