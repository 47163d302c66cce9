// Training: the background beside own messages. Own messages alone make the model that they
// would make by themselves; what is known of other phones is added to its weights.
//
//     vector = own + strength x sd(scores by own) / sd(scores by background) x background's
//
// That is a logarithmic opinion pool (Genest & Zidek, Combining Probability Distributions,
// Statistical Science 1, 1986) of two models of one scale. It won over a prior centred on the
// background's weights and over weighed rows: Benchmarks/decisions/background.md.

import Foundation
import SpamFilter

/// What a fit of own messages needs to know of the background.
struct Background: Sendable {
    /// The vector of each wanted action, learned from the background alone; `nil` for one that it
    /// lacks.
    let vectors: [LearnedVector?]
    /// The scale of every column among own messages, 0 for one that they lack.
    let ownScales: [Float]
    /// 0: own messages alone decide. 1: both models have a say of the same size.
    var strength: Double
}

/// Vectors of a wanted action by own messages and by the background, of one scale.
struct VectorPair {
    let own: LearnedVector
    /// `nil` where the background lacks the wanted action.
    let background: LearnedVector?

    func joined(strength: Double) -> LearnedVector { background.map { own.adding($0, times: strength) } ?? own }
}

extension WantedActions {
    /// Learns junk against each wanted action from own rows, and adds what the background knows.
    ///
    /// - Parameters:
    ///   - rowWeights: as of `Trainer.fit`.
    ///   - spread: how far the scores of own rows by a vector lie apart, in any unit.
    func fit(
        _ own: RowList, _ rowWeights: [Float], over background: Background, spread: (LearnedVector) -> Double, by fit: RowFit
    ) -> LearnedClass {
        guard background.strength > 0 else { return self.fit(own, rowWeights, by: fit) }
        let pairs = vectorPairs(own, rowWeights, over: background, spread: spread, by: fit)
        return junk(pairs.map { $0?.joined(strength: background.strength) })
    }

    /// For each wanted action the vectors of own rows and of the background; `nil` for a wanted
    /// action that both lack.
    ///
    /// A wanted action that own messages lack is told by the background, and by all own wanted
    /// messages.
    func vectorPairs(
        _ own: RowList, _ rowWeights: [Float], over background: Background, spread: (LearnedVector) -> Double, by fit: RowFit
    ) -> [VectorPair?] {
        let learned = vectors(own, rowWeights, pooled: background.vectors.map { $0 != nil }, by: fit)
        return learned.indices.map { wantedAction in
            guard let learned = learned[wantedAction] else { return nil }
            guard let learnedBefore = background.vectors[wantedAction] else { return VectorPair(own: learned, background: nil) }
            return VectorPair(own: learned, background: learnedBefore.times(spread(learned) / max(spread(learnedBefore), 1e-9)))
        }
    }
}

extension [VectorPair] {
    /// The log-odds of junk of a row, as of `WantedActions.junk`, with each of some strengths.
    func scores(_ row: Int, of matrix: FeatureMatrix, strengths: [Double]) -> [Double] {
        let ofActions = map {
            (own: matrix.score($0.own, row: row), background: $0.background.map { matrix.score($0, row: row) } ?? 0)
        }
        return strengths.map { strength in
            let scores = ofActions.map { $0.own + strength * $0.background }
            return scores.dropFirst().reduce(scores.first ?? 0) { VectorCombination.softMinimum.adding($1, to: $0) }
        }
    }
}

extension LearnedVector {
    func adding(_ other: LearnedVector, times factor: Double) -> LearnedVector {
        LearnedVector(
            bias: bias + factor * other.bias, weights: zip(weights, other.weights).map { $0 + Float(factor) * $1 })
    }

    func times(_ factor: Double) -> LearnedVector {
        LearnedVector(bias: factor * bias, weights: weights.map { Float(factor) * $0 })
    }
}

extension FeatureMatrix {
    /// The score of a row: weights include the scales of columns.
    func score(_ vector: LearnedVector, row: Int) -> Double {
        var sum = vector.bias
        forEachValue(ofRow: row) { sum += Double($1) * Double(vector.weights[$0]) }
        return sum
    }

