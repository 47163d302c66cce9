// Gradient: what the driver sends to the workers for a pass: the point at which they sum.

/// The weights of all problems that are not solved yet.
///
/// A weight is that of a feature's value, count x norm: column scales are multiplied in. The driver
/// keeps them, so workers need none.
public struct PassWeights: Equatable {
    let pass: Int
    /// Whether second derivatives are summed too.
    let wantsCurvature: Bool
    /// Problems of the plan, ascending.
    let problems: [Int]
    /// Of each vector of these problems.
    let biases: [Double]
    /// `vectorCount` for each feature, feature by feature.
    let weights: [Float]

    var vectorCount: Int { biases.count }

    /// Weights beyond these are no point of any search.
    private static let most: Float = 1e9

    init(pass: Int, wantsCurvature: Bool, problems: [Int], biases: [Double], weights: [Float]) {
        (self.pass, self.wantsCurvature, self.problems) = (pass, wantsCurvature, problems)
        (self.biases, self.weights) = (biases, weights)
    }

    /// Reads the weights that the driver sent.
    ///
    /// - Throws: `GradientError` unless the bytes are weights of this plan.
    /// - Complexity: O(bytes).
    public init(_ bytes: UnsafeRawBufferPointer, _ plan: GradientPlan) throws(GradientError) {
        var reader = try GradientReader(bytes, .weights, plan: plan.digest)
        pass = Int(try reader.next(UInt32.self))
        wantsCurvature = try reader.next(0...1, UInt32.self, "0 or 1") == 1
        problems = try plan.problemNumbers(&reader)
        let vectors = problems.reduce(0) { $0 + plan.problems[$1].vectorCount }
        biases = try reader.doubles(vectors)
        weights = try reader.floats(vectors * plan.features.count)
        guard biases.allSatisfy({ abs($0) <= Double(PassWeights.most) }), weights.allSatisfy({ abs($0) <= PassWeights.most })
        else { throw .invalid(atByte: reader.at, expected: "finite weights") }
        try reader.end()
    }

    func encoded(_ plan: GradientPlan) -> [UInt8] {
        var writer = GradientWriter(.weights, plan: plan.digest, capacity: 4 * weights.count + 8 * biases.count)
        writer.add(UInt32(pass))
        writer.add(UInt32(wantsCurvature ? 1 : 0))
        writer.add(UInt32(problems.count))
        writer.add(problems.map { UInt32($0) })
        writer.add(biases)
        writer.add(weights)
        return writer.finish()
    }
}

extension GradientPlan {
    /// Reads the numbers of some problems, ascending.
    func problemNumbers(_ reader: inout GradientReader) throws(GradientError) -> [Int] {
        let start = reader.at
        let count = try reader.next(0...problems.count, UInt32.self, "a number of problems")
        let numbers = try reader.array(count, of: UInt32.self).map { Int($0) }
        guard zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }), (numbers.last ?? -1) < problems.count else {
            throw .invalid(atByte: start, expected: "numbers of problems")
        }
        return numbers
    }
}
