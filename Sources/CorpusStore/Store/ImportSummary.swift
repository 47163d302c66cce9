// Store: the result of an import.

import Corpus

/// The result of an import.
public struct ImportSummary: Sendable, Equatable {
    /// The format that was found, such as `csv`.
    public internal(set) var format = ""
    /// The encoding that was found.
    public internal(set) var encoding = ""
    /// How columns were found, for people; see `FileLayout.description`.
    var layout = ""
    /// All columns of the file: `v1, v2, column 3`; empty where its format has none.
    public var columns = ""
    /// Whether the first row of a table was read as a message.
    package var isWithoutHeader = false
    /// The columns that a header names and that are read as nothing.
    package var columnsNotRead = ""
    /// Columns that are read as nothing, and what their values look like.
    package var looks: [FileLayout.Look] = []
    /// Columns of 0 and 1 beside that of the label, whose names are labels too.
    package var otherFlags: [String] = []
    /// Numbers that were not taken for labels, below a name such as `type`.
    package var looseNumbers = LooseNumbers()
    /// The name of the column of labels, where it may be shown; else `nil`.
    package var labelColumn: String?
    /// The name of the column of senders, alike.
    package var senderColumn: String?
    /// Values of known columns that could not be read, or look wrong.
    package var values = ValueProblems()
    /// Rows with a text in a column without a name.
    package var rowsBesideNames = 0
    /// Whether a time with hours names no zone, and was read as UTC.
    package var hasTimesWithoutZone = false
    /// Whether some dates of the file begin with the day and others with the month, so that none
    /// that may be either was read.
    package var hasTwoDayOrders = false
    /// Rows that a quote of another has swallowed.
    package var rowsInQuotes = 0
    /// The numbers of stored messages whose rows are left out now, where a file is read again.
    package var leftOutNow: [Int64] = []
    /// Columns that have labels too, beside the label's.
    package var otherLabels: [String] = []
    /// The earliest and the latest time that was read, in seconds since 1970.
    public var times: ClosedRange<Int>?
    /// Whether the file has columns of senders, of times and of ids, as far as it has columns.
    package var hasSenders = false, hasTimes = false, hasIDs = false
    /// Whether a column tells which way messages went.
    package var hasDirections = false
    /// Words that were taken for labels without being told.
    public var guesses: [LabelGuess] = []
    /// Words in the place of labels that are none.
    package var unknownLabels = UnknownLabels()
    /// How many rows have a label of their own.
    public internal(set) var withLabel = 0
    /// How many rows the file has, good and bad.
    public var rows = 0
    /// How many messages are new to the store.
    public var added = 0
    /// How many rows were in the store already, from an earlier file of the same source.
    public var known = 0
    /// How many known messages had no label and now have the file's.
    public var labelled = 0
    /// How many known messages had another label before: see `Curation.conflicts`.
    package var contradicted = 0
    /// How many known messages were changed, where a file is read again: their label, or what else
    /// the store has of them.
    public var updated = 0
    /// Rows with the id of an earlier row; where a file is not read again, those of them that were
    /// added. Such an id tells no message.
    package var repeatedIDs = 0
    /// Messages that rows of the file give several labels.
    package var contradictingLabels = 0
    /// Messages of earlier files that have the id of a row and stay as they were, where a file is
    /// read again: several have it.
    package var leftByID = 0
    /// Rows that were added although several messages have their id, where a file is read again.
    package var addedBeside = 0
    /// Rows that were added although an earlier import of the same file has them, as of another
    /// source, where a file is read again.
    package var ofAnotherSource = 0
    /// The one source of all rows, where it has messages of earlier files and was not asked for;
    /// else `nil`.
    package var grownSource: String?
    /// Rows that were added where as many messages of the source are in no row, and most are in
    /// one: likely the same messages with other texts.
    package var likelyCorrected = 0
    /// Rows that were added although one message of their source has their id, where a file is not
    /// read again.
    package var knownIDs = 0
    /// Rows that were added although a message of another source has their id and text.
    package var idsElsewhere = 0
    /// The source of the first such message; `nil` without any.
    package var sourceOfIDs: String?
    /// Texts of TSV in quotes as of CSV, which were read as they are.
    package var quotedTexts = 0
    /// Known messages to which a person gave another label than the file's.
    package var labelledOtherwise = 0
    /// How many added messages have no label.
    public var unlabelled = 0
    /// Rows with a weight other than 1, which a store does not keep.
    public var weighted = 0
    /// Rows whose time could not be read; their messages are stored without one.
    package var timesLost = 0
    /// Lost times that end with the year and may begin with the day or the month: no row of the
    /// file tells.
    package var timesInEitherOrder = 0
    /// Messages that masking has changed.
    public var masked = 0
    /// Whether messages were masked, but the name of the file or of a source, which is stored as it
    /// is, contains a number or an address.
    package var hasNumbersInNames = false
    /// Masked messages that still hold five digits and more close together, in a form that is not
    /// looked for.
    package var holdingDigits = 0
    /// The numbers in the store of the first of them.
    package var firstHoldingDigits: [Int64] = []
    /// Added messages from a number with `+` or 00, without a receiver's country.
    package var numbersWithoutCountry = 0
    /// Rows that were refused, for any reason.
    public private(set) var rejected = 0
    /// Those of them that no filter would see, or that are not wanted.
    public private(set) var notReceived = 0
    /// How many rows were refused for each reason, a sentence for people.
    private(set) var reasons: [String: Int] = [:]
    /// Others are counted together: a file may misspell its labels in many ways.
    private static let mostReasons = 1000
    /// The name under which the same bytes were imported before, and nothing was read; `nil` where
    /// they were not. Empty for several files.
    public var importedBefore: String?

