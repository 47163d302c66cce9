// Training: what every trainer learns: a weight for each feature and class, a bias for each class.

import SpamFilter

/// A linear model.
///
///     score[c] = bias[c] + sum over features f of weights[f, c] x (count of f x norm of the row)
///
/// The weights include the scales of the matrix's columns. The softmax of the scores gives the
/// probability of each class.
public struct LinearWeights: Sendable {
    /// How many classes the model has, two or more.
    public let classCount: Int
    /// One bias for each class, in natural logarithms.
    public var bias: [Double]
    /// `classCount` weights for each feature, feature by feature.
    public var weights: [Float]

    /// How many features the model has.
    public var featureCount: Int { weights.count / classCount }

    /// All zero: every class is equally probable for every message.
    public init(featureCount: Int, classCount: Int) {
        self.classCount = classCount
        bias = Array(repeating: 0, count: classCount)
        weights = Array(repeating: 0, count: featureCount * classCount)
    }

    /// The weight of a feature for a class, in natural logarithms.
    @inline(__always)
    public func weight(feature: Int, class c: Int) -> Float { weights[feature * classCount + c] }
}

/// Scores rows: a number for each class; only their differences matter.
protocol RowScorer {
    /// The labels of the classes, actions among them.
    var labels: [Label] { get }
    func scores(_ matrix: FeatureMatrix, row: Int) -> [Double]
    /// Whether the model has a weight for a column.
    func hasWeight(_ column: Int) -> Bool
}

extension RowScorer {
    func hasWeight(_ column: Int) -> Bool { true }
}

extension LinearWeights {
    func scores(_ matrix: FeatureMatrix, row: Int) -> [Double] {
        var scores = bias
        matrix.forEachValue(ofRow: row) { column, value in
            for c in 0..<classCount { scores[c] += Double(weights[column * classCount + c] * value) }
        }
        return scores
    }
}
