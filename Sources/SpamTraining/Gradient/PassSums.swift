// Gradient: what a worker answers: sums over the rows of its partition, as whole numbers. They add
// up in any order to the same bits.

/// Losses and gradients of some rows.
public struct PassSums: Equatable {
    let pass: Int
    let hasCurvature: Bool
    /// Problems of the plan, ascending.
    let problems: [Int]
    let vectorCount: Int
    let featureCount: Int
    /// Rows, the sum of their checksums, and for each problem its loss; then a number for each
    /// vector and one for each feature and vector: the gradient, and behind it the curvature, if it
    /// was asked for.
    var numbers: [Int64]

    static func count(problems: Int, vectors: Int, features: Int, hasCurvature: Bool) -> Int {
        2 + problems + vectors * (features + 1) * (hasCurvature ? 2 : 1)
    }

    /// No rows.
    init(_ weights: PassWeights, features: Int) {
        (pass, hasCurvature, problems) = (weights.pass, weights.wantsCurvature, weights.problems)
        (vectorCount, featureCount) = (weights.vectorCount, features)
        let count = PassSums.count(
            problems: problems.count, vectors: vectorCount, features: features, hasCurvature: hasCurvature)
        numbers = Array(repeating: 0, count: count)
    }

    /// Reads the sums that a worker wrote.
    ///
    /// - Throws: `GradientError` unless the bytes are sums of this plan.
    /// - Complexity: O(bytes).
    public init(_ bytes: UnsafeRawBufferPointer, _ plan: GradientPlan) throws(GradientError) {
        var reader = try GradientReader(bytes, .sums, plan: plan.digest)
        pass = Int(try reader.next(UInt32.self))
        hasCurvature = try reader.next(0...1, UInt32.self, "0 or 1") == 1
        problems = try plan.problemNumbers(&reader)
        vectorCount = problems.reduce(0) { $0 + plan.problems[$1].vectorCount }
        featureCount = plan.features.count
        numbers = try reader.array(
            PassSums.count(
                problems: problems.count, vectors: vectorCount, features: featureCount, hasCurvature: hasCurvature))
        try reader.end()
    }

    /// The bytes of a worker's file, for the driver.
    public func encoded(_ plan: GradientPlan) -> [UInt8] {
        var writer = GradientWriter(.sums, plan: plan.digest, capacity: 8 * numbers.count + 64)
        writer.add(UInt32(pass))
        writer.add(UInt32(hasCurvature ? 1 : 0))
        writer.add(UInt32(problems.count))
        writer.add(problems.map { UInt32($0) })
        writer.add(numbers)
        return writer.finish()
    }

    /// Adds the sums of other rows. In any order the result has the same bits.
    ///
    /// - Throws: `GradientError.otherPass` for sums at another point.
    /// - Complexity: O(features x vectors).
    public mutating func add(_ other: PassSums) throws(GradientError) {
        guard pass == other.pass, problems == other.problems, hasCurvature == other.hasCurvature else {
            throw .otherPass(expected: pass, found: other.pass)
        }
        for i in numbers.indices { numbers[i] &+= other.numbers[i] }
    }

    /// Of all rows that were summed.
    var read: RowsDigest {
        get { RowsDigest(rows: UInt64(bitPattern: numbers[0]), content: UInt64(bitPattern: numbers[1])) }
        set { (numbers[0], numbers[1]) = (Int64(bitPattern: newValue.rows), Int64(bitPattern: newValue.content)) }
    }

    /// Where the loss of the i-th of `problems` is.
    func placeOfLoss(_ i: Int) -> Int { 2 + i }
    /// Where the numbers of vectors begin, and behind them those of features.
    var placeOfBiases: Int { 2 + problems.count }
    var placeOfGradient: Int { placeOfBiases + vectorCount }
    var placeOfBiasCurvature: Int { placeOfGradient + vectorCount * featureCount }
    var placeOfCurvature: Int { placeOfBiasCurvature + vectorCount }
}

extension RegressionProblem {
    /// Whole numbers of a loss or gradient are multiples of 1 / this.
    var unit: Double { Double(sign: .plus, exponent: bits, significand: 1) }
    /// The same of second derivatives, which are larger: they have squares of values.
    var curvatureUnit: Double { unit / RegressionProblem.mostValue }
}
