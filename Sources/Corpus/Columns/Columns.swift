// Corpus: which column is what, by the names in a header line, for TSV and CSV.

/// The columns of a file, counted from 0.
struct Columns {
    /// How many there are, named or not.
    var count: Int
    var text: Int?
    var label: Int?
    /// Whether a header names the column of labels; else its values made it likely.
    var isLabelNamed = false
    /// The text or the label was guessed by the values, not by a name.
    var isGuessed = false
    var language: Int?
    var sender: Int?
    var country: Int?
    var source: Int?
    var group: Int?
    var time: Int?
    var weight: Int?
    var id: Int?

    /// Columns by place, as in a file without a header.
    init(count: Int, text: Int?, label: Int? = nil) {
        self.count = count
        self.text = text
        self.label = label
    }

    /// Columns by their numbers, where the user gave one and no row names them. The text is the
    /// chosen column, else that which looks like one; so is the label.
    init?(count: Int, _ rows: [[String]], chosen options: CorpusOptions) {
        let roles = options.columns.places(in: [], count: count)
        guard !roles.isEmpty, let text = roles[.text] ?? ColumnLook.text(rows, count: count, besides: Set(roles.values)) else {
            return nil
        }
        let look = ColumnLook.labels(rows, count: count, options.labels).first?.column
        let found = look.flatMap { roles.values.contains($0) || $0 == text ? nil : $0 }
        self.init(count: count, text: text, label: roles[.label] ?? found)
        isGuessed = roles[.text] == nil || roles[.label] == nil && label != nil
        isLabelNamed = roles[.label] != nil
        place(roles)
    }

    /// The columns beside text and label.
    private mutating func place(_ roles: [CorpusColumns.Role: Int]) {
        language = roles[.language]
        sender = roles[.sender]
        country = roles[.country]
        source = roles[.source]
        group = roles[.group]
        time = roles[.time]
        weight = roles[.weight]
        id = roles[.id] == text ? nil : roles[.id]
    }

    /// `nil` when the row is no header: none of its fields names the text or the label, or one is a
    /// word for a label. The `rows` below may show that this word is a name: `text,spam` above `see
    /// you,0`.
    init?(header: [String], above rows: some Sequence<[String]>, options: CorpusOptions) {
        guard options.hasHeader != false else { return nil }
        var roles = CorpusColumns.find(in: header).mapValues { name in header.firstIndex(of: name)! }
        var isNamed = roles[.text] != nil || roles[.label] != nil && header.count > 1
        if !options.columns.isEmpty {
            isNamed = isNamed || options.columns.isNamed(in: header)
            let places = options.columns.places(in: header, count: header.count)
            for role in options.columns.byRole.keys { roles[role] = places[role] }
        }
        count = header.count
        text = roles[.text]
        label = roles[.label]
        // The number of a column is no name of it: the first row may be a message.
        guard
            options.hasHeader == true || isNamed || Self.isAboveLabels(label, header, rows, options)
                || Self.isAboveNumbers(options.columns, header, rows)
        else { return nil }
        let words = header.indices.filter { options.labels.label(for: header[$0]) != nil }
        if !words.isEmpty, options.hasHeader == nil {
            let isNamedTwice = text != nil && label != nil && count > 2
            let fitting = rows.filter { $0.count == header.count }
            let areFlags = !fitting.isEmpty && fitting.allSatisfy { row in words.allSatisfy { Self.isFlag(row[$0]) } }
            guard text != nil, isNamedTwice || areFlags else { return nil }
            // Below `spam` a 1 is junk as everywhere; below `ham` it would be the opposite.
            if label == nil { label = words.first { options.labels.label(for: header[$0]) == .junk } }
        }
        if count == 2, words.isEmpty, text != nil || label != nil {
            // One name is enough: the other column must be the other role.
            isGuessed = text == nil
            if text == nil { text = 1 - label! }
            if label == nil, options.needsEachLabel, roles[.id] != 1 - text! { label = 1 - text! }
        }
        if text == nil || label == nil {
            let rows = Array(rows), named = (text, label)
            let taken = Set(roles.values).union(text.map { [$0] } ?? [])
            label =
                label ?? ColumnLook.label(named: header, rows, options.labels, besides: taken)
                ?? ColumnLook.labels(rows, count: count, options.labels, besides: taken).first { !$0.areFlags }?.column
            text = text ?? ColumnLook.text(rows, count: count, besides: taken.union(label.map { [$0] } ?? []))
            isGuessed = isGuessed || named != (text, label)
        }
        isLabelNamed = label != nil
        place(roles)
    }

