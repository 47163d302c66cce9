// Corpus: the table of formats, and how the format of a file is found. A new format is one case, one line in `rows`, one file.

/// The shapes of file that people keep messages in.
public enum CorpusFormat: String, Sendable, CaseIterable {
    /// `label<TAB>text` a line, without quoting, with or without a header line.
    case tsv
    /// Quoted fields (RFC 4180) between `,` `;` TAB or `|`, with or without a header line.
    case csv
    /// One JSON object a line.
    case jsonl
    /// One JSON array of objects, whose keys are those of `jsonl`.
    case json
    /// One bare text a line. Holds no labels.
    case text

    /// The reader of this format's rows; leaves `buffer` at the first data row.
    func rows(in buffer: inout RowBuffer, options: CorpusOptions) throws(CorpusError) -> any RowFormat {
        switch self {
        case .tsv: try TabRows(&buffer, options: options)
        case .csv: try QuotedRows(&buffer, options: options)
        case .jsonl: try JSONRows(&buffer, options: options)
        case .json: try JSONArrayRows(&buffer, options: options)
        case .text: try TextRows(&buffer, options: options)
        }
    }

    /// From the ending of the file's name; where that says nothing, guessed from the first line that is not blank.
    static func find(
        in buffer: inout RowBuffer, options: CorpusOptions
    ) throws(CorpusError) -> (format: CorpusFormat, isGuessed: Bool) {
        let file = buffer.fileName
        let ending = ending(of: file)
        if options.delimiter != nil { return (.csv, false) }
        switch ending {
        case "csv": return (.csv, false)
        case "jsonl", "ndjson": return (.jsonl, false)
        case "json":
            let start = try buffer.firstLine()?.first { $0 != .space && $0 != .tab }
            return (start == .openBracket ? .json : .jsonl, false)
        // Without labels it may be a column of bare texts.
        case "tsv" where options.needsLabels: return (.tsv, false)
        default: break
        }
        guard let line = try buffer.firstLine() else {
            return (options.needsLabels || ending == "tsv" ? .tsv : .text, ending != "tsv")
        }
        if line.contains(.tab), ending == "tsv" { return (.tsv, false) }
        if ending != "tsv", line.first(where: { $0 != .space && $0 != .tab }) == .openBrace { return (.jsonl, true) }
        if ending != "tsv", FileStart.isArray(line, in: &buffer) { return (.json, true) }
        if line.contains(.tab) { return (.tsv, true) }
        let delimited = Delimited(firstLine: line, in: &buffer)
        if delimited == .header { return (.csv, true) }
        guard !options.needsLabels else { throw .unknownFormat(file: file, candidates: [.csv, .tsv, .jsonl]) }
        guard delimited == nil else { throw .unknownFormat(file: file, candidates: [.csv, .text]) }
        return (.text, true)
    }

    /// The letters after the last dot of the last path component, in lower case; empty without a dot.
    private static func ending(of path: String) -> String {
        let name = path.lastPathComponent
        guard let dot = name.lastIndex(of: ".") else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }
}

/// What a format finds in a row, before words become labels.
struct RawRow {
    var line: Int
    var text: String
    var label: String?
    /// The label stands where a name says so, not where rows made it look likely.
    var isLabelNamed = false
    var language: String?
    var sender: String?
    var country: String?
    var source: String?
    var group: String?
    /// As the file writes them.
    var time: String?
    var weight: String?
}

/// Cuts the bytes of one format into rows.
protocol RowFormat: Sendable {
    /// Steps over what comes before the first data row, such as a header line.
    init(_ buffer: inout RowBuffer, options: CorpusOptions) throws(CorpusError)

    /// The words in the label column of the first rows that occur there twice or more. Asked for only where the label's column
    /// has no name.
    var repeatedLabels: Set<String> { get }

    /// What was found out about the file's columns.
    var layout: FileLayout { get }

    /// `nil` at the end. After an error for which `isAboutOneRow` holds, the next call goes on with the row after it.
    mutating func next(in buffer: inout RowBuffer) throws(CorpusError) -> RawRow?
}

extension RowFormat {
    var repeatedLabels: Set<String> { [] }
    var layout: FileLayout { FileLayout() }
}

extension UInt8 {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let quote = UInt8(ascii: "\"")
    static let openBrace = UInt8(ascii: "{")
    static let openBracket = UInt8(ascii: "[")
}

extension String {
    /// Of a path as errors show it.
    var lastPathComponent: String {
        split(separator: "/").last.map(String.init) ?? self
    }
}
