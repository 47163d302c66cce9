// Training: weights cut to a file size. Keeps the heaviest features, learns again from them if few
// remain, and quantises: Benchmarks/decisions/model-size.md.

import SpamFilter

/// The weights of a model that is as small as its file.
struct CompactWeights {
    /// Where so many features stay, learning again gains nothing.
    private static let many = 1 << 15

    /// The columns of the matrix that stay, heaviest first.
    let columns: [Int]
    /// The classes with their vectors, quantised.
    let classes: [ModelContent.Class]
    /// The vectors of all classes.
    let vectors: [ModelContent.Vector]
    /// A row of steps for each of `columns`, one a vector.
    let steps: [Int8]
    /// The buckets of the feature table that holds the features.
    let bucketCount: Int
    /// The features of `columns`.
    private let features: [UInt64]
    /// The row of each column of the matrix that is scored; -1 where it did not stay. Empty before
    /// `reading`.
    private var rowOfColumn: [Int32] = []
    /// Whether long messages have no larger scores than short ones.
    private var weighting = FeatureWeighting.lengthNormalized

    /// - Parameters:
    ///   - comesFirst: whether each column has room before the others; empty where none has.
    ///   - fit: learns from a matrix, all of whose columns it may use; given which of the corpus
    ///     these are, `nil` for all.
    init(
        _ matrix: FeatureMatrix, _ vocabulary: Vocabulary, mostBuckets: Int, learnsAgain: Bool, comesFirst: [Bool] = [],
        fit: (FeatureMatrix, _ columns: [Int]?) -> [LearnedClass]
    ) {
        self.init(vocabulary, mostBuckets: mostBuckets, learnsAgain: learnsAgain, comesFirst: comesFirst) { columns in
            if let columns { matrix.keeping(columns).map { fit($0, columns) } } else { fit(matrix, nil) }
        }
    }

    /// - Parameters:
    ///   - mostBuckets: how many the feature table may have that must hold the features.
    ///   - learnsAgain: whether to learn once more where many features do not stay.
    ///   - fit: learns with all features, or with these alone; `nil` where there is no room for
    ///     that.
    init(
        _ vocabulary: Vocabulary, mostBuckets: Int, learnsAgain: Bool, comesFirst: [Bool] = [],
        fit: (_ columns: [Int]?) -> [LearnedClass]?
    ) {
        var learned = fit(nil) ?? []
        var (heaviest, byHash) = CompactWeights.byWeight(learned, vocabulary)
        if !comesFirst.isEmpty { heaviest = heaviest.filter { comesFirst[$0] } + heaviest.filter { !comesFirst[$0] } }
        let vectorCount = learned.reduce(0) { $0 + $1.vectors.count }
        bucketCount = CompactWeights.buckets(for: byHash, vectors: vectorCount, vocabulary, most: mostBuckets)
        var columns = CompactWeights.placed(heaviest, vectors: vectorCount, vocabulary, buckets: bucketCount)
        // Where nearly all stay, or very many, learning again gains nothing.
        let isCut = columns.count * 10 < heaviest.count * 9 && columns.count < CompactWeights.many
        if learnsAgain, isCut, let again = fit(columns) {
            learned = again
        } else {
            for c in learned.indices { learned[c].vectors = learned[c].vectors.map { $0.keeping(columns) } }
        }
        let weighted = learned.flatMap(\.vectors)
        let top = Float(ModelContent.weightLimits(vectors: weighted.count).upperBound)
        classes = learned.map { entry in
            var compact = ModelContent.Class(
                label: entry.label,
                vectors: entry.vectors.map { vector in
                    .init(bias: Float(vector.bias), scale: vector.weights.reduce(0) { max($0, abs($1)) } / top)
                })
            compact.combination = entry.combination
            return compact
        }
        vectors = classes.flatMap(\.vectors)
        var kept: [Int] = [], steps: [Int8] = []
        kept.reserveCapacity(columns.count)
        steps.reserveCapacity(columns.count * vectors.count)
        for (i, column) in columns.enumerated() {
            let start = steps.count
            var isHeld = false
            for v in vectors.indices {
                let scale = vectors[v].scale
                let step = scale == 0 ? 0 : Int8(max(-top, min(top, (weighted[v].weights[i] / scale).rounded())))
                isHeld = isHeld || step != 0
                steps.append(step)
            }
            // A feature whose weights all round to 0 says nothing.
            if isHeld { kept.append(column) } else { steps.removeLast(steps.count - start) }
        }
        columns = kept
        self.columns = columns
        self.steps = steps
        features = columns.map { vocabulary.features[$0] }
    }

