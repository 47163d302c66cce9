// Training: the default trainer, the mean of two logistic regressions.
//
// Won over logistic regression alone on most corpora: Benchmarks/decisions/blend.md. Logistic loss,
// because squared hinge tied at home and lost across sources:
// Benchmarks/decisions/squared-hinge.md.

/// The mean of the log-odds of logistic regression and of its form on features weighted by naive
/// Bayes (`NBLogisticRegression` with beta 1).
///
/// That is a logarithmic opinion pool (Genest & Zidek, Combining Probability Distributions,
/// Statistical Science 1, 1986). Both are linear in the same features, so the mean is one weight
/// vector and costs the phone nothing.
///
/// Their errors differ: one spreads evidence over all features that occur together, the other
/// trusts those that naive Bayes finds informative. More than two classes are learned by logistic
/// regression alone.
public struct BlendedRegression: Trainer {
    /// C of logistic regression over C of its form on weighted features. Their values are
    /// log-ratios, so they are larger and need a lower C.
    private static let costRatio = 16.0

    private let plain: LogisticRegression
    private let weighed: NBLogisticRegression
    private let smoothing: Double

    public var name: String { "blend" }
    public var settingsByName: [String: String] {
        plain.settingsByName.merging(["smoothing": String(smoothing)]) { $1 }
    }
    public var scalesByInverseDocumentFrequency: Bool { true }
    public var weighsFeaturesTogether: Bool { true }

    /// A blend with these settings.
    ///
    /// - Parameters:
    ///   - settings: of logistic regression; its form on weighted features has a sixteenth of C.
    ///   - smoothing: of naive Bayes' counts.
    /// - Precondition: those of `LogisticRegression` and `NaiveBayes`.
    public init(_ settings: LogisticRegression.Settings = .init(), smoothing: Double = 0.3) {
        var other = settings
        other.cost = max(settings.cost / BlendedRegression.costRatio, LogisticRegression.Settings.costs.lowerBound)
        plain = LogisticRegression(settings)
        weighed = NBLogisticRegression(other, smoothing: smoothing, beta: 1)
        self.smoothing = smoothing
    }

    /// See `Trainer.fit`.
    ///
    /// - Complexity: twice that of `LogisticRegression` for two classes, else as much.
    public func fit(_ matrix: FeatureMatrix, classes: [UInt8], classCount: Int, rows: RowList, rowWeights: [Float])
        -> LinearWeights
    {
        var learned = plain.fit(matrix, classes: classes, classCount: classCount, rows: rows, rowWeights: rowWeights)
        guard classCount == 2 else { return learned }
        let other = weighed.fit(matrix, classes: classes, classCount: classCount, rows: rows, rowWeights: rowWeights)
        for c in learned.bias.indices { learned.bias[c] = (learned.bias[c] + other.bias[c]) / 2 }
        for i in learned.weights.indices { learned.weights[i] = (learned.weights[i] + other.weights[i]) / 2 }
        return learned
    }
}
