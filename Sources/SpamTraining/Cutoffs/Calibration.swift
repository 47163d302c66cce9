// Training: scores to probabilities. One slope for all classes of a level and an offset for each.
//
// Raw scores are too steep or too flat, and lean to the larger class. For two classes, junk or not,
// this is Platt's scaling (Probabilistic outputs for support vector machines, 1999); for more, the
// bias-corrected temperature scaling of Alexandari, Kundaje & Shrikumar (ICML 2020). It won over
// temperature alone and tied with isotonic regression, which needs a table in the model:
// Benchmarks/decisions/calibration.md.

import Foundation

/// Scores of messages by a model that has not seen them, for the classes of one level.
struct LevelScores {
    let classCount: Int
    /// The class of each message, and `classCount` scores.
    private(set) var classes: [Int] = []
    private(set) var scores: [Double] = []
    /// What each message counts, above 0.
    private(set) var weights: [Double] = []

    var count: Int { classes.count }

    init(classCount: Int) { self.classCount = classCount }

    mutating func add(_ own: Int, _ scores: some Sequence<Double>, weight: Double = 1) {
        classes.append(own)
        weights.append(weight)
        self.scores += scores
    }

}

/// Calibrated score of class c = slope x score + offset of c.
struct Calibration: Equatable {
    var slope: Double
    /// One a class, 0 for the first.
    var offsets: [Double]

    static func identity(classes: Int) -> Calibration { Calibration(slope: 1, offsets: Array(repeating: 0, count: classes)) }
}

extension Calibration {
    private static let slopes = 1e-3...1e2

    /// Minimises the log-loss, which is convex, by Newton's method with step halving.
    ///
    /// The target of a row is (n + 1) / (n + 2) for its class, with n the weight of its rows, and
    /// the rest for the others, as in Platt: a class that is separated perfectly does not drive the
    /// slope to infinity.
    ///
    /// - Complexity: O(rows x classes^2) for each of some 10 steps.
    init(_ scores: LevelScores) {
        let k = scores.classCount
        self = .identity(classes: k)
        var counts = [Double](repeating: 0, count: k)
        for (c, weight) in zip(scores.classes, scores.weights) { counts[c] += weight }
        // With one class alone, the loss falls as long as the slope rises.
        guard counts.count(where: { $0 > 0 }) > 1 else { return }
        // Starts where the largest score becomes 1: where all scores are large the loss is flat,
        // and Newton steps go nowhere.
        let largest = scores.scores.reduce(0) { max($0, abs($1)) }
        slope = min(max(1 / max(largest, 1e-6), Calibration.slopes.lowerBound), Calibration.slopes.upperBound)
        var here = derivatives(scores, counts)
        for _ in 0..<100 {
            let step = newtonStep(here, counts)
            var length = 1.0, next = self, there = here
            repeat {
                next = moved(by: step, times: length)
                there = next.derivatives(scores, counts)
                length /= 2
            } while !(there.loss <= here.loss) && length > 1e-6
            guard there.loss < here.loss else { break }
            let gain = here.loss - there.loss
            (self, here) = (next, there)
            if gain < 1e-9 * here.loss { break }
        }
    }

    /// The parameters less a multiple of the step. Its first number is of the slope; the others are
    /// of the offsets except the first, which stays 0.
    private func moved(by step: [Double], times length: Double) -> Calibration {
        var next = self
        next.slope = min(max(slope - length * step[0], Calibration.slopes.lowerBound), Calibration.slopes.upperBound)
        for c in 1..<offsets.count { next.offsets[c] -= length * step[c] }
        return next
    }

    /// The target probability of class `c` for a row of class `own`.
    private static func target(_ c: Int, own: Int, _ counts: [Double]) -> Double {
        c == own ? (counts[own] + 1) / (counts[own] + 2) : 1 / (counts[own] + 2) / Double(counts.count - 1)
    }

