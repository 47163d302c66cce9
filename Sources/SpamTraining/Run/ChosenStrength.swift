// Training: the strength of the background that own messages choose, out of fold.

import SpamFilter

extension Learner {
    /// Listens to the background as much as suits own messages best. Does nothing without one.
    ///
    /// - Parameter groups: of every message.
    /// - Complexity: two fits of own messages for each fold.
    mutating func chooseStrength(_ groups: [UInt64], _ settings: TrainingSettings) {
        if let strength = strength(groups, settings) { background?.strength = strength }
    }

    private func strength(_ groups: [UInt64], _ settings: TrainingSettings) -> Double? {
        guard let background, let wantedActions = levels.wantedActions else { return nil }
        let own = levels.own(RowList(levels.labels.indices)), ownMatrix = features.matrix.scaled(by: background.ownScales)
        let foldOf = folds(ofGroups: groups, count: settings.folds, seed: settings.seed)
        let trainer = settings.trainer
        let parts = inParallel(settings.folds, threads: settings.threads) { fold in
            let training = own.filter { foldOf[$0] != fold }, left = own.filter { foldOf[$0] == fold }
            let isJunk = Set(training.lazy.map { levels.labels[$0].action == .junk })
            guard isJunk.count == 2 else { return (rows: RowList([]), scores: [[Double]]()) }
            func fit(_ classes: [UInt8], _ classCount: Int, _ rows: RowList, _ rowWeights: [Float]) -> LinearWeights {
                trainer.fit(ownMatrix, classes: classes, classCount: classCount, rows: rows, rowWeights: rowWeights)
            }
            let alone = wantedActions.vectors(training, features.weights, by: fit).compactMap {
                $0.map { VectorPair(own: $0, background: nil) }
            }
            let joined = wantedActions.vectorPairs(
                training, features.weights, over: background, spread: { ownMatrix.spread(of: $0, rows: training) }, by: fit
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
