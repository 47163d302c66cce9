// Training: scores of messages by models that have not seen their group. What a cutoff promises must come from these.

import SpamFilter

/// For every row the scores of a model trained without the row's fold.
struct OutOfFoldScores {
    let classLabels: [Label]
    /// The rows that were scored, and what follows for each: its class and `classLabels.count` scores.
    private(set) var classes: [Int] = []
    private(set) var scores: [Double] = []

    var count: Int { classes.count }

    /// Splits by group into folds, trains without each, scores it. A fold whose removal would leave a class without rows is not scored.
    ///
    /// - Complexity: `folds` times a fit on all but a fold's rows.
    init(
        _ matrix: FeatureMatrix, classes all: [Int], classLabels: [Label], groups: [UInt64], folds: Int, trainer: any Trainer
    ) {
        self.classLabels = classLabels
        var random = SplitMix(seed: UInt64(folds))
        let salt = random.next()
        let foldOf = groups.map { group in
            var mix = SplitMix(seed: group ^ salt)
            return Int(mix.next() % UInt64(folds))
        }
        for fold in 0..<folds {
            let training = all.indices.filter { foldOf[$0] != fold }
            guard training.count < all.count, Set(training.lazy.map { all[$0] }).count == classLabels.count else { continue }
            let learned = trainer.fit(matrix, classes: all, classCount: classLabels.count, rows: training)
            for row in all.indices where foldOf[row] == fold {
                classes.append(all[row])
                scores += learned.scores(matrix, row: row)
            }
        }
    }

    /// The scores of the i-th row.
    func scores(_ i: Int) -> ArraySlice<Double> {
        scores[i * classLabels.count..<(i + 1) * classLabels.count]
    }
}
