// Training: trainers whose weights are the mean of logistic regressions, so that they can be
// learned from gradients that many machines sum.

/// One regression of such a trainer.
struct RegressionPart: Sendable, Hashable {
    let settings: LogisticSettings
    /// Weighs the columns by its log-count ratios (`NBLogisticRegression`); `nil`: they keep their
    /// scales.
    let bayes: NaiveBayes?

    static func == (a: RegressionPart, b: RegressionPart) -> Bool {
        a.settings == b.settings && a.bayes?.settings == b.bayes?.settings
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(settings)
        hasher.combine(bayes?.settings)
    }
}

/// A trainer that is the mean of regressions with the objective of `LogisticRegression`.
protocol RegressionTrainer: Trainer {
    /// The regressions, whose weights have equal parts in the mean; one or two.
    func parts(classCount: Int) -> [RegressionPart]
}

extension LinearWeights {
    /// The mean of both.
    mutating func average(with other: LinearWeights) {
        for c in bias.indices { bias[c] = (bias[c] + other.bias[c]) / 2 }
        for i in weights.indices { weights[i] = (weights[i] + other.weights[i]) / 2 }
    }
}
