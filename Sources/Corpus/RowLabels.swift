// Corpus: the labels of rows. The words of rows in; labels out, and what was noticed of the words.

import SpamFilter

/// Turns the words of rows into labels, and keeps what has to be said of them.
struct RowLabels {
    private let options: CorpusOptions
    /// Whether the user says that the file has none.
    private let hasNoLabels: Bool
    private let file: String
    /// The words that occur twice or more in the label column of the first rows.
    private let repeated: Set<String>
    /// The words that are labels.
    private(set) var tally: LabelTally
    /// The words that are none.
    private(set) var unknown = UnknownLabels()
    /// Where labels are not needed: how many rows had a 0 or 1 that nobody has explained.
    private(set) var flagsNotTaken = 0
    private(set) var looseNumbers = LooseNumbers()
    /// How many rows had no label, and got the one for such rows.
    private(set) var givenLabels = 0
    /// What may say that 0 and 1 are other labels than everywhere.
    private var openLegend: LabelLegend?
    /// The first few values of directions, searched one by one.
    private var directions: [(field: DirectionField, direction: Direction?)] = []

    /// How far a pipe is read to count its labels: it may have no end.
    private static let mostBytesCounted = 1_000_000

    init(of rows: any RowSource, file: String, options: CorpusOptions) {
        var options = options
        options.labels = options.labels.adding(rows.layout.labelsAbove)
        // Below opposite names 0 and 1 are no labels, nor where no later row can tell that they are
        // codes.
        let isOpposite = rows.layout.hasOppositeFlags || options.columns[.label].map(CorpusColumns.meansWanted) ?? false
        let takesFlags = options.needsLabels && !isOpposite
        let labels = options.labels.below(options.columns[.label]).below(rows.layout.labelName)
        tally = LabelTally(takesFlags ? labels : labels.withoutFlags)
        repeated = rows.repeatedLabels
        unknown.areOpposite = isOpposite
        let name = rows.layout.labelName
        unknown.areNamed = name.map { CorpusColumns.role(of: $0) == .label || CorpusColumns.mayNameLabel($0) } ?? true
        if options.needsLabels, !options.labels.explainsNumbers {
            let legend = LabelLegend(name.map { [$0] } ?? [], options.labels)
            openLegend = rows.layout.openLegend ?? (legend.isOpen || legend.isOtherwise ? legend : nil)
        }
        self.options = options
        hasNoLabels = options.columns.without.contains(.label)
        self.file = file
    }

    /// Refuses what the owner of a phone wrote: a filter never sees it.
    mutating func checkReceived(_ raw: RawRow) throws(CorpusError) {
        guard let field = raw.direction, !field.word.isEmpty else { return }
        let isLabel = raw.isLabelLoose && raw.label == field.word
        guard !isLabel || !options.labels.explains(field.word), direction(field) != .received else { return }
        if let way = direction(field) {
            if field.column == .loose, LabelMap.isNumber(field.word) {
                // Where no sender is named, codes of labels are likelier than an export of a phone.
                guard raw.sender?.isEmpty == false, !isLabel || isNoLabel(field.word) else {
                    if !isLabel { looseNumbers.perhapsSent += 1 }
                    return
                }
                looseNumbers.sent += 1
            }
            throw .notReceived(
                file: file, line: raw.line, expected: "a message that was received",
                found: way == .draft ? "a draft" : "one that was sent")
        }
        guard field.column != .loose, options.needsLabels else { return }
        guard !field.isUnclearFlag || hasMetDirections else { throw .flagForDirection(file: file, line: raw.line) }
        throw .unknownDirection(file: file, line: raw.line)
    }

    /// Whether a value before has told a direction for certain, which 1 beside 0 does not.
    private var hasMetDirections: Bool {
        directions.contains { $0.direction != nil && !DirectionField.isFlag($0.field.word) }
    }

    private mutating func direction(_ field: DirectionField) -> Direction? {
        if let known = directions.first(where: { $0.field == field }) { return known.direction }
        let direction = field.direction
        if directions.count < 16 { directions.append((field, direction)) }
        return direction
    }

    /// Whether a value below a loose name is a number that no person and no other row explains.
    private func isNoLabel(_ word: String) -> Bool {
        !tally.hasWords && !options.labels.explainsNumbers && LabelMap.isNumber(word)
    }

    /// What a row without a label has.
    private mutating func labelOfUnlabelled(_ error: CorpusError) throws(CorpusError) -> Label? {
        guard !options.needsEachLabel else { throw error }
        if options.defaultLabel != nil { givenLabels += 1 }
        return options.defaultLabel
    }