    mutating func reject(_ error: CorpusError, _ reason: String) {
        let lost = error.rowsLost
        rows += lost
        rejected += lost
        rowsInQuotes += lost - 1
        if case .notReceived = error { notReceived += 1 }
        let isListed = reasons.count < Self.mostReasons || reasons[reason] != nil
        reasons[isListed ? reason : "other reasons", default: 0] += lost
    }

    /// Whether no row of a file with columns has a label: that of another name may have been
    /// missed.
    package var isWithoutLabels: Bool { !columns.isEmpty && withLabel == 0 && added + known > 0 }

    /// How the file was read: `csv, UTF-8, comma, header, text = column 2 (v2)`.
    public var reading: String { [format, encoding, layout].filter { !$0.isEmpty }.joined(separator: ", ") }
    /// The reasons with their rows, the most frequent first.
    package var frequentReasons: [(reason: String, rows: Int)] {
        reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
    }
}

// MARK: - Files that were read alike

extension ImportSummary {
    /// What is counted, and adds up over files.
    private static let counts: [WritableKeyPath<ImportSummary, Int> & Sendable] = [
        \.rows, \.added, \.known, \.labelled, \.contradicted, \.updated, \.repeatedIDs, \.leftByID, \.addedBeside,
        \.ofAnotherSource, \.knownIDs, \.idsElsewhere, \.quotedTexts, \.labelledOtherwise, \.unlabelled, \.weighted,
        \.timesLost, \.timesInEitherOrder, \.masked, \.holdingDigits, \.numbersWithoutCountry, \.rejected, \.withLabel,
        \.rowsBesideNames, \.rowsInQuotes, \.looseNumbers.sent, \.looseNumbers.perhapsSent, \.contradictingLabels,
        \.likelyCorrected,
    ]

    /// Those of them that differ from file to file of one kind, and need no remark for each: how
    /// many there are, even none, is no difference.
    private static let usual: [WritableKeyPath<ImportSummary, Int> & Sendable] = [
        \.rows, \.added, \.known, \.labelled, \.unlabelled, \.rejected, \.numbersWithoutCountry, \.timesLost,
    ]

    /// What is left without numbers: how the file was read, and what there is to say of it.
    private var kind: ImportSummary {
        var kind = self
        for count in Self.counts { kind[keyPath: count] = min(1, kind[keyPath: count]) }
        for count in Self.usual { kind[keyPath: count] = 0 }
        // What few rows have is no difference: any file of the same export may lack it.
        kind.values = values.kinds(besides: [.sendersGivenZero, .unknownSenders, .formulaSenders, .openGroups], above: rows / 20)
        kind.notReceived = 0
        kind.guesses = []
        kind.unknownLabels = UnknownLabels()
        kind.looseNumbers.words = looseNumbers.words.withoutCounts
        kind.reasons = [:]
        kind.times = nil
        kind.leftOutNow = leftOutNow.isEmpty ? [] : [0]
        kind.firstHoldingDigits = firstHoldingDigits.isEmpty ? [] : [0]
        kind.importedBefore = importedBefore.map { _ in "" }
        return kind
    }

    /// Whether both files were read in one way, and the same is to be said of both but for numbers.
    package func isLike(_ other: ImportSummary) -> Bool { kind == other.kind }

    /// Adds a file that was read alike. Lines and names stay those of the first.
    package mutating func add(_ other: ImportSummary) {
        for count in Self.counts { self[keyPath: count] += other[keyPath: count] }
        for guess in other.guesses {
            if let place = guesses.firstIndex(where: { $0.with(rows: 0) == guess.with(rows: 0) }) {
                guesses[place] = guess.with(rows: guesses[place].rows + guess.rows)
            } else {
                guesses.append(guess)
            }
        }
        values.add(other.values)
        unknownLabels.add(other.unknownLabels)
        looseNumbers.words.add(other.looseNumbers.words)
        reasons.merge(other.reasons, uniquingKeysWith: +)
        if let all = times, let more = other.times {
            times = min(all.lowerBound, more.lowerBound)...max(all.upperBound, more.upperBound)
        } else {
            times = times ?? other.times
        }
        notReceived += other.notReceived
        leftOutNow += other.leftOutNow
        firstHoldingDigits += other.firstHoldingDigits
        if importedBefore != nil { importedBefore = "" }
    }
}

/// The numbers of messages and rows; not how the file was read.
extension ImportSummary: Encodable {
    private enum CodingKeys: String, CodingKey {
        case importedBefore, rows, added, known, updated, labelled, contradicted, labelledOtherwise, unlabelled
        case rejected = "leftOut"
        case leftOutNow, repeatedIDs, leftByID, addedBeside, ofAnotherSource, knownIDs, idsElsewhere
    }
}
