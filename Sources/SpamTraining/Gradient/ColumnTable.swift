// Gradient: finds the column of a feature, in a table that is never added to.

/// Columns by feature: open addressing with linear probing, as in a `Vocabulary`. Unlike there,
/// features are compared whole, and one that is not in the plan costs no memory.
struct ColumnTable {
    private let features: [UInt64]
    /// A column + 1, or 0. At most half full.
    private var slots: [UInt32]

    /// - Parameter features: of every column. Of equal ones the first counts.
    /// - Complexity: O(features) where they are spread as hashes are.
    init(_ features: [UInt64]) {
        self.features = features
        var size = 64
        while size < features.count * 2 { size *= 2 }
        slots = Array(repeating: 0, count: size)
        for (column, feature) in features.enumerated() {
            let slot = slot(of: feature)
            if slots[slot] == 0 { slots[slot] = UInt32(column) + 1 }
        }
    }

    /// `nil` for a feature that was not chosen.
    @inline(__always)
    func column(of feature: UInt64) -> Int? {
        let found = slots[slot(of: feature)]
        return found == 0 ? nil : Int(found) - 1
    }

    @inline(__always)
    private func slot(of feature: UInt64) -> Int {
        let mask = slots.count &- 1
        // Mixed, so that features that were chosen to collide do not.
        var slot = Int(truncatingIfNeeded: feature &* 0x9E37_79B9_7F4A_7C15 >> 32) & mask
        while slots[slot] != 0, features[Int(slots[slot]) - 1] != feature { slot = (slot &+ 1) & mask }
        return slot
    }
}
