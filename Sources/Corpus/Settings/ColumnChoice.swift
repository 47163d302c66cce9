// Corpus: which column is what, where names do not tell: said by the user, else judged by what the columns hold.

/// Columns that the user has chosen, each by its name in the header or its number from 1; `nil` leaves it to the names.
public struct ColumnChoice: Sendable, Equatable {
    public var text: String?
    public var label: String?
    public var sender: String?
    public var time: String?

    public init(text: String? = nil, label: String? = nil, sender: String? = nil, time: String? = nil) {
        self.text = text
        self.label = label
        self.sender = sender
        self.time = time
    }

    var byRole: [(role: CorpusColumns.Role, column: String)] {
        [(.text, text), (.label, label), (.sender, sender), (.time, time)].compactMap { role, column in column.map { (role, $0) }
        }
    }

    /// The place of a chosen column among `count`, from 0.
    static func place(of column: String, header: [String], count: Int) -> Int? {
        let folded = column.trimmingSpaces().lowercased()
        if let named = header.firstIndex(where: { $0.trimmingSpaces().lowercased() == folded }) { return named }
        guard let number = Int(column), (1...count).contains(number) else { return nil }
        return number - 1
    }
}

/// What columns look like.
enum ColumnLook {
    /// The column of the longest values, on average, none of which is a bare number; the first among equals.
    static func text(_ rows: [[String]], count: Int, besides taken: Set<Int>) -> Int? {
        var best: (column: Int, length: Double)?
        for column in 0..<count where !taken.contains(column) {
            let values = rows.compactMap { $0.count == count ? $0[column] : nil }
            guard !values.isEmpty, !values.allSatisfy({ Double($0) != nil || $0.isEmpty }) else { continue }
            let length = Double(values.reduce(0) { $0 + $1.utf8.count }) / Double(values.count)
            if length > best?.length ?? 0 { best = (column, length) }
        }
        return best?.column
    }

    /// The column all of whose values are known labels.
    static func label(_ rows: [[String]], count: Int, _ labels: LabelMap) -> Int? {
        (0..<count).first { column in
            let values = rows.compactMap { $0.count == count ? $0[column] : nil }
            return values.count > 1 && values.allSatisfy { labels.label(for: $0) != nil }
        }
    }
}

/// How a file was read, for people to check.
public struct FileLayout: Sendable, Equatable, CustomStringConvertible {
    var delimiter: UInt8?
    var hasHeader = false
    /// Role, number from 1, name in the header.
    var columns: [(role: String, number: Int, name: String?)] = []

    public static func == (a: FileLayout, b: FileLayout) -> Bool { a.description == b.description }

    /// `comma, header, text = column 2 (v2), label = column 1 (v1)`; empty where a format leaves nothing to guess.
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
            "\(column.role) = column \(column.number)" + (column.name.map { " (\($0))" } ?? "")
        }
        return parts.joined(separator: ", ")
    }
}
