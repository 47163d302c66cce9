// Corpus: the one way from a file to rows. Finds the format, opens the file, and turns words into
// labels.

import SpamFilter

/// Reads a corpus row by row. Memory: one row and one chunk of the file.
///
/// ```swift
/// var reader = try CorpusReader(path: "messages.tsv")
/// while let row = try reader.next() {
///     if let labeled = LabeledMessage(row) { train(labeled) }
/// }
/// for guess in reader.guesses { print(guess) }   // ham -> allow (4825 rows)
/// ```
///
/// A file packed by gzip is read as what is in it. Text is UTF-8, with or without a byte order
/// mark, or UTF-16 or UTF-32 with one. Lines end with LF or CR LF, or with CR where the first 64
/// KiB contain no LF. A NUL is an ordinary character. Speed:
/// `Benchmarks/decisions/file-formats.md`.
public struct CorpusReader: ~Copyable, Sendable {
    /// The format that was asked for, else the one found.
    public let format: CorpusFormat
    /// Whether the format was guessed from the content: it was not asked for, and neither the
    /// file's name nor its signature tells it.
    public let isFormatGuessed: Bool
    /// How many rows without a label were passed over; see `CorpusOptions.passesOverUnlabelled`.
    public private(set) var unlabelledRows = 0
    /// Where labels are not needed: how many rows had a 0 or 1, false or true that nobody has
    /// explained.
    public private(set) var flagsNotTaken = 0
    /// What the first of `unlabelledRows` lacks.
    private var unlabelled: CorpusError?
    /// The rows that were left out so far, where the options allow it.
    public private(set) var skippedRows = SkippedRows()
    /// The records of a backup that were left out so far because no filter would see them.
    public private(set) var recordsNotReceived = SkippedRows()

    private let options: CorpusOptions
    private let file: String
    private let defaultSource: String
    private let rows: any RowSource
    private var tally: LabelTally
    private var unknown = UnknownLabels()
    /// How much of a pipe is read to count its labels.
    private static let mostBytesCounted = 1_000_000
    /// Rows that could be read, labelled or not.
    private var rowCount = 0
    /// Ended the reading: thrown again at each further call.
    private var failure: CorpusError?

    /// Opens a file and reads as far as its format and columns require: at most 20 rows, or 64 KiB
    /// and one row more. In JSON Lines and bare text that is one line, so these two suit a slow
    /// pipe.
    ///
    /// - Parameters:
    ///   - options: what is guessed, and what is said.
    ///   - path: `-` is standard input.
    ///   - formats: the formats that the file may have.
    /// - Throws: what is wrong with the file or its columns. A file without rows is not an error.
    public init(
        path: String, options: CorpusOptions = CorpusOptions(), formats: FormatTable = .rows
    ) throws(CorpusError) {
        if let type = try formats.records(at: path, options: options) {
            rows = try type.init(path: path)
            (format, isFormatGuessed) = (type.format, false)
        } else {
            var buffer = try RowBuffer(path: path, options: options)
            if buffer.totalBytes == nil, !options.needsLabels, let line = try buffer.firstLine() {
                buffer.isFirstRowEnough = DelimitedStart.tellsColumns(line, options)
            }
            let found = try formats.rows(in: &buffer, options: options)
            rows = try RowFile(found.type, buffer, options: options)
            (format, isFormatGuessed) = (found.type.format, found.isGuessed)
        }
        self.options = options
        file = FileName.shown(path)
        defaultSource = options.fileSourceName ?? FileName.ofContent(path)
        tally = LabelTally(options.labels(below: rows.layout))
    }

    /// The encoding that was asked for, found by content, or told by the file's mark; else UTF-8.
    public var encoding: TextEncoding { rows.encoding }

    /// Delimiter, header and columns, as they were found.
    public var layout: FileLayout { rows.layout }

    /// Bytes of the file read so far: somewhat ahead of the rows.
    public var bytesRead: Int { rows.bytesRead }

    /// The size of the file when it was opened; `nil` where it is not known, as of a pipe.
    public var totalBytes: Int? { rows.totalBytes }

    /// The words that were taken for labels without being strict spellings, the most frequent
    /// first.
    public var guesses: [LabelGuess] { tally.guesses }

    /// The words in the place of labels that are none, in the rows so far.
    public var unknownLabels: UnknownLabels { unknown }

    /// Reads on to the end of the file and only counts words for labels, after an error that one of
    /// them has caused. So one look shows all that have to be explained. A pipe may have no end, so
    /// that only some of it is read.
    ///
    /// - Returns: the error with all of them; another error as it is.
    mutating func countingLabels(after error: CorpusError) -> CorpusError {
        switch error {
        case .unknownLabel, .numbersAmongLabels: break
        default: return error
        }
        // Where other words occur, 0 and 1 have to be explained too.
        for (word, rows, line) in tally.numbers { unknown.add(word, line: line, rows: rows) }
        let end = totalBytes == nil ? bytesRead + Self.mostBytesCounted : .max
        while bytesRead <= end {
            do throws(CorpusError) {
                guard let raw = try rows.next() else { break }
                guard let word = raw.label, !word.isEmpty, tally.isUnexplained(word) else { continue }
                unknown.add(word, line: raw.line)
            } catch {
                if !error.isAboutOneRow { break }
            }
        }
        let first = unknown.words.first
        let isOne = first == nil && unknown.otherRows < 2
        failure = isOne ? error : .unknownLabels(file: file, line: first?.line ?? error.line ?? 1, unknown)
        return failure!
    }

