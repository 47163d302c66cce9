// Corpus: how a file is to be read.

import SpamFilter

/// The settings of a `CorpusReader`. The defaults read a labelled file of any format whose words
/// for labels are known.
public struct CorpusOptions: Sendable {
    /// The format of the file; `nil` finds it by the file's name and content.
    public var format: CorpusFormat?
    /// Which word means which label.
    public var labels: LabelMap
    /// The source of all rows, in place of the file's own `source` column. `nil`: that column, or
    /// else the file's name.
    public var sourceName: String?
    /// What rows without a source are said to be from in place of the file's name, where that of
    /// another file is the same.
    public var fileSourceName: String?
    /// BCP 47 language of the rows that do not say theirs; `nil` leaves it open.
    public var defaultLanguage: String?
    /// The receiver's country of messages that name none, in two letters: where the phone was.
    public var defaultCountry: String?
    /// `true` to train and to evaluate: a row without a known label is bad. `false` to classify:
    /// such a row has the label `nil`, and a file of bare texts, one a line, can be read. A row
    /// labelled 0 or 1 has none either, unless `labels` explains these: only later rows would tell.
    public var needsLabels: Bool
    /// `false`: the first bad row throws. `true`: bad rows are left out and counted in
    /// `CorpusReader.skippedRows`.
    public var skipsBadRows: Bool
    /// `false`: records of a backup that a filter would never see are left out and counted in
    /// `CorpusReader.recordsNotReceived`. `true`: each throws, so that it can be listed.
    public var throwsNotReceived = false
    /// Whether a row with an invalid weight is bad. `false` where nothing is learned: it counts as
    /// 1.
    public var needsWeights = true
    /// With `needsLabels`: whether a row without a label, or a file without a label column, is
    /// taken as unlabelled. An unknown label is bad all the same.
    public var takesUnlabelled = false
    /// With `needsLabels`: whether a row without a label is passed over and counted in
    /// `CorpusReader.unlabelledRows`, unless all rows are such.
    public var passesOverUnlabelled = false
    /// With `needsLabels`: the label of messages that have none; `nil`: such a message is bad.
    public var defaultLabel: Label?
    /// The encoding of the file. `nil`: UTF-8, or UTF-16 or UTF-32 where a byte order mark says so.
    public var encoding: TextEncoding?
    /// Whether the encoding is guessed from the content. Reads a file twice, and a pipe to its end
    /// before the first row is given.
    public var guessesEncoding = false
    /// The user's choice of columns, which overrides the known names.
    public var columns = ColumnChoice()
    /// Whether the first line of TSV or CSV names the columns; `nil` finds out.
    public var hasHeader: Bool?
    /// The byte between fields of CSV: `,` `;` TAB or `|`; `nil` finds out.
    public var delimiter: UInt8?

    /// `false` for a row passes it over, as if the file did not have it; `nil` takes all.
    public var takes: (@Sendable (CorpusRow) -> Bool)?

    /// Bytes read at a time; four times as many are no faster. The rows do not depend on it: tests
    /// set it to 1.
    var chunkBytes = 64 << 10
    /// A longer row is refused: it is no message, and a file without line ends must not fill the
    /// memory.
    var rowLimitBytes = 16 << 20

    /// Whether a message without a label is bad.
    var needsEachLabel: Bool { needsLabels && !takesUnlabelled && defaultLabel == nil }

    /// Settings of which the rest has its default.
    public init(
        format: CorpusFormat? = nil, labels: LabelMap = LabelMap(), sourceName: String? = nil, defaultLanguage: String? = nil,
        needsLabels: Bool = true, skipsBadRows: Bool = false
    ) {
        self.format = format
        self.labels = labels
        self.sourceName = sourceName
        self.defaultLanguage = defaultLanguage
        self.needsLabels = needsLabels
        self.skipsBadRows = skipsBadRows
    }
}
