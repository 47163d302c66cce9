// Training: the order of features, such as the order in which they enter a model.

/// A stable radix sort of columns by a key of each. A comparison sort misses the cache twice for
/// each comparison: Benchmarks/decisions/memory-order.md.
struct ColumnSort {
    private struct Item {
        var key: UInt32
        var column: UInt32
    }

    private var items: [Item]
    private var scratch: [Item]

    private static let digitBits = 11

    /// - Parameter columns: in the order that columns of equal keys keep.
    init(_ columns: [UInt32]) {
        items = columns.map { Item(key: 0, column: $0) }
        scratch = items
    }

    var columns: [UInt32] { items.map { $0.column } }

    /// Sorts by the key of each column, ascending.
    ///
    /// - Complexity: O(columns).
    mutating func sort(by key: (Int) -> UInt32) {
        for i in items.indices { items[i].key = key(Int(items[i].column)) }
        for shift in stride(from: 0, to: UInt32.bitWidth, by: ColumnSort.digitBits) {
            var starts = [Int](repeating: 0, count: 1 << ColumnSort.digitBits)
            let mask = UInt32(starts.count - 1)
            starts.withUnsafeMutableBufferPointer { starts in
                for item in items { starts[Int(item.key >> UInt32(shift) & mask)] += 1 }
                var next = 0
                for digit in starts.indices { (starts[digit], next) = (next, next + starts[digit]) }
                scratch.withUnsafeMutableBufferPointer { sorted in
                    for item in items {
                        let digit = Int(item.key >> UInt32(shift) & mask)
                        sorted[starts[digit]] = item
                        starts[digit] += 1
                    }
                }
            }
            swap(&items, &scratch)
        }
    }
}
