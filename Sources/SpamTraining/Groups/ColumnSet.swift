// Training: how many features two rows of a matrix share.

/// The columns of one message, in a hash table small enough for the first-level cache.
struct ColumnSet {
    /// A column, and above it the round in which it was added. At most half full.
    private var slots: [UInt64] = .zeros(1 << 10)
    private var round: UInt64 = 0

    /// Consecutive columns, as new features of a message have, would fill one long run of slots.
    /// Multiplied by an odd number they spread without collisions:
    /// Benchmarks/decisions/training-speed.md.
    @inline(__always)
    private static func home(_ column: Int) -> Int { column &* 0x1E37_79B9 }

    /// How many columns two rows share.
    ///
    /// - Parameters: the entries of the rows.
    /// - Complexity: O(entries of both).
    mutating func shared(_ a: UnsafeBufferPointer<UInt32>, _ b: UnsafeBufferPointer<UInt32>) -> Int {
        let room = 2 * b.count
        round += 1
        if room > slots.count || round > UInt32.max {
            slots = .zeros(max(slots.count, 1 << (Int.bitWidth - room.leadingZeroBitCount)))
            round = 1
        }
        var shared = 0
        let mark = round << 32
        slots.withUnsafeMutableBufferPointer { slots in
            let mask = slots.count &- 1
            for bits in b {
                let column = MatrixEntry(bits: bits).column
                var slot = ColumnSet.home(column) & mask
                while slots[slot] >= mark { slot = (slot &+ 1) & mask }
                slots[slot] = mark | UInt64(truncatingIfNeeded: column)
            }
            for bits in a {
                let column = MatrixEntry(bits: bits).column, sought = mark | UInt64(truncatingIfNeeded: column)
                var slot = ColumnSet.home(column) & mask
                while slots[slot] >= mark, slots[slot] != sought { slot = (slot &+ 1) & mask }
                shared &+= slots[slot] == sought ? 1 : 0
            }
        }
        return shared
    }
}
