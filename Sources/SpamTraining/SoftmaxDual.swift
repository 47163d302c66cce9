// Training: the dual of softmax regression, one row (all its classes at once) at a time.

import Foundation
import SpamEvaluation

/// Dual block coordinate ascent for three and more classes.
///
/// Each row i has a distribution q[i] over the classes, and w[c] = C sum over i of ([c = y[i]] - q[i][c]) x[i]. At the optimum q is the
/// softmax of the row's scores. With all other rows fixed, the best q solves, for scores z before the step and a = C |x|^2,
///
///     ln q[c] + a q[c] = z[c] + a old[c] - level,      sum of q = 1.
///
/// For a given level each q[c] is the root of a rising function, and their sum falls with the level: two nested Newton iterations.
///
/// Which rows are visited, and when it ends, is as with two classes (`BinaryDual`): what a row would gain is C / 2 times the sum of q g^2, with
/// g = z - ln q less its mean over q. A class that should have more than it has counts little there, so that it ends well before the optimum.
struct SoftmaxDual {
    /// The dual values of the other classes before the first pass.
    private static let start = 1e-5
    let settings: LogisticRegression.Settings

    init(_ settings: LogisticRegression.Settings) { self.settings = settings }

    func fit(
        _ matrix: FeatureMatrix, classes: [Int], classCount k: Int, rows: [Int], rowWeights: [Float] = []
    ) -> LinearWeights {
        let settled = settings.tolerance * settings.tolerance
        let rows = rows.sorted()
        // The dual below is that of half the penalty: half the cost gives the optimum of the whole one.
        func cost(_ row: Int) -> Double { settings.cost / 2 * (rowWeights.isEmpty ? 1 : Double(rowWeights[row])) }
        var vectors = ClassVectors(matrix, classCount: k, biasValue: settings.biasValue)
        // Of the i-th of `rows`: q, and |x|^2.
        var q = [Double](repeating: SoftmaxDual.start, count: rows.count * k)
        var squares = [Float](repeating: 0, count: rows.count)
        var change = [Double](repeating: 0, count: k)
        matrix.forEachBlock(of: rows) { block in
            for i in block {
                let row = rows[i], own = classes[row]
                q[i * k + own] = 1 - SoftmaxDual.start * Double(k - 1)
                for c in 0..<k { change[c] = cost(row) * ((c == own ? 1 : 0) - q[i * k + c]) }
                squares[i] = vectors.add(change, ofRow: row, of: matrix)
            }
        }
        var gained = 0.0
        var active = Array(rows.indices), lastWhole = 0
        var random = SplitMix(seed: settings.seed)
        var scores = [Double](repeating: 0, count: k)
        var solver = BlockSolver(classCount: k)
        for pass in 1...settings.maxPasses {
            var restless: [Int] = [], gain = 0.0
            matrix.forEachBlock(of: active.map { rows[$0] }) { block in
                var order = Array(active[block])
                random.shuffle(&order)
                for i in order {
                    let cost = cost(rows[i])
                    vectors.score(rows[i], of: matrix, into: &scores)
                    let slope = solver.solve(scores: scores, curvature: cost * Double(squares[i]), &q, at: i * k)
                    gain += cost * slope / 2
                    if cost * slope > settled { restless.append(i) }
                    for c in 0..<k { change[c] = -cost * solver.change[c] }
                    _ = vectors.add(change, ofRow: rows[i], of: matrix)
                }
            }
            gained += gain
            if active.count == rows.count {
                if gain <= settled * gained { break }
                lastWhole = pass
            }
            active =
                restless.isEmpty || pass - lastWhole == BinaryDual.mostPassesBetween ? Array(rows.indices) : restless.sorted()
        }
        return vectors.learned
    }
}

/// The weights of all classes while they are learned, w x scale: so a score needs no scale, and a step its square.
private struct ClassVectors {
    private let classCount: Int
    private let biasValue: Double
    private let squaredScales: [Float]
    /// Four classes side by side, `lanes` such for each feature.
    private let lanes: Int
    private var weights: [SIMD4<Float>]
    private var bias: [Double]
    /// Scratch.
    private var sums: [SIMD4<Float>]

    init(_ matrix: FeatureMatrix, classCount k: Int, biasValue: Double) {
        classCount = k
        self.biasValue = biasValue
        squaredScales = matrix.scales.map { $0 * $0 }
        lanes = (k + 3) / 4
        weights = Array(repeating: .zero, count: matrix.columnCount * lanes)
        bias = Array(repeating: 0, count: k)
        sums = Array(repeating: .zero, count: lanes)
    }

