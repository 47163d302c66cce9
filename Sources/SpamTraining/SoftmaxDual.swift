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
/// Which rows are visited, and when it ends, is as with two classes (`BinaryDual`): what a row would gain is C / 2 times the sum of q g^2, with
/// g = z - ln q less its mean over q. A class that should have more than it has counts little there, and what a step has to give up for being long
/// is left out, which makes the first passes look better than they are: it ends well before the optimum. On nine sub-actions 995 of 1,000 labels
/// are those of the solver before, which went on longer, and as many are right.
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
        var vectors = ClassVectors(matrix, classCount: k, biasValue: settings.biasValue)
        let solver = BlockSolver(classCount: k)
        // The dual below is that of half the penalty: half the cost gives the optimum of the whole one.
        var duals = rows.map { row in
            DualRow(
                place: RowPlace(row, of: matrix),
                cost: Float(settings.cost / 2 * (rowWeights.isEmpty ? 1 : Double(rowWeights[row]))))
        }
        // Of the i-th of `rows`: ln q. What a step adds is the difference of two such values, so that none of it is lost to their rounding.
        var logs = [Float](repeating: 0, count: rows.count * k)
        var gained = 0.0
        var random = SplitMix(seed: settings.seed)
        logs.withUnsafeMutableBufferPointer { logs in
            duals.withUnsafeMutableBufferPointer { duals in
                matrix.forEachBlock(of: rows) { block in
                    for i in block {
                        let own = classes[rows[i]]
                        for c in 0..<k {
                            logs[i * k + c] = Float(log(c == own ? 1 - SoftmaxDual.start * Double(k - 1) : SoftmaxDual.start))
                        }
                        solver.start(logs.baseAddress! + i * k, own: own, cost: Double(duals[i].cost))
                        duals[i].square = vectors.add(solver.change, matrix.entries(duals[i].place), duals[i].place.norm)
                    }
                }
                var active = Array(rows.indices), lastWhole = 0
                for pass in 1...settings.maxPasses {
                    var restless: [Int] = [], gain = 0.0
                    matrix.forEachBlock(of: active.map { rows[$0] }) { block in
                        var order = Array(active[block])
                        random.shuffle(&order)
                        for (n, i) in order.enumerated() {
                            matrix.prefetch(order, after: n, of: duals)
                            let cost = Double(duals[i].cost), norm = duals[i].place.norm, entries = matrix.entries(duals[i].place)
                            vectors.score(entries, norm, into: solver.scores)
                            let slope = solver.solve(
                                curvature: cost * Double(duals[i].square), cost: cost, logs.baseAddress! + i * k)
                            gain += cost * slope / 2
                            if cost * slope > settled { restless.append(i) }
                            _ = vectors.add(solver.change, entries, norm)
                        }
                    }
                    gained += gain
                    if active.count == rows.count {
                        if gain <= settled * gained { break }
                        lastWhole = pass
                    }
                    active =
                        restless.isEmpty || pass - lastWhole == BinaryDual.mostPassesBetween
                        ? Array(rows.indices) : restless.sorted()
                }
            }
        }
        return vectors.learned
    }

    /// A row with its share of the cost.
    private struct DualRow: VisitedRow {
        let place: RowPlace
        let cost: Float
        /// |x|^2, the bias' value with it.
        var square: Float = 0
    }
}

/// The weights of all classes while they are learned, w x scale: so a score needs no scale, and a step its square.
private struct ClassVectors: ~Copyable {
    private let classCount: Int
    private let biasValue: Double
    private let featureCount: Int
    /// Four classes side by side, `lanes` such for each feature. The last number of each feature is its scale squared, which a step leaves as it
    /// is, so that it is at hand with the weights.
    private let lanes: Int
    private let weights: UnsafeMutableBufferPointer<SIMD4<Float>>
    private var bias: [Double]
    /// Scratch: four numbers side by side, as the weights.
    private let sums: UnsafeMutableBufferPointer<SIMD4<Float>>

    /// Number by number. Vectors that are changed in place, in a member of a struct without copies, end the compiler of Swift 6.3.1 under the
    /// thread sanitizer.
    private static func numbers(_ vectors: UnsafeMutableBufferPointer<SIMD4<Float>>) -> UnsafeMutableBufferPointer<Float> {
        UnsafeMutableRawBufferPointer(vectors).assumingMemoryBound(to: Float.self)
    }

