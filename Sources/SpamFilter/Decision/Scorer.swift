// Decision: features to one score a class. The sums are of small whole numbers, so that no order of
// addition and no build changes a bit.

/// Adds up the weights of a message's features in a model.
struct WeightSum: FeatureSink, ~Copyable {
    private let table: FeatureTable
    private let weighting: FeatureWeighting
    /// The sums of a model of several vectors, in the classifier's scratch:
    /// `ModelLayout.maxVectors` numbers.
    private let many: UnsafeMutablePointer<Int32>
    /// The sum of a model of one vector, apart from `many` so that it can live in a register.
    private var one: Int32 = 0
    /// Features read, known or not.
    private(set) var featureCount = 0
    /// The weights of own examples, in `OwnEvidence` steps; `nil` without examples.
    private let ownWeights: UnsafePointer<Int8>?
    private(set) var ownSum: Int32 = 0

    init(
        _ table: FeatureTable, _ weighting: FeatureWeighting, scratch: UnsafeMutablePointer<Int32>,
        ownWeights: UnsafePointer<Int8>?
    ) {
        self.table = table
        self.weighting = weighting
        self.ownWeights = ownWeights
        many = scratch
        if !table.isNarrow { many.update(repeating: 0, count: ModelLayout.maxVectors) }
    }

    /// The sum of the weights in a vector, as stored. It takes 16 million features to overflow.
    func sum(vector: Int) -> Int32 { table.isNarrow ? one : many[vector] }

    mutating func add(_ features: UnsafeBufferPointer<Feature>) {
        featureCount &+= features.count
        if table.isNarrow {
            one = one &+ table.sumOfWeights(features)
        } else {
            table.addWeights(of: features, to: many)
        }
        if let ownWeights { ownSum = ownSum &+ OwnEvidence.sum(features, ownWeights) }
    }

    /// The factor of every sum, on top of the scale of its vector.
    var norm: Double { featureNorm(weighting, featureCount) }
}

/// The factor of the count of each feature in a message of `n` features. The square root won:
/// `Benchmarks/decisions/feature-weights.md`.
package func featureNorm(_ weighting: FeatureWeighting, _ n: Int) -> Double {
    switch weighting {
    case .count: 1
    case .lengthNormalized: 1 / Double(max(n, 1)).squareRoot()
    }
}

/// The calibrated score of each class: natural logarithms whose differences count within a level,
/// that is among the actions, or among the sub-actions of one action.
///
/// A model's score of junk is log-odds against all other actions together, whose own scores divide
/// what is not junk. Here it is put on their scale, so that all actions have one softmax.
struct ClassScores {
    private var scores = SIMD16<Double>(repeating: 0)
    /// The class of junk, -1 without one, and its score before that: ln P(junk) - ln P(not junk).
    private(set) var junk = -1
    private(set) var junkLogOdds = -Double.infinity

    init(_ classes: borrowing ClassTable, _ sum: borrowing WeightSum) {
        let norm = sum.norm
        var vector = 0
        for i in 0..<classes.count {
            let (count, combination) = classes.vectors(ofClass: i)
            var score = 0.0
            for k in 0..<count {
                let own = classes.score(vector: vector + k, sum: sum.sum(vector: vector + k), norm: norm)
                score = k == 0 ? own : combination.adding(own, to: score)
            }
            vector += count
            scores.set(i, classes.calibrated(score, class: i))
            if classes.label(i) == .junk { junk = i }
        }
        guard junk >= 0 else { return }
        junkLogOdds = scores.lane(junk)
        scores.set(junk, junkLogOdds + logOfOthers(classes))
    }

    /// Adds to the log-odds of junk. Does nothing without such a class.
    mutating func moveJunk(by move: Double, _ classes: borrowing ClassTable) {
        guard junk >= 0 else { return }
        junkLogOdds += move
        scores.set(junk, junkLogOdds + logOfOthers(classes))
    }

    /// ln of the sum of e to the score of each action except junk.
    private func logOfOthers(_ classes: borrowing ClassTable) -> Double {
        var log = -Double.infinity
        for i in 0..<classes.count where classes.isClass(i, at: .none) {
            if i == junk { continue }
            log = log == -.infinity ? scores.lane(i) : logSumExp(log, scores.lane(i))
        }
        return log
    }

    /// ln P - ln (1 - P) of each class within its level; infinite where it is alone there.
    func logOdds(_ classes: borrowing ClassTable) -> SIMD16<Double> {
        /// e to each score, relative to the highest of its level.
        var powers = SIMD16<Double>(repeating: 0), peaks = SIMD8<Double>(repeating: -.infinity)
        for i in 0..<classes.count { peaks.set(classes.level(i), max(peaks.lane(classes.level(i)), scores.lane(i))) }
        for i in 0..<classes.count { powers.set(i, exponential(scores.lane(i) - peaks.lane(classes.level(i)))) }
        var odds = SIMD16<Double>(repeating: 0)
        for i in 0..<classes.count {
            if i == junk {
                odds.set(i, junkLogOdds)
                continue
            }
            let level = classes.level(i)
            var sum = 0.0, peak = -Double.infinity
            for k in 0..<classes.count where classes.level(k) == level {
                if k == i { continue }
                sum += powers.lane(k)
                peak = max(peak, scores.lane(k))
            }
            if peak < peaks.lane(level) {
                // Powers relative to a far higher score would be 0.
                sum = 0
                for k in 0..<classes.count where classes.level(k) == level {
                    if k != i { sum += exponential(scores.lane(k) - peak) }
                }
            }
            odds.set(i, scores.lane(i) - peak - logarithm(sum))
        }
        return odds
    }

    @inline(__always)
    subscript(i: Int) -> Double { scores.lane(i) }
}

extension VectorCombination {
    /// The score of a class by some of its vectors, with one more vector's added.
    @inline(__always)
    package func adding(_ own: Double, to score: Double) -> Double {
        switch self {
        case .sum: score + own
        case .softMinimum: -logSumExp(-score, -own)
        }
    }
}

extension ClassTable {
    /// The score of one weight vector, for the sum of its weights.
    @inline(__always)
    func score(vector: Int, sum: Int32, norm: Double) -> Double {
        let (bias, scale) = biasAndScale(vector)
        return Double(bias) + Double(scale) * Double(sum) * norm
    }

    @inline(__always)
    func calibrated(_ score: Double, class i: Int) -> Double {
        let (slope, offset) = calibration(i)
        return Double(slope) * score + Double(offset)
    }
}