    /// The score of each class.
    mutating func score(_ row: Int, of matrix: FeatureMatrix, into scores: inout [Double]) {
        let lanes = lanes
        weights.withUnsafeBufferPointer { w in
            // Four sums at a time, in registers: as members of an array each would wait for the last entry to be stored.
            for from in stride(from: 0, to: lanes, by: 4) {
                let count = min(4, lanes - from)
                var first = SIMD4<Float>.zero, second = first, third = first, fourth = first
                matrix.forEachValue(ofRow: row) { column, value in
                    let place = column &* lanes &+ from
                    first += w[place] * value
                    if count > 1 { second += w[place &+ 1] * value }
                    if count > 2 { third += w[place &+ 2] * value }
                    if count > 3 { fourth += w[place &+ 3] * value }
                }
                sums[from] = first
                if count > 1 { sums[from + 1] = second }
                if count > 2 { sums[from + 2] = third }
                if count > 3 { sums[from + 3] = fourth }
            }
        }
        for c in 0..<classCount { scores[c] = bias[c] * biasValue + Double(sums[c / 4][c % 4]) }
    }

    /// Adds some times a row to each vector. Returns |x|^2, the bias' value with it.
    mutating func add(_ times: [Double], ofRow row: Int, of matrix: FeatureMatrix) -> Float {
        for c in 0..<classCount {
            sums[c / 4][c % 4] = Float(times[c])
            bias[c] += times[c] * biasValue
        }
        var square = Float(biasValue * biasValue)
        weights.withUnsafeMutableBufferPointer { w in
            sums.withUnsafeBufferPointer { sums in
                squaredScales.withUnsafeBufferPointer { squaredScales in
                    matrix.forEachValue(ofRow: row) { column, value in
                        let scaled = value * squaredScales[column]
                        square += value * scaled
                        for j in 0..<lanes { w[column &* lanes &+ j] += sums[j] * scaled }
                    }
                }
            }
        }
        return square
    }

    var learned: LinearWeights {
        var learned = LinearWeights(featureCount: squaredScales.count, classCount: classCount)
        for c in 0..<classCount { learned.bias[c] = bias[c] * biasValue }
        for f in squaredScales.indices {
            for c in 0..<classCount { learned.weights[f * classCount + c] = weights[f * lanes + c / 4][c % 4] }
        }
        return learned
    }
}

/// One step of one row.
private struct BlockSolver {
    /// What the last `solve` added to each class's dual value.
    private(set) var change: [Double]
    private var target: [Double]
    private var logs: [Double]

    init(classCount: Int) {
        change = Array(repeating: 0, count: classCount)
        target = change
        logs = change
    }

    /// Replaces `q[base..<base + k]` by the best distribution and returns the sum of q g^2 before: how far the gradient was from flat.
    mutating func solve(scores z: [Double], curvature a: Double, _ q: inout [Double], at base: Int) -> Double {
        let k = change.count
        var mean = 0.0
        for c in 0..<k {
            logs[c] = log(q[base + c])
            mean += q[base + c] * (z[c] - logs[c])
            target[c] = z[c] + a * q[base + c]
        }
        var slope = 0.0
        for c in 0..<k {
            let g = z[c] - logs[c] - mean
            slope += q[base + c] * g * g
        }

        // With the old q and this level the equations hold on average: a good place to begin.
        var level = mean
        var low = -Double.infinity, high = Double.infinity
        for _ in 0..<50 {
            var sum = 0.0, rise = 0.0
            for c in 0..<k {
                logs[c] = BlockSolver.root(of: target[c] - level, curvature: a, near: logs[c])
                let value = exp(logs[c])
                sum += value
                rise += value / (1 + a * value)
            }
            if abs(sum - 1) < 1e-12 { break }
            if sum > 1 { low = level } else { high = level }
            var next = level + (sum - 1) / rise
            if !(next > low && next < high) {
                next = low.isFinite && high.isFinite ? (low + high) / 2 : low.isFinite ? low + 1 : high - 1
            }
            if next == level { break }
            level = next
        }
        var sum = 0.0
        for c in 0..<k { sum += exp(logs[c]) }
        for c in 0..<k {
            let new = max(exp(logs[c]) / sum, 1e-15)
            change[c] = new - q[base + c]
            q[base + c] = new
        }
        return slope
    }

    /// The v with v + a e^v = t. The left side is convex and rises by at least 1 for each 1 of v.
    private static func root(of t: Double, curvature a: Double, near start: Double) -> Double {
        // No root lies right of this: v <= t always, and v >= 0 means a e^v <= t.
        let right = t <= 0 ? t : min(t, max(0, log(t / a)))
        var v = min(start, right)
        for _ in 0..<50 {
            let e = a * exp(v)
            let next = min(v - (v + e - t) / (1 + e), right)
            if abs(next - v) < 1e-13 * (1 + abs(v)) { return next }
            v = next
        }
        return v
    }
}