    init(_ matrix: FeatureMatrix, classCount k: Int, biasValue: Double) {
        classCount = k
        self.biasValue = biasValue
        let scales = matrix.scales
        featureCount = scales.count
        let lanes = k / 4 + 1
        self.lanes = lanes
        weights = .allocate(capacity: featureCount * lanes)
        weights.initialize(repeating: .zero)
        let numbers = ClassVectors.numbers(weights)
        for (f, scale) in scales.enumerated() { numbers[4 * (f * lanes + lanes) - 1] = scale * scale }
        sums = .allocate(capacity: lanes)
        sums.initialize(repeating: .zero)
        bias = Array(repeating: 0, count: k)
    }

    deinit {
        weights.deallocate()
        sums.deallocate()
    }

    /// The score of each class.
    mutating func score(_ entries: UnsafeBufferPointer<UInt32>, _ norm: Float, into scores: UnsafeMutablePointer<Double>) {
        switch lanes {
        case 1: addUp(entries, norm, from: 0, lanes: 1, most: 1)
        case 2: addUp(entries, norm, from: 0, lanes: 2, most: 2)
        case 3: addUp(entries, norm, from: 0, lanes: 3, most: 3)
        default:
            for from in stride(from: 0, to: lanes, by: 4) {
                addUp(entries, norm, from: from, lanes: lanes, most: min(4, lanes - from))
            }
        }
        for c in 0..<classCount { scores[c] = bias[c] * biasValue + Double(sums[c / 4][c % 4]) }
    }

    /// Adds up four lanes at most, in registers: as members of an array each would wait for the last entry to be stored.
    @inline(__always)
    private func addUp(_ entries: UnsafeBufferPointer<UInt32>, _ norm: Float, from: Int, lanes: Int, most: Int) {
        var first = SIMD4<Float>.zero, second = first, third = first, fourth = first
        for bits in entries {
            let entry = MatrixEntry(bits: bits)
            let place = entry.column &* lanes &+ from, value = Float(entry.count) * norm
            first += weights[place] * value
            if most > 1 { second += weights[place &+ 1] * value }
            if most > 2 { third += weights[place &+ 2] * value }
            if most > 3 { fourth += weights[place &+ 3] * value }
        }
        sums[from] = first
        if most > 1 { sums[from + 1] = second }
        if most > 2 { sums[from + 2] = third }
        if most > 3 { sums[from + 3] = fourth }
    }

    /// Adds some times a row to each vector. Returns |x|^2, the bias' value with it.
    mutating func add(_ times: UnsafeMutablePointer<Double>, _ entries: UnsafeBufferPointer<UInt32>, _ norm: Float) -> Float {
        let numbers = ClassVectors.numbers(sums)
        for c in 0..<classCount {
            numbers[c] = Float(times[c])
            bias[c] += times[c] * biasValue
        }
        numbers[4 * lanes - 1] = 0
        // The number of lanes is known to the loop that it is for.
        let square: Float =
            switch lanes {
            case 1: add(entries, norm, lanes: 1)
            case 2: add(entries, norm, lanes: 2)
            case 3: add(entries, norm, lanes: 3)
            default: add(entries, norm, lanes: lanes)
            }
        return square + Float(biasValue * biasValue)
    }

    /// Adds the sums times a row. Returns |x|^2.
    @inline(__always)
    private func add(_ entries: UnsafeBufferPointer<UInt32>, _ norm: Float, lanes: Int) -> Float {
        var square: Float = 0
        for bits in entries {
            let entry = MatrixEntry(bits: bits)
            let place = entry.column &* lanes, value = Float(entry.count) * norm
            let scaled = value * weights[place &+ lanes &- 1].w
            square += value * scaled
            for j in 0..<lanes { weights[place &+ j] = weights[place &+ j] + sums[j] * scaled }
        }
        return square
    }

    var learned: LinearWeights {
        var learned = LinearWeights(featureCount: featureCount, classCount: classCount)
        for c in 0..<classCount { learned.bias[c] = bias[c] * biasValue }
        for f in 0..<featureCount {
            for c in 0..<classCount { learned.weights[f * classCount + c] = weights[f * lanes + c / 4][c % 4] }
        }
        return learned
    }
}

