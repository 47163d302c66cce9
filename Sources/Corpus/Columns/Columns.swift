// Corpus: which column is what, by the names in a header line, for TSV and CSV.

/// The columns of a file, counted from 0.
struct Columns {
    /// How many there are, named or not.
    var count: Int
    var text: Int?
    var label: Int?
    /// Whether a header names the column of labels; else its values made it likely.
    var isLabelNamed = false
    /// Whether numbers below the label's name may be anything but labels: `type`, unless chosen.
    var isLabelLoose = false
    /// The text or the label was guessed by the values, not by a name.
    var isGuessed = false
    var language: Int?
    var sender: Int?
    var country: Int?
    var source: Int?
    var group: Int?
    var time: Int?
    /// The hours, where the column of times has days alone.
    var clock: Int?
    /// AM or PM, beside the hours.
    var halfDay: Int?
    /// What annotators thought of the labels.
    var answer: Int?
    /// Whether a message is an SMS or an iMessage.
    var service: Int?
    /// Which part of a message a row has, and how many there are.
    var part: Int?, parts: Int?
    /// Whether the text was guessed among several columns, by its values.
    var isTextGuessed = false
    var direction: Int?
    /// What the name above directions says of them, in the column of the label too.
    var directionColumn: DirectionField.Column?
    var weight: Int?
    var id: Int?
    /// Columns without a name, behind one with a name.
    var nameless: [Int] = []
    /// Columns that have labels as well, and which of them contradict.
    var rivals: (all: [Int], contradicting: [Int]) = ([], [])
    /// What the header says above text and label, by which it is known where files were joined.
    var names: (text: String, other: (column: Int, name: String)?)?
    /// All of them.
    var header: [String] = []

    /// Columns by place, as in a file without a header.
    init(count: Int, text: Int?, label: Int? = nil) {
        self.count = count
        self.text = text
        self.label = label
    }

    /// Columns by their numbers, where the user gave one and no row names them. The text is the
    /// chosen column, else that which looks like one; so is the label.
    init?(count: Int, _ rows: [[String]], chosen options: CorpusOptions) {
        let roles = options.columns.places(in: [], count: count), hasNoLabel = options.columns.without.contains(.label)
        guard !roles.isEmpty || hasNoLabel,
            let text = roles[.text] ?? ColumnLook.text(rows, count: count, besides: Set(roles.values))
        else {
            return nil
        }
        let look = hasNoLabel ? nil : ColumnLook.labels(rows, count: count, options.labels).first?.column
        let found = look.flatMap { roles.values.contains($0) || $0 == text ? nil : $0 }
        self.init(count: count, text: text, label: roles[.label] ?? found)
        isTextGuessed = roles[.text] == nil && count > 2
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
        direction = roles[.direction] == label ? nil : roles[.direction]
        if direction != nil { directionColumn = directionColumn ?? (direction == sender ? .sender : .box) }
        weight = roles[.weight]
        id = roles[.id] == text ? nil : roles[.id]
    }

