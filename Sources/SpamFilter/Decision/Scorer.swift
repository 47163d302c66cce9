// Decision: features to one score a class. Sums small whole numbers, so that no order of addition and no build changes a bit.

/// Adds up the weights of a message's features in a model.
struct WeightSum: FeatureSink, ~Copyable {
    private let model: ModelView
    private let isBinary: Bool
    /// The sums of a model of more than two classes; scratch of the classifier, `ModelLayout.maxClasses` numbers.
    private let many: UnsafeMutablePointer<Int32>
    /// The sum of a model of two classes, apart from `many` so that it stays in a register.
    private var one: Int32 = 0
    /// Features read, known or not.
    private(set) var featureCount = 0

    init(_ model: ModelView, scratch: UnsafeMutablePointer<Int32>) {
        self.model = model
        isBinary = model.classCount == 2
        many = scratch
        many.update(repeating: 0, count: ModelLayout.maxClasses)
    }

    /// The sum of the weights of a class but the first, as stored. A message would need 16 million features to overflow it.
    func sum(class c: Int) -> Int32 { isBinary ? one : many[c - 1] }

    mutating func add(_ features: UnsafeBufferPointer<Feature>) {
        featureCount &+= features.count
        if isBinary {
            one = one &+ model.sumOfWeights(features)
        } else {
            for feature in features {
                if let weights = model.weights(of: feature.hash) { addMany(weights) }
            }
        }
    }

    /// Adds sixteen bytes at once where the section holds as many from here on: the lanes behind the last class, which take the weights of
    /// the next feature, are never read. Won over one class after the other: with 16 classes 3.29 to 2.99 us a message of the starter
    /// corpus at the median, beside each other in one run (2026-11).
    @inline(__always)
    private func addMany(_ weights: UnsafePointer<Int8>) {
        let bytes = UnsafeRawPointer(weights)
        if model.weightBytes(from: bytes) >= 16 {
            let steps = SIMD16<Int32>(truncatingIfNeeded: bytes.loadUnaligned(as: SIMD16<Int8>.self))
            let sums = UnsafeMutableRawPointer(many)
            sums.storeBytes(of: sums.loadUnaligned(as: SIMD16<Int32>.self) &+ steps, as: SIMD16<Int32>.self)
        } else {
            for i in 0..<model.classCount - 1 { many[i] = many[i] &+ Int32(weights[i]) }
        }
    }

    /// What the sums are multiplied with, besides the scale of each class.
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
    let count: Int

    init(_ model: ModelView, _ sum: borrowing WeightSum) {
        count = model.classCount
        let norm = sum.norm, slope = Double(model.calibrationSlope)
        for i in 0..<count {
            let (bias, scale) = model.biasAndScale(i)
            let weights = i == 0 ? 0 : Double(scale) * Double(sum.sum(class: i)) * norm
            scores.set(i, slope * (Double(bias) + weights))
        }
    }

    @inline(__always)
    subscript(i: Int) -> Double { scores.lane(i) }
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
