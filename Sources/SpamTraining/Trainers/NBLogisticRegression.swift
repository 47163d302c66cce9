// Training: logistic regression on features weighted by naive Bayes. Wang & Manning, Baselines and
// Bigrams: Simple, Good Sentiment and Topic Classification, ACL 2012, in its interpolated form,
// with logistic regression instead of the support vector machine.
//
// Alone it won on two corpora and lost on two, so it is optional; half of the default trainer is
// made of it: Benchmarks/decisions/nb-logistic-regression.md.

/// Logistic regression on columns scaled by naive Bayes' log-count ratio, interpolated with naive
/// Bayes.
///
///     r[f]  = ln((N[f, c] + smoothing) / (T[c] + smoothing x features))
///             - the same for all other classes
///     w     = logistic regression of class c against all others, each value of f times r[f]
///     score = bias + sum over f of value of f x r[f] x (beta w[f] + (1 - beta) mean of |w|)
///
/// N[f, c] is the sum of the values of f in the rows of c, as in `NaiveBayes`, and T[c] its sum
/// over all f. A feature that both classes have equally often gets no weight; an informative one
/// costs little penalty. With two classes the second is fitted, with more each against all others.
public struct NBLogisticRegression: Trainer {
    /// Where between naive Bayes (0) and logistic regression (1) the weights lie.
    public let beta: Double
    private let bayes: NaiveBayes
    private let regression: LogisticRegression

    public var name: String { "nblr" }
    public var settingsByName: [String: String] {
        regression.settingsByName.merging(bayes.settingsByName) { $1 }.merging(["beta": String(beta)]) { $1 }
    }
    public var scalesByInverseDocumentFrequency: Bool { true }
    public var weighsFeaturesTogether: Bool { true }

    /// A trainer with these settings.
    ///
    /// - Precondition: beta is in 0...1, the smoothing and C are in their ranges.
    public init(_ regression: LogisticRegression.Settings = .init(cost: 1), smoothing: Double = 0.1, beta: Double = 0.5) {
        precondition((0...1).contains(beta), "expected beta in 0...1, found \(beta)")
        self.regression = LogisticRegression(regression)
        bayes = NaiveBayes(.init(smoothing: smoothing))
        self.beta = beta
    }

    /// See `Trainer.fit`.
    ///
    /// - Complexity: that of `LogisticRegression` of two classes for each class, for two classes
    ///   once.
    public func fit(_ matrix: FeatureMatrix, classes: [UInt8], classCount: Int, rows: RowList, rowWeights: [Float])
        -> LinearWeights
    {
        var learned = LinearWeights(featureCount: matrix.columnCount, classCount: classCount)
        for c in (classCount == 2 ? 1 : 0)..<classCount {
            let isOwn: [UInt8] = classes.map { Int($0) == c ? 1 : 0 }
            let counted = bayes.fit(matrix, classes: isOwn, classCount: 2, rows: rows, rowWeights: rowWeights)
            let scales = matrix.scales
            // Naive Bayes' weights include the scales.
            let ratios = scales.indices.map { f in
                scales[f] == 0 ? 0 : (counted.weight(feature: f, class: 1) - counted.weight(feature: f, class: 0)) / scales[f]
            }
            let scaled = matrix.scaled(by: zip(scales, ratios).map { $0 * $1 })
            let fitted = regression.fit(scaled, classes: isOwn, classCount: 2, rows: rows, rowWeights: rowWeights)
            let weights = scaled.columnScales.indices.map { f in
                let scale = scaled.columnScales[f]
                return scale == 0 ? 0 : (fitted.weight(feature: f, class: 1) - fitted.weight(feature: f, class: 0)) / scale
            }
            let mean = weights.reduce(0) { $0 + Double(abs($1)) } / Double(max(1, weights.count))
            learned.bias[c] = fitted.bias[1] - fitted.bias[0]
            for (f, weight) in weights.enumerated() {
                learned.weights[f * classCount + c] =
                    Float(beta * Double(weight) + (1 - beta) * mean) * scaled.columnScales[f]
            }
        }
        return learned
    }
}
