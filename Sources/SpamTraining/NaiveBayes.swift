// Training: multinomial naive Bayes. A message is a bag of features, each drawn independently from its class.
// Manning, Raghavan & Schütze, Introduction to Information Retrieval (2008), chapter 13.

import Foundation

/// Multinomial naive Bayes with Lidstone smoothing (Laplace's when `smoothing` is 1).
///
///     P(c)     = rows of c / rows
///     P(f | c) = (N[f, c] + smoothing) / (sum over f' of N[f', c] + smoothing x features)
///     score    = ln P(c) + sum over f of value of f x ln P(f | c)
///
/// where N[f, c] is the sum of the values of f in the rows of c, each row times its weight. Values need not be whole numbers.
public struct NaiveBayes: Trainer {
    public struct Settings: Sendable, Hashable {
        /// Every useful smoothing and more: so small that it is next to none, so large that no count matters.
        public static let smoothings = 1e-9...1e9

        /// Added to the count of every feature in every class (alpha, Lidstone), in `smoothings`: 0 would have a feature that a class
        /// never had forbid the class.
        public var smoothing: Double

        public init(smoothing: Double = 0.1) { self.smoothing = smoothing }
    }

    public let settings: Settings
    public var name: String { "nb" }
    public var settingsByName: [String: String] { ["smoothing": String(settings.smoothing)] }
    /// Tied to lost in cross-validation: average precision .9720 to .9756 on UCI, but .9925 to .9900 on message80W with 864 instead of 324
    /// false junk.
    public var scalesByInverseDocumentFrequency: Bool { false }
    /// A feature's weight is its own, but for the class totals; those of all features are the better estimate.
    public var weighsFeaturesTogether: Bool { false }

    /// - Precondition: the smoothing is in `Settings.smoothings`.
    public init(_ settings: Settings = Settings()) {
        precondition(
            Settings.smoothings.contains(settings.smoothing),
            "expected a smoothing in \(Settings.smoothings), found \(settings.smoothing)")
        self.settings = settings
    }

    /// - Complexity: O(entries + features x classes).
    public func fit(_ matrix: FeatureMatrix, classes: [Int], classCount: Int, rows: [Int], rowWeights: [Float]) -> LinearWeights {
        var learned = LinearWeights(featureCount: matrix.columnCount, classCount: classCount)
        // Sums in Double: a million fractional values added in Float would lose the small ones.
        var counts = [Double](repeating: 0, count: matrix.columnCount * classCount)
        var rowsOfClass = [Double](repeating: 0, count: classCount)
        var total = [Double](repeating: 0, count: classCount)
        let scales = matrix.scales
        for row in rows {
            let c = classes[row]
            let weight = rowWeights.isEmpty ? 1 : rowWeights[row]
            rowsOfClass[c] += Double(weight)
            matrix.forEachEntry(ofRow: row) { column, value in
                let scaled = Double(value * scales[column] * weight)
                counts[column * classCount + c] += scaled
                total[c] += scaled
            }
        }
        let allRows = rowsOfClass.reduce(0, +)
        for c in 0..<classCount {
            learned.bias[c] = log(rowsOfClass[c] / allRows)
            let denominator = log(total[c] + settings.smoothing * Double(matrix.columnCount))
            for f in 0..<matrix.columnCount {
                let logProbability = log(counts[f * classCount + c] + settings.smoothing) - denominator
                learned.weights[f * classCount + c] = Float(logProbability) * scales[f]
            }
        }
        return learned
    }
}
