// Corpus: what a file begins with, and its name, by which its format is found.

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
        ending =
            options.delimiter != nil || buffer.delimiter != nil
            ? "csv" : dot.map { name[name.index(after: $0)...].lowercased() } ?? ""
        firstLine = try buffer.firstLine()
        needsLabels = options.needsLabels
        hasQuotedTabs = buffer.hasQuotedTabs
        columns = options.columns
    }

    /// The first byte that is neither space nor tab.
    var firstSign: UInt8? { firstLine?.first { $0 != .space && $0 != .tab } }
}
