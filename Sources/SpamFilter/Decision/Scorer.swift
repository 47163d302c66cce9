// Decision: features to one score a class. Sums small whole numbers, so that no order of addition and no build changes a bit.

/// Adds up the weights of a message's features in a model.
struct WeightSum: FeatureSink, ~Copyable {
    private let model: ModelView
    /// The sums of a model of several vectors; scratch of the classifier, `ModelLayout.maxVectors` numbers.
    private let many: UnsafeMutablePointer<Int32>
    /// The sum of a model of one vector, apart from `many` so that it stays in a register.
    private var one: Int32 = 0
    /// Features read, known or not.
    private(set) var featureCount = 0

    init(_ model: ModelView, scratch: UnsafeMutablePointer<Int32>) {
        self.model = model
        many = scratch
        if !model.isNarrow { many.update(repeating: 0, count: ModelLayout.maxVectors) }
    }

    /// The sum of the weights in a vector, as stored. A message would need 16 million features to overflow it.
    func sum(vector: Int) -> Int32 { model.isNarrow ? one : many[vector] }

    mutating func add(_ features: UnsafeBufferPointer<Feature>) {
        featureCount &+= features.count
        if model.isNarrow {
            one = one &+ model.sumOfWeights(features)
        } else {
            model.addWeights(of: features, to: many)
        }
    }

    /// What the sums are multiplied with, besides the scale of each vector.
    var norm: Double { featureNorm(model.weighting, featureCount) }
}

/// What the count of each of `n` features is multiplied with.
public func featureNorm(_ weighting: FeatureWeighting, _ n: Int) -> Double {
    switch weighting {
    case .count: 1
    case .lengthNormalized: 1 / Double(max(n, 1)).squareRoot()
    }
}

/// The calibrated score of each class: natural log-odds against the first class of its level (actions, or sub-actions of one action).
struct ClassScores {
    private var scores = SIMD16<Double>(repeating: 0)

    init(_ model: ModelView, _ sum: borrowing WeightSum) {
        let norm = sum.norm
        var vector = 0
        for i in 0..<model.classCount {
            let (count, combination) = model.vectors(ofClass: i)
            var score = 0.0
            for k in 0..<count {
                let own = model.score(vector: vector + k, sum: sum.sum(vector: vector + k), norm: norm)
                switch combination {
                case .sum: score += own
                case .minimum: score = k == 0 ? own : min(score, own)
                }
            }
            vector += count
            scores.set(i, model.calibrated(score, class: i))
        }
    }

    @inline(__always)
    subscript(i: Int) -> Double { scores.lane(i) }
}

extension ModelView {
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

extension SIMD16 {
    /// Lane `i` by its place in memory. The subscript with an index that is not constant moves all sixteen lanes, to read and to write one.
    @inline(__always)
    func lane(_ i: Int) -> Scalar {
        precondition(i >= 0 && i < 16, "a lane out of range")
        return withUnsafeBytes(of: self) { $0.load(fromByteOffset: i * MemoryLayout<Scalar>.stride, as: Scalar.self) }
    }

    @inline(__always)
    mutating func set(_ i: Int, _ value: Scalar) {
        precondition(i >= 0 && i < 16, "a lane out of range")
        withUnsafeMutableBytes(of: &self) {
            $0.storeBytes(of: value, toByteOffset: i * MemoryLayout<Scalar>.stride, as: Scalar.self)
        }
    }
}
