// Training: the weight vectors of several classes while softmax regression learns them.

/// The weights of all classes, each stored as w x scale: a score then needs no scale, and a step
/// needs its square.
struct ClassVectors: ~Copyable {
    private let classCount: Int
    private let biasValue: Double
    private let featureCount: Int
    /// Four classes in a vector, `lanes` vectors for each feature. The last number of each feature
    /// is its scale squared, which no step changes: it is in the cache with the weights.
    private let lanes: Int
    private let weights: UnsafeMutableBufferPointer<SIMD4<Float>>
    private var bias: [Double]
    /// Scratch, in the layout of the weights of one feature.
    private let sums: UnsafeMutableBufferPointer<SIMD4<Float>>

    /// The vectors as single numbers. The compiler of Swift 6.3.1 crashes under the thread
    /// sanitizer where a member of a noncopyable struct changes vectors in place.
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
    mutating func score(_ entries: UnsafeBufferPointer<UInt32>, _ norm: Float, into scores: inout [Double]) {
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

    /// Adds up to four lanes, in registers. In an array, each addition would wait for the store of
    /// the one before.
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

    /// |x|^2, including the bias value.
    func square(_ entries: UnsafeBufferPointer<UInt32>, _ norm: Float) -> Float {
        var sum: Float = 0
        for bits in entries {
            let entry = MatrixEntry(bits: bits), value = Float(entry.count) * norm
            sum += value * value * weights[entry.column &* lanes &+ lanes &- 1].w
        }
        return sum + Float(biasValue * biasValue)
    }

    /// Adds a multiple of a row to the vector of each class.
    mutating func add(_ times: [Double], _ entries: UnsafeBufferPointer<UInt32>, _ norm: Float) {
        let numbers = ClassVectors.numbers(sums)
        for c in 0..<classCount {
            numbers[c] = Float(times[c])
            bias[c] += times[c] * biasValue
        }
        numbers[4 * lanes - 1] = 0
        // With a constant number of lanes the compiler unrolls the loop.
        switch lanes {
        case 1: add(entries, norm, lanes: 1)
        case 2: add(entries, norm, lanes: 2)
        case 3: add(entries, norm, lanes: 3)
        default: add(entries, norm, lanes: lanes)
        }
    }

    /// Adds the multiples in `sums` of a row.
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
