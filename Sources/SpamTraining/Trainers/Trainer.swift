// Training: the protocol of trainers. Settings are in the trainer, data in `fit`, results in
// `LinearWeights`.

/// Learns linear weights from rows of features and their classes. A new trainer is one type that
/// conforms to this, here or in a package of your own: `TrainingSettings.trainer` takes any.
public protocol Trainer: Sendable {
    /// The trainer's name on the card, such as `blend`.
    var name: String { get }

    /// Every setting by name, for the card: enough to train the model again.
    var settingsByName: [String: String] { get }

    /// Whether `fit` expects columns scaled by their inverse document frequency, which then is
    /// folded into the weights. Benchmarks/decisions/feature-weights.md.
    var scalesByInverseDocumentFrequency: Bool { get }

    /// Whether a feature's weights depend on which other features there are. If so, a model that
    /// keeps some features is learned again from these.
    var weighsFeaturesTogether: Bool { get }

    /// This trainer, if it needs no more of messages than sums of their values; `nil` for others,
    /// as by default.
    var additive: (any AdditiveTrainer)? { get }

    /// Learns from the rows `rows` of `matrix`. The same input gives the same weights, bit for bit.
    ///
    /// - Parameters:
    ///   - matrix: a row of counts for each message.
    ///   - classes: the class of every row of the matrix, in 0..<classCount.
    ///   - classCount: at most 256.
    ///   - rows: the rows to learn from, each once, in any order; each class occurs at least once.
    ///   - rowWeights: the weight of every row of the matrix, above 0: weight 2 is the row twice;
    ///     empty for 1.
    func fit(_ matrix: FeatureMatrix, classes: [UInt8], classCount: Int, rows: RowList, rowWeights: [Float]) -> LinearWeights
}

extension Trainer {
    public var additive: (any AdditiveTrainer)? { nil }

    /// Learns from all rows, or from `rows`, each with weight 1; else as
    /// `fit(_:classes:classCount:rows:rowWeights:)`.
    public func fit(_ matrix: FeatureMatrix, classes: [UInt8], classCount: Int, rows: RowList? = nil) -> LinearWeights {
        fit(matrix, classes: classes, classCount: classCount, rows: rows ?? RowList(0..<matrix.rowCount), rowWeights: [])
    }
}

/// A trainer that needs no more of messages than sums of their values, so that it learns from
/// counts as well (`CountedCorpus`).
public protocol AdditiveTrainer: Trainer {
    /// Weights that follow from the sums alone.
    ///
    /// - Complexity: O(features x classes).
    func fit(_ sums: FeatureSums) -> LinearWeights
}

extension AdditiveTrainer {
    public var additive: (any AdditiveTrainer)? { self }

    /// Learns from the sums of the rows.
    ///
    /// - Complexity: O(entries + features x classes).
    public func fit(_ matrix: FeatureMatrix, classes: [UInt8], classCount: Int, rows: RowList, rowWeights: [Float])
        -> LinearWeights
    {
        fit(FeatureSums(matrix, classes: classes, classCount: classCount, rows: rows, rowWeights: rowWeights))
    }
}
