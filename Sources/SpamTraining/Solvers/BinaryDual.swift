// Training: the dual of two-class logistic regression, one row at a time.

import Foundation
import Statistics

/// Dual coordinate ascent for two classes.
///
/// Each row i has a dual value C[i] p[i] with 0 < p < 1, where C[i] is C times the row's weight,
/// and w = sum of C[i] y[i] p[i] x[i]. At the optimum ln(p / (1 - p)) = -y (w x). With all other
/// rows fixed, the best u = ln(p / (1 - p)) solves
///
///     u + m + a (sigmoid(u) - p) = 0,      a = C |x|^2,  m = y (w x) before the step.
///
/// The left side rises by at least 1 for each 1 of u, so Newton's method inside a shrinking bracket
/// always converges.
///
/// A step gains about C p (1 - p) g^2 / 2 of the dual, with g = u + m before it. Rows that would
/// gain next to nothing leave the active set (`VisitSchedule`). By g alone, rows far from the
/// boundary would stay active: Benchmarks/decisions/solver.md.
///
/// A row is first visited with p = 0, which gains C (a p^2 / 2 - ln(1 - p)). So w starts at zero
/// and grows row by row; a small p > 0 for all rows costs a pass:
/// Benchmarks/decisions/solver.md.
struct BinaryDual {
    let settings: LogisticSettings

    init(_ settings: LogisticSettings) { self.settings = settings }

    func fit(_ matrix: FeatureMatrix, classes: [UInt8], rows: RowList, rowWeights: [Float] = []) -> LinearWeights {
        let rows = rows.ascending()
        // Together, because every step reads both: w x scale, so that a margin needs no scale, and
        // the scale squared.
        var cells = matrix.scales.map { SIMD2(0, $0 * $0) }
        var duals = rows.map { row in
            BinaryRow(
                place: RowPlace(row, of: matrix),
                signedWeight: (classes[row] == 1 ? 1 : -1) * (rowWeights.isEmpty ? 1 : rowWeights[row]))
        }
        let bias = cells.withUnsafeMutableBufferPointer { cells in
            duals.withUnsafeMutableBufferPointer { duals in
                var ascent = BinaryAscent(matrix: matrix, settings: settings, w: cells, duals: duals)
                return ascent.run(rows)
            }
        }
        var learned = LinearWeights(featureCount: matrix.columnCount, classCount: 2)
        learned.bias[1] = bias * settings.biasValue
        for (f, cell) in cells.enumerated() { learned.weights[2 * f + 1] = cell.x }
        return learned
    }
}

/// A row and its dual value.
private struct BinaryRow: VisitedRow {
    let place: RowPlace
    /// The row's weight, negative for the first class.
    let signedWeight: Float
    /// |x|^2, including the bias value.
    var square: Float = 0
    var p = 0.0

    /// -1 or 1.
    var y: Double { signedWeight < 0 ? -1 : 1 }
    var weight: Double { Double(abs(signedWeight)) }
}

/// The ascent while it runs: weights, dual values, and the rows that are not settled.
private struct BinaryAscent {
    private let matrix: FeatureMatrix
    private let cost: Double
    private let biasValue: Double
    private let maxPasses: Int
    /// What a settled row may still gain, times two.
    private let settled: Double
    private let w: UnsafeMutableBufferPointer<SIMD2<Float>>
    private let duals: UnsafeMutableBufferPointer<BinaryRow>
    private var bias = 0.0
    private var random: SplitMix
    private var unsettled: RowList = []

    init(
        matrix: FeatureMatrix, settings: LogisticSettings, w: UnsafeMutableBufferPointer<SIMD2<Float>>,
        duals: UnsafeMutableBufferPointer<BinaryRow>
    ) {
        self.matrix = matrix
        cost = settings.cost
        biasValue = settings.biasValue
        maxPasses = settings.maxPasses
        settled = settings.tolerance * settings.tolerance
        random = SplitMix(seed: settings.seed)
        self.w = w
        self.duals = duals
    }

    /// Returns the weight of the bias value.
    mutating func run(_ rows: RowList) -> Double {
        var schedule = VisitSchedule(rowCount: rows.count, settled: settled)
        for _ in 1...maxPasses where !schedule.isDone {
            unsettled = []
            var gain = 0.0
            matrix.forEachBlock(of: rows, at: schedule.active) { gain += pass(over: schedule.active[$0]) }
            schedule.advance(gain: gain, unsettled: unsettled)
        }
        return bias
    }

    /// Visits rows in random order. Returns what that gained.
    private mutating func pass(over active: RowList.SubSequence) -> Double {
        // A local, so that the matrix is retained for a pass and not for every visit.
        let matrix = matrix
        var order = Array(active)
        random.shuffle(&order)
        var gain = 0.0
        for (n, i) in order.enumerated() {
            matrix.prefetch(order, after: n, of: duals)
            gain += visit(i, matrix.entries(duals[i].place))
        }
        return gain
    }

