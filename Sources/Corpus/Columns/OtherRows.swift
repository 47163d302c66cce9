// Corpus: lines in a table that are no rows of it, such as the header of another one.

extension Columns {
    /// Refuses what is no row of this table: the header of another one that was added to it, or a
    /// line that says what its numbers mean.
    func checkOther(_ fields: [String], _ labels: LabelMap, file: String, line: Int) throws(CorpusError) {
        if !header.isEmpty, Self.isFullHeader(fields) { throw .otherHeader(file: file, line: line) }
        guard label != nil, fields.count(where: { !$0.isEmpty }) < count else { return }
        let legend = LabelLegend([fields.joined(separator: ",")], labels)
        if !legend.meanings.isEmpty, legend.isOtherwise { throw .legend(file: file, line: line, legend) }
    }

    /// Whether the fields of a row are names of the header, and its last one goes on behind a tab.
    func isHeaderAndMore(_ fields: [Slice<UnsafeBufferPointer<UInt8>>]) -> Bool {
        guard let last = fields.last, let name = header.last, last.count > name.utf8.count, last.count < 200,
            last[last.startIndex + name.utf8.count] == .tab
        else { return false }
        return last.prefix(name.utf8.count).elementsEqual(name.utf8)
    }

    /// Whether a row names a text and a label.
    static func isFullHeader(_ names: [String]) -> Bool {
        guard names.count > 1, names.allSatisfy({ $0.utf8.count <= longestName }) else { return false }
        let roles = CorpusColumns.find(in: names.map(withoutMark))
        return roles[.text] != nil && roles[.label] != nil
    }

    /// Longer texts are not compared with names.
    static let longestName = 24

    /// Whether a field is a name of the header, or, where more than a sender and a text would have
    /// to be names by chance, any known one.
    func isNameOfColumn(_ field: String) -> Bool {
        header.contains(Self.withoutMark(field)) || count > 2 && !field.contains(" ") && CorpusColumns.role(of: field) != nil
    }

    static func withoutMark(_ field: String) -> String {
        field.unicodeScalars.first == "\u{FEFF}" ? String(field.unicodeScalars.dropFirst()) : field
    }

    /// Whether each of several fields names a column, and some another one than the header does.
    func isOtherHeader(_ field: (_ column: Int) throws(CorpusError) -> String) throws(CorpusError) -> Bool {
        var found: Set<String> = [], hasText = false, isOther = false
        for column in 0..<count {
            let name = try field(column)
            if name.isEmpty, header[column].isEmpty { continue }
            guard isNameOfColumn(name), found.insert(name).inserted else { return false }
            hasText = hasText || CorpusColumns.role(of: name) == .text || Self.withoutMark(name) == names?.text
            isOther = isOther || !Self.isName(name, header[column])
        }
        return hasText && isOther && found.count > 1
    }

    /// Where files with headers were joined, some with a byte order mark before them.
    static func isName(_ field: String, _ name: String) -> Bool {
        field == name || field.utf8.count == name.utf8.count + 3 && field == "\u{FEFF}" + name
    }
}
