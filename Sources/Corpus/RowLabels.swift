// Corpus: the labels of rows. The words of rows in; labels out, and what was noticed of the words.

import SpamFilter

/// Turns the words of rows into labels, and keeps what has to be said of them.
struct RowLabels {
    private let options: CorpusOptions
    private let file: String
    /// The words that occur twice or more in the label column of the first rows.
    private let repeated: Set<String>
    /// The words that are labels.
    private(set) var tally: LabelTally
    /// The words that are none.
    private(set) var unknown = UnknownLabels()
    /// Where labels are not needed: how many rows had a 0 or 1 that nobody has explained.
    private(set) var flagsNotTaken = 0

    /// How far a pipe is read to count its labels: it may have no end.
    private static let mostBytesCounted = 1_000_000

    init(of rows: any RowSource, file: String, options: CorpusOptions) {
        // Below opposite names 0 and 1 are no labels, nor where no later row can tell that they are
        // codes.
        let takesFlags = options.needsLabels && !rows.layout.hasOppositeFlags
        tally = LabelTally(takesFlags ? options.labels : options.labels.withoutFlags)
        repeated = rows.repeatedLabels
        self.options = options
        self.file = file
    }

    /// The label of a row; `nil` where it has none and needs none.
    ///
    /// - Parameter isFirst: whether no row was read before.
    mutating func label(of raw: RawRow, isFirst: Bool) throws(CorpusError) -> Label? {
        if let word = raw.label, let label = tally.label(for: word, line: raw.line) {
            guard !tally.isMixed || !options.needsLabels else {
                throw .numbersAmongLabels(file: file, line: raw.line, word: word)
            }
            return label
        }
        guard options.needsLabels else {
            if LabelMap.numbers.contains(LabelMap.folded(raw.label ?? "")) { flagsNotTaken += 1 }
            return nil
        }
        guard let word = raw.label, !word.isEmpty else {
            guard options.needsEachLabel else { return options.defaultLabel }
            throw .noLabel(file: file, line: raw.line)
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

    /// Reads on to the end of the file and only counts words, after an error that one of them has
    /// caused. So one look shows all that have to be explained.
    ///
    /// - Returns: the error with all of them; the same one where there are no others.
    mutating func error(namingAllAfter error: CorpusError, in rows: any RowSource) -> CorpusError {
        // Where other words occur, 0 and 1 have to be explained too.
        for (word, rows, line) in tally.numbers { unknown.add(word, line: line, rows: rows) }
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
