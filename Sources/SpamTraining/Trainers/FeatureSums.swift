// Training: all that naive Bayes needs of a corpus: feature values, added up by class as integers.

/// Rows of feature values that can be added up: messages, or sums of many messages.
protocol SummableRows {
    var columnCount: Int { get }
    /// The factor of each column's learned weights.
    var scales: [Float] { get }
    /// How many messages a row sums.
    func messages(ofRow row: Int) -> Int
    /// Calls `body` with ranges of indices into `rows`, block by block in the order of memory.
    func forEachBlock(of rows: RowList, _ body: (Range<Int>) -> Void)
    /// Calls `body` with each column of a row and its value in units of `FeatureSums.unit`.
    func forEachSum(ofRow row: Int, _ body: (Int, Int64) -> Void)
}

extension FeatureMatrix: SummableRows {
    func messages(ofRow row: Int) -> Int { 1 }

    @inline(__always)
    func forEachSum(ofRow row: Int, _ body: (Int, Int64) -> Void) {
        if columnScales.isEmpty {
            // The value of a feature that occurs once, as nearly all do.
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

/// The sufficient statistics of naive Bayes: the sum of each feature's values in each class.
///
/// A value is rounded to whole units before it is added. So sums do not depend on the order or the
/// parts in which they were added: merged counts give the same model bytes as the messages do.
public struct FeatureSums {
    /// Units in a value of 1. A unit is as exact as the values, which are a `Float`. A sum has room
    /// for a total of 5 x 10^11, more than 10^9 messages need.
    static let unit = Double(1 << 24)

    /// Up to this many different row weights, each has sums of its own.
    static let mostWeights = 16

    /// How many features are summed.
    public let featureCount: Int
    /// How many classes are summed apart.
    public let classCount: Int
    /// The factor of each feature's learned weights; 1 without scales. See
    /// `FeatureMatrix.columnScales`.
    public let scales: [Float]
    /// For each class, the sum of its rows' weights: without weights, how many messages it has.
    public let rows: [Double]
    /// For each class, the sum of all values, weighted.
    public let total: [Double]
    /// A sum for each feature, class and one of `weights`.
    private let sums: [Int64]
    /// The different row weights.
    private let weights: [Double]

    /// The sum of the weights of the rows of all classes.
    public var allRows: Double { rows.reduce(0, +) }

    /// The sum of a feature's values in a class, weighted.
    @inline(__always)
    public func of(_ feature: Int, class c: Int) -> Double {
        FeatureSums.weighted(sums, weights, from: (feature * classCount + c) * weights.count) / FeatureSums.unit
    }

    /// A value in units, rounded by adding a half: `rounded()` is a library call on x86-64.
    ///
    /// - Precondition: the value is in 0..<2^38. Values of messages are at most 255 x ln(messages).
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
        var adding = SumsOfRows(
            columnCount: matrix.columnCount, classCount: classCount, rowWeights: rowWeights,
            weights: rowWeights.isEmpty ? [1] : Set(rows.lazy.map { rowWeights[$0] }).sorted())
        matrix.forEachBlock(of: rows) { block in
            for row in rows[block] { adding.add(row, of: matrix, class: Int(classes[row])) }
        }
        let weights = adding.weights.map(Double.init)
        featureCount = matrix.columnCount
        self.classCount = classCount
        scales = matrix.scales
        self.rows =
            adding.weighsValues
            ? adding.weightedRows
            : (0..<classCount).map { FeatureSums.weighted(adding.messages, weights, from: $0 * weights.count) }
        total = (0..<classCount).map {
            FeatureSums.weighted(adding.totals, weights, from: $0 * weights.count) / FeatureSums.unit
        }
        sums = adding.sums
        self.weights = weights
    }
}

/// Adds up rows, for each class and each weight that rows have.
private struct SumsOfRows {
    /// The weights with sums of their own: those of rows, or the highest if values are weighted.
    let weights: [Float]
    /// Whether each value is weighted before it is rounded: nearly every row then has a weight of
    /// its own, and sums for each would take too much memory.
    let weighsValues: Bool
    private let rowWeights: [Float]
    private let stride: Int
    /// For each feature, class and weight.
    private(set) var sums: [Int64]
    /// For each class and weight, all features together.
    private(set) var totals: [Int64]
    /// For each class and weight, how many messages.
    private(set) var messages: [Int64]
    /// For each class, the weights of its messages, if values are weighted.
    private(set) var weightedRows: [Double]

    /// - Parameter weights: of the rows, each number once, ascending.
    init(columnCount: Int, classCount: Int, rowWeights: [Float], weights: [Float]) {
        weighsValues = weights.count > FeatureSums.mostWeights
        self.weights = weighsValues ? [weights.last ?? 1] : weights
        self.rowWeights = rowWeights
        stride = classCount * self.weights.count
        sums = [Int64](repeating: 0, count: columnCount * stride)
        totals = [Int64](repeating: 0, count: stride)
        messages = totals
        weightedRows = [Double](repeating: 0, count: classCount)
    }

    @inline(__always)
    mutating func add<Rows: SummableRows>(_ row: Int, of matrix: Rows, class c: Int) {
        let own =
            c * weights.count + (rowWeights.isEmpty || weighsValues ? 0 : weights.firstIndex(of: rowWeights[row]) ?? 0)
        messages[own] += Int64(matrix.messages(ofRow: row))
        if weighsValues {
            addWeighted(row, of: matrix, to: own)
            weightedRows[c] += Double(rowWeights[row]) * Double(matrix.messages(ofRow: row))
        } else {
            let stride = stride
            var total: Int64 = 0
            sums.withUnsafeMutableBufferPointer { sums in
                matrix.forEachSum(ofRow: row) { column, value in
                    sums[column &* stride &+ own] += value
                    total += value
                }
            }
            totals[own] += total
        }
    }

    private mutating func addWeighted<Rows: SummableRows>(_ row: Int, of matrix: Rows, to own: Int) {
        // At most 1, so that sums have as much room as without weights.
        let weight = Double(rowWeights[row] / weights[0])
        matrix.forEachSum(ofRow: row) { column, value in
            let weighted = Int64(Double(value) * weight + 0.5)
            sums[column * stride + own] += weighted
            totals[own] += weighted
        }
    }
}
