// Training: logistic regression with an L1 penalty, or L1 and L2 (the elastic net).
//
// For models with few features that people can read. It ranks worse than L2 alone at every share of
// L1: Benchmarks/decisions/elastic-net.md.

import Foundation

/// Logistic regression with a share of the penalty on absolute weights, the rest on their squares.
///
///     minimise over w and b   share x |w|1 + (1 - share) / 2 x |w|^2
///                             + C x sum over rows of ln(1 + exp(-y (w x + b)))
///
/// y = -1 or 1, each loss times the row's weight, the bias b without a penalty. More than two
/// classes are learned one against all others.
///
/// Solved by Newton steps with a line search; each step minimises a quadratic model by coordinate
/// descent: Yuan, Ho & Lin, An Improved GLMNET for L1-regularized Logistic Regression, Journal of
/// Machine Learning Research 13 (2012).
///
/// Ends when the sum of the absolute subgradient is `tolerance` times that at w = 0. For C above
/// 16, `tolerance` is lowered in proportion: the gradient at w = 0 grows with C, the penalty does
/// not.
public struct ElasticNet: Trainer {
    /// What a user may set.
    public struct Settings: Sendable, Hashable {
        /// The default C, and the highest for which `tolerance` is not lowered.
        public static let usualCost = 16.0

        /// C: how much the loss of a row counts against the penalty, in
        /// `LogisticRegression.Settings.costs`.
        public var cost: Double
        /// The share of L1 in the penalty, above 0 and up to 1.
        public var share: Double
        /// The part of the first gradient that may be left, above 0.
        public var tolerance: Double
        /// Training ends after this many Newton steps at the latest.
        public var maxSteps: Int

        /// The defaults, or others. `ElasticNet` checks them.
        public init(cost: Double = usualCost, share: Double = 1, tolerance: Double = 0.01, maxSteps: Int = 100) {
            self.cost = cost
            self.share = share
            self.tolerance = tolerance
            self.maxSteps = maxSteps
        }
    }

    /// What the user set.
    public let settings: Settings
    public var name: String { "lr" }
    public var settingsByName: [String: String] {
        [
            "cost": String(settings.cost), "l1": String(settings.share), "tolerance": String(settings.tolerance),
            "maxSteps": String(settings.maxSteps),
        ]
    }
    public var scalesByInverseDocumentFrequency: Bool { true }
    public var weighsFeaturesTogether: Bool { true }

    /// A trainer with these settings.
    ///
    /// - Precondition: C is in its range, the share above 0 and up to 1, tolerance and steps above
    ///   0.
    public init(_ settings: Settings = Settings()) {
        precondition(
            LogisticRegression.Settings.costs.contains(settings.cost),
            "expected a cost in \(LogisticRegression.Settings.costs), found \(settings.cost)")
        precondition(settings.share > 0 && settings.share <= 1, "expected a share above 0 and up to 1, found \(settings.share)")
        precondition(settings.tolerance > 0 && settings.maxSteps > 0, "tolerance and steps must be above 0")
        self.settings = settings
    }

    /// See `Trainer.fit`.
    ///
    /// - Complexity: O(steps x entries) for each class, for two classes once; 8 bytes for each
    ///   entry.
    public func fit(_ matrix: FeatureMatrix, classes: [UInt8], classCount: Int, rows: RowList, rowWeights: [Float])
        -> LinearWeights
    {
        var learned = LinearWeights(featureCount: matrix.columnCount, classCount: classCount)
        let columns = MatrixColumns(matrix, rows: rows)
        let weights = rowWeights.isEmpty ? rows.map { _ in 1 } : rows.map { Double(rowWeights[$0]) }
        let scales = matrix.scales
        for c in (classCount == 2 ? 1 : 0)..<classCount {
            var problem = NewtonDescent(
                columns, isOwn: rows.map { Int(classes[$0]) == c }, costs: weights.map { settings.cost * $0 },
                share: settings.share)
            problem.solve(
                tolerance: settings.tolerance * min(1, Settings.usualCost / settings.cost), maxSteps: settings.maxSteps)
            learned.bias[c] = problem.bias
            for f in 0..<matrix.columnCount { learned.weights[f * classCount + c] = Float(problem.weights[f]) * scales[f] }
        }
        return learned
    }
}

/// Some rows of a matrix, compressed by column, with scaled values.
private struct MatrixColumns {
    let rowCount: Int
    /// Column f has the entries starts[f]..<starts[f + 1].
    let starts: [Int]
    /// For each entry the index of its row among the chosen rows, and its value.
    private(set) var rows: [UInt32]
    private(set) var values: [Float]

    var count: Int { starts.count - 1 }

    init(_ matrix: FeatureMatrix, rows chosen: RowList) {
        rowCount = chosen.count
        var starts = Array(repeating: 0, count: matrix.columnCount + 1)
        for row in chosen { matrix.forEachEntry(ofRow: row) { starts[$0.column + 1] += 1 } }
        for f in 0..<matrix.columnCount { starts[f + 1] += starts[f] }
        rows = Array(repeating: 0, count: starts.last!)
        values = Array(repeating: 0, count: starts.last!)
        self.starts = starts
        var next = starts
        let scales = matrix.scales
        for (i, row) in chosen.enumerated() {
            matrix.forEachValue(ofRow: row) { column, value in
                rows[next[column]] = UInt32(i)
                values[next[column]] = value * scales[column]
                next[column] += 1
            }
        }
    }
}

/// Minimises the objective of one class against all others.
private struct NewtonDescent {
    private(set) var weights: [Double]
    private(set) var bias = 0.0
    private let columns: MatrixColumns
    /// For each row 1 or 0, and C times its weight.
    private let targets: [Double]
    private let costs: [Double]
    private let share: Double
    /// w x + b of every row.
    private var scores: [Double]

