// Corpus: which column is what, by the names in a header line. TSV and CSV share it.

/// The columns of a file, counted from 0.
struct Columns {
    /// How many there are, named or not.
    var count: Int
    var text: Int?
    var label: Int?
    /// A header says so; without one the rows made it look likely.
    var isLabelNamed = false
    var language: Int?
    var sender: Int?
    var country: Int?
    var source: Int?
    var group: Int?
    var time: Int?
    var weight: Int?

    /// Columns by place, as in a file without a header.
    init(count: Int, text: Int?, label: Int? = nil) {
        self.count = count
        self.text = text
        self.label = label
    }

    /// `nil` when the row is no header: when none of its fields is a name of the text or of the label, or when one is a label's
    /// word and `rows`, those after it, don't show that it is a name (`text,spam` above `see you,0`).
    init?(header: [String], above rows: some Sequence<[String]>, options: CorpusOptions) {
        guard options.hasHeader != false else { return nil }
        var roles = CorpusColumns.find(in: header).mapValues { name in header.firstIndex(of: name)! }
        for (role, column) in options.columns.byRole {
            roles[role] = ColumnChoice.place(of: column, header: header, count: header.count)
        }
        count = header.count
        text = roles[.text]
        label = roles[.label]
        guard options.hasHeader == true || text != nil || label != nil && count > 1 else { return nil }
        let words = header.indices.filter { options.labels.label(for: header[$0]) != nil }
        if !words.isEmpty, options.hasHeader == nil {
            let isNamedTwice = text != nil && label != nil && count > 2
            let fitting = rows.filter { $0.count == header.count }
            let areFlags = !fitting.isEmpty && fitting.allSatisfy { row in words.allSatisfy { Self.isFlag(row[$0]) } }
            guard text != nil, isNamedTwice || areFlags else { return nil }
            // Under `spam` a 1 is junk as everywhere; under `ham` it would be the opposite.
            if label == nil { label = words.first { options.labels.label(for: header[$0]) == .junk } }
        }
        if count == 2, words.isEmpty, text != nil || label != nil {
            // One name is enough: the other column can only be the other thing.
            if text == nil { text = 1 - label! }
            if label == nil, options.needsLabels, !options.takesUnlabelled { label = 1 - text! }
        }
        isLabelNamed = label != nil
        language = roles[.language]
        sender = roles[.sender]
        country = roles[.country]
        source = roles[.source]
        group = roles[.group]
        time = roles[.time]
        weight = roles[.weight]
        if text == nil, options.guessesByContent {
            text = ColumnLook.text(Array(rows), count: count, besides: Set(roles.values).union(label.map { [$0] } ?? []))
        }
    }

    private static func isFlag(_ field: String) -> Bool { ["0", "1"].contains(field.trimmingSpaces()) }

    /// Refuses a header that leaves out what is needed.
    func check(file: String, line: Int, options: CorpusOptions) throws(CorpusError) {
        guard text != nil else { throw .noColumn(file: file, line: line, name: "text") }
        guard label != nil || !options.needsLabels || options.takesUnlabelled else {
            throw .noColumn(file: file, line: line, name: "label")
        }
    }

    /// The row whose fields `field` reads.
    func row(line: Int, field: (_ column: Int) throws(CorpusError) -> String) throws(CorpusError) -> RawRow {
        func value(_ column: Int?) throws(CorpusError) -> String? {
            guard let column else { return nil }
            return try field(column)
        }
        return RawRow(
            line: line, text: try value(text) ?? "", label: try value(label), isLabelNamed: isLabelNamed,
            language: try value(language), sender: try value(sender), country: try value(country), source: try value(source),
            group: try value(group), time: try value(time), weight: try value(weight))
    }

    /// For people, with the names of a header where there is one.
    ///
    /// - Parameter showsNames: `false` where they may be a message after all.
    func layout(delimiter: UInt8, header: [String]?, showsNames: Bool = true) -> FileLayout {
        let places: [(String, Int?)] = [
            ("text", text), ("label", label), ("sender", sender), ("time", time), ("country", country), ("lang", language),
            ("source", source), ("template", group), ("weight", weight),
        ]
        return FileLayout(
            delimiter: delimiter, hasHeader: header != nil,
            columns: places.compactMap { role, place in place.map { (role, $0 + 1, showsNames ? header?[$0] : nil) } })
    }
}

extension String {
    func trimmingSpaces() -> String {
        guard first == " " || last == " " else { return self }
        var rest = self[...]
        while rest.first == " " { rest.removeFirst() }
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }
}