    /// The label of a row; `nil` where it has none and needs none.
    ///
    /// - Parameter isFirst: whether no row was read before.
    mutating func label(of raw: RawRow, isFirst: Bool) throws(CorpusError) -> Label? {
        let word = hasNoLabels ? nil : raw.label
        if let word {
            if tally.leavesOut(word) {
                throw .notReceived(
                    file: file, line: raw.line, expected: "a label to learn from", found: "one that the label map leaves out")
            }
            if raw.isLabelLoose, isNoLabel(word) {
                if !DirectionField.isOfSignal(word) { looseNumbers.words.add(word.trimmingSpaces(), line: raw.line) }
                guard options.needsLabels else { return nil }
                return try labelOfUnlabelled(.unexplainedNumber(file: file, line: raw.line))
            }
            if let openLegend, LabelMap.isNumber(word) { throw .legend(file: file, line: raw.line, openLegend) }
            if let label = tally.label(for: word, line: raw.line) {
                guard !tally.isMixed && looseNumbers.words.areNone || !options.needsLabels else {
                    throw .numbersAmongLabels(file: file, line: raw.line, word: word)
                }
                return label
            }
        }
        guard options.needsLabels else {
            if LabelMap.numbers.contains(LabelMap.folded(word ?? "")) { flagsNotTaken += 1 }
            return nil
        }
        try checkLegend(raw)
        guard let word, !word.isEmpty, !raw.isLabelLoose || raw.direction.flatMap({ direction($0) }) == nil else {
            return try labelOfUnlabelled(.noLabel(file: file, line: raw.line))
        }
        if LabelMap.isScore(word) {
            tally.meetUnknown()
            throw .scoreForLabel(file: file, line: raw.line)
        }
        let isLabel = raw.isLabelNamed || repeated.contains(word)
        // A first row whose label no other row has is probably a header in unknown words.
        guard isLabel || !isFirst else { throw .unknownHeader(file: file, line: raw.line) }
        unknown.add(word, line: raw.line)
        let isShown = isLabel && (unknown.isShown(word) || repeated.contains(word) && LabelWord.isShown(word))
        let shown = isShown ? word : nil
        if LabelWord.mayBeLabel(word, isNamed: raw.isLabelNamed) { tally.meetUnknown() }
        if tally.isMixed { throw .numbersAmongLabels(file: file, line: raw.line, word: shown) }
        throw .unknownLabel(file: file, line: raw.line, word: shown, length: word.count)
    }

    /// Whether rows so far have a 0 or 1 that nobody has explained.
    var haveNumbers: Bool { !tally.numbers.isEmpty }

    /// Refuses a row without a label that says what the numbers of the others mean, unless that is
    /// what they mean anyway.
    func checkLegend(_ raw: RawRow) throws(CorpusError) {
        let cells = [raw.text, raw.label, raw.id, raw.sender, raw.time].compactMap { $0 }
        guard cells.contains(where: { $0.utf8.count < 200 && $0.contains("0") && $0.contains("1") }), haveNumbers else { return }
        let legend = LabelLegend(cells, options.labels)
        if !legend.meanings.isEmpty, legend.isOtherwise { throw .legend(file: file, line: raw.line, legend) }
    }

    /// Takes back what was counted of the label of a row that is passed over.
    mutating func passOver(_ word: String) { tally.passOver(word) }

    /// Reads on to the end of the file and only counts words, after an error that one of them has
    /// caused. So one look shows all that have to be explained.
    ///
    /// - Returns: the error with all of them; the same one where there are no others.
    mutating func error(namingAllAfter error: CorpusError, in rows: any RowSource) -> CorpusError {
        // Where other words occur, 0 and 1 have to be explained too.
        for (word, rows, line) in tally.numbers { unknown.add(word, line: line, rows: rows) }
        for word in looseNumbers.words.words { unknown.add(word.text, line: word.line, rows: word.rows) }
        let end = rows.totalBytes == nil ? rows.bytesRead + Self.mostBytesCounted : .max
        while rows.bytesRead <= end {
            do throws(CorpusError) {
                guard let raw = try rows.next() else { break }
                guard let word = raw.label, !word.isEmpty, tally.isUnexplained(word) else { continue }
                unknown.add(word, line: raw.line)
            } catch {
                if !error.isAboutOneRow { break }
            }
        }
        let first = unknown.words.first
        if first == nil, unknown.otherRows < 2 { return error }
        return .unknownLabels(file: file, line: first?.line ?? error.line ?? 1, unknown)
    }
}
