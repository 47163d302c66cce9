// Corpus: how many rows a reader left out, and which were the first.

/// The rows that were left out.
public struct SkippedRows: Sendable, Equatable {
    /// How many rows were left out.
    public private(set) var count = 0
    /// How many of them stand inside of a quote of another.
    public private(set) var inQuotes = 0
    /// The lines of the first ten of them, from 1.
    public private(set) var firstLines: [Int] = []
    /// What was wrong with the first of them; `nil` where none was left out.
    public private(set) var firstError: CorpusError?
    /// How many were left out for what was found in place of what was expected.
    public private(set) var found: [String: Int] = [:]

    mutating func add(_ error: CorpusError) {
        count += error.rowsLost
        inQuotes += error.rowsLost - 1
        if let line = error.line, firstLines.count < 10 { firstLines.append(line) }
        if firstError == nil { firstError = error }
        if case .notReceived(_, _, _, let what) = error { found[what, default: 0] += 1 }
    }
}
