// Counts: the cells of counts files as rows to learn from.

/// The values of features in cells, compressed by row as in a `FeatureMatrix`.
struct CountedRows: SummableRows {
    /// How many messages each row sums.
    private(set) var messages: [Int] = []
    private(set) var columnCount = 0
    private var rowStarts = [0]
    private var columns: [UInt32] = []
    private var sums: [Int64] = []

    var scales: [Float] { Array(repeating: 1, count: columnCount) }

    func messages(ofRow row: Int) -> Int { messages[row] }

    func forEachBlock(of rows: RowList, _ body: (Range<Int>) -> Void) { body(rows.indices) }

    func forEachSum(ofRow row: Int, _ body: (Int, Int64) -> Void) {
        for i in rowStarts[row]..<rowStarts[row + 1] { body(Int(columns[i]), sums[i]) }
    }

    mutating func reserveCapacity(_ entries: Int) {
        columns.reserveCapacity(entries)
        sums.reserveCapacity(entries)
    }

    mutating func addEntry(column: UInt32, sum: Int64) {
        columns.append(column)
        sums.append(sum)
    }

    mutating func closeRow(messages: Int) {
        self.messages.append(messages)
        rowStarts.append(columns.count)
    }

    /// Gives each column the number that `newIndex` has for it, and drops those of `UInt32.max`.
    mutating func renumber(_ newIndex: [UInt32], columnCount: Int) {
        var write = 0
        for row in messages.indices {
            let entries = rowStarts[row]..<rowStarts[row + 1]
            // The row before, which ends here, is done.
            rowStarts[row] = write
            for read in entries {
                let column = newIndex[Int(columns[read])]
                guard column != .max else { continue }
                (columns[write], sums[write]) = (column, sums[read])
                write += 1
            }
        }
        rowStarts[messages.count] = write
        columns.removeLast(columns.count - write)
        sums.removeLast(sums.count - write)
        self.columnCount = columnCount
    }
}
