// Corpus: a file that lacks a column the user has chosen.

extension ColumnChoice {
    /// Refuses a file that lacks a chosen column.
    ///
    /// - Parameters:
    ///   - header: `nil` where no row names the columns.
    ///   - firstRow: who asks for a name says that the first row has names, unless one of its
    ///     fields is a label.
    func check(header: [String]?, firstRow: [String], file: String, line: Int, options: CorpusOptions) throws(CorpusError) {
        let there = places(in: header ?? [], count: firstRow.count)
        guard let role = CorpusColumns.Role.allCases.first(where: { byRole[$0] != nil && there[$0] == nil }) else { return }
        let asked = byRole[role]!
        let mayBeNames = options.hasHeader != false && Int(asked) == nil
        let hasNames = header != nil || mayBeNames && !firstRow.contains { options.labels.label(for: $0) != nil }
        let found = hasNames ? ColumnNames.shown(firstRow) : ColumnNames.numbers(firstRow.count)
        throw .noColumn(file: file, line: line, role: role, asked: asked, found: found)
    }
}
