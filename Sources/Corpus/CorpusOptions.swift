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

    /// Bytes asked of the file at a time; other sizes were not measured. What is read never depends on it: tests set it to 1.
    var chunkBytes = 256 << 10
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
