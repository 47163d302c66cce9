// Training: rows that no fit of any level tells apart, added up. A trainer that needs sums alone reads each message once, not once for each fit:
// junk is in the fit of every kind of wanted messages, a wanted message in that of its kind, of its action and of its sub-action.

import SpamFilter

/// Which rows of a corpus are of one label, source and weight: a cell.
struct RowCells {
    let labels: [Label]
    /// Of every cell; empty where sources do not matter.
    let sources: [UInt32]
    /// What each row of a cell counts; empty for 1 everywhere.
    let weights: [Float]
    let ofRow: [UInt8]

    /// More sources and weights might make more different weights in one fit than have sums of their own (`FeatureSums`): each may have one for
    /// junk and one for wanted messages.
    private static let mostKinds = FeatureSums.mostWeights / 2

    /// `nil` where there are many sources and weights.
    ///
    /// - Parameters: one each for every row, or none.
    init?(labels: [Label], sources: [UInt32], weights: [Float]) {
        var cells: [(label: Label, source: UInt32, weight: Float)] = []
        var kinds: [(source: UInt32, weight: Float)] = []
        var ofRow = [UInt8](repeating: 0, count: labels.count)
        for (row, label) in labels.enumerated() {
            let source = sources.isEmpty ? 0 : sources[row], weight = weights.isEmpty ? 1 : weights[row]
            // Few: looked through, not hashed.
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
    }
}

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

    /// Learns all levels from these rows, the very weights that would be learned from them one by one.
    func fit(by trainer: any AdditiveTrainer) -> [LearnedClass] {
        let levels = LabelLevels(cells.labels, sources: cells.sources, messages: messages)
        return levels.fit(RowList(messages.indices).filter { messages[$0] > 0 }, cells.weights) {
            trainer.fit(FeatureSums(self, classes: $0, classCount: $1, rows: $2, rowWeights: $3))
        }
    }
}
