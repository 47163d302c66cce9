// Training: what is learned of a level of labels: its classes and their weight vectors.

import SpamFilter

/// A weight vector. It is relative to one class of its level, which has none.
struct LearnedVector {
    let bias: Double
    /// One a feature.
    let weights: [Float]

    init(bias: Double, weights: [Float]) {
        self.bias = bias
        self.weights = weights
    }

    /// Class `c` against the first one.
    init(_ learned: LinearWeights, class c: Int) {
        bias = learned.bias[c] - learned.bias[0]
        weights = (0..<learned.featureCount).map { learned.weight(feature: $0, class: c) - learned.weight(feature: $0, class: 0) }
    }
}

/// A class of a model with its weight vectors; none if the others of its level are relative to it.
struct LearnedClass {
    let label: Label
    var vectors: [LearnedVector]
    /// How the scores of several vectors become one.
    var combination = VectorCombination.sum
}

/// Learns the weights of classes from some rows of a corpus. Parameters as of `Trainer.fit`.
typealias RowFit = (_ classes: [UInt8], _ classCount: Int, _ rows: RowList, _ rowWeights: [Float]) -> LinearWeights