    /// Columns below a first row that looks like names: it has no word for a label, and no misspelt
    /// one above the labels. The text and the label are guessed by their content; the others are
    /// those with known names. Where rows need no label, times or row numbers below show that the
    /// first row is no message.
    init?(guessedBelow header: [String], _ rows: [[String]], options: CorpusOptions) {
        guard options.hasHeader == nil, header.count > 1,
            header.dropFirst().allSatisfy({ !$0.isEmpty }), header.allSatisfy({ LabelWord.mayBeLabel($0, isNamed: true) })
        else { return nil }
        var roles = CorpusColumns.find(in: header).mapValues { name in header.firstIndex(of: name)! }
        roles.merge(options.columns.places(in: header, count: header.count)) { $1 }
        let label =
            roles[.label] ?? ColumnLook.label(named: header, rows, options.labels, besides: Set(roles.values))
            ?? ColumnLook.labels(rows, count: header.count, options.labels, besides: Set(roles.values)).first?.column
        let taken = label.map { [$0] as Set } ?? []
        guard !header.contains(where: { options.labels.label(for: $0) != nil }),
            label.map({ LabelMap.nearest(to: header[$0]) == nil })
                ?? (!options.needsEachLabel && ColumnLook.hasTimesOrRowNumbers(rows, below: header)),
            let text = roles[.text] ?? ColumnLook.text(rows, count: header.count, besides: taken.union(roles.values))
                ?? ColumnLook.text(rows, count: header.count, besides: taken)
        else { return nil }
        self.init(count: header.count, text: text, label: label)
        (isLabelNamed, isGuessed) = (label != nil, true)
        place(roles.filter { $0.value != text && $0.value != label })
    }

    /// Whether the word in the column of labels is none, and one below it is.
    private static func isAboveLabels(
        _ label: Int?, _ header: [String], _ rows: some Sequence<[String]>, _ options: CorpusOptions
    ) -> Bool {
        guard let label, header.count > 1, options.labels.label(for: header[label]) == nil else { return false }
        return rows.contains { $0.count == header.count && options.labels.label(for: $0[label]) != nil }
    }

    /// Whether the row has short words without digits, above a chosen column of numbers.
    private static func isAboveNumbers(_ choice: ColumnChoice, _ header: [String], _ rows: some Sequence<[String]>) -> Bool {
        func hasDigit(_ field: String) -> Bool { field.contains { $0.isNumber } }
        guard header.allSatisfy({ (1...24).contains($0.count) && !hasDigit($0) }) else { return false }
        let below = rows.filter { $0.count == header.count }
        return choice.places(in: [], count: header.count).contains { role, place in
            role != .text && !below.isEmpty && below.allSatisfy { hasDigit($0[place]) }
        }
    }

    private static func isFlag(_ field: String) -> Bool { ["0", "1"].contains(field.trimmingSpaces()) }

    /// Refuses a header that lacks a needed column.
    func check(_ header: [String], file: String, line: Int, options: CorpusOptions) throws(CorpusError) {
        let lacking: CorpusColumns.Role? = text == nil ? .text : label == nil && options.needsEachLabel ? .label : nil
        guard let lacking else { return }
        throw .noColumn(file: file, line: line, role: lacking, asked: nil, found: ColumnNames.shown(header))
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
            group: try value(group), time: try value(time), weight: try value(weight), id: try value(id))
    }

    /// Names are shown where they are known or chosen: any other may be a message after all.
    func layout(delimiter: UInt8, header: [String]?, _ choice: ColumnChoice) -> FileLayout {
        func shown(_ name: String) -> String? { CorpusColumns.isKnown(name) || choice.isNamed(in: [name]) ? name : nil }
        let isBelowOpposite = header.map { names in label.map { CorpusColumns.meansWanted(names[$0]) } ?? false } ?? false
        let places: [(CorpusColumns.Role, Int?)] = [
            (.text, text), (.label, label), (.sender, sender), (.time, time), (.country, country), (.language, language),
            (.source, source), (.group, group), (.weight, weight), (.id, id),
        ]
        return FileLayout(
            delimiter: delimiter, hasHeader: header != nil, isGuessed: isGuessed,
            hasOppositeFlags: isBelowOpposite,
            columns: places.compactMap { role, place in
                place.map { FileLayout.Column(role: role, number: $0 + 1, name: (header?[$0]).flatMap(shown)) }
            }, found: header.map(ColumnNames.shown) ?? ColumnNames.numbers(count))
    }
}