    /// `nil` when the row is no header: none of its fields names the text or the label, or one is a
    /// word for a label. The `rows` below may show that this word is a name: `text,spam` above `see
    /// you,0`.
    init?(header: [String], above rows: some Sequence<[String]>, options: CorpusOptions) {
        guard options.hasHeader != false else { return nil }
        let known = CorpusColumns.find(in: header)
        let isNamed = known[.text] != nil || known[.label] != nil && header.count > 1 || options.columns.isNamed(in: header)
        let roles = options.columns.places(in: header, above: rows), hasNoLabel = options.columns.without.contains(.label)
        count = header.count
        text = roles[.text]
        label = roles[.label]
        // The number of a column is no name of it: the first row may be a message.
        guard
            options.hasHeader == true || isNamed || Self.isAboveLabels(label, header, rows, options)
                || Self.isAboveNumbers(options.columns, header, rows)
        else { return nil }
        let words = header.indices.filter { options.labels.isLabel(header[$0], besidesNames: true) }
        if !words.isEmpty {
            let isNamedTwice = text != nil && count > 2 && known.count { $0.key != .id && $0.key != .text } > 0
            let cells = rows.filter { $0.count == header.count }.flatMap { row in words.map { row[$0].trimmingSpaces() } }
            // People mark what holds, and leave the rest blank.
            let flags = cells.filter { !$0.isEmpty }
            let areFlags = !flags.isEmpty && flags.allSatisfy { LabelMap.isFlag($0) || ["x", "X"].contains($0) }
            guard options.hasHeader == true || text != nil && (isNamedTwice || areFlags) else { return nil }
            // Below `spam` a 1 is junk as everywhere; below `ham` it would be the opposite.
            if label == nil, !hasNoLabel, areFlags || options.hasHeader == nil {
                label = words.first { options.labels.label(for: header[$0]) == .junk }
            }
        }
        if count == 2, words.isEmpty, text != nil || label != nil {
            // One name is enough: the other column must be the other role.
            isGuessed = text == nil
            if text == nil { text = 1 - label! }
            let other = 1 - text!, mayBeLabel = !CorpusColumns.isPrediction(header[other]) && roles[.id] != other
            if label == nil, options.needsEachLabel, !hasNoLabel, mayBeLabel { label = other }
        }
        if text == nil || label == nil {
            let rows = Array(rows), named = (text, label)
            let taken = Set(roles.filter { $0.key != .direction }.values).union(text.map { [$0] } ?? [])
            if !hasNoLabel { label = label ?? ColumnLook.label(named: header, rows, options.labels, besides: taken) }
            isTextGuessed = text == nil
            text = text ?? ColumnLook.text(rows, count: count, besides: taken.union(label.map { [$0] } ?? []))
            isGuessed = isGuessed || named != (text, label)
        }
        isLabelNamed = label != nil
        place(roles)
        settle(header, rows, options)
        isGuessed = isGuessed || label != nil && label != roles[.label]
        compare(header, Array(rows), options)
    }

