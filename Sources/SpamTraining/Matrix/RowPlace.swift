// Training: rows of a matrix that are visited out of order, asked for before their turn comes.

import Prefetch

/// Where a row stands in its matrix, and what every visit needs of it, side by side.
struct RowPlace {
    let start: Int
    let count: UInt32
    /// What each count is multiplied with.
    let norm: Float

    init(_ row: Int, of matrix: FeatureMatrix) {
        start = matrix.rowStarts[row]
        count = UInt32(matrix.entryCount(ofRow: row))
        norm = matrix.norms[row]
    }
}

/// What a solver keeps of a row.
protocol VisitedRow {
    var place: RowPlace { get }
}

extension FeatureMatrix {
    /// The bits of a row's entries, there as long as the matrix is.
    @inline(__always)
    func entries(_ place: RowPlace) -> UnsafeBufferPointer<UInt32> {
        UnsafeBufferPointer(start: words + place.start, count: Int(place.count))
    }

    /// Asks for a row's entries.
    @inline(__always)
    func prefetch(_ place: RowPlace) {
        let first = words + place.start
        for i in stride(from: 0, to: Int(place.count), by: 64 / MemoryLayout<UInt32>.stride) { Prefetch.prefetch(first + i) }
    }

    /// Asks for what is visited soon after the n-th of an order: what is kept of a row, then, when that is there, its entries. Copying the entries of
    /// 16 rows at a time, so that their misses overlap, took as long or up to a tenth longer; waiting for each row more than twice as long (five
    /// languages; x86-64, 2026-11).
    @inline(__always)
    func prefetch<Row: VisitedRow>(_ order: [Int], after n: Int, of rows: UnsafeMutableBufferPointer<Row>) {
        let ahead = 8
        guard n + 2 * ahead < order.count else { return }
        Prefetch.prefetch(rows.baseAddress! + order[n + 2 * ahead])
        prefetch(rows[order[n + ahead]].place)
    }
}
