// Training: what every trainer learns. One weight a feature and class, and one bias a class.

import SpamFilter

/// A linear model: score of class c = bias[c] + sum over features f of weights[f, c] x (count of f x norm of the row).
///
/// The scales of the matrix's columns are already multiplied in, so that whoever scores needs none.
/// The softmax of the scores is the probability of each class.
public struct LinearWeights: Sendable {
    public let classCount: Int
    /// One a class, natural log scale.
    public var bias: [Double]
    /// `classCount` weights a feature, feature after feature.
    public var weights: [Float]

    public var featureCount: Int { weights.count / classCount }

    /// All zero: every class as probable as the others, whatever a message says.
    public init(featureCount: Int, classCount: Int) {
        self.classCount = classCount
        bias = Array(repeating: 0, count: classCount)
        weights = Array(repeating: 0, count: featureCount * classCount)
    }

    @inline(__always)
    public func weight(feature: Int, class c: Int) -> Float { weights[feature * classCount + c] }
}

/// Scores rows: one number a class, of which only the differences matter.
protocol RowScorer {
    /// Of the classes, actions among them.
    var labels: [Label] { get }
    func scores(_ matrix: FeatureMatrix, row: Int) -> [Double]
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
