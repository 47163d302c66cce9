// Training: junk against each wanted action, learned from messages of a phone that have
// probabilities instead of labels.
//
// One round of expectation-maximisation (Nigam et al., Text classification from labeled and
// unlabeled documents using EM, Machine Learning 39, 2000) with soft labels. More rounds lost:
// Benchmarks/decisions/unlabelled.md.

import Foundation
import SpamFilter

/// What a phone's own messages teach, and a background beside it.
struct PhoneVectors: Sendable {
    let pool: UnlabelledPool
    /// For each message the probability of junk, and of each wanted action.
    let junk: [Double]
    let wanted: [[Double]]
    /// The background's vectors.
    let background: [LearnedVector]
    let trainer: any Trainer

    /// The background is worth so many junk messages, and this share of all messages at least: what
    /// is wrongly taken for junk grows with them. Benchmarks/decisions/unlabelled.md.
    private static let backgroundMessages = 22.0, backgroundShare = 0.055
    /// Junk counts where it is as likely as this: where there is none, as much is in doubt, but
    /// little is sure.
    private static let sure = 0.9
    /// With little junk the background decides, with much it hardly matters.
    private static let strengths = 0.15...2
    /// How far the shares of wanted actions are believed, as an exponent: the background's model
    /// tells them, and it errs on phones unlike its corpora.
    private static let trustInShares = 0.7
    /// So much is surely junk, of what the background is worth, on phones without any and with
    /// some.
    private static let doubtful = 0.5...0.8

    /// How much is surely junk, as a share of what the background is worth.
    private var surelyJunk: Double {
        let found = zip(junk, pool.weights).reduce(0) { $1.0 > PhoneVectors.sure ? $0 + $1.1 : $0 }
        return found / max(PhoneVectors.backgroundMessages, PhoneVectors.backgroundShare * pool.weights.reduce(0, +))
    }

    /// How much the background counts: 1 as much as the phone's messages.
    var strength: Double {
        min(max(1 / max(surelyJunk, 1e-9), PhoneVectors.strengths.lowerBound), PhoneVectors.strengths.upperBound)
    }

    /// From 0, where what is surely junk may be an error of the background, to 1, where the phone
    /// gets junk.
    var certaintyOfJunk: Double {
        let doubt = PhoneVectors.doubtful
        return min(max((surelyJunk - doubt.lowerBound) / (doubt.upperBound - doubt.lowerBound), 0), 1)
    }

    /// A vector for each wanted action, of some of the messages and the background.
    func vectors(_ messages: [Int]) -> [LearnedVector] {
        let rows = RowList(messages)
        let sums = wanted[0].indices.map { a in messages.reduce(0) { $0 + pool.weights[$1] * wanted[$1][a] } }
        let all = sums.reduce(0, +) + Double(sums.count)
        return sums.indices.map { action in
            // A wanted action that is not there is told by all wanted messages.
            let isThere = sums[action] >= 1
            let learned = learned(messages) { isThere ? wanted[$0][action] : wanted[$0].reduce(0, +) }
            let share = PhoneVectors.trustInShares * log((sums[action] + 1) / all)
            let own = LearnedVector(bias: learned.bias - share, weights: learned.weights)
            let scale =
                pool.matrix.spread(of: own, rows: rows) / max(pool.matrix.spread(of: background[action], rows: rows), 1e-9)
            return own.adding(background[action], times: strength * scale)
        }
    }

    /// Junk against wanted messages by the mean of the trainer and of naive Bayes, on one scale:
    /// their mistakes differ, and naive Bayes bears wrong labels better.
    ///
    /// - Parameter share: how likely a message is one of those wanted.
    private func learned(_ messages: [Int], share: (Int) -> Double) -> LearnedVector {
        let count = pool.count
        let asJunk = messages.map { pool.weights[$0] * junk[$0] }, asWanted = messages.map { pool.weights[$0] * share($0) }
        let ofJunk = max(asJunk.reduce(0, +), 1e-9), ofWanted = max(asWanted.reduce(0, +), 1e-9)
        // As for labelled messages: both weigh alike, and few are fitted less closely.
        let closeness = min(1, ofWanted / Double(WantedActions.closelyFitted)), ratio = (ofWanted / ofJunk).squareRoot()
        var weights = [Float](repeating: .leastNormalMagnitude, count: 2 * count),
            classes = [UInt8](repeating: 0, count: 2 * count)
        var rows: [Int] = []
        func add(_ row: Int, _ weight: Double) {
            guard weight > 1e-7 else { return }
            weights[row] = Float(weight)
            rows.append(row)
        }
        for (place, message) in messages.enumerated() {
            classes[message] = 1
            add(message, asJunk[place] * closeness * ratio)
        }
        for (place, message) in messages.enumerated() { add(count + message, asWanted[place] * closeness / ratio) }
        func fit(_ trainer: any Trainer) -> LearnedVector {
            LearnedVector(
                trainer.fit(pool.matrix, classes: classes, classCount: 2, rows: RowList(rows), rowWeights: weights), class: 1)
        }
        guard Set(rows.map { classes[$0] }).count == 2 else {
            return LearnedVector(bias: 0, weights: Array(repeating: 0, count: pool.vocabulary.count))
        }
        let all = RowList(messages), regression = fit(trainer), bayes = fit(NaiveBayes())
        let scale = pool.matrix.spread(of: regression, rows: all) / max(pool.matrix.spread(of: bayes, rows: all), 1e-9)
        return regression.times(0.5).adding(bayes, times: 0.5 * scale)
    }
}
