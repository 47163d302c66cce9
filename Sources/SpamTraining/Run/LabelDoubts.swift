// Training: what speaks for each label of a corpus, for those who look for wrong ones.

import SpamFilter

extension TrainingRun {
    /// What speaks for each label of a message: the labels of the others of its group, and models
    /// that have not seen the group. No size is asked of these models.
    ///
    /// The models are trained twice, the second time without the messages whose labels the first
    /// ones doubt: they have learned the wrong ones.
    ///
    /// - Throws: `TrainingError`, as training does.
    /// - Complexity: twice as many fits as folds, two at least.
    public consuming func outOfFoldProbabilities() throws(TrainingError) -> OutOfFoldProbabilities {
        let settings = settings
        let corpus = try collected()
        let levels = corpus.levels, groups = corpus.groups
        try levels.requireSeveralActions()
        let features = try FrequentFeatures(corpus, settings).rows()
        let first = features.probabilities(levels, groups, settings, without: [])
        return features.probabilities(levels, groups, settings, without: Set(first.suspects().map(\.row)))
    }
}

extension ChosenFeatures {
    fileprivate func probabilities(
        _ levels: LabelLevels, _ groups: [UInt64], _ settings: TrainingSettings, without doubtful: Set<Int>
    ) -> OutOfFoldProbabilities {
        let trainer = settings.trainer, classes = levels.actionOfRow, classCount = levels.actions.count
        let folds = ScoringFolds(
            levels, groups: groups, count: max(2, settings.folds(of: groups.count)), seed: settings.seed)
        let scores = OutOfFoldScores(matrix, levels, groups: groups, in: folds, threads: settings.threads) { rows in
            var trusted = rows.filter { !doubtful.contains($0) }
            // An action that is doubted throughout must be learned all the same.
            if Set(trusted.lazy.map { classes[$0] }).count < classCount { trusted = rows }
            return ActionScorer(
                labels: levels.actions,
                weights: trainer.fit(
                    matrix, classes: classes, classCount: classCount, rows: trusted, rowWeights: weights))
        }
        return OutOfFoldProbabilities(scores).agreeing(withOthersOf: scores.groups)
    }
}
