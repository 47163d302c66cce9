// Store: rows of a file on their way through masking, many at a time.

import Corpus

struct MaskedRow {
    var row: CorpusRow
    /// Whether masking changed its message.
    var isChanged = false
    /// Whether it holds digits that masking does not look for.
    var holdsDigits = false
}

/// Rows that are masked together, in the order of the file.
struct RowsToMask {
    private let threads: MaskingThreads
    private var rows: [CorpusRow] = []
    private var bytes = 0
    /// Enough for each thread, and little to keep in memory.
    private static let most = (rows: 1024, bytes: 1 << 20)

    init(_ masking: Masking) { threads = MaskingThreads(masking) }

    /// Messages in which digits stay, so far.
    var holdingDigits: Int { threads.holdingDigits }

    /// Takes a row, and returns those that have been masked with it: none until there are enough.
    mutating func add(_ row: CorpusRow) -> [MaskedRow] {
        rows.append(row)
        bytes += row.message.body.utf8.count
        return rows.count >= RowsToMask.most.rows || bytes >= RowsToMask.most.bytes ? rest() : []
    }

    /// The rows that are still to be masked.
    mutating func rest() -> [MaskedRow] {
        defer { (rows, bytes) = ([], 0) }
        let masked = threads.masked(rows.map { ($0.message, $0.group) })
        return zip(rows, masked).map { row, masked in
            var result = MaskedRow(row: row, isChanged: masked.message != row.message, holdsDigits: masked.holdsDigits)
            (result.row.message, result.row.group) = (masked.message, masked.group)
            return result
        }
    }
}