    /// Prevents division by 0 for a column that no row has.
    private static let leastCurvature = 1e-12
    private static let mostSweeps = 20
    /// A step is accepted if it gains this part of its predicted gain (Armijo).
    private static let sufficientGain = 0.01

    init(_ columns: MatrixColumns, isOwn: [Bool], costs: [Double], share: Double) {
        self.columns = columns
        self.costs = costs
        self.share = share
        targets = isOwn.map { $0 ? 1 : 0 }
        weights = Array(repeating: 0, count: columns.count)
        scores = Array(repeating: 0, count: columns.rowCount)
    }

    mutating func solve(tolerance: Double, maxSteps: Int) {
        var first: Double?
        for _ in 0..<maxSteps {
            let probabilities = scores.map { 1 / (1 + exp(-$0)) }
            let slopes = targets.indices.map { costs[$0] * (probabilities[$0] - targets[$0]) }
            let left = gradientLeft(slopes)
            if left <= tolerance * (first ?? .infinity), first != nil || left == 0 { return }
            first = first ?? left
            let curvatures = probabilities.indices.map { costs[$0] * probabilities[$0] * (1 - probabilities[$0]) }
            guard advance(direction(slopes, curvatures), slopes) else { return }
        }
    }

    /// The sum of the absolute minimum-norm subgradient: 0 only at the minimum.
    private func gradientLeft(_ slopes: [Double]) -> Double {
        var left = abs(slopes.reduce(0, +))
        for f in 0..<columns.count {
            let smooth = slope(f, slopes) + (1 - share) * weights[f]
            left += weights[f] == 0 ? max(0, abs(smooth) - share) : abs(smooth + (weights[f] > 0 ? share : -share))
        }
        return left
    }

    private func slope(_ f: Int, _ slopes: [Double]) -> Double {
        var sum = 0.0
        for i in columns.starts[f]..<columns.starts[f + 1] { sum += Double(columns.values[i]) * slopes[Int(columns.rows[i])] }
        return sum
    }

    private struct Direction {
        var weights: [Double]
        var bias = 0.0
        /// The change of every row's score.
        var scores: [Double]
    }

    /// The approximate minimum of the quadratic model: all features once, then the active set
    /// (features with a weight) until little changes.
    private func direction(_ slopes: [Double], _ curvatures: [Double]) -> Direction {
        var to = Direction(
            weights: Array(repeating: 0, count: columns.count), scores: Array(repeating: 0, count: columns.rowCount))
        let biasCurvature = max(curvatures.reduce(0, +), NewtonDescent.leastCurvature)
        var active = Array(0..<columns.count)
        var largest = 0.0
        for sweep in 0..<NewtonDescent.mostSweeps {
            var change = 0.0
            var biasSlope = 0.0
            for i in slopes.indices { biasSlope += slopes[i] + curvatures[i] * to.scores[i] }
            let biasStep = -biasSlope / biasCurvature
            to.bias += biasStep
            for i in to.scores.indices { to.scores[i] += biasStep }
            change = max(change, biasStep * biasStep * biasCurvature)
            for f in active {
                let from = columns.starts[f], end = columns.starts[f + 1]
                var slope = 0.0, curvature = max(1 - share, NewtonDescent.leastCurvature)
                for i in from..<end {
                    let row = Int(columns.rows[i]), value = Double(columns.values[i])
                    slope += value * (slopes[row] + curvatures[row] * to.scores[row])
                    curvature += value * value * curvatures[row]
                }
                let old = weights[f] + to.weights[f]
                let aim = old - (slope + (1 - share) * old) / curvature
                // Soft thresholding.
                let new = aim > 0 ? max(0, aim - share / curvature) : min(0, aim + share / curvature)
                guard new != old else { continue }
                let step = new - old
                to.weights[f] += step
                for i in from..<end { to.scores[Int(columns.rows[i])] += step * Double(columns.values[i]) }
                change = max(change, step * step * curvature)
            }
            largest = max(largest, change)
            if change <= 0.001 * largest { break }
            if sweep == 0 { active = active.filter { weights[$0] + to.weights[$0] != 0 || weights[$0] != 0 } }
        }
        return to
    }

    /// Line search: moves in a direction while the objective falls enough; false if it does not.
    private mutating func advance(_ to: Direction, _ slopes: [Double]) -> Bool {
        let predicted = zip(slopes, to.scores).reduce(0) { $0 + $1.0 * $1.1 } + penalty(to, 1) - penalty(to, 0)
        guard predicted < 0 else { return false }
        let before = loss(to, 0) + penalty(to, 0)
        var length = 1.0
        while length > 1e-10 {
            if loss(to, length) + penalty(to, length) <= before + NewtonDescent.sufficientGain * length * predicted {
                for f in weights.indices { weights[f] += length * to.weights[f] }
                bias += length * to.bias
                for i in scores.indices { scores[i] += length * to.scores[i] }
                return true
            }
            length /= 2
        }
        return false
    }

    private func loss(_ to: Direction, _ length: Double) -> Double {
        var sum = 0.0
        for i in scores.indices {
            let score = scores[i] + length * to.scores[i]
            let margin = targets[i] > 0 ? score : -score
            sum += costs[i] * (margin > 0 ? log1p(exp(-margin)) : log1p(exp(margin)) - margin)
        }
        return sum
    }

    private func penalty(_ to: Direction, _ length: Double) -> Double {
        var sum = 0.0
        for f in weights.indices {
            let weight = weights[f] + length * to.weights[f]
            sum += share * abs(weight) + (1 - share) / 2 * weight * weight
        }
        return sum
    }
}
