// Training: features that would be chosen without any one of their groups.

extension FeatureMatrix {
    /// Whether each column occurs in rows of at least three groups, in one pass in the order of
    /// memory.
    func columnsInThreeGroups(_ groups: [UInt64]) -> [Bool] {
        /// Rows of two groups, from 1 on; 0 for none.
        var seen = [(first: UInt32, second: UInt32)](repeating: (0, 0), count: columnCount)
        var isInThree = [Bool](repeating: false, count: columnCount)
        for row in 0..<rowCount {
            let group = groups[row], number = UInt32(row) + 1
            forEachEntry(ofRow: row) { entry in
                // Most entries end here, and this array stays in a cache that `seen` does not fit
                // in.
                if isInThree[entry.column] { return }
                let (first, second) = seen[entry.column]
                if first == 0 {
                    seen[entry.column].first = number
                } else if groups[Int(first) - 1] == group {
                    return
                } else if second == 0 {
                    seen[entry.column].second = number
                } else if groups[Int(second) - 1] != group {
                    isInThree[entry.column] = true
                }
            }
        }
        releaseEntries()
        return isInThree
    }
}