    /// Calls `body` with each row's class, weight, scores, probabilities, and the log of the
    /// softmax's denominator. Allocates nothing per row: there are ten passes over up to a million
    /// rows.
    // Inlined, so that no closure is called for a row.
    @inline(__always)
    private func forEachRow(
        _ scores: LevelScores,
        _ body: (
            _ own: Int, _ weight: Double, _ raw: UnsafeBufferPointer<Double>, _ p: UnsafeBufferPointer<Double>, _ logSum: Double
        ) -> Void
    ) {
        let k = scores.classCount
        precondition(offsets.count == k && scores.scores.count == scores.count * k, "expected k scores of every row")
        withUnsafeTemporaryAllocation(of: Double.self, capacity: k) { p in
            scores.scores.withUnsafeBufferPointer { all in
                for i in 0..<scores.count {
                    let raw = UnsafeBufferPointer(rebasing: all[i * k..<(i + 1) * k])
                    var peak = -Double.infinity
                    for c in 0..<k {
                        p[c] = slope * raw[c] + offsets[c]
                        peak = max(peak, p[c])
                    }
                    var total = 0.0
                    for c in 0..<k {
                        p[c] = exp(p[c] - peak)
                        total += p[c]
                    }
                    for c in 0..<k { p[c] /= total }
                    body(scores.classes[i], scores.weights[i], raw, UnsafeBufferPointer(p), peak + log(total))
                }
            }
        }
    }

    /// The log-loss of each row, by its class.
    func losses(_ scores: LevelScores) -> [Double] {
        var losses: [Double] = []
        forEachRow(scores) { own, _, raw, _, logSum in losses.append(logSum - slope * raw[own] - offsets[own]) }
        return losses
    }

    /// The log-loss, and what the next step needs. One pass finds both: most steps are taken at
    /// full length, and the next one starts there.
    private struct Derivatives {
        let loss: Double
        let gradient: [Double]
        /// Row after row.
        let hessian: [Double]
    }

    private func derivatives(_ scores: LevelScores, _ counts: [Double]) -> Derivatives {
        let k = offsets.count
        var loss = 0.0
        var gradient = [Double](repeating: 0, count: k), hessian = [Double](repeating: 0, count: k * k)
        gradient.withUnsafeMutableBufferPointer { gradient in
            hessian.withUnsafeMutableBufferPointer { hessian in
                forEachRow(scores) { own, weight, raw, p, logSum in
                    var mean = 0.0
                    for c in 0..<k { mean += p[c] * raw[c] }
                    for c in 0..<k {
                        let score = raw[c], target = Calibration.target(c, own: own, counts)
                        let error = weight * (p[c] - target), share = weight * p[c]
                        loss += weight * target * (logSum - slope * score - offsets[c])
                        gradient[0] += error * score
                        hessian[0] += share * score * (score - mean)
                        guard c > 0 else { continue }
                        gradient[c] += error
                        hessian[c] += share * (score - mean)
                        for d in 1..<k { hessian[c * k + d] += share * ((c == d ? 1 : 0) - p[d]) }
                    }
                }
            }
        }
        for c in 1..<k { hessian[c * k] = hessian[c] }
        return Derivatives(loss: loss, gradient: gradient, hessian: hessian)
    }

    /// Inverse Hessian x gradient of the loss.
    private func newtonStep(_ here: Derivatives, _ counts: [Double]) -> [Double] {
        let k = offsets.count
        var (gradient, hessian) = (here.gradient, here.hessian)
        // Holds a slope at the end of its range that would leave it, and offsets of empty classes.
        let isAtEnd = gradient[0] > 0 ? slope == Calibration.slopes.lowerBound : slope == Calibration.slopes.upperBound
        for c in 0..<k where c == 0 ? isAtEnd : counts[c] == 0 {
            gradient[c] = 0
            for d in 0..<k { (hessian[c * k + d], hessian[d * k + c]) = (c == d ? 1 : 0, c == d ? 1 : 0) }
        }
        // Where all rows are certain, the loss is flat and the Hessian singular.
        for c in 0..<k { hessian[c * k + c] += 1e-9 }
        return Calibration.solve((0..<k).map { Array(hessian[$0 * k..<($0 + 1) * k]) }, gradient)
    }

    /// Gaussian elimination with partial pivoting.
    static func solve(_ matrix: [[Double]], _ right: [Double]) -> [Double] {
        var m = matrix, x = right
        let k = x.count
        for column in 0..<k {
            let pivot = (column..<k).max { abs(m[$0][column]) < abs(m[$1][column]) }!
            m.swapAt(column, pivot)
            x.swapAt(column, pivot)
            for row in column + 1..<k {
                let factor = m[row][column] / m[column][column]
                for j in column..<k { m[row][j] -= factor * m[column][j] }
                x[row] -= factor * x[column]
            }
        }
        for row in (0..<k).reversed() {
            for j in row + 1..<k { x[row] -= m[row][j] * x[j] }
            x[row] /= m[row][row]
        }
        return x
    }
}
