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

    /// The scores of the i-th message.
    func scores(_ i: Int) -> ArraySlice<Double> { scores[i * classCount..<(i + 1) * classCount] }
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
        var loss = loss(scores, counts)
        for _ in 0..<100 {
            let step = newtonStep(scores, counts)
            var length = 1.0, next = self, nextLoss = Double.infinity
            repeat {
                next = moved(by: step, times: length)
                nextLoss = next.loss(scores, counts)
                length /= 2
            } while !(nextLoss <= loss) && length > 1e-6
            guard nextLoss < loss else { break }
            let gain = loss - nextLoss
            (self, loss) = (next, nextLoss)
            if gain < 1e-9 * loss { break }
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
    private func forEachRow(
        _ scores: LevelScores,
        _ body: (_ own: Int, _ weight: Double, _ raw: ArraySlice<Double>, _ p: [Double], _ logSum: Double) -> Void
    ) {
        var p = offsets
        for i in 0..<scores.count {
            let raw = scores.scores(i)
            var peak = -Double.infinity
            for c in p.indices {
                p[c] = slope * raw[raw.startIndex + c] + offsets[c]
                peak = max(peak, p[c])
            }
            var total = 0.0
            for c in p.indices {
                p[c] = exp(p[c] - peak)
                total += p[c]
            }
            for c in p.indices { p[c] /= total }
            body(scores.classes[i], scores.weights[i], raw, p, peak + log(total))
        }
    }

    /// The log-loss of each row, by its class.
    func losses(_ scores: LevelScores) -> [Double] {
        var losses: [Double] = []
        forEachRow(scores) { own, _, raw, _, logSum in losses.append(logSum - slope * raw[raw.startIndex + own] - offsets[own]) }
        return losses
    }

    private func loss(_ scores: LevelScores, _ counts: [Double]) -> Double {
        var sum = 0.0
        forEachRow(scores) { own, weight, raw, _, logSum in
            for c in offsets.indices {
                sum += weight * Calibration.target(c, own: own, counts) * (logSum - slope * raw[raw.startIndex + c] - offsets[c])
            }
        }
        return sum
    }

    /// Inverse Hessian x gradient of the loss.
    private func newtonStep(_ scores: LevelScores, _ counts: [Double]) -> [Double] {
        let k = offsets.count
        var gradient = [Double](repeating: 0, count: k)
        var hessian = [[Double]](repeating: gradient, count: k)
        forEachRow(scores) { own, weight, raw, p, _ in
            var mean = 0.0
            for c in 0..<k { mean += p[c] * raw[raw.startIndex + c] }
            for c in 0..<k {
                let score = raw[raw.startIndex + c]
                let error = weight * (p[c] - Calibration.target(c, own: own, counts)), share = weight * p[c]
                gradient[0] += error * score
                hessian[0][0] += share * score * (score - mean)
                guard c > 0 else { continue }
                gradient[c] += error
                hessian[0][c] += share * (score - mean)
                for d in 1..<k { hessian[c][d] += share * ((c == d ? 1 : 0) - p[d]) }
            }
        }
        for c in 1..<k { hessian[c][0] = hessian[0][c] }
        // Holds a slope at the end of its range that would leave it, and offsets of empty classes.
        let isAtEnd = gradient[0] > 0 ? slope == Calibration.slopes.lowerBound : slope == Calibration.slopes.upperBound
        for c in 0..<k where c == 0 ? isAtEnd : counts[c] == 0 {
            gradient[c] = 0
            for d in 0..<k { (hessian[c][d], hessian[d][c]) = (c == d ? 1 : 0, c == d ? 1 : 0) }
        }
        for c in 0..<k {
            // Where all rows are certain, the loss is flat and the Hessian singular.
            hessian[c][c] += 1e-9
        }
        return Calibration.solve(hessian, gradient)
    }

    /// Gaussian elimination with partial pivoting.
    private static func solve(_ matrix: [[Double]], _ right: [Double]) -> [Double] {
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