    /// Columns below a first row that looks like names: it has no word for a label, and no misspelt
    /// one above the labels. The text and the label are guessed by their content; the others are
    /// those with known names. Where rows need no label, times or row numbers below show that the
    /// first row is no message.
    init?(guessedBelow header: [String], _ rows: [[String]], options: CorpusOptions) {
        let isForm = ColumnLook.areQuestions(header, above: rows)
        guard options.hasHeader == nil, header.count > 1, header.dropFirst().allSatisfy({ !$0.isEmpty }),
            isForm || header.allSatisfy({ LabelWord.mayBeLabel($0, isNamed: true) })
        else { return nil }
        let roles = options.columns.places(in: header, above: rows), hasNoLabel = options.columns.without.contains(.label)
        let label =
            hasNoLabel
            ? nil
            : roles[.label]
                ?? ColumnLook.label(
                    named: header, rows, options.labels, besides: Set(roles.filter { $0.key != .direction }.values))
        let taken = label.map { [$0] as Set } ?? []
        guard !header.contains(where: { options.labels.isLabel($0, besidesNames: true) }),
            label.map({ LabelMap.nearest(to: header[$0]) == nil })
                ?? (isForm || !options.needsEachLabel && ColumnLook.hasTimesOrRowNumbers(rows, below: header)),
            let text = roles[.text] ?? ColumnLook.text(rows, count: header.count, besides: taken.union(roles.values))
                ?? ColumnLook.text(rows, count: header.count, besides: taken)
        else { return nil }
        self.init(count: header.count, text: text, label: label)
        (isLabelNamed, isGuessed, isTextGuessed) = (label != nil, true, roles[.text] == nil)
        place(roles.filter { $0.value != text && $0.value != label })
        settle(header, rows, options)
        compare(header, Array(rows), options)
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

    /// Refuses a header that lacks a needed column.
    func check(_ header: [String], file: String, line: Int, options: CorpusOptions) throws(CorpusError) {
        let lacking: CorpusColumns.Role? = text == nil ? .text : label == nil && options.needsEachLabel ? .label : nil
        guard let lacking else {
            guard options.needsLabels, let label, !rivals.contradicting.isEmpty else { return }
            let places = ([label] + rivals.contradicting).sorted(), names = places.map { header[$0] }
            // Of equal names only numbers tell which is meant.
            let areNames = Set(names.map(\.foldedName)).count == names.count
            throw .contradictingLabels(
                file: file, line: line,
                columns: areNames ? ColumnNames.shown(names, isHeader: true) : places.map { String($0 + 1) })
        }
        throw .noColumn(
            file: file, line: line, role: lacking, asked: nil, found: ColumnNames.shown(in: header, above: [], options))
    }

    /// The row whose fields `field` reads.
    func row(file: String, line: Int, field: (_ column: Int) throws(CorpusError) -> String) throws(CorpusError) -> RawRow {
        func value(_ column: Int?) throws(CorpusError) -> String? {
            guard let column else { return nil }
            return try field(column)
        }
        let text = try value(text) ?? ""
        if let service = try value(service), service.hasPrefix("iMessage") {
            throw .notReceived(file: file, line: line, expected: "a message that a filter sees", found: "an iMessage")
        }
        let label = try value(label), direction = try direction.map { column throws(CorpusError) in try field(column) } ?? label
        if let names, Self.isName(text, names.text),
            try names.other.map({ other throws(CorpusError) in Self.isName(try field(other.column), other.name) }) ?? true
        {
            guard try !isOtherHeader(field) else { throw .otherHeader(file: file, line: line) }
            throw .notReceived(file: file, line: line, expected: "a message", found: "the header again")
        }
        if names != nil, text.utf8.count <= Self.longestName, isNameOfColumn(text), try isOtherHeader(field) {
            throw .otherHeader(file: file, line: line)
        }
        return RawRow(
            line: line, text: text, label: label, isLabelNamed: isLabelNamed, isLabelLoose: isLabelLoose,
            language: try value(language), sender: try value(sender), country: try value(country), source: try value(source),
            group: try value(group), time: try time(value(time), clock: value(clock), halfDay: value(halfDay)),
            weight: try value(weight),
            id: try value(id),
            direction: directionColumn.flatMap { column in direction.map { DirectionField(column: column, word: $0) } },
            answer: try value(answer),
            part: part ?? parts == nil ? nil : try MessagePart(number: value(part), total: value(parts)))
    }

    /// A day and its hours. A spreadsheet may have given the day an hour too: midnight.
    private func time(_ day: String?, clock: String?, halfDay: String?) -> String? {
        guard let day else { return nil }
        var time = day
        if let clock, !clock.isEmpty {
            let end = day.range(of: " 00:00") ?? day.range(of: "T00:00")
            time = "\(end.map { String(day[..<$0.lowerBound]) } ?? day) \(clock)"
        }
        guard let halfDay, !halfDay.isEmpty, !time.isEmpty else { return time }
        return "\(time) \(halfDay)"
    }

    /// Names are shown where they are known or chosen: any other may be a message after all. The
    /// values of `rows` tell what a column that is not read may be.
    func layout(delimiter: UInt8, header: [String]?, _ rows: [[String]], _ options: CorpusOptions) -> FileLayout {
        let choice = options.columns
        func shown(_ name: String) -> String? {
            CorpusColumns.isKnown(name) || choice.isNamed(in: [name])
                || CorpusColumns.mayNameLabel(name) && ColumnNames.shown([name], isHeader: true) == [name] ? name : nil
        }
        let isBelowOpposite = header.map { names in label.map { CorpusColumns.meansWanted(names[$0]) } ?? false } ?? false
        let places: [(CorpusColumns.Role, Int?)] = [
            (.text, text), (.label, label), (.sender, sender), (.time, time), (.time, clock), (.time, halfDay),
            (.direction, direction),
            (.country, country), (.language, language), (.source, source), (.group, group), (.weight, weight), (.id, id),
        ]
        var layout = FileLayout(
            delimiter: delimiter, hasHeader: header != nil, isGuessed: isGuessed,
            hasOppositeFlags: isBelowOpposite,
            labelName: header.flatMap { names in label.map { names[$0] } },
            columns: places.compactMap { role, place in
                place.map { FileLayout.Column(role: role, number: $0 + 1, name: (header?[$0]).flatMap(shown)) }
            }, found: header.map { ColumnNames.shown(in: $0, above: rows, options, isHeader: true) } ?? ColumnNames.numbers(count)
        )
        if isTextGuessed, let text, header.map({ !CorpusColumns.mayNameText($0[text]) }) ?? true {
            let name = layout.found[text], number = "column \(text + 1)"
            layout.guessedText = name == number ? name : "\(number) (\(name))"
        }
        layout.service = service
        if let header {
            layout.otherLabels = rivals.all.map { layout.found[$0] }
            layout.notice(header, rows, options)
        }
        return layout
    }
}
