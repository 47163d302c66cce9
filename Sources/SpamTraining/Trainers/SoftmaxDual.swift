// Training: the dual of softmax regression, one row (all its classes at once) at a time.

import Prefetch
import Statistics

/// Dual block coordinate ascent for three and more classes.
///
/// Each row i has a distribution q[i] over the classes, and w[c] = C sum over i of ([c = y[i]] - q[i][c]) x[i]. At the optimum q is the
/// softmax of the row's scores. With all other rows fixed, the best q solves, for scores z before the step and a = C |x|^2,
///
///     ln q[c] + a q[c] = z[c] + a old[c] - level,      sum of q = 1.
///
/// Which rows are visited, and when it ends, is as with two classes (`VisitSchedule`): what a row would gain is C / 2 times the sum of q g^2, with
/// g = z - ln q less its mean over q. A class that should have more than it has counts little there, and what a step has to give up for being long
/// is left out. A row is first visited with q = 1 for its own class, as with two.
struct SoftmaxDual {
    let settings: LogisticRegression.Settings

    init(_ settings: LogisticRegression.Settings) { self.settings = settings }

    func fit(
        _ matrix: FeatureMatrix, classes: [UInt8], classCount k: Int, rows: RowList, rowWeights: [Float] = []
    ) -> LinearWeights {
        let settled = settings.tolerance * settings.tolerance
        let rows = rows.ascending()
        var vectors = ClassVectors(matrix, classCount: k, biasValue: settings.biasValue)
        let solver = BlockSolver(classCount: k)
        // The dual below is that of half the penalty: half the cost gives the optimum of the whole one.
        var duals = rows.map { row in
            DualRow(
                place: RowPlace(row, of: matrix),
                ownClass: UInt32(classes[row]),
                cost: Float(settings.cost / 2 * (rowWeights.isEmpty ? 1 : Double(rowWeights[row]))))
        }
        // Of the i-th of `rows`: ln q. What a step adds is the difference of two such values, so that none of it is lost to their rounding.
        var logs = [Float](repeating: 0, count: rows.count * k)
        let least = settled * BinaryDual.negligible / 2
        var random = SplitMix(seed: settings.seed)
        logs.withUnsafeMutableBufferPointer { logs in
            duals.withUnsafeMutableBufferPointer { duals in
                var schedule = VisitSchedule(rowCount: rows.count, settled: settled)
                for _ in 1...settings.maxPasses where !schedule.isDone {
                    var restless: RowList = [], gain = 0.0
                    matrix.forEachBlock(of: rows, at: schedule.active) { block in
                        var order = Array(schedule.active[block])
                        random.shuffle(&order)
                        for (n, i) in order.enumerated() {
                            matrix.prefetch(order, after: n, of: duals)
                            if n + 4 < order.count { Prefetch.prefetch(logs.baseAddress! + order[n + 4] * k) }
                            let norm = duals[i].place.norm, entries = matrix.entries(duals[i].place)
                            let isFirst = schedule.isFirst
                            if isFirst { duals[i].square = vectors.square(entries, norm) }
                            vectors.score(entries, norm, into: solver.scores)
                            let cost = Double(duals[i].cost), curvature = cost * Double(duals[i].square),
                                stored = logs.baseAddress! + i * k
                            let own =
                                isFirst
                                ? solver.firstStep(stored, own: Int(duals[i].ownClass), curvature: curvature, cost: cost)
                                : solver.step(stored, curvature: curvature, cost: cost, least: least * min(1, cost))
                            guard let own else { continue }
                            gain += own
                            if own > settled / 2 { restless.append(i) }
                            vectors.add(solver.change, entries, norm)
                        }
                    }
                    schedule.advance(gain: gain, restless: restless)
                }
            }
        }
        return vectors.learned
    }

    /// A row with its share of the cost.
    private struct DualRow: VisitedRow {
        let place: RowPlace
        let ownClass: UInt32
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

    /// |x|^2, the bias' value with it.
    func square(_ entries: UnsafeBufferPointer<UInt32>, _ norm: Float) -> Float {
        var sum: Float = 0
        for bits in entries {
            let entry = MatrixEntry(bits: bits), value = Float(entry.count) * norm
            sum += value * value * weights[entry.column &* lanes &+ lanes &- 1].w
        }
        return sum + Float(biasValue * biasValue)
    }

    /// Adds some times a row to each vector.
    mutating func add(_ times: UnsafeMutablePointer<Double>, _ entries: UnsafeBufferPointer<UInt32>, _ norm: Float) {
        let numbers = ClassVectors.numbers(sums)
        for c in 0..<classCount {
            numbers[c] = Float(times[c])
            bias[c] += times[c] * biasValue
        }
        numbers[4 * lanes - 1] = 0
        // The number of lanes is known to the loop that it is for.
        switch lanes {
        case 1: add(entries, norm, lanes: 1)
        case 2: add(entries, norm, lanes: 2)
        case 3: add(entries, norm, lanes: 3)
        default: add(entries, norm, lanes: lanes)
        }
    }

    /// Adds the sums times a row.
    @inline(__always)
    private func add(_ entries: UnsafeBufferPointer<UInt32>, _ norm: Float, lanes: Int) {
        for bits in entries {
            let entry = MatrixEntry(bits: bits)
            let place = entry.column &* lanes
            let scaled = Float(entry.count) * norm * weights[place &+ lanes &- 1].w
            for j in 0..<lanes { weights[place &+ j] = weights[place &+ j] + sums[j] * scaled }
        }
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
