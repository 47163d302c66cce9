// Training: messages as rows of numbers, sparse and compressed by row: the input of every trainer.

import SpamFilterIO

/// One feature of one message: its column and its count.
public struct MatrixEntry: Sendable, Hashable {
    /// The most columns that a matrix may have, 2^24: an entry has 32 bits.
    static let mostColumns = 1 << 24
    /// The highest count that an entry holds.
    static let mostOccurrences = 255

    let bits: UInt32

    /// An entry; a count above `mostOccurrences` becomes that.
    ///
    /// - Precondition: the column is in 0..<`mostColumns`.
    @inline(__always)
    init(column: Int, count: Int) {
        precondition(column < MatrixEntry.mostColumns, "too many features")
        bits = UInt32(truncatingIfNeeded: column) << 8 | UInt32(truncatingIfNeeded: min(count, MatrixEntry.mostOccurrences))
    }

    @inline(__always)
    init(bits: UInt32) { self.bits = bits }

    /// The column of the feature, from 0.
    @inline(__always)
    public var column: Int { Int(bits >> 8) }
    /// How often the row has it: 1 to `mostOccurrences`.
    @inline(__always)
    public var count: Int { Int(bits & 255) }
}

/// A sparse matrix of feature values, one row for each message.
/// Value = count x norm of the row x scale of the column.
///
/// A column occurs once in a row, except where two features share it (`Vocabulary`). An entry has
/// 4 bytes; beyond a limit, entries are in a temporary file.
public struct FeatureMatrix: Sendable {
    /// `rowCount` + 1 places: row r has the entries `rowStarts[r]..<rowStarts[r + 1]`.
    private(set) var rowStarts: [Int] = [0]
    /// The bits of all entries, row after row.
    private var entries: SpillingBuffer
    /// The factor of each row's counts; see `FeatureWeighting`.
    private(set) var norms: [Float] = []
    /// How many features rows may have.
    public private(set) var columnCount: Int
    /// The factor of each column's values, such as the inverse document frequency; empty for 1.
    private(set) var columnScales: [Float] = []

    /// How many rows there are, one for each message.
    public var rowCount: Int { norms.count }
    /// How many values are not 0.
    public var entryCount: Int { entries.count }

    /// The `errno` if there was no room for all entries; the matrix is then incomplete.
    var spillFailure: Int32? { entries.failure }

    /// A matrix without rows. Columns are added as rows need them.
    init(columnCount: Int = 0) {
        self.init(columnCount: columnCount, memoryLimit: SpillingBuffer.defaultMemoryLimit, folder: UnnamedFile.usualFolder)
    }

    /// - Parameters:
    ///   - memoryLimit: bytes of entries in memory; further entries are in a temporary file.
    ///   - folder: where that file is made.
    init(columnCount: Int = 0, memoryLimit: Int, folder: String) {
        self.columnCount = columnCount
        entries = SpillingBuffer(memoryLimit: memoryLimit, folder: folder)
    }

    /// Adds a row of these entries, whose counts have the factor `norm`. Columns must not repeat.
    public mutating func add(norm: Float, _ row: some Collection<MatrixEntry>) {
        addRow(norm: norm, count: row.count) { place in
            for (i, entry) in row.enumerated() { place[i] = entry.bits }
            return row.reduce(0) { max($0, $1.column + 1) }
        }
    }

    /// Adds a row.
    ///
    /// - Parameters:
    ///   - columns: the features' columns, each once; those beyond the number of `counts` are
    ///     ignored.
    ///   - counts: how often each feature occurs.
    mutating func add(norm: Float, columns: [UInt32], counts: UnsafeBufferPointer<UInt32>) {
        addRow(norm: norm, count: counts.count) { place in
            columns.withUnsafeBufferPointer { columns in
                var last: UInt32 = 0
                for i in counts.indices {
                    place[i] = MatrixEntry(column: Int(columns[i]), count: Int(counts[i])).bits
                    last = max(last, columns[i])
                }
                return counts.isEmpty ? 0 : Int(last) + 1
            }
        }
    }

    /// - Parameter write: writes `count` entries and returns the highest column + 1.
    @inline(__always)
    private mutating func addRow(norm: Float, count: Int, _ write: (UnsafeMutablePointer<UInt32>) -> Int) {
        if !isKnownUniquelyReferenced(&entries) {
            entries = entries.copy()
            if entries.failure != nil { rowStarts = Array(repeating: 0, count: rowCount + 1) }
        }
        if let place = entries.place(forMost: count) {
            columnCount = max(columnCount, write(place))
            entries.take(count)
        }
        rowStarts.append(entries.count)
        norms.append(norm)
    }