    /// The standard deviation of the scores of rows.
    func spread(of vector: LearnedVector, rows: RowList) -> Double {
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

extension LabelLevels {
    /// Learns all levels from rows that are sums of messages. A background among them has its usual
    /// strength: sums cannot be scored to choose another.
    func fit<Rows: SummableRows>(_ sums: Rows, rows: RowList, rowWeights: [Float], by trainer: any AdditiveTrainer)
        -> [LearnedClass]
    {
        func learn(_ classes: [UInt8], _ classCount: Int, _ rows: RowList, _ rowWeights: [Float]) -> LinearWeights {
            trainer.fit(FeatureSums(sums, classes: classes, classCount: classCount, rows: rows, rowWeights: rowWeights))
        }
        guard !isBackground.isEmpty, let wantedActions else { return fit(rows, rowWeights, by: learn) }
        let own = own(rows), occurrences = columnSums(sums, own)
        let background = Background(
            vectors: wantedActions.vectors(background(rows), rowWeights, by: learn), ownScales: [],
            strength: BackgroundStrength.usual(ownMessages: own.reduce(0) { $0 + sums.messages(ofRow: $1) }))
        // That of features which occur independently and rarely, in proportion.
        func spread(of vector: LearnedVector) -> Double {
            zip(vector.weights, occurrences).reduce(0) { $0 + Double($1.0) * Double($1.0) * $1.1 }.squareRoot()
        }
        let junk = wantedActions.fit(own, rowWeights, over: background, spread: spread, by: learn)
        return fit(rows, rowWeights, junk: junk, by: learn)
    }

    /// How often each column occurs in rows.
    private func columnSums<Rows: SummableRows>(_ sums: Rows, _ rows: RowList) -> [Double] {
        var all = Array(repeating: 0.0, count: sums.columnCount)
        for row in rows { sums.forEachSum(ofRow: row) { all[$0] += Double($1) / FeatureSums.unit } }
        return all
    }
}

/// The choice of `Background.strength`.
enum BackgroundStrength {
    /// 0 first: the background may be of no use.
    static let choices = [0, 0.05, 0.1, 0.2]

    /// The strength that won on four phones: the background is worth ten messages, and a tenth of
    /// own messages at most. Another is chosen only if it is better by more than its standard
    /// error: Benchmarks/decisions/background.md.
    static func usual(ownMessages count: Int) -> Double {
        let wanted = min(0.1, 10 / Double(max(1, count)))
        return choices.min { abs($0 - wanted) < abs($1 - wanted) }!
    }

    /// - Parameters:
    ///   - losses: for each of `choices`, of every message.
    ///   - groups: of every message.
    static func chosen(_ losses: [[Double]], groups: [UInt64], ownMessages: Int) -> Double {
        let usual = usual(ownMessages: ownMessages), place = choices.firstIndex(of: usual)!
        guard !groups.isEmpty else { return usual }
        let means = losses.map { $0.reduce(0, +) / Double(groups.count) }
        let best = choices.indices.filter { isBetter(losses[$0], than: losses[place], groups) }.min { means[$0] < means[$1] }
        return choices[best ?? place]
    }

    /// Whether losses are lower by more than a standard error. Messages of a group are no
    /// independent evidence, so their differences are added up first.
    private static func isBetter(_ losses: [Double], than others: [Double], _ groups: [UInt64]) -> Bool {
        var gainOfGroup: [UInt64: Double] = [:]
        for (i, group) in groups.enumerated() { gainOfGroup[group, default: 0] += others[i] - losses[i] }
        // In an order of their own: sums of floats depend on it.
        let gains = gainOfGroup.sorted { $0.key < $1.key }.map(\.value)
        let n = Double(gains.count), mean = gains.reduce(0, +) / n
        let variance = gains.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / max(1, n - 1)
        return mean > (variance / n).squareRoot()
    }
}
