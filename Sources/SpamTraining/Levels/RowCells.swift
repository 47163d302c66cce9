// Training: which rows no fit of any level tells apart.

import SpamFilter

/// Which rows of a corpus are of one label, source and weight: a cell.
struct RowCells {
    let labels: [Label]
    /// The source of every cell; empty where sources do not matter.
    let sources: [UInt32]
    /// What each row of a cell counts; empty for 1 everywhere.
    let weights: [Float]
    let ofRow: [UInt8]
    /// The shares of actions asked for.
    let traffic: Traffic?

    /// Each source and weight may have one weight for junk and one for wanted messages in a fit,
    /// and `FeatureSums` keeps sums for so many only.
    private static let mostKinds = FeatureSums.mostWeights / 2

    /// `nil` where there are many sources or weights.
    ///
    /// - Parameters: one each for every row, or none.
    init?(labels: [Label], sources: [UInt32], weights: [Float], traffic: Traffic? = nil) {
        var cells: [(label: Label, source: UInt32, weight: Float)] = []
        var kinds: [(source: UInt32, weight: Float)] = []
        var ofRow = [UInt8](repeating: 0, count: labels.count)
        for (row, label) in labels.enumerated() {
            let source = sources.isEmpty ? 0 : sources[row], weight = weights.isEmpty ? 1 : weights[row]
            // Few: a search is faster than a hash.
            if let cell = cells.firstIndex(where: { $0.label == label && $0.source == source && $0.weight == weight }) {
                ofRow[row] = UInt8(truncatingIfNeeded: cell)
                continue
            }
            if !kinds.contains(where: { $0.source == source && $0.weight == weight }) { kinds.append((source, weight)) }
            guard kinds.count <= RowCells.mostKinds, cells.count <= UInt8.max else { return nil }
            ofRow[row] = UInt8(cells.count)
            cells.append((label, source, weight))
        }
        self.labels = cells.map(\.label)
        self.sources = sources.isEmpty ? [] : cells.map(\.source)
        self.weights = weights.isEmpty ? [] : cells.map(\.weight)
        self.ofRow = ofRow
        self.traffic = traffic
    }
}
