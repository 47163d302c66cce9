// Training: scores of messages by models that have not seen their group. What a cutoff promises must come from these.

import SpamFilter

/// For every row the scores of its action by a model trained without the row's fold.
struct OutOfFoldScores {
    let actions: [Label]
    /// The rows that were scored, and for each of them the index of its action, its group and `actions.count` scores.
    private(set) var rows: [Int] = []
    private(set) var classes: [Int] = []
    private(set) var groups: [UInt64] = []
    private(set) var scores: [Double] = []

    var count: Int { classes.count }
    /// Rows without a score, as without their fold an action would have been without rows.
    private(set) var unscored = 0

    /// Splits by group into folds, trains without each, scores it. A fold whose removal would leave an action without rows is not scored.
    ///
    /// - Parameter fit: learns from some rows of the matrix, in the very form of the model that is to be shipped.
    /// - Complexity: `folds` times a fit on all but a fold's rows.
    init(
        _ matrix: FeatureMatrix, _ levels: LabelLevels, groups allGroups: [UInt64], folds: Int, seed: UInt64,
        fit: (_ rows: [Int]) -> any RowScorer
    ) {
        actions = levels.actions
        let all = levels.actionOfRow
        var random = SplitMix(seed: seed)
        let salt = random.next()
        let foldOf = allGroups.map { group in
            var mix = SplitMix(seed: group ^ salt)
            return Int(mix.next() % UInt64(folds))
        }
        for fold in 0..<folds {
            let training = all.indices.filter { foldOf[$0] != fold }
            guard training.count < all.count, Set(training.lazy.map { all[$0] }).count == actions.count else {
                unscored += all.count - training.count
                continue
            }
            let learned = fit(training)
            for row in all.indices where foldOf[row] == fold {
                rows.append(row)
                classes.append(all[row])
                groups.append(allGroups[row])
                scores += learned.scores(matrix, row: row)
            }
        }
    }

    /// The scores of the i-th row.
    func scores(_ i: Int) -> ArraySlice<Double> {
        scores[i * actions.count..<(i + 1) * actions.count]
    }
}
