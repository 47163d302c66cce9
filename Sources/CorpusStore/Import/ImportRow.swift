// Store: a row on its way into the store.

import Corpus

/// A row of a file, good or bad.
enum ImportRow {
    case message(CorpusRow)
    /// `reason` contains none of the row's text.
    case reject(line: Int, reason: String)

    /// The next row; `nil` at the end.
    init?(_ reader: inout CorpusReader) throws {
        do throws(CorpusError) {
            guard let row = try reader.next() else { return nil }
            self = .message(row)
        } catch {
            guard error.isAboutOneRow else { throw reader.countingLabels(after: error) }
            self = .reject(line: error.line ?? 0, reason: error.withoutWords.reason)
        }
    }
}
