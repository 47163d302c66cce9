// Training: logistic regression with an L2 penalty, two classes or more.

/// Logistic regression with a quadratic penalty.
///
/// Two classes, y = -1 or 1:
///
///     minimise  1/2 |w|^2 + C x sum over rows of ln(1 + exp(-y (w x)))
///
/// More classes (softmax), one vector w[c] for each class:
///
///     minimise  sum over c of |w[c]|^2
///               + C x sum over rows of (ln sum over c of exp(w[c] x) - w[y] x)
///
/// The penalties differ by a factor of two so that softmax over two classes is the first form with
/// w = w[1] - w[0]: C means the same in both. The loss of a row is multiplied by its weight.
///
/// Every row has one more value, `biasValue`, whose weight is the bias. So the bias is penalised
/// too; the larger the value, the less.
///
/// Solved in the dual, one row at a time, each step exact: Yu, Huang & Lin, Dual coordinate descent
/// methods for logistic regression and maximum entropy models, Machine Learning 85 (2011). It was
/// the fastest of the solvers tried: Benchmarks/decisions/dual-coordinate-ascent.md.
public struct LogisticRegression: Trainer {
    /// What a user may set.
    public typealias Settings = LogisticSettings

    /// What the user set.
    public let settings: Settings
    public var name: String { "lr" }
    public var settingsByName: [String: String] {
        let names = [
            "cost": String(settings.cost), "biasValue": String(settings.biasValue), "tolerance": String(settings.tolerance),
            "maxPasses": String(settings.maxPasses),
        ]
        return settings.seed == Settings().seed ? names : names.merging(["visitingSeed": String(settings.seed)]) { $1 }
    }
    public var scalesByInverseDocumentFrequency: Bool { true }
    public var weighsFeaturesTogether: Bool { true }

    /// A trainer with these settings.
    ///
    /// - Precondition: C is in `Settings.costs`, tolerance and passes are above 0.
    public init(_ settings: Settings = Settings()) {
        precondition(Settings.costs.contains(settings.cost), "expected a cost in \(Settings.costs), found \(settings.cost)")
        precondition(settings.tolerance > 0 && settings.maxPasses > 0, "tolerance and passes must be above 0")
        self.settings = settings
    }

    /// See `Trainer.fit`.
    ///
    /// - Complexity: O(passes x entries x classes), for two classes O(passes x entries).
    public func fit(_ matrix: FeatureMatrix, classes: [UInt8], classCount: Int, rows: RowList, rowWeights: [Float])
        -> LinearWeights
    {
        classCount == 2
            ? BinaryDual(settings).fit(matrix, classes: classes, rows: rows, rowWeights: rowWeights)
            : SoftmaxDual(settings).fit(matrix, classes: classes, classCount: classCount, rows: rows, rowWeights: rowWeights)
    }
}
