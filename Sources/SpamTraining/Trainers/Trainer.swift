// Training: the one shape of a trainer. Settings in the trainer, data in `fit`, what was learned in `LinearWeights`.

/// Learns linear weights from rows of features and their classes. A new trainer is one file that conforms to this, here or in a package of your own:
/// `TrainingSettings.trainer` takes any.
public protocol Trainer: Sendable {
    /// The word for `--trainer` and the card.
    var name: String { get }

    /// Every setting of it by name, for the card: with them the model can be trained again.
    var settingsByName: [String: String] { get }

    /// Whether rare features should weigh more: the columns are then scaled by their inverse document frequency before `fit`.
    var scalesByInverseDocumentFrequency: Bool { get }

    /// Whether the weights of a feature depend on what other features there are, so that they change when some are left out.
    var weighsFeaturesTogether: Bool { get }

    /// This trainer, if it needs no more of messages than sums of their values; `nil` for others.
    var additive: (any AdditiveTrainer)? { get }

    /// Learns from the rows `rows` of `matrix`. The same input gives the same weights, bit for bit.
    ///
    /// - Parameters:
    ///   - classes: for every row of the matrix its class, 0..<classCount; of 256 at most.
    ///   - rows: the rows to learn from, each once, in any order; each class occurs in them at least once.
    ///   - rowWeights: for every row of the matrix what it counts, above 0: a row of weight 2 is that row twice; empty for 1 everywhere.
    func fit(_ matrix: FeatureMatrix, classes: [UInt8], classCount: Int, rows: RowList, rowWeights: [Float]) -> LinearWeights
}

extension Trainer {
    public var additive: (any AdditiveTrainer)? { nil }

    /// Learns from all rows, or some, each of which counts alike.
    public func fit(_ matrix: FeatureMatrix, classes: [UInt8], classCount: Int, rows: RowList? = nil) -> LinearWeights {
        fit(matrix, classes: classes, classCount: classCount, rows: rows ?? RowList(0..<matrix.rowCount), rowWeights: [])
    }
}

/// A trainer that needs no more of messages than sums of their values, so that it learns from counts
/// as well (`CountedCorpus`).
public protocol AdditiveTrainer: Trainer {
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
