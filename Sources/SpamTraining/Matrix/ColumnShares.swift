// Training: document frequencies of weighted rows.

extension FeatureMatrix {
    /// The share of the rows, each counting what its weight says, in which each column occurs.
    ///
    /// - Complexity: O(entries).
    func columnShares(of weights: [Float]) -> [Double] {
        var shares = [Double](repeating: 0, count: columnCount), total = 0.0
        shares.withUnsafeMutableBufferPointer { shares in
            for (row, weight) in weights.enumerated() {
                total += Double(weight)
                forEachEntry(ofRow: row) { shares[$0.column] += Double(weight) }
            }
        }
        return shares.map { $0 / total }
    }
}
