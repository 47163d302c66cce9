// Training: rows summed once. Each fit then adds sums instead of reading messages again; a junk
// message is in one fit for each wanted action.

import SpamFilter

/// The values of rows of a matrix, added up by cell.
///
/// Counting the rows and groups of each column in the same pass lost:
/// Benchmarks/decisions/training-speed.md.
struct RowSums: SummableRows {
    let columnCount: Int
    private let cells: RowCells
    private var messages: [Int]
    /// A sum for each column of each cell, cell after cell; behind those of a cell one for all
    /// dropped columns.
    private var sums: [Int64]

    /// `nil` where there are many cells, the columns have scales, or sums would take more memory
    /// than the matrix.
    ///
    /// - Parameters:
    ///   - newIndex: the new number of every column of the matrix; `UInt32.max` for one that is
    ///     dropped.
    ///   - columnCount: the number of columns that are left.
    ///   - threads: how many cells are added up at a time.
    init?(_ matrix: FeatureMatrix, cells: RowCells?, newIndex: [UInt32], columnCount: Int, threads: Int = 1) {
        guard let cells, matrix.columnScales.isEmpty, cells.labels.count * columnCount * 2 <= matrix.entryCount else {
            return nil
        }
        self.columnCount = columnCount
        self.cells = cells
        messages = Array(repeating: 0, count: cells.labels.count)
        sums = Array(repeating: 0, inLargePages: cells.labels.count * (columnCount + 1))
        add(RowList(0..<matrix.rowCount), of: matrix, sign: 1, newIndex, threads: threads)
    }

    /// The sums of all rows of a matrix; `nil` as above.
    init?(_ matrix: FeatureMatrix, cells: RowCells?) {
        self.init(
            matrix, cells: cells, newIndex: Array(0..<UInt32(matrix.columnCount)), columnCount: matrix.columnCount)
    }

    /// The sums of some of the rows, such as all but a fold: those of the others are subtracted.
    /// They are whole numbers, so the result is the same as by adding up these rows.
    ///
    /// - Parameter rows: each once.
    /// - Complexity: O(entries of the other rows).
    func keeping(_ rows: RowList, of matrix: FeatureMatrix) -> RowSums {
        var isKept = [Bool](repeating: false, count: matrix.rowCount), sums = self
        for row in rows { isKept[row] = true }
        let others = RowList(0..<matrix.rowCount).filter { !isKept[$0] }
        if !others.isEmpty { sums.add(others, of: matrix, sign: -1, Array(0..<UInt32(columnCount))) }
        return sums
    }

    private mutating func add(
        _ rows: RowList, of matrix: FeatureMatrix, sign: Int64, _ newIndex: [UInt32], threads: Int = 1
    ) {
        let cells = cells, stride = columnCount + 1, dropped = UInt32(columnCount)
        var messages = messages
        sums.withUnsafeMutableBufferPointer { sums in
            // Each cell's are written by one thread.
            nonisolated(unsafe) let sums = sums
            matrix.forEachBlock(of: rows) { block in
                // Cell by cell, so that sums stay in a near cache. Rows are then far apart:
                // prefetch.
                let added = inParallel(messages.count, threads: threads) { cell in
                    let own = sums.baseAddress! + cell * stride
                    let rows = rows[block].filter { Int(cells.ofRow[$0]) == cell }
                    newIndex.withUnsafeBufferPointer { newIndex in
                        for (n, row) in rows.enumerated() {
                            if n + 4 < rows.count { matrix.prefetch(RowPlace(rows[n + 4], of: matrix)) }
                            // Without a branch: which features stay cannot be predicted.
                            matrix.forEachSum(ofRow: row) { column, value in
                                own[Int(min(newIndex[column], dropped))] &+= sign &* value
                            }
                        }
                    }
                    return rows.count
                }
                for (cell, count) in added.enumerated() { messages[cell] += Int(sign) * count }
            }
        }
        self.messages = messages
    }

    var scales: [Float] { Array(repeating: 1, count: columnCount) }

    func messages(ofRow cell: Int) -> Int { messages[cell] }

    func forEachBlock(of cells: RowList, _ body: (Range<Int>) -> Void) { body(cells.indices) }

    func forEachSum(ofRow cell: Int, _ body: (Int, Int64) -> Void) {
        let first = cell * (columnCount + 1)
        for column in 0..<columnCount { body(column, sums[first + column]) }
    }

    /// Learns all levels from these rows: the weights that the rows of the matrix would give one by
    /// one.
    func fit(by trainer: any AdditiveTrainer) -> [LearnedClass] {
        let levels = LabelLevels(cells.labels, sources: cells.sources, messages: messages, traffic: cells.traffic)
        return levels.fit(
            self, rows: RowList(messages.indices).filter { messages[$0] > 0 }, rowWeights: cells.weights, by: trainer)
    }
}

/// Which rows of a corpus are of one label, source and weight: a cell.
struct RowCells {
    let labels: [Label]
    /// The source of every cell; empty where sources do not matter.
    let sources: [UInt32]
    /// What each row of a cell counts; empty for 1 everywhere.
    let weights: [Float]
    let ofRow: [UInt8]
    /// The shares of actions asked for.
    let traffic: Traffic?

    /// Each source and weight may have one weight for junk and one for wanted messages in a fit,
    /// and `FeatureSums` keeps sums for so many only.
    private static let mostKinds = FeatureSums.mostWeights / 2

    /// `nil` where there are many sources or weights.
    ///
    /// - Parameters: one each for every row, or none.
    init?(labels: [Label], sources: [UInt32], weights: [Float], traffic: Traffic? = nil) {
        var cells: [(label: Label, source: UInt32, weight: Float)] = []
        var kinds: [(source: UInt32, weight: Float)] = []
        var ofRow = [UInt8](repeating: 0, count: labels.count)
        for (row, label) in labels.enumerated() {
            let source = sources.isEmpty ? 0 : sources[row], weight = weights.isEmpty ? 1 : weights[row]
            // Few: a search is faster than a hash.
            if let cell = cells.firstIndex(where: { $0.label == label && $0.source == source && $0.weight == weight }) {
                ofRow[row] = UInt8(truncatingIfNeeded: cell)
                continue
            }
            if !kinds.contains(where: { $0.source == source && $0.weight == weight }) { kinds.append((source, weight)) }
            guard kinds.count <= RowCells.mostKinds, cells.count <= UInt8.max else { return nil }
            ofRow[row] = UInt8(cells.count)
            cells.append((label, source, weight))
        }
        self.labels = cells.map(\.label)
        self.sources = sources.isEmpty ? [] : cells.map(\.source)
        self.weights = weights.isEmpty ? [] : cells.map(\.weight)
        self.ofRow = ofRow
        self.traffic = traffic
    }
}
