// Corpus: what the names of columns and the values below them say of each other: which tells times,
// directions and labels.

extension Columns {
    /// How many of the first rows are above the header, such as the title of a sheet: they have
    /// fewer cells, and the row below them names the text and one column more.
    static func titles(above rows: [[String]], _ options: CorpusOptions) -> Int {
        guard options.hasHeader != false else { return 0 }
        func cells(_ row: [String]) -> Int {
            ["#", "//"].contains { row[0].trimmingSpaces().hasPrefix($0) }
                || !LabelLegend([row.joined(separator: ",")], options.labels).isEmpty
                ? 1 : row.count { !$0.trimmingSpaces().isEmpty }
        }
        return (1...5).first { place in
            guard place < rows.count, case let names = rows[place], case let keys = options.columns.keys(in: names) else {
                return false
            }
            return keys[.text] != nil && keys.count > 1 && !rows[..<place].contains(where: isFullHeader)
                && rows[..<place].allSatisfy { cells($0) < cells(names) && cells($0) < 3 }
                && !names.contains { options.labels.isLabel($0, besidesNames: true) }
        } ?? 0
    }

    /// Looks for other columns of labels, once it is known which is read.
    mutating func compare(_ header: [String], _ rows: [[String]], _ options: CorpusOptions) {
        if let text, options.needsLabels {
            self.header = header
            names = (header[text], (label ?? sender ?? time ?? id).map { ($0, header[$0]) })
        }
        guard let label, options.columns[.label] == nil else { return }
        let words = ColumnLook.values(rows, label, of: count)
        guard !isLabelLoose || !words.allSatisfy(LabelMap.isNumber) else { return }
        let taken = Set([text, sender, time, id, language, country, source].compactMap { $0 })
        rivals = ColumnLook.rivals(of: label, named: header, rows, options.labels, besides: taken)
    }

    /// Looks at the values below names of times: hours may stand in a column of their own.
    private mutating func settleTimes(_ header: [String], _ rows: [[String]], _ options: CorpusOptions) {
        guard options.columns[.time] == nil, let named = time else { return }
        halfDay = header.indices.first { place in
            let values = ColumnLook.values(rows, place, of: count)
            return CorpusColumns.isOfHalfDays(header[place]) && !values.isEmpty && values.allSatisfy(TimeParts.isHalfDay)
        }
        let looks = header.indices.filter {
            CorpusColumns.role(of: header[$0]) == .time && ![text, label, direction].contains($0)
        }
        .sorted { CorpusColumns.rank(of: header[$0]) < CorpusColumns.rank(of: header[$1]) }
        .map { (column: $0, look: TimeLook(of: ColumnLook.values(rows, $0, of: count))) }
        func column(_ look: TimeLook) -> Int? { looks.first { $0.look == look }?.column }
        guard let chosen = looks.first(where: { $0.column == named })?.look, chosen != .whole else { return }
        if let whole = column(.whole) {
            time = whole
        } else if let day = column(.day) {
            (time, clock) = (chosen == .day ? time : day, column(.clock))
        }
    }

    private static let services: Set = ["iMessage", "iMessageLite", "SMS", "MMS", "RCS"]

    /// Whether the sender and the receiver are the owner by turns, so that the sender tells which
    /// way a message went.
    private func ownerTakesTurns(_ header: [String], _ rows: [[String]]) -> Bool {
        guard let sender, let receiver = header.firstIndex(where: CorpusColumns.isOfReceivers) else { return false }
        let pairs = rows.filter { $0.count == count }.map { [$0[sender], $0[receiver]].map(DirectionField.isOwner) }
        return pairs.count > 1 && pairs.allSatisfy { $0[0] != $0[1] } && Set(pairs.map { $0[0] }).count == 2
    }

    /// Looks at what the names and values of labels and directions say of each other.
    mutating func settle(_ header: [String], _ rows: some Sequence<[String]>, _ options: CorpusOptions) {
        if let direction { directionColumn = options.columns.direction(named: header[direction]) }
        let isBelowName = header.indices.drop { header[$0].isEmpty }
        nameless = isBelowName.filter { header[$0].trimmingSpaces().isEmpty && $0 != text }
        service = header.indices.first { place in
            let values = ColumnLook.values(Array(rows), place, of: count)
            return place != text && place != label && values.contains("iMessage") && values.allSatisfy(Self.services.contains)
        }
        answer = header.indices.first { CorpusColumns.isOfAnswers(header[$0]) && $0 != text && $0 != label }
        parts = header.indices.first { MessagePart.isTotal(header[$0]) && $0 != text && $0 != label }
        part = header.indices.first { MessagePart.isNumber(header[$0], besideTotal: parts != nil) && $0 != text && $0 != label }
        settleTimes(header, Array(rows), options)
        if let place = direction, directionColumn == .loose, options.columns[.direction] == nil {
            // Below `kind` only values tell: `SMS` says nothing.
            let values = ColumnLook.values(Array(rows), place, of: count)
            let mayTell = values.contains { DirectionField.isWord($0) || LabelMap.isNumber($0) }
            if !values.isEmpty, !mayTell { (direction, directionColumn) = (nil, nil) }
        }
        if direction == nil, !options.columns.without.contains(.direction), ownerTakesTurns(header, Array(rows)) {
            (direction, directionColumn) = (sender, .sender)
        }
        guard let label, options.columns[.label] == nil else { return }
        isLabelLoose = !CorpusColumns.numbersAreLabels(header[label])
        let words = ColumnLook.values(Array(rows), label, of: count)
        guard isLabelLoose, !words.contains(where: { options.labels.label(named: $0) != nil }) else { return }
        let better = ColumnLook.label(named: header, Array(rows), options.labels, besides: [label, text ?? label])
        if let better { (self.label, isLabelLoose) = (better, !CorpusColumns.numbersAreLabels(header[better])) }
        guard direction == nil, !options.columns.without.contains(.direction) else { return }
        directionColumn = CorpusColumns.directionColumn(named: header[label])
        guard directionColumn != nil else { return }
        let isDirection = words.contains(where: DirectionField.isWord)
        if isDirection, better == nil { (self.label, isLabelNamed) = (nil, false) }
        if isDirection || better != nil { direction = label }
        if isDirection { directionColumn = .box }
    }
}