    /// Whether so many features are likely to be cut, and learned from once more.
    static func mayLearnAgain(features: Int, mostBuckets: Int) -> Bool {
        let room = mostBuckets * 7
        return room * 10 < features * 9 && room < many
    }

    /// The same weights to score a matrix whose columns are these features.
    func reading(_ columns: [UInt64]) -> CompactWeights {
        var weights = self
        weights.rowOfColumn = CompactWeights.rows(of: features, for: columns, buckets: bucketCount, vectors: vectors.count)
        return weights
    }

    /// For each of `columns` the row that the feature table finds for it; -1 for none.
    private static func rows(of features: [UInt64], for columns: [UInt64], buckets: Int, vectors: Int) -> [Int32] {
        // The table may take a feature that did not stay for one that did, as on the phone.
        var table = FeatureBuckets(count: buckets, vectors: vectors)
        var rowOfSlot = [Int32](repeating: -1, count: table.slotCount)
        for (row, feature) in features.enumerated() {
            if let slot = table.place(feature) { rowOfSlot[slot] = Int32(row) }
        }
        return columns.map { table.slot(of: $0).map { rowOfSlot[$0] } ?? -1 }
    }

    /// The features whose weights do not all round to 0, by their part in the scores of the corpus:
    /// largest weight x root of the number of messages. And the same in the order of their hashes.
    private static func byWeight(_ learned: [LearnedClass], _ vocabulary: Vocabulary) -> (heaviest: [Int], byHash: [UInt32]) {
        let vectors = learned.flatMap(\.vectors)
        let top = Float(ModelContent.weightLimits(vectors: vectors.count).upperBound)
        var importance = [Float](repeating: 0, count: vocabulary.count)
        var isHeld = [Bool](repeating: false, count: vocabulary.count)
        for vector in vectors {
            precondition(vector.weights.count == importance.count, "expected a weight of each feature")
            let halfStep = vector.weights.reduce(0) { max($0, abs($1)) } / top / 2
            importance.withUnsafeMutableBufferPointer { importance in
                isHeld.withUnsafeMutableBufferPointer { isHeld in
                    for (f, weight) in vector.weights.enumerated() {
                        importance[f] = max(importance[f], abs(weight))
                        if abs(weight) > halfStep { isHeld[f] = true }
                    }
                }
            }
        }
        for f in importance.indices { importance[f] *= Float(vocabulary.documentFrequency[f]).squareRoot() }
        var order = RadixSort(importance.indices.filter { isHeld[$0] }.map { UInt32($0) })
        order.sort { UInt32(truncatingIfNeeded: vocabulary.features[$0]) }
        order.sort { UInt32(truncatingIfNeeded: vocabulary.features[$0] >> 32) }
        let byHash = order.indices
        // The bits of positive floats are in the order of the floats.
        order.sort { ~importance[$0].bitPattern }
        return (order.indices.map { Int($0) }, byHash)
    }

    /// Those of the features that find room; the first come first.
    private static func placed(_ columns: some Sequence<Int>, vectors: Int, _ vocabulary: Vocabulary, buckets: Int) -> [Int] {
        var table = FeatureBuckets(count: buckets, vectors: vectors)
        return columns.filter { table.place(vocabulary.features[$0]) != nil }
    }

