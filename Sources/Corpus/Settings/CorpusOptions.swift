// Corpus: how a file is to be read, said before it is opened.

/// The settings of a `CorpusReader`. All have defaults: a labelled file of any format whose words are known needs none.
public struct CorpusOptions: Sendable {
    /// `nil` finds the format from the file's name and first line.
    public var format: CorpusFormat?
    /// Which word means which label.
    public var labels: LabelMap
    /// Goes before the file's own `source` column. `nil` leaves the column, or else the file's name.
    public var sourceName: String?
    /// BCP 47 language of the rows that do not say theirs.
    public var defaultLanguage: String?
    /// `true` to train and to evaluate: a row without a known label is bad. `false` to classify: such a row has the label `nil`,
    /// and a file of bare texts, one a line, can be read.
    public var needsLabels: Bool
    /// `false`: the first bad row throws. `true`: bad rows are left out and counted in `CorpusReader.skippedRows`.
    public var skipsBadRows: Bool
    /// Whether a row is bad whose weight is none. `false` where nothing is learned: then it counts as one.
    public var needsWeights = true
    /// With `needsLabels`: whether a row without a label, and a file without a column of them, is taken as unlabelled. A label that is not
    /// known is bad all the same.
    public var takesUnlabelled = false
    /// `nil`: UTF-8, or UTF-16 or UTF-32 where a byte order mark says so.
    public var encoding: TextEncoding?
    /// Whether the encoding, and columns without known names, are guessed from what the file holds. Reads a file twice; a pipe to its end, before
    /// the first row is given.
    public var guessesByContent = false
    /// Goes before the names that are known.
    public var columns = ColumnChoice()
    /// Whether the first line of TSV or CSV names the columns; `nil` finds out.
    public var hasHeader: Bool?
    /// Of CSV: `,` `;` TAB or `|`; `nil` finds out.
    public var delimiter: UInt8?

    /// Bytes asked of the file at a time; four times that is no faster. What is read never depends on it: tests set it to 1.
    var chunkBytes = 64 << 10
    /// A row longer than this is refused: no message is, and a file without line ends must not fill the memory. Tests set it
    /// lower.
    var rowLimitBytes = 16 << 20

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
