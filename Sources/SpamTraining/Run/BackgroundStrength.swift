// Training: how much the background is listened to, chosen on own messages out of fold.

import Foundation
import SpamFilter

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

extension Learner {
    /// Listens to the background as much as suits own messages best. Does nothing without one.
    ///
    /// - Parameter groups: of every message.
    /// - Complexity: two fits of own messages for each fold.
    mutating func chooseStrength(_ groups: [UInt64], _ settings: TrainingSettings) {
        if let strength = strength(groups, settings) { background?.strength = strength }
    }

    private func strength(_ groups: [UInt64], _ settings: TrainingSettings) -> Double? {
        guard let background, let kinds = levels.kinds, case .messages(let matrix, let weights, _) = features.rows else {
            return nil
        }
        let own = levels.own(RowList(levels.labels.indices)), ownMatrix = matrix.scaled(by: background.ownScales)
        let foldOf = folds(ofGroups: groups, count: settings.folds, seed: settings.seed)
        let trainer = settings.trainer
        let parts = inParallel(settings.folds, threads: settings.threads) { fold in
            let training = own.filter { foldOf[$0] != fold }, left = own.filter { foldOf[$0] == fold }
            let isJunk = Set(training.lazy.map { levels.labels[$0].action == .junk })
            guard isJunk.count == 2 else { return (rows: RowList([]), scores: [[Double]]()) }
            func fit(_ classes: [UInt8], _ classCount: Int, _ rows: RowList, _ rowWeights: [Float]) -> LinearWeights {
                trainer.fit(ownMatrix, classes: classes, classCount: classCount, rows: rows, rowWeights: rowWeights)
            }
            let alone = kinds.vectors(training, weights, by: fit).compactMap { $0.map { VectorPair(own: $0, known: nil) } }
            let joined = kinds.vectorPairs(
                training, weights, over: background, spread: { ownMatrix.spread(of: $0, rows: training) }, by: fit
            ).compactMap { $0 }
            let (none, others) = (BackgroundStrength.choices.prefix(1), BackgroundStrength.choices.dropFirst())
            return (
                left,
                left.map { row in
                    alone.scores(row, of: ownMatrix, strengths: Array(none))
                        + joined.scores(row, of: ownMatrix, strengths: Array(others))
                }
            )
        }
        var scored: [Int] = [], scores: [[Double]] = []
        for part in parts {
            scored += Array(part.rows)
            scores += part.scores
        }
        let losses = BackgroundStrength.choices.indices.map { choice in
            var level = LevelScores(classCount: 2)
            for (row, scores) in zip(scored, scores) {
                level.add(levels.labels[row].action == .junk ? 1 : 0, [0, scores[choice]])
            }
            return Calibration(level).losses(level)
        }
        return BackgroundStrength.chosen(losses, groups: scored.map { groups[$0] }, ownMessages: own.count)
    }
}
