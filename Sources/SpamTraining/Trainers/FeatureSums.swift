// Training: what naive Bayes needs to know of a corpus, and no more: the values of features, added up by class as whole numbers.

/// Rows of feature values that can be added up: messages, or sums of many messages.
protocol SummableRows {
    var columnCount: Int { get }
    /// What the weights that are learned for each column are multiplied with.
    var scales: [Float] { get }
    /// How many messages a row stands for.
    func messages(ofRow row: Int) -> Int
    /// Calls `body` with the indices of those of `rows` that should be read together, one lot after the other.
    func forEachBlock(of rows: RowList, _ body: (Range<Int>) -> Void)
    /// Calls `body` with each column of a row and its value in units of `FeatureSums.unit`.
    func forEachSum(ofRow row: Int, _ body: (Int, Int64) -> Void)
}

extension FeatureMatrix: SummableRows {
    func messages(ofRow row: Int) -> Int { 1 }

    @inline(__always)
    func forEachSum(ofRow row: Int, _ body: (Int, Int64) -> Void) {
        if columnScales.isEmpty {
            // What nearly every feature of a message is worth.
            let once = FeatureSums.units(norms[row])
            forEachEntry(ofRow: row) { entry in
                body(entry.column, entry.count == 1 ? once : FeatureSums.units(Float(entry.count) * norms[row]))
            }
        } else {
            columnScales.withUnsafeBufferPointer { scales in
                forEachValue(ofRow: row) { body($0, FeatureSums.units($1 * scales[$0])) }
            }
        }
    }
}

/// The sufficient statistics of naive Bayes: the values of every feature in the rows of each class, added up.
///
/// A value is rounded to whole units before it is added. So sums are the same in whatever order and in however many parts they were added
/// up, and what was added can be taken away again: models of merged counts are the same bytes as models of the messages.
public struct FeatureSums {
    /// Units of a value of 1. A feature that a message of 100 features has once is worth .1, or 1,677,722 units, as exact as the value
    /// itself, which is a `Float`. A sum has room for 5 x 10^11, which is more than 10^9 messages.
    static let unit = Double(1 << 24)

    /// So many different weights of rows have sums of their own.
    static let mostWeights = 16

    public let featureCount: Int
    public let classCount: Int
    /// What the weights of each feature are multiplied with; see `FeatureMatrix.columnScales`.
    public let scales: [Float]
    /// The weights of each class's rows.
    public let rows: [Double]
    /// The values of each class, all features together.
    public let total: [Double]
    /// For each feature and class a sum for each of `weights`: rows that count alike are added up as they are.
    private let sums: [Int64]
    /// What rows count, each number once.
    private let weights: [Double]

    public var allRows: Double { rows.reduce(0, +) }

    @inline(__always)
    public func of(_ feature: Int, class c: Int) -> Double {
        FeatureSums.weighted(sums, weights, from: (feature * classCount + c) * weights.count) / FeatureSums.unit
    }

    /// A value as units. Half a unit is added and the rest cut off, as rounding is a call of the C library on x86-64.
    ///
    /// - Precondition: the value is in 0..<2^38. Those of messages are at most 255 x ln of the number of messages.
    @inline(__always)
    static func units(_ value: Float) -> Int64 { Int64(Double(value) * unit + 0.5) }

    @inline(__always)
    private static func weighted(_ sums: [Int64], _ weights: [Double], from start: Int) -> Double {
        if weights.count == 1 { return weights[0] * Double(sums[start]) }
        var sum = 0.0
        for w in weights.indices { sum += weights[w] * Double(sums[start + w]) }
        return sum
    }

    /// - Parameters: as of `Trainer.fit`.
    init<Rows: SummableRows>(_ matrix: Rows, classes: [UInt8], classCount: Int, rows: RowList, rowWeights: [Float]) {
        var different = rowWeights.isEmpty ? [1] : Set(rows.lazy.map { rowWeights[$0] }).sorted()
        // Where nearly every row has its own, each value is weighted before it is rounded: a sum for each weight would take too much.
        let weighsValues = different.count > FeatureSums.mostWeights
        let heaviest = different.last ?? 1
        if weighsValues { different = [heaviest] }
        let stride = classCount * different.count
        var sums = [Int64](repeating: 0, count: matrix.columnCount * stride)
        var totals = [Int64](repeating: 0, count: stride), messages = totals
        var weightedRows = [Double](repeating: 0, count: classCount)
        matrix.forEachBlock(of: rows) { block in
            for row in rows[block] {
                let own =
                    Int(classes[row]) * different.count
                    + (rowWeights.isEmpty || weighsValues ? 0 : different.firstIndex(of: rowWeights[row]) ?? 0)
                var total: Int64 = 0
                if weighsValues {
                    // At most 1, so that sums have as much room as without weights.
                    let weight = Double(rowWeights[row] / heaviest)
                    matrix.forEachSum(ofRow: row) { column, value in
                        let weighted = Int64(Double(value) * weight + 0.5)
                        sums[column * stride + own] += weighted
                        total += weighted
                    }
                    weightedRows[Int(classes[row])] += Double(rowWeights[row]) * Double(matrix.messages(ofRow: row))
                } else {
                    sums.withUnsafeMutableBufferPointer { sums in
                        matrix.forEachSum(ofRow: row) { column, value in
                            sums[column &* stride &+ own] += value
                            total += value
                        }
                    }
                }
                totals[own] += total
                messages[own] += Int64(matrix.messages(ofRow: row))
            }
        }
        let weights = different.map(Double.init)
        featureCount = matrix.columnCount
        self.classCount = classCount
        scales = matrix.scales
        self.rows =
            weighsValues
            ? weightedRows : (0..<classCount).map { FeatureSums.weighted(messages, weights, from: $0 * weights.count) }
        total = (0..<classCount).map { FeatureSums.weighted(totals, weights, from: $0 * weights.count) / FeatureSums.unit }
        self.sums = sums
        self.weights = weights
    }
}