    /// Renumbers the columns, and drops those whose new index is `UInt32.max`.
    mutating func renumber(_ newIndex: [UInt32], columnCount: Int) {
        // In place, unless another matrix shares these entries.
        let isOwn = isKnownUniquelyReferenced(&entries)
        let source = entries
        var target: UnsafeMutablePointer<UInt32>? = source.words
        if !isOwn {
            entries = SpillingBuffer(memoryLimit: source.memoryLimit, folder: source.folder)
            // One more, because a dropped entry is written before it is overwritten.
            target = entries.place(forMost: 1 + source.count(where: { newIndex[Int($0 >> 8)] != .max }))
        }
        guard let target else {
            // There was no room: no entries are left.
            rowStarts = Array(repeating: 0, count: rowCount + 1)
            return
        }
        var write = 0, released = 0
        let words = source.words
        newIndex.withUnsafeBufferPointer { newIndex in
            rowStarts.withUnsafeMutableBufferPointer { rowStarts in
                for row in 0..<rowStarts.count - 1 {
                    let from = rowStarts[row], end = rowStarts[row + 1]
                    rowStarts[row] = write
                    for read in from..<end {
                        let entry = words[read]
                        let column = newIndex[Int(entry >> 8)]
                        // Without a branch, which would be unpredictable.
                        target[write] = column << 8 | entry & 255
                        write &+= column == .max ? 0 : 1
                    }
                    if end - released > FeatureMatrix.blockEntries {
                        source.release(released..<end)
                        entries.release(0..<write)
                        released = end
                    }
                }
            }
        }
        rowStarts[rowCount] = write
        if isOwn {
            entries.removeLast(from: write)
        } else {
            entries.take(write)
            source.release(0..<source.count)
        }
        self.columnCount = columnCount
        guard !columnScales.isEmpty else { return }
        var kept = [Float](repeating: 1, count: columnCount)
        for (old, new) in newIndex.enumerated() where new != .max { kept[Int(new)] = columnScales[old] }
        columnScales = kept
    }

    /// The same rows, the values of each column multiplied with a number of its own.
    ///
    /// - Parameter scales: one for each column; they replace those that the columns had.
    consuming func scaled(by scales: [Float]) -> FeatureMatrix {
        columnScales = scales
        return self
    }

    /// Gives back the memory of entries that are in a file.
    private func releaseEntries() { entries.release(0..<entries.count) }

    /// Calls `body` with the place of each of the rows, which may be in any order. Memory is given
    /// back on the way.
    func forEachPlace(of rows: [Int], _ body: (_ place: Int) -> Void) {
        var previous = 0, distance = 0
        for (place, row) in rows.enumerated() {
            distance += abs(rowStarts[row] - previous)
            previous = rowStarts[row]
            if distance > FeatureMatrix.blockEntries {
                releaseEntries()
                distance = 0
            }
            body(place)
        }
        releaseEntries()
    }

    /// Entries of a block, 64 MiB: a trainer that visits rows in random order stays within a block.
    static let blockEntries = 1 << 24

    /// Calls `body` with ranges of indices into `rows`, block by block in the order of memory. Only
    /// very large matrices have more than one block; the memory of each is released after its turn.
    ///
    /// - Parameter body: given each block in turn.
    /// - Parameter rows: in ascending order.
    func forEachBlock(of rows: RowList, _ body: (Range<Int>) -> Void) {
        forEachBlock(count: rows.count, row: { rows[$0] }, body)
    }

    /// The same for some of the rows, with ranges of indices into `places`.
    ///
    /// - Parameter places: indices of `rows`, in ascending order, as the rows are.
    func forEachBlock(
        of rows: RowList, at places: RowList, blockEntries: Int = blockEntries, _ body: (Range<Int>) -> Void
    ) {
        forEachBlock(count: places.count, row: { rows[places[$0]] }, blockEntries: blockEntries, body)
    }

    /// The same for rows that ascend with their number.
    func forEachBlock(
        count: Int, row: (Int) -> Int, blockEntries: Int = blockEntries, _ body: (Range<Int>) -> Void
    ) {
        var first = 0
        while first < count {
            let start = rowStarts[row(first)], limit = start - start % blockEntries + blockEntries
            // The first row of another block.
            var next = first + 1, high = count
            while next < high {
                let middle = (next + high) / 2
                if rowStarts[row(middle)] < limit { next = middle + 1 } else { high = middle }
            }
            body(first..<next)
            if limit < entries.count { entries.release(start..<rowStarts[row(next - 1) + 1]) }
            first = next
        }
    }

    /// The scale of every column; 1 where none was set.
    public var scales: [Float] { columnScales.isEmpty ? Array(repeating: 1, count: columnCount) : columnScales }

    /// How many features a row has.
    ///
    /// - Precondition: the row is in 0..<`rowCount`.
    @inline(__always)
    public func entryCount(ofRow row: Int) -> Int { rowStarts[row + 1] - rowStarts[row] }

    /// Calls `body` with each entry of a row.
    @inline(__always)
    func forEachEntry(ofRow row: Int, _ body: (MatrixEntry) -> Void) {
        let words = entries.words
        for i in rowStarts[row]..<rowStarts[row + 1] { body(MatrixEntry(bits: words[i])) }
    }

    /// Calls `body` with each column of a row and its count x norm: the value without the scale.
    @inline(__always)
    public func forEachValue(ofRow row: Int, _ body: (Int, Float) -> Void) {
        let norm = norms[row]
        forEachEntry(ofRow: row) { body($0.column, Float($0.count) * norm) }
    }

    /// All entries. Valid as long as the matrix.
    var words: UnsafePointer<UInt32> { UnsafePointer(entries.words) }
}
