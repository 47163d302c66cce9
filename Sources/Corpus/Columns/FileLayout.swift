// Corpus: how the columns of a file were read, for people to check.

/// Delimiter, header and columns, as they were found.
public struct FileLayout: Sendable, Equatable, CustomStringConvertible {
    /// A column that is read.
    struct Column: Equatable {
        let role: CorpusColumns.Role
        /// From 1.
        let number: Int
        /// Its name in the header, where it may be shown.
        var name: String?
    }

    var delimiter: UInt8?
    var hasHeader = false
    /// Whether the column of the text or of the label was guessed by its values.
    public internal(set) var isGuessed = false
    /// A 1 in the column of labels may mean wanted, by its name: 0 and 1 have to be explained.
    var hasOppositeFlags = false
    var columns: [Column] = []
    /// All columns or keys, used or not: their names where they may be shown, else their numbers.
    var found: [String] = []

    /// All columns or keys that there are: `v1, v2, column 3`. Empty where a format has no columns,
    /// or nothing was read.
    public var columnsThere: String { ColumnNames.list(found) }

    /// The columns that a header names and that are read as nothing; empty for none.
    public var columnsNotRead: String {
        let read = Set(columns.map(\.number))
        return hasHeader ? ColumnNames.list(found.indices.filter { !read.contains($0 + 1) }.map { found[$0] }) : ""
    }

    /// Whether the first row of a table was read as a message.
    public var isWithoutHeader: Bool { delimiter != nil && !hasHeader }

    /// Whether a column was found for a role.
    public func has(_ role: CorpusColumns.Role) -> Bool { columns.contains { $0.role == role } }

    /// `comma, header, text = column 2 (v2), label = column 1 (v1)`; empty where a format leaves
    /// nothing to guess.
    public var description: String {
        var parts: [String] = []
        switch delimiter {
        case .comma?: parts.append("comma")
        case .semicolon?: parts.append("semicolon")
        case .tab?: parts.append("tab")
        case .bar?: parts.append("bar")
        default: break
        }
        if delimiter != nil { parts.append(hasHeader ? "header" : "no header") }
        parts += columns.map { column in
            "\(column.role.rawValue) = column \(column.number)" + (column.name.map { " (\($0))" } ?? "")
        }
        return parts.joined(separator: ", ")
    }
}
