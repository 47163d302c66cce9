// Training: rows of a matrix visited in random order, prefetched before their turn.

import Prefetch

/// Where a row's entries are in its matrix, and its norm: what every visit needs.
struct RowPlace {
    let start: Int
    let count: UInt32
    /// The factor of each count.
    let norm: Float

    init(_ row: Int, of matrix: FeatureMatrix) {
        start = matrix.rowStarts[row]
        count = UInt32(matrix.entryCount(ofRow: row))
        norm = matrix.norms[row]
    }
}

/// What a solver keeps for a row.
protocol VisitedRow {
    var place: RowPlace { get }
}

extension FeatureMatrix {
    /// The bits of a row's entries. Valid as long as the matrix.
    @inline(__always)
    func entries(_ place: RowPlace) -> UnsafeBufferPointer<UInt32> {
        UnsafeBufferPointer(start: words + place.start, count: Int(place.count))
    }

    /// Prefetches a row's entries.
    @inline(__always)
    func prefetch(_ place: RowPlace) {
        let first = words + place.start
        for i in stride(from: 0, to: Int(place.count), by: 64 / MemoryLayout<UInt32>.stride) { Prefetch.prefetch(first + i) }
    }

    /// Prefetches what comes soon after the n-th of an order: first what the solver keeps for a
    /// row, then the row's entries. Without, training takes twice as long:
    /// Benchmarks/decisions/training-speed.md.
    @inline(__always)
    func prefetch<Row: VisitedRow>(_ order: [Int], after n: Int, of rows: UnsafeMutableBufferPointer<Row>) {
        let ahead = 8
        guard n + 2 * ahead < order.count else { return }
        Prefetch.prefetch(rows.baseAddress! + order[n + 2 * ahead])
        prefetch(rows[order[n + ahead]].place)
    }
}