/// One step of one row: the best distribution by Newton's method, for all classes and the level at once.
///
/// With F[c] = ln q[c] + a q[c] - target[c] + level a step changes the level by d, and ln q[c] by -(F[c] + d) / (1 + a q[c]), where d is such that
/// q adds up to 1. A q that is large beside 1 / a is better changed by its part, q times 1 + that, as the equation is nearly a line there.
/// Two nested iterations, for each class and for the level, took some three times as long; with rows in lots and scales beside weights 100,000
/// messages of the starter generator take 2.5 instead of 4.4 s in all, and the starter corpus' cross-validation has the same figures (2026-11-22).
private struct BlockSolver: ~Copyable {
    private let classCount: Int
    private let room: UnsafeMutablePointer<Double>
    /// The scores of the row, for `solve`.
    let scores: UnsafeMutablePointer<Double>
    /// What the last step adds to each class's vector, as times of the row.
    let change: UnsafeMutablePointer<Double>
    private let target: UnsafeMutablePointer<Double>
    private let logs: UnsafeMutablePointer<Double>
    private let q: UnsafeMutablePointer<Double>
    private let old: UnsafeMutablePointer<Double>
    /// F, and 1 / (1 + a q).
    private let errors: UnsafeMutablePointer<Double>
    private let shares: UnsafeMutablePointer<Double>

    /// ln 1e-15: no q is less.
    private static let least = -34.538776394910684
    private static let mostSteps = 40

    init(classCount k: Int) {
        classCount = k
        room = .allocate(capacity: 8 * k)
        room.initialize(repeating: 0, count: 8 * k)
        scores = room
        change = room + k
        target = room + 2 * k
        logs = room + 3 * k
        q = room + 4 * k
        old = room + 5 * k
        errors = room + 6 * k
        shares = room + 7 * k
    }

    deinit { room.deallocate() }

    /// Says what a row's distribution adds at the beginning.
    func start(_ logs: UnsafeMutablePointer<Float>, own: Int, cost: Double) {
        for c in 0..<classCount { change[c] = cost * ((c == own ? 1 : 0) - exponential(Double(logs[c]))) }
    }

    /// Replaces the logarithms of a distribution by those of the best one and returns the sum of q g^2 before: how far the gradient was from flat.
    func solve(curvature a: Double, cost: Double, _ stored: UnsafeMutablePointer<Float>) -> Double {
        let k = classCount
        for c in 0..<k {
            logs[c] = Double(stored[c])
            q[c] = exponential(logs[c])
        }
        var mean = 0.0
        for c in 0..<k {
            mean += q[c] * (scores[c] - logs[c])
            target[c] = scores[c] + a * q[c]
            old[c] = q[c]
        }
        var slope = 0.0
        for c in 0..<k {
            let g = scores[c] - logs[c] - mean
            slope += q[c] * g * g
        }
        // With the old q and this level the equations hold on average: a good place to begin.
        var level = mean
        for _ in 0..<BlockSolver.mostSteps {
            var sum = 0.0, rise = 0.0, shift = 0.0, error = 0.0
            for c in 0..<k {
                errors[c] = logs[c] + a * q[c] - target[c] + level
                shares[c] = 1 / (1 + a * q[c])
            }
            for c in 0..<k {
                let share = q[c] * shares[c]
                sum += q[c]
                rise += share
                shift += share * errors[c]
                // What would be less than the least stays there.
                error += errors[c] > 0 && logs[c] <= BlockSolver.least ? 0 : q[c] * errors[c] * errors[c]
            }
            if abs(sum - 1) < 1e-9, error < 1e-10 { break }
            let d = (sum - 1 - shift) / rise
            level += d
            for c in 0..<k {
                let part = -(errors[c] + d) * shares[c]
                let isLine = a * q[c] > 1 && part > -0.9
                logs[c] = min(0, max(BlockSolver.least, logs[c] + (isLine ? log1p(part) : part)))
            }
            for c in 0..<k { q[c] = exponential(logs[c]) }
        }
        for c in 0..<k {
            stored[c] = Float(logs[c])
            // Of what is stored.
            change[c] = cost * (old[c] - exponential(Double(stored[c])))
        }
        return slope
    }
}

/// e to the power of `x`, to 11 digits. In a loop several at a time, which the C library's are not.
///
/// x = k ln 2 + r with |r| <= ln 2 / 2; e^r by its Taylor series to r^10 / 10!.
///
/// - Precondition: `x` is in -700...700.
@inline(__always)
private func exponential(_ x: Double) -> Double {
    // To the nearest whole number: added to 3 x 2^51, whose last bit is worth 1, it stands in the last bits.
    let shifted = x * 1.4426950408889634 + 0x1.8p52
    let k = shifted - 0x1.8p52
    let r = x - k * 0.6931471805599453
    let square = r * r
    let even = 1 + square * (1 / 2 + square * (1 / 24 + square * (1 / 720 + square * (1 / 40_320 + square * (1 / 3_628_800)))))
    let odd = r * (1 + square * (1 / 6 + square * (1 / 120 + square * (1 / 5040 + square * (1 / 362_880)))))
    return (even + odd) * Double(bitPattern: (shifted.bitPattern &+ 1023) &<< 52)
}
