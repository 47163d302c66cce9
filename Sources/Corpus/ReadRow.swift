// Corpus: what a reader gives for a row, where rows may be left out.

/// A row, or what was wrong with one that was left out.
public enum ReadRow: Sendable {
    /// A row that was taken.
    case row(CorpusRow)
    /// A row that was not taken, and why.
    case leftOut(CorpusError)
}
