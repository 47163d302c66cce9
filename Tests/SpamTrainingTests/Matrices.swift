// Matrices by hand, and scores as probabilities, for the tests of the trainers.

import Foundation

@testable import SpamTraining

extension FeatureMatrix {
    /// From a dense table, a row a message; zeros are left out.
    init(_ table: [[Int]], norms: [Float]? = nil) {
        self.init(columnCount: table.first?.count ?? 0)
        for (row, counts) in table.enumerated() {
            add(
                norm: norms?[row] ?? 1,
                counts.enumerated().filter { $0.element != 0 }.map { MatrixEntry(column: $0.offset, count: $0.element) })
        }
    }

    /// The columns and counts of a row.
    func entries(ofRow row: Int) -> [[Int]] {
        var entries: [[Int]] = []
        forEachEntry(ofRow: row) { entries.append([$0.column, $0.count]) }
        return entries
    }
}

extension Vocabulary {
    @discardableResult
    mutating func addMessage(_ features: [UInt64]) -> [UInt32] {
        var columns: [UInt32] = []
        features.withUnsafeBufferPointer { addMessage($0, into: &columns) }
        return Array(columns.prefix(features.count))
    }
}

extension MessageSketches {
    mutating func add(_ features: [UInt64]) { features.withUnsafeBufferPointer { add($0) } }
}

func softmax(_ scores: [Double]) -> [Double] {
    let peak = scores.max()!
    let odds = scores.map { exp($0 - peak) }
    let total = odds.reduce(0, +)
    return odds.map { $0 / total }
}

extension LinearWeights {
    /// The class of the highest score of a row.
    func best(_ matrix: FeatureMatrix, row: Int) -> Int {
        let scores = scores(matrix, row: row)
        return scores.indices.max { scores[$0] < scores[$1] }!
    }

    /// Every number in it, bit for bit.
    var bits: [UInt64] { bias.map(\.bitPattern) + weights.map { UInt64($0.bitPattern) } }

    var isFinite: Bool { bias.allSatisfy(\.isFinite) && weights.allSatisfy(\.isFinite) }
}
