// Training: a corpus added up, for trainers that need sums alone. They then read each message once,
// not once for each fit: junk is in the fit of every kind of wanted messages, a wanted message in
// those of its kind, its action and its sub-action.

/// The values of rows of a matrix, added up by cell.
///
/// To count in how many rows and groups a column occurs in the same pass lost: that takes 16 bytes for each cell and each column, rare ones too
/// (a million rows of 14 labels: 7.8 instead of 6.5 s of CPU, 493 instead of 337 MB; x86-64, 2026-11).
struct RowSums: SummableRows {
    let columnCount: Int
    private let cells: RowCells
    private let messages: [Int]
    /// A sum for each column of each cell, cell after cell, and behind those of a cell what was dropped.
    private let sums: [Int64]

    /// `nil` where sums are no shorter way: where there are many cells, or sums would take more memory than the matrix does.
    ///
    /// - Parameters:
    ///   - newIndex: of every column of the matrix the one that it is called by here; `UInt32.max` for one that is dropped.
    ///   - columnCount: how many these are.
    init?(_ matrix: FeatureMatrix, rows: RowList, cells: RowCells?, newIndex: [UInt32], columnCount: Int) {
        guard let cells, matrix.columnScales.isEmpty, cells.labels.count * columnCount * 2 <= matrix.entryCount else {
            return nil
        }
        let stride = columnCount + 1, dropped = UInt32(columnCount)
        var messages = [Int](repeating: 0, count: cells.labels.count)
        var sums = [Int64](repeating: 0, inLargePages: cells.labels.count * stride)
        sums.withUnsafeMutableBufferPointer { sums in
            newIndex.withUnsafeBufferPointer { newIndex in
                matrix.forEachBlock(of: rows) { block in
                    // Cell by cell, so that sums stay in a near cache; rows stand apart then, and are asked for ahead: 6.7 to 6.0 s.
                    for cell in messages.indices {
                        let own = sums.baseAddress! + cell * stride
                        let rows = rows[block].filter { Int(cells.ofRow[$0]) == cell }
                        messages[cell] += rows.count
                        for (n, row) in rows.enumerated() {
                            if n + 4 < rows.count { matrix.prefetch(RowPlace(rows[n + 4], of: matrix)) }
                            // Without a branch: which features stay is anybody's guess.
                            matrix.forEachSum(ofRow: row) { column, value in own[Int(min(newIndex[column], dropped))] &+= value }
                        }
                    }
                }
            }
        }
        self.columnCount = columnCount
        self.cells = cells
        self.messages = messages
        self.sums = sums
    }

    var scales: [Float] { Array(repeating: 1, count: columnCount) }

    func messages(ofRow cell: Int) -> Int { messages[cell] }

    func forEachBlock(of cells: RowList, _ body: (Range<Int>) -> Void) { body(cells.indices) }

    func forEachSum(ofRow cell: Int, _ body: (Int, Int64) -> Void) {
        let first = cell * (columnCount + 1)
        for column in 0..<columnCount { body(column, sums[first + column]) }
    }

    /// Learns all levels from these rows: the weights that the rows of the matrix would give one by one.
    func fit(by trainer: any AdditiveTrainer) -> [LearnedClass] {
        let levels = LabelLevels(cells.labels, sources: cells.sources, messages: messages)
        return levels.fit(
            self, rows: RowList(messages.indices).filter { messages[$0] > 0 }, rowWeights: cells.weights, by: trainer)
    }
}