    @inline(__always)
    private mutating func visit(_ i: Int, _ entries: UnsafeBufferPointer<UInt32>) -> Double {
        let place = duals[i].place
        let margin = duals[i].y * (Double(dot(w, entries) * place.norm) + bias * biasValue)
        return duals[i].p == 0 ? firstStep(i, margin, entries) : laterStep(i, margin, entries)
    }

    @inline(__always)
    private mutating func firstStep(_ i: Int, _ margin: Double, _ entries: UnsafeBufferPointer<UInt32>) -> Double {
        let norm = duals[i].place.norm, cost = cost * duals[i].weight
        duals[i].square = squareSum(w, entries) * norm * norm + Float(biasValue * biasValue)
        let curvature = cost * Double(duals[i].square)
        let new = bestDual(margin: margin, curvature: curvature, old: 0, logOdds: 0)
        let gain = cost * (curvature * new * new / 2 - log(1 - new))
        if gain > settled / 2 { unsettled.append(i) }
        move(i, to: new, entries)
        return gain
    }

    @inline(__always)
    private mutating func laterStep(_ i: Int, _ margin: Double, _ entries: UnsafeBufferPointer<UInt32>) -> Double {
        let old = duals[i].p, cost = cost * duals[i].weight, curvature = cost * Double(duals[i].square)
        let logOdds = log(old / (1 - old))
        let weight = cost * old * (1 - old), slope = logOdds + margin
        let most = weight * slope * slope
        guard most > settled * VisitSchedule.skippedPart * min(1, cost) else { return 0 }
        if most > settled { unsettled.append(i) }
        move(i, to: bestDual(margin: margin, curvature: curvature, old: old, logOdds: logOdds), entries)
        return most / (2 + 2 * curvature * old * (1 - old))
    }

    /// Sets p of a row and updates the weights.
    @inline(__always)
    private mutating func move(_ i: Int, to new: Double, _ entries: UnsafeBufferPointer<UInt32>) {
        let old = duals[i].p
        guard new != old else { return }
        duals[i].p = new
        let step = cost * duals[i].weight * duals[i].y * (new - old)
        let scaled = Float(step) * duals[i].place.norm
        for bits in entries {
            let entry = MatrixEntry(bits: bits)
            w[entry.column].x += scaled * Float(entry.count) * w[entry.column].y
        }
        bias += step * biasValue
    }
}

/// The sum of weight x count over entries, in four independent chains of additions.
@inline(__always)
private func dot(_ w: UnsafeMutableBufferPointer<SIMD2<Float>>, _ entries: UnsafeBufferPointer<UInt32>) -> Float {
    func product(_ i: Int) -> Float {
        let entry = MatrixEntry(bits: entries[i])
        return w[entry.column].x * Float(entry.count)
    }
    var a: Float = 0, b: Float = 0, c: Float = 0, d: Float = 0
    var i = 0
    while i + 4 <= entries.count {
        a += product(i)
        b += product(i + 1)
        c += product(i + 2)
        d += product(i + 3)
        i += 4
    }
    while i < entries.count {
        a += product(i)
        i += 1
    }
    return a + b + (c + d)
}

/// The sum of (scale x count)^2 over entries.
@inline(__always)
private func squareSum(_ w: UnsafeMutableBufferPointer<SIMD2<Float>>, _ entries: UnsafeBufferPointer<UInt32>) -> Float {
    var sum: Float = 0
    for bits in entries {
        let entry = MatrixEntry(bits: bits), count = Float(entry.count)
        sum += count * count * w[entry.column].y
    }
    return sum
}

/// The p that solves the equation of `BinaryDual`, at least 1e-15 away from 0 and 1.
private func bestDual(margin m: Double, curvature a: Double, old p: Double, logOdds: Double) -> Double {
    // sigmoid(u) - p lies in (-p, 1 - p), so u lies in this bracket.
    var low = -m - a * (1 - p), high = -m + a * p
    var u = min(max(logOdds, low), high)
    var s = u == logOdds && p > 0 ? p : 1 / (1 + exp(-u))
    for _ in 0..<40 {
        let f = u + m + a * (s - p)
        if abs(f) < 1e-10 { break }
        if f > 0 { high = u } else { low = u }
        let next = u - f / (1 + a * s * (1 - s))
        u = next > low && next < high ? next : (low + high) / 2
        s = 1 / (1 + exp(-u))
        if high - low < 1e-12 { break }
    }
    return min(max(s, 1e-15), 1 - 1e-15)
}
