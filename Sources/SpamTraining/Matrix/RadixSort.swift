// Training: the order of features or messages, such as the order in which features enter a model.

/// A stable radix sort of indices by a key of each. A comparison sort misses the cache twice for
/// each comparison: Benchmarks/decisions/training-speed.md.
struct RadixSort {
    private struct Item {
        var key: UInt32
        var index: UInt32
    }

    private var items: [Item]
    private var scratch: [Item]

    private static let digitBits = 11

    /// - Parameter indices: in the order that those of equal keys keep.
    init(_ indices: some Sequence<UInt32>) {
        items = indices.map { Item(key: 0, index: $0) }
        scratch = items
    }

    var indices: [UInt32] { items.map { $0.index } }

    /// Sorts by the key of each index, ascending.
    ///
    /// - Complexity: O(indices).
    mutating func sort(by key: (Int) -> UInt32) {
        for i in items.indices { items[i].key = key(Int(items[i].index)) }
        for shift in stride(from: 0, to: UInt32.bitWidth, by: RadixSort.digitBits) {
            var starts = [Int](repeating: 0, count: 1 << RadixSort.digitBits)
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

    /// The indices of numbers, those of the highest first. Of equal numbers the first comes first.
    ///
    /// - Parameter numbers: at most 2^32, none of them NaN.
    static func descending(_ numbers: [Double]) -> [Int] {
        // The bits of positive floats rise with the floats, and those of negative ones fall. Keys
        // rise as numbers fall. Adding 0 makes -0 0.
        func key(_ i: Int) -> UInt64 {
            let number = numbers[i] + 0
            return number.sign == .plus ? ~number.bitPattern & .max >> 1 : number.bitPattern
        }
        var order = RadixSort(numbers.indices.lazy.map { UInt32($0) })
        order.sort { UInt32(truncatingIfNeeded: key($0)) }
        order.sort { UInt32(truncatingIfNeeded: key($0) >> 32) }
        return order.indices.map { Int($0) }
    }
}
