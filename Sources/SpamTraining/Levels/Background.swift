// Training: general knowledge beside own messages. Own messages alone make the model that they
// would make by themselves; what is known of other phones is added to its weights.
//
//     vector of a kind = own vector + strength x sd(own scores) / sd(background scores) x background's
//
// That is a logarithmic opinion pool (Genest & Zidek, Combining Probability Distributions,
// Statistical Science 1, 1986) of two models of one scale. It won over a prior centred on the
// background's weights and over weighed rows: Benchmarks/decisions/background.md.

/// What a fit of own messages needs to know of the background.
struct Background: Sendable {
    /// Of each kind, learned from the background alone; `nil` for a kind that it lacks.
    let vectors: [LearnedVector?]
    /// The scale of every column among own messages, 0 for one that they lack.
    let ownScales: [Float]
    /// 0: own messages alone decide. 1: both models have a say of the same size.
    var strength: Double
}

extension WantedKinds {
    /// Learns junk against each kind from own rows, and adds what the background knows.
    ///
    /// A kind that own messages lack is told by the background, and by all own wanted messages.
    ///
    /// - Parameters:
    ///   - rowWeights: as of `Trainer.fit`.
    ///   - matrix: whose values have the scales of own messages.
    func fit(
        _ own: RowList, _ rowWeights: [Float], over background: Background, _ matrix: FeatureMatrix, by fit: RowFit
    ) -> LearnedClass {
        let pooled = background.vectors.map { $0 != nil && background.strength > 0 }
        let learned = vectors(own, rowWeights, pooled: pooled, by: fit)
        return junk(zip(learned, background.vectors).map { learned, known in
            guard let learned, let known, background.strength > 0 else { return learned }
            let ratio = matrix.spread(of: learned, rows: own) / max(matrix.spread(of: known, rows: own), 1e-9)
            return learned.adding(known, times: background.strength * ratio)
        })
    }
}

extension LearnedVector {
    fileprivate func adding(_ other: LearnedVector, times factor: Double) -> LearnedVector {
        LearnedVector(
            bias: bias + factor * other.bias, weights: zip(weights, other.weights).map { $0 + Float(factor) * $1 })
    }
}

extension FeatureMatrix {
    /// The score of a row: weights include the scales of columns.
    fileprivate func score(_ vector: LearnedVector, row: Int) -> Double {
        var sum = vector.bias
        forEachValue(ofRow: row) { sum += Double($1) * Double(vector.weights[$0]) }
        return sum
    }

    /// The standard deviation of the scores of rows.
    fileprivate func spread(of vector: LearnedVector, rows: RowList) -> Double {
        var sum = 0.0, squares = 0.0
        for row in rows {
            let score = score(vector, row: row)
            sum += score
            squares += score * score
        }
        let mean = sum / Double(max(1, rows.count))
        return max(0, squares / Double(max(1, rows.count)) - mean * mean).squareRoot()
    }
}
