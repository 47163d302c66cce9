// Training: the dual of softmax regression, one row at a time with all its classes.

import Prefetch
import Statistics

/// Dual block coordinate ascent for three and more classes.
///
/// Each row i has a distribution q[i] over the classes, and
/// w[c] = C sum over i of ([c = y[i]] - q[i][c]) x[i]. At the optimum q is the softmax of the row's
/// scores. With all other rows fixed, the best q solves, for scores z before the step and
/// a = C |x|^2,
///
///     ln q[c] + a q[c] = z[c] + a old[c] - level,      sum of q = 1.
///
/// Which rows are visited, and when it ends, is as with two classes (`VisitSchedule`). The gain of
/// a row is estimated as C / 2 times the sum of q g^2, with g = z - ln q less its mean over q. That
/// counts little for a class that should have more than it has, and ignores that long steps gain
/// less. A row is first visited with q = 1 for its own class.
struct SoftmaxDual {
    let settings: LogisticSettings

    init(_ settings: LogisticSettings) { self.settings = settings }

    func fit(
        _ matrix: FeatureMatrix, classes: [UInt8], classCount k: Int, rows: RowList, rowWeights: [Float] = []
    ) -> LinearWeights {
        let rows = rows.ascending()
        // The dual is that of half the penalty: half of C gives the optimum of the whole penalty.
        var duals = rows.map { row in
            SoftmaxRow(
                place: RowPlace(row, of: matrix),
                ownClass: UInt32(classes[row]),
                cost: Float(settings.cost / 2 * (rowWeights.isEmpty ? 1 : Double(rowWeights[row]))))
        }
        // ln q of the i-th of `rows`. What a step adds is the difference of two stored values, so
        // that nothing is lost to rounding.
        var logs = [Float](repeating: 0, count: rows.count * k)
        return logs.withUnsafeMutableBufferPointer { logs in
            duals.withUnsafeMutableBufferPointer { duals in
                var ascent = SoftmaxAscent(matrix, classCount: k, settings, duals: duals, logs: logs)
                return ascent.run(rows)
            }
        }
    }
}

/// A row with its part of C.
private struct SoftmaxRow: VisitedRow {
    let place: RowPlace
    let ownClass: UInt32
    let cost: Float
    /// |x|^2, including the bias value.
    var square: Float = 0
}

/// The ascent while it runs: weights, distributions, and the rows that are not settled.
private struct SoftmaxAscent: ~Copyable {
    private let matrix: FeatureMatrix
    private let classCount: Int
    private let maxPasses: Int
    /// What a settled row may still gain, times two.
    private let settled: Double
    private let least: Double
    private let duals: UnsafeMutableBufferPointer<SoftmaxRow>
    private let logs: UnsafeMutableBufferPointer<Float>
    private var solver: BlockSolver
    private var vectors: ClassVectors
    private var random: SplitMix
    private var unsettled: RowList = []
    /// What the pass has gained so far.
    private var gain = 0.0

    init(
        _ matrix: FeatureMatrix, classCount k: Int, _ settings: LogisticSettings,
        duals: UnsafeMutableBufferPointer<SoftmaxRow>, logs: UnsafeMutableBufferPointer<Float>
    ) {
        self.matrix = matrix
        classCount = k
        maxPasses = settings.maxPasses
        settled = settings.tolerance * settings.tolerance
        least = settled * VisitSchedule.skippedPart / 2
        self.duals = duals
        self.logs = logs
        solver = BlockSolver(classCount: k)
        vectors = ClassVectors(matrix, classCount: k, biasValue: settings.biasValue)
        random = SplitMix(seed: settings.seed)
    }

    mutating func run(_ rows: RowList) -> LinearWeights {
        var schedule = VisitSchedule(rowCount: rows.count, settled: settled)
        for _ in 1...maxPasses where !schedule.isDone {
            unsettled = []
            gain = 0
            matrix.forEachBlock(of: rows, at: schedule.active) { block in
                visit(schedule.active[block], isFirst: schedule.isFirst)
            }
            schedule.advance(gain: gain, unsettled: unsettled)
        }
        return vectors.learned
    }

    /// Visits rows in random order.
    private mutating func visit(_ active: RowList.SubSequence, isFirst: Bool) {
        // A local, so that the matrix is retained for a pass and not for every visit.
        let matrix = matrix
        var order = Array(active)
        random.shuffle(&order)
        for (n, i) in order.enumerated() {
            matrix.prefetch(order, after: n, of: duals)
            if n + 4 < order.count { Prefetch.prefetch(logs.baseAddress! + order[n + 4] * classCount) }
            visit(i, matrix.entries(duals[i].place), isFirst: isFirst)
        }
    }

    @inline(__always)
    private mutating func visit(_ i: Int, _ entries: UnsafeBufferPointer<UInt32>, isFirst: Bool) {
        let norm = duals[i].place.norm
        if isFirst { duals[i].square = vectors.square(entries, norm) }
        vectors.score(entries, norm, into: &solver.scores)
        let cost = Double(duals[i].cost), curvature = cost * Double(duals[i].square)
        let stored = logs.baseAddress! + i * classCount
        let own =
            isFirst
            ? solver.firstStep(stored, own: Int(duals[i].ownClass), curvature: curvature, cost: cost)
            : solver.step(stored, curvature: curvature, cost: cost, least: least * min(1, cost))
        guard let own else { return }
        gain += own
        if own > settled / 2 { unsettled.append(i) }
        vectors.add(solver.change, entries, norm)
    }
}
