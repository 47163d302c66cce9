// Corpus: what a format has to say and do. A new one is one file that conforms to RowFormat or
// RecordFormat, and one line in a FormatTable. What is wrong with a row is `CorpusError.badRecord`,
// unless another case says it better.

/// What every format says of itself.
public protocol FileFormat: SendableMetatype {
    /// The name of the format.
    static var format: CorpusFormat { get }
    /// For a help text, where the name does not say it: `one message a line`; else `nil`.
    static var remark: String? { get }
    /// Whether its messages can have labels at all.
    static var hasLabels: Bool { get }
}

/// The rows of an open file, from the start to the end. One reader owns it and uses it from one
/// thread at a time.
public protocol RowSource: AnyObject {
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
    /// How many texts so far stand in quotes as CSV has them, and were read as they are; 0 by
    /// default.
    var quotedTexts: Int { get }
    /// How many rows so far have something in a column without a name, which is not read; 0 by
    /// default.
    var rowsBesideNames: Int { get }

    /// The next row; `nil` at the end. After an error for which `isAboutOneRow` holds, the next
    /// call goes on with the row after it.
    func next() throws(CorpusError) -> RawRow?
}

extension RowSource {
    public var layout: FileLayout { FileLayout() }
    public var repeatedLabels: Set<String> { [] }
    public var quotedTexts: Int { 0 }
    public var rowsBesideNames: Int { 0 }
}

/// A format of whole files that are not rows of text, such as the backup of a phone.
public protocol RecordFormat: FileFormat, RowSource {
    /// Whether the content of a plain file is of this format. Must not read a pipe.
    static func recognises(path: String) -> Bool

    /// Opens a file of this format.
    ///
    /// - Parameters:
    ///   - path: `-` is standard input.
    ///   - encoding: that was asked for; `nil` leaves it to the file.
    /// - Throws: what is wrong with the file as a whole.
    init(path: String, encoding: TextEncoding?) throws(CorpusError)
}

/// A format of text: cuts the bytes of a buffer into rows.
protocol RowFormat: FileFormat, RowSource {
    /// Whether the name of the file says so.
    static func isNamed(by start: FileStart) -> Bool
    /// What the content says. Called in the order of the table, until one is likely.
    static func match(_ start: FileStart, in buffer: inout RowBuffer) -> FormatMatch?

    /// Steps over everything before the first data row, such as a header line.
    init(_ buffer: consuming RowBuffer, options: CorpusOptions) throws(CorpusError)

    var buffer: RowBuffer { get }
}

extension RowFormat {
    var encoding: TextEncoding { buffer.encoding }
    var bytesRead: Int { buffer.bytesRead }
    var totalBytes: Int? { buffer.totalBytes }
}

/// How well content fits a format.
enum FormatMatch { case likely, possible }
