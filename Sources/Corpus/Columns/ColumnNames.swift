// Corpus: the columns of a file as an error or a note may show them. What stands in the place of a
// name may be a message after all.

enum ColumnNames {
    /// Each name that looks like one; else the number of its column.
    ///
    /// - Parameter isHeader: whether they are names for certain, so that a name may be of several
    ///   words.
    static func shown(_ names: [String], isHeader: Bool = false) -> [String] {
        names.enumerated().map { place, name in
            isShown(name) || isHeader && areWords(name) ? name.trimmingSpaces() : "column \(place + 1)"
        }
    }

    /// The names of a header, where the row is one beyond doubt: it names the text or the label,
    /// two of its fields or an option name columns, or it stands above digits. Of a row that may be
    /// a message, known names alone.
    ///
    /// - Parameter isHeader: as of `shown`.
    static func shown(
        in header: [String], above rows: [[String]], _ options: CorpusOptions, isHeader: Bool = false
    ) -> [String] {
        let known = header.count { CorpusColumns.isKnown($0) || CorpusColumns.speaksOfLabels($0) }
        let isCertain =
            known > 1 || header.contains { [.text, .label].contains(CorpusColumns.role(of: $0)) } || options.hasHeader == true
            || options.columns.isNamed(in: header) || ColumnLook.isAboveDigits(header, rows)
        if isCertain { return shown(header, isHeader: isHeader) }
        return header.enumerated().map { place, name in
            CorpusColumns.isKnown(name) ? name.trimmingSpaces() : "column \(place + 1)"
        }
    }

    /// At most five short words, each of which may be a name or a sign between names.
    private static func areWords(_ name: String) -> Bool {
        let words = name.split(separator: " ")
        return name.count <= 40 && (1...5).contains(words.count)
            && words.allSatisfy { word in isShown(String(word)) || word.count == 1 && !word.contains { $0.isNumber } }
            && words.contains { isShown(String($0)) }
    }

    /// Whether each of them looks like a name, so that none is told by its number.
    static func areNames(_ names: [String]) -> Bool { names.allSatisfy(isShown) }

    static func numbers(_ count: Int) -> [String] { (1...max(1, count)).map { "column \($0)" } }

    /// One short word with a letter, and without runs of digits, which may be a code or a telephone
    /// number. Scripts without spaces say twice as much in as many characters.
    private static func isShown(_ name: String) -> Bool {
        if CorpusColumns.isKnown(name) { return true }
        let name = name.trimmingSpaces()
        guard (1...(name.unicodeScalars.allSatisfy { $0.value < 0xE00 } ? 24 : 12)).contains(name.count) else { return false }
        let scalars = name.unicodeScalars
        guard scalars.contains(where: \.properties.isAlphabetic) else { return false }
        guard scalars.allSatisfy({ $0 != "@" && !$0.properties.isWhitespace && $0.properties.generalCategory != .control }) else {
            return false
        }
        let digits = name.split { !$0.isNumber }
        return digits.allSatisfy { $0.count <= 2 }
    }

    /// `v1, v2, column 3`, and how many more there are.
    static func list(_ columns: [String], most: Int = 12) -> String {
        let rest = columns.count - most
        return columns.prefix(most).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
}

extension ColumnChoice {
    /// Refuses a file that lacks a chosen column.
    ///
    /// - Parameters:
    ///   - header: `nil` where no row names the columns.
    ///   - firstRow: who asks for a name says that the first row has names, unless one of its
    ///     fields is a label.
    func check(
        header: [String]?, firstRow: [String], rows: [[String]] = [], file: String, line: Int, options: CorpusOptions
    ) throws(CorpusError) {
        let there = places(in: header ?? [], count: firstRow.count)
        guard let role = CorpusColumns.Role.allCases.first(where: { byRole[$0] != nil && there[$0] == nil }) else { return }
        let asked = byRole[role]!
        let mayBeNames = options.hasHeader != false && Int(asked) == nil
        let hasNames = header != nil || mayBeNames && !firstRow.contains { options.labels.label(for: $0) != nil }
        let below = Array(rows.drop { $0 == firstRow })
        let found = hasNames ? ColumnNames.shown(in: firstRow, above: below, options) : ColumnNames.numbers(firstRow.count)
        throw .noColumn(file: file, line: line, role: role, asked: asked, found: found)
    }
}
