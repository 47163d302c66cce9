// Training: multinomial naive Bayes. A message is a bag of features, each drawn independently given
// the class. Manning, Raghavan & Schütze, Introduction to Information Retrieval (2008), chapter 13.

import Foundation

/// Multinomial naive Bayes with Lidstone smoothing (Laplace's when `smoothing` is 1).
///
///     P(c)     = rows of c / rows
///     P(f | c) = (N[f, c] + smoothing) / (sum over f' of N[f', c] + smoothing x features)
///     score    = ln P(c) + sum over f of value of f x ln P(f | c)
///
/// where N[f, c] is the sum of the values of f in the rows of c, each row times its weight. Values
/// need not be integers.
public struct NaiveBayes: AdditiveTrainer {
    /// What a user may set.
    public struct Settings: Sendable, Hashable {
        /// Every useful smoothing: from next to none to where counts no longer matter.
        public static let smoothings = 1e-9...1e9

        /// Added to the count of every feature in every class (Lidstone's alpha), in `smoothings`.
        /// With 0 a feature that a class never had would exclude the class.
        public var smoothing: Double

        /// The default, or another smoothing. `NaiveBayes` checks it.
        public init(smoothing: Double = 0.1) {
            self.smoothing = smoothing
        }
    }

    /// What the user set.
    public let settings: Settings
    public var name: String { "nb" }
    public var settingsByName: [String: String] { ["smoothing": String(settings.smoothing)] }
    /// False: scaling tied or lost (Benchmarks/decisions/feature-weights.md).
    public var scalesByInverseDocumentFrequency: Bool { false }
    /// False: weights share only the class totals, and those of all features are the better
    /// estimate.
    public var weighsFeaturesTogether: Bool { false }

    /// A trainer with these settings.
    ///
    /// - Precondition: the smoothing is in `Settings.smoothings`.
    public init(_ settings: Settings = Settings()) {
        precondition(
            Settings.smoothings.contains(settings.smoothing),
            "expected a smoothing in \(Settings.smoothings), found \(settings.smoothing)")
        self.settings = settings
    }

    /// Weights that follow from the sums alone, in O(features x classes).
    public func fit(_ sums: FeatureSums) -> LinearWeights {
        let classCount = sums.classCount
        var learned = LinearWeights(featureCount: sums.featureCount, classCount: classCount)
        for c in 0..<classCount {
            learned.bias[c] = log(sums.rows[c] / sums.allRows)
            let denominator = log(sums.total[c] + settings.smoothing * Double(sums.featureCount))
            for f in 0..<sums.featureCount {
                let logProbability = log(sums.of(f, class: c) + settings.smoothing) - denominator
                learned.weights[f * classCount + c] = Float(logProbability) * sums.scales[f]
            }
        }
        return learned
    }
}
