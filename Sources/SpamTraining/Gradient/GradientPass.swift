// Gradient: one pass over the prepared rows of a partition: the loss of every problem and its
// gradient.

import SpamFilter

/// The sums of a partition.
///
/// Two classes, z = w x + b and y = -1 or 1: the loss is ln(1 + exp(-y z)), its derivative by z is
/// p - [y = 1] with p = 1 / (1 + exp(-z)). More classes: ln sum exp z[c] - z[y], and p[c] - [c = y]
/// with p the softmax (Bishop, Pattern Recognition and Machine Learning, 2006, section 4.3). Each
/// times the row's weight. C and the penalty are the driver's.
///
/// A row's part is rounded to a whole number of units before it is added. So the sums do not depend
/// on the order of rows nor on partitions. Up or down is drawn by the row's checksum, with the
/// fraction as the probability (stochastic rounding; Croci et al., Royal Society Open Science 9,
/// 2022): of very many rows, parts below half a unit would be lost otherwise. Exponentials are the
/// decision core's: the same bits on every machine.
public struct GradientPass {
    /// A problem that learns from a kind of rows.
    private struct Fit {
        /// Its place among those of the pass.
        let problem: Int
        let firstVector: Int
        let vectorCount: Int
        let own: Int
        let weight: Double
        let unit: Double
        let curvatureUnit: Double
    }

    private let plan: GradientPlan
    private let weights: PassWeights
    private let fitsOfKind: [[Fit]]
    private let vectorsOfKind: [[Int]]

    /// A pass at these weights, for any number of partitions.
    public init(_ plan: GradientPlan, _ weights: PassWeights) {
        (self.plan, self.weights) = (plan, weights)
        var fits = [[Fit]](repeating: [], count: plan.kinds.count), vectors = [[Int]](repeating: [], count: plan.kinds.count)
        var first = 0
        for (place, number) in weights.problems.enumerated() {
            let problem = plan.problems[number]
            for kind in plan.kinds.indices where problem.classes[kind] != GradientLayout.noClass {
                fits[kind].append(
                    Fit(
                        problem: place, firstVector: first, vectorCount: problem.vectorCount, own: Int(problem.classes[kind]),
                        weight: Double(problem.weights[kind]), unit: problem.unit, curvatureUnit: problem.curvatureUnit))
                vectors[kind] += Array(first..<first + problem.vectorCount)
            }
            first += problem.vectorCount
        }
        (fitsOfKind, vectorsOfKind) = (fits, vectors)
    }

    /// The sums of the rows of a partition.
    ///
    /// - Throws: `GradientError` for bytes that are no prepared rows of the plan.
    /// - Complexity: O(entries x vectors); memory as for the weights, three times.
    public func sums(of rows: PreparedRows) throws(GradientError) -> PassSums {
        var sums = PassSums(weights, features: plan.features.count)
        let vectorCount = weights.vectorCount, wantsCurvature = weights.wantsCurvature
        // Of each vector: score, then the factor of values in gradient and curvature.
        var scores = [Double](repeating: 0, count: vectorCount), slopes = scores, bends = scores
        let (biases, gradient) = (sums.placeOfBiases, sums.placeOfGradient)
        let (biasCurvature, curvature) = (sums.placeOfBiasCurvature, sums.placeOfCurvature)
        var numbers: [Int64] = []
        swap(&numbers, &sums.numbers)
        let found = try numbers.withUnsafeMutableBufferPointer { numbers throws(GradientError) in
            try rows.forEach { row in
                let vectors = vectorsOfKind[row.kind]
                guard !vectors.isEmpty else { return }
                let whole = Rounding(row.checksum)
                score(row, vectors, &scores)
                for fit in fitsOfKind[row.kind] {
                    let loss = derivatives(fit, row.norm, &scores, &slopes, &bends)
                    // Beyond that a point is as bad as any; and no sum overflows.
                    numbers[2 + fit.problem] &+= whole(min(loss, RegressionProblem.mostValue) * fit.weight * fit.unit)
                    for v in fit.firstVector..<fit.firstVector + fit.vectorCount {
                        numbers[biases + v] &+= whole(slopes[v])
                        slopes[v] *= Double(row.norm)
                        guard wantsCurvature else { continue }
                        numbers[biasCurvature + v] &+= whole(bends[v])
                        bends[v] *= Double(row.norm) * Double(row.norm)
                    }
                }
                for i in 0..<row.entryCount {
                    let entry = row.entry(i), value = Double(entry.count)
                    let place = entry.column &* vectorCount
                    for v in vectors { numbers[gradient &+ place &+ v] &+= whole(slopes[v] * value) }
                    guard wantsCurvature else { continue }
                    for v in vectors { numbers[curvature &+ place &+ v] &+= whole(bends[v] * value * value) }
                }
            }
        }
        swap(&numbers, &sums.numbers)
        sums.read = found
        return sums
    }

    /// Sets the score of each vector.
    @inline(__always)
    private func score(_ row: PreparedRow, _ vectors: [Int], _ scores: inout [Double]) {
        for v in vectors { scores[v] = 0 }
        weights.weights.withUnsafeBufferPointer { weights in
            scores.withUnsafeMutableBufferPointer { scores in
                for i in 0..<row.entryCount {
                    let entry = row.entry(i), value = Double(entry.count)
                    let place = entry.column &* scores.count
                    for v in vectors { scores[v] += Double(weights[place &+ v]) * value }
                }
            }
        }
        for v in vectors { scores[v] = scores[v] * Double(row.norm) + weights.biases[v] }
    }

    /// Returns the loss, and sets the derivatives by the score of each vector, times the row's
    /// weight, in units.
    @inline(__always)
    private func derivatives(
        _ fit: Fit, _ norm: Float, _ scores: inout [Double], _ slopes: inout [Double], _ bends: inout [Double]
    ) -> Double {
        let first = fit.firstVector
        if fit.vectorCount == 1 {
            let score = scores[first], small = exponential(-abs(score))
            let p = score >= 0 ? 1 / (1 + small) : small / (1 + small)
            slopes[first] = (p - Double(fit.own)) * fit.weight * fit.unit
            bends[first] = p * (1 - p) * fit.weight * fit.curvatureUnit
            let margin = fit.own == 1 ? score : -score
            return max(0, -margin) + logarithm(1 + small)
        }
        var peak = -Double.infinity, sum = 0.0
        for v in first..<first + fit.vectorCount { peak = max(peak, scores[v]) }
        let own = scores[first + fit.own]
        for v in first..<first + fit.vectorCount {
            scores[v] = exponential(scores[v] - peak)
            sum += scores[v]
        }
        for v in first..<first + fit.vectorCount {
            let p = scores[v] / sum
            slopes[v] = (p - (v == first + fit.own ? 1 : 0)) * fit.weight * fit.unit
            bends[v] = p * (1 - p) * fit.weight * fit.curvatureUnit
        }
        return max(0, peak - own + logarithm(sum))
    }
}

/// Rounds a row's numbers, up with the probability of their fraction.
private struct Rounding {
    /// 0 to 1, without 1.
    private let draw: Double

    /// - Parameter checksum: of the row. Rows with the same bytes are rounded alike.
    init(_ checksum: UInt64) { draw = Double(checksum >> 11) * 0x1p-53 }

    /// floor(number + draw).
    ///
    /// - Precondition: it fits 64 bits, as plans make sure of.
    @inline(__always)
    func callAsFunction(_ number: Double) -> Int64 {
        let moved = number + draw, towardZero = Int64(moved)
        return Double(towardZero) > moved ? towardZero - 1 : towardZero
    }
}
