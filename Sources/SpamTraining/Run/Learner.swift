// Training: levels, trainer and features put together: rows in, the weights of a model out.
// Messages and counts go the same way from here on.

/// Learns models of a corpus.
struct Learner: Sendable {
    let features: ChosenFeatures
    let levels: LabelLevels
    private let trainer: any Trainer
    /// How often the rows are learned from: a second time where features are cut off.
    private let rounds: Int
    private let progress: LearningProgress
    /// What is known beside own messages; `nil` without background.
    var background: Background?
    /// Of all rows, where models are learned from sums of columns; else `nil`.
    private var sums: RowSums?

    /// - Parameters:
    ///   - plan: of the model.
    ///   - models: how many will be learned of the rows.
    ///   - progress: told how much is done, and of how much.
    init(
        _ features: ChosenFeatures, _ levels: LabelLevels, _ settings: TrainingSettings, _ plan: ModelPlan, models: Int,
        progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void
    ) throws(TrainingError) {
        (self.features, self.levels) = (features, levels)
        trainer = settings.trainer
        let mostBuckets = try plan.mostBucketsBesidePromise()
        rounds =
            settings.trainer.weighsFeaturesTogether
                && CompactWeights.mayLearnAgain(features: features.vocabulary.count, mostBuckets: mostBuckets) ? 2 : 1
        let total =
            switch features.rows {
            case .messages: levels.work(RowList(levels.labels.indices)) * rounds * models
            case .sums: 1
            }
        self.progress = LearningProgress(total: total, tell: progress)
        background = background(of: RowList(levels.labels.indices))
        if background == nil, case .messages(let matrix, let weights, _) = features.rows {
            sums = levels.sums(matrix, trainer: trainer, rowWeights: weights)
        }
    }

    /// What some rows know beside own messages, at the usual strength; `nil` without background.
    private func background(of rows: RowList) -> Background? {
        guard case .messages(let matrix, let weights, let ownScales) = features.rows, !ownScales.isEmpty, let kinds = levels.kinds
        else { return nil }
        let vectors = kinds.vectors(levels.background(rows), weights) {
            trainer.fit(matrix, classes: $0, classCount: $1, rows: $2, rowWeights: $3)
        }
        let own = levels.own(RowList(levels.labels.indices)).count
        return Background(vectors: vectors, ownScales: ownScales, strength: BackgroundStrength.usual(ownMessages: own))
    }

    /// The weights of a model of all rows.
    ///
    /// - Parameter buckets: how many the feature table may have.
    func learn(mostBuckets: Int) -> CompactWeights {
        switch features.rows {
        case .sums(let learn):
            CompactWeights(features.vocabulary, mostBuckets: mostBuckets, learnsAgain: false) { _ in learn() }
        case .messages(let matrix, let weights, _):
            learn(RowList(levels.labels.indices), of: matrix, weights, mostBuckets: mostBuckets)
        }
    }

    /// Scores of all messages by models that have not seen their groups; `nil` where only sums of
    /// messages are left.
    ///
    /// - Parameters:
    ///   - groups: of every message.
    ///   - remembered: as of `OutOfFoldScores`.
    func outOfFoldScores(
        _ groups: [UInt64], mostBuckets: Int, _ settings: TrainingSettings, remembering remembered: Set<Int> = []
    ) -> OutOfFoldScores? {
        guard case .messages(let matrix, let weights, _) = features.rows else { return nil }
        return OutOfFoldScores(
            matrix, levels, groups: groups, folds: settings.folds, seed: settings.seed, threads: settings.threads,
            most: OutOfFoldScores.enoughForCutoffs, remembering: remembered
        ) {
            learn($0, of: matrix, weights, mostBuckets: mostBuckets).reading(features.vocabulary.features)
        }
    }

    /// Scores of general knowledge, of some rows, by models that have not seen their groups; `nil`
    /// without such rows.
    ///
    /// - Parameter groups: of every message.
    func outOfFoldScores(
        ofKnown known: RowList, _ groups: [UInt64], mostBuckets: Int, _ settings: TrainingSettings
    ) -> OutOfFoldScores? {
        guard !known.isEmpty, let strength = background?.strength, case .messages(let matrix, let weights, _) = features.rows
        else { return nil }
        return OutOfFoldScores(
            matrix, levels, groups: groups, folds: settings.folds, seed: settings.seed, threads: settings.threads,
            most: OutOfFoldScores.enoughForCutoffs, scoring: known
        ) {
            var learner = self
            learner.background = background(of: $0)
            learner.background?.strength = strength
            return learner.learn($0, of: matrix, weights, mostBuckets: mostBuckets).reading(features.vocabulary.features)
        }
    }

    /// The weights of a model of some rows.
    func learn(
        _ rows: RowList, of matrix: FeatureMatrix, _ rowWeights: [Float], mostBuckets: Int
    ) -> CompactWeights {
        let model = ModelProgress(progress, work: levels.work(rows) * rounds)
        defer { model.finish() }
        return CompactWeights(
            matrix, features.vocabulary, mostBuckets: mostBuckets,
            learnsAgain: trainer.weighsFeaturesTogether && background == nil,
            comesFirst: background?.ownScales.map { $0 > 0 } ?? []
        ) {
            levels.fit($0, trainer: trainer, rows: rows, rowWeights: rowWeights, sums: sums, background: background) {
                model.add(rows: $0, classes: $1)
            }
        }
    }

    /// Says that all is done.
    func finish() { progress.finish() }
}