    /// The next row, or `nil` at the end. O(length of the row).
    ///
    /// - Throws: what is wrong with the row. Where `isAboutOneRow` holds, the next call goes on
    ///   with the row after it; other errors are thrown again at each call.
    public mutating func next() throws(CorpusError) -> CorpusRow? {
        while let read = try read() {
            if case .row(let row) = read { return row }
        }
        return nil
    }

    /// As `next`, but a bad row that the options leave out is told when its turn comes: who feeds a
    /// pipe row by row waits for an answer to each. An error ends the reading; one of a word for a
    /// label names all such words of the file.
    public mutating func nextOrLeftOut() throws(CorpusError) -> ReadRow? {
        do { return try read() } catch { throw countingLabels(after: error) }
    }

    private mutating func read() throws(CorpusError) -> ReadRow? {
        if let failure { throw failure }
        while true {
            do throws(CorpusError) {
                guard let raw = try rows.next() else {
                    // A file without any label is not meant.
                    guard unlabelledRows == rowCount, let unlabelled else { return nil }
                    failure = unlabelled
                    throw unlabelled
                }
                rowCount += 1
                let row = try row(raw)
                if let takes = options.takes, !takes(row) { continue }
                return .row(row)
            } catch {
                // So early, the guess from the first line may be wrong, rather than this row.
                let isEarly = isFormatGuessed && !options.needsLabels && rowCount < 2
                if case .noLabel = error, options.passesOverUnlabelled, failure == nil {
                    unlabelledRows += 1
                    unlabelled = unlabelled ?? error
                    continue
                }
                let error = (isEarly ? error.mayBeText : error).inFile(of: rows.encoding)
                guard error.isAboutOneRow else {
                    failure = error
                    throw error
                }
                if case .notReceived = error, !options.throwsNotReceived {
                    recordsNotReceived.add(error)
                } else {
                    guard options.skipsBadRows else { throw error }
                    skippedRows.add(error)
                    return .leftOut(error)
                }
            }
        }
    }

    private mutating func row(_ raw: RawRow) throws(CorpusError) -> CorpusRow {
        func known(_ value: String?) -> String? { value?.isEmpty == false ? value : nil }
        let label = try label(raw)
        let weight = try known(raw.weight).map { word throws(CorpusError) in try self.weight(word, line: raw.line) } ?? 1
        return CorpusRow(
            message: Message(
                body: raw.text, sender: known(raw.sender), receiverCountry: known(raw.country) ?? options.defaultCountry),
            label: label, language: known(raw.language) ?? options.defaultLanguage,
            source: options.sourceName ?? known(raw.source) ?? defaultSource, group: known(raw.group), groupNumber: nil,
            time: known(raw.time).map { .written($0) }, id: known(raw.id), weight: weight, line: raw.line, isBackground: false)
    }

    /// The weight of a row in training.
    private func weight(_ word: String, line: Int) throws(CorpusError) -> Double {
        let found = Double(word.trimmingSpaces())
        guard let found, CorpusRow.weights.contains(found) else {
            guard options.needsLabels, options.needsWeights else { return 1 }
            throw .badWeight(file: file, line: line, found: found)
        }
        return found
    }

    private mutating func label(_ raw: RawRow) throws(CorpusError) -> Label? {
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
        let mayBeLabel = LabelWord.mayBeLabel(word, isNamed: raw.isLabelNamed)
        let isLabel = raw.isLabelNamed || rows.repeatedLabels.contains(word)
        // A first row whose label no other row has is probably a header in unknown words.
        guard isLabel || rowCount > 1 else { throw .unknownHeader(file: file, line: raw.line) }
        unknown.add(word, line: raw.line)
        let isShown = isLabel && (unknown.isShown(word) || rows.repeatedLabels.contains(word) && LabelWord.isShown(word))
        let shown = isShown ? word : nil
        if mayBeLabel { tally.meetUnknown() }
        if tally.isMixed { throw .numbersAmongLabels(file: file, line: raw.line, word: shown) }
        throw .unknownLabel(file: file, line: raw.line, word: shown, length: word.count)
    }
}

/// A row, or what was wrong with one that was left out.
public enum ReadRow: Sendable {
    /// A row that was taken.
    case row(CorpusRow)
    /// A row that was not taken, and why.
    case leftOut(CorpusError)
}

/// The rows that were left out.
public struct SkippedRows: Sendable, Equatable {
    /// How many rows were left out.
    public private(set) var count = 0
    /// The lines of the first ten of them, from 1.
    public private(set) var firstLines: [Int] = []
    /// What was wrong with the first of them; `nil` where none was left out.
    public private(set) var firstError: CorpusError?

    mutating func add(_ error: CorpusError) {
        count += 1
        if let line = error.line, firstLines.count < 10 { firstLines.append(line) }
        if firstError == nil { firstError = error }
    }
}

extension CorpusOptions {
    /// The words for labels in rows of a file: 0 and 1 are none where their names are opposite, or
    /// where no later row can tell that they are codes.
    fileprivate func labels(below layout: FileLayout) -> LabelMap {
        needsLabels && !layout.hasOppositeFlags ? labels : labels.withoutFlags
    }
}
