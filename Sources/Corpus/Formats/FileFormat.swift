// Corpus: what a format has to say and do. A new one is one file that conforms to RowFormat or
// RecordFormat, and one line in a FormatTable. What is wrong with a row is `CorpusError.badRecord`,
// unless another case says it better.

/// What every format says of itself.
public protocol FileFormat: Sendable {
    /// The name of the format.
    static var format: CorpusFormat { get }
    /// For a help text, where the name does not say it: `one message a line`; else `nil`.
    static var remark: String? { get }
    /// Whether its messages can have labels at all.
    static var hasLabels: Bool { get }
}

/// The rows of an open file, from the start to the end.
public protocol RowSource: AnyObject, Sendable {
    /// The encoding that was declared or found.
    var encoding: TextEncoding { get }
    /// The columns that were found; empty where the format leaves nothing to find, as it is by
    /// default.
    var layout: FileLayout { get }
    /// How far the file was read, in bytes as they are on disk.
    var bytesRead: Int { get }
    /// The size of the file in bytes, as it is on disk; `nil` where it is not known, as of a pipe.
    var totalBytes: Int? { get }
    /// The words that occur twice or more in the label column of the first rows; none by default.
    /// Asked for only where that column has no name.
    var repeatedLabels: Set<String> { get }

    /// The next row; `nil` at the end. After an error for which `isAboutOneRow` holds, the next
    /// call goes on with the row after it.
    func next() throws(CorpusError) -> RawRow?
}

extension RowSource {
    public var layout: FileLayout { FileLayout() }
    public var repeatedLabels: Set<String> { [] }
}

/// A format of whole files that are not rows of text, such as the backup of a phone.
public protocol RecordFormat: FileFormat, RowSource {
    /// Whether the content of a plain file is of this format. Must not read a pipe.
    static func recognises(path: String) -> Bool

    /// Opens a file of this format.
    ///
    /// - Parameter path: `-` is standard input.
    /// - Throws: what is wrong with the file as a whole.
    init(path: String) throws(CorpusError)
}

/// A format of text: cuts its bytes into rows.
protocol RowFormat: FileFormat {
    /// Whether the name of the file says so.
    static func isNamed(by start: FileStart) -> Bool
    /// What the content says. Called in the order of the table, until one is likely.
    static func match(_ start: FileStart, in buffer: inout RowBuffer) -> FormatMatch?

    /// Steps over everything before the first data row, such as a header line.
    init(_ buffer: inout RowBuffer, options: CorpusOptions) throws(CorpusError)

    var repeatedLabels: Set<String> { get }
    var layout: FileLayout { get }

    /// As `RowSource.next`.
    mutating func next(in buffer: inout RowBuffer) throws(CorpusError) -> RawRow?
}

extension RowFormat {
    var repeatedLabels: Set<String> { [] }
    var layout: FileLayout { FileLayout() }
}

/// How well content fits a format.
enum FormatMatch { case likely, possible }

/// What is known of a file before its format is.
struct FileStart {
    /// The letters after the last dot of the file's name, in lower case; empty without a dot.
    let ending: String
    /// The first line that is not blank; `nil` in a file without rows.
    let firstLine: [UInt8]?
    let needsLabels: Bool
    /// Tabs between fields in quotes.
    let hasQuotedTabs: Bool
    let columns: ColumnChoice
    /// A file of bare texts has none.
    var hasChosenColumns: Bool { !columns.isEmpty }

    init(_ buffer: inout RowBuffer, options: CorpusOptions) throws(CorpusError) {
        let name = FileName.ofContent(buffer.fileName)
        let dot = name.lastIndex(of: ".")
        // Only CSV has a delimiter to choose.
        ending = options.delimiter != nil ? "csv" : dot.map { name[name.index(after: $0)...].lowercased() } ?? ""
        firstLine = try buffer.firstLine()
        needsLabels = options.needsLabels
        hasQuotedTabs = buffer.hasQuotedTabs
        columns = options.columns
    }

    /// The first byte that is neither space nor tab.
    var firstSign: UInt8? { firstLine?.first { $0 != .space && $0 != .tab } }
}
