// Training: messages as rows of numbers. Sparse, compressed by row; the one input of every trainer.

/// A sparse matrix of feature values, a row a message: value = count x the row's norm x the column's scale.
///
/// Rows r are `rowStarts[r]..<rowStarts[r + 1]` of `columns` and `counts`; a column occurs once in a row. 5 bytes an entry.
public struct FeatureMatrix: Sendable {
    public private(set) var rowStarts: [Int] = [0]
    public private(set) var columns: [UInt32] = []
    /// How often the feature occurs in the message, at most 255.
    public private(set) var counts: [UInt8] = []
    /// What each count of a row is multiplied with.
    public private(set) var norms: [Float] = []
    public private(set) var columnCount: Int
    /// What each value of a column is multiplied with, such as its inverse document frequency; empty for 1 everywhere.
    public var columnScales: [Float] = []

    public var rowCount: Int { norms.count }

    public init(columnCount: Int = 0) { self.columnCount = columnCount }

    /// Adds a row. Columns must not repeat within it.
    public mutating func add(norm: Float, _ entries: some Sequence<(column: Int, count: Int)>) {
        for entry in entries {
            columns.append(UInt32(entry.column))
            counts.append(UInt8(clamping: entry.count))
            columnCount = max(columnCount, entry.column + 1)
        }
        closeRow(norm: norm)
    }

    @inline(__always)
    mutating func addEntry(column: UInt32, count: Int) {
        columnCount = max(columnCount, Int(column) + 1)
        columns.append(column)
        counts.append(UInt8(clamping: count))
    }

    mutating func closeRow(norm: Float) {
        rowStarts.append(columns.count)
        norms.append(norm)
    }

    /// Keeps the columns that `newIndex` maps to an index, under that index, and drops those that it maps to `UInt32.max`.
    mutating func renumber(_ newIndex: [UInt32], columnCount: Int) {
        var write = 0, row = 0
        for read in columns.indices {
            while rowStarts[row + 1] == read, row + 1 < rowCount {
                row += 1
                rowStarts[row] = write
            }
            let column = newIndex[Int(columns[read])]
            guard column != .max else { continue }
            columns[write] = column
            counts[write] = counts[read]
            write += 1
        }
        while row < rowCount {
            row += 1
            rowStarts[row] = write
        }
        columns.removeLast(columns.count - write)
        counts.removeLast(counts.count - write)
        self.columnCount = columnCount
    }

    /// The columns of a row.
    @inline(__always)
    func columns(ofRow row: Int) -> ArraySlice<UInt32> { columns[rowStarts[row]..<rowStarts[row + 1]] }

    /// Whether each column occurs in rows of two groups or more.
    ///
    /// - Parameter groups: the group of every row.
    func columnsOfSeveralGroups(_ groups: [UInt64]) -> [Bool] {
        var firstRow = [UInt32](repeating: .max, count: columnCount)
        var several = [Bool](repeating: false, count: columnCount)
        for row in 0..<rowCount {
            for i in rowStarts[row]..<rowStarts[row + 1] {
                let column = Int(columns[i])
                if firstRow[column] == .max {
                    firstRow[column] = UInt32(row)
                } else if groups[Int(firstRow[column])] != groups[row] {
                    several[column] = true
                }
            }
        }
        return several
    }

    /// The scale of every column, spelled out.
    var scales: [Float] { columnScales.isEmpty ? Array(repeating: 1, count: columnCount) : columnScales }

    /// Calls `body` with each column of a row and its count x norm, which is its value but for the column's scale.
    @inline(__always)
    func forEachEntry(ofRow row: Int, _ body: (Int, Float) -> Void) {
        let norm = norms[row]
        for i in rowStarts[row]..<rowStarts[row + 1] { body(Int(columns[i]), Float(counts[i]) * norm) }
    }
}