    /// As few buckets as hold 97 of 100 features, if there may be so many. The lightest features of
    /// crowded buckets are lost.
    ///
    /// - Parameter columns: in the order of their hashes, which is that of the buckets. How many
    ///   find room does not depend on the order.
    private static func buckets(for columns: [UInt32], vectors: Int, _ vocabulary: Vocabulary, most: Int) -> Int {
        for load in [7.0, 6, 5.5, 5, 4.5, 4] {
            let buckets = max(1, Int((Double(columns.count) / load).rounded(.up)))
            if buckets >= most { break }
            var table = FeatureBuckets(count: buckets, vectors: vectors)
            var mayBeLost = columns.count * 3 / 100
            // Stops at the first one too many.
            let holds = columns.allSatisfy { column in
                if table.place(vocabulary.features[Int(column)]) == nil { mayBeLost -= 1 }
                return mayBeLost >= 0
            }
            if holds { return buckets }
        }
        return min(most, max(1, columns.count / 4))
    }
}

extension CompactWeights {
    /// The weights of a ready model, to score a matrix of these columns.
    init(_ model: ModelView, reading columns: [UInt64]) {
        let table = model.classes
        var first = 0
        classes = model.labels.enumerated().map { i, label in
            let (count, combination) = table.vectors(ofClass: i)
            let vectors = (first..<first + count).map { vector in
                let (bias, scale) = table.biasAndScale(vector)
                return ModelContent.Vector(bias: bias, scale: scale)
            }
            first += count
            var entry = ModelContent.Class(label: label, vectors: vectors)
            entry.combination = combination
            return entry
        }
        vectors = classes.flatMap(\.vectors)
        self.columns = columns.indices.filter { model.features.holds(columns[$0]) }
        features = self.columns.map { columns[$0] }
        let vectorCount = vectors.count
        // Two features of a strange file may share a slot, and their sum a byte.
        steps = features.flatMap { feature in
            (0..<vectorCount).map { Int8(clamping: model.features.weight(of: feature, vector: $0)) }
        }
        bucketCount = model.features.slotCount / 8
        rowOfColumn = Array(repeating: -1, count: columns.count)
        for (row, column) in self.columns.enumerated() { rowOfColumn[column] = Int32(row) }
        weighting = model.weighting
    }
}

extension CompactWeights: RowScorer {
    var labels: [Label] { classes.map(\.label) }

    func hasWeight(_ column: Int) -> Bool { rowOfColumn[column] >= 0 }

    /// - Precondition: the columns of the matrix are those of `reading`.
    func scores(_ matrix: FeatureMatrix, row: Int) -> [Double] {
        precondition(rowOfColumn.count >= matrix.columnCount, "expected weights that read these columns")
        let vectorCount = vectors.count
        // As the phone adds them.
        var sums = [Int32](repeating: 0, count: vectorCount)
        sums.withUnsafeMutableBufferPointer { sums in
            rowOfColumn.withUnsafeBufferPointer { rowOfColumn in
                steps.withUnsafeBufferPointer { steps in
                    matrix.forEachEntry(ofRow: row) { entry in
                        let held = Int(rowOfColumn[entry.column])
                        guard held >= 0 else { return }
                        let count = Int32(truncatingIfNeeded: entry.count)
                        for v in 0..<vectorCount { sums[v] = sums[v] &+ Int32(steps[held &* vectorCount &+ v]) &* count }
                    }
                }
            }
        }
        let norm = weighting == .count ? 1 : Double(matrix.norms[row])
        var first = 0
        return classes.map { entry in
            var combined = 0.0
            for v in first..<first + entry.vectors.count {
                let score = Double(vectors[v].bias) + Double(vectors[v].scale) * Double(sums[v]) * norm
                combined = v == first ? score : entry.combination.adding(score, to: combined)
            }
            first += entry.vectors.count
            return combined
        }
    }
}

extension LearnedVector {
    /// The same with the weights of some columns only.
    fileprivate func keeping(_ columns: [Int]) -> LearnedVector {
        LearnedVector(bias: bias, weights: columns.map { weights[$0] })
    }
}

extension FeatureMatrix {
    /// The same rows with some columns only, the i-th of them under the number i; `nil` where there
    /// is no room for them.
    fileprivate func keeping(_ kept: [Int]) -> FeatureMatrix? {
        var newIndex = [UInt32](repeating: .max, count: columnCount)
        for (i, column) in kept.enumerated() { newIndex[column] = UInt32(i) }
        var matrix = self
        matrix.renumber(newIndex, columnCount: kept.count)
        return matrix.spillFailure == nil ? matrix : nil
    }
}
