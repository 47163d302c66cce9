// Training: levels, trainer and features put together: rows in, the weights of a model out.

import Drift
import SpamFilter

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
    /// What scores of unseen messages lack, by script.
    var scripts = ScriptOffsets()
    /// The sums of all rows, where models are learned from sums of columns; else `nil`.
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
        let all = RowList(levels.labels.indices)
        self.progress = LearningProgress(total: levels.work(all) * rounds * models, tell: progress)
        background = background(of: all)
        if background == nil { sums = levels.sums(features.matrix, trainer: trainer, rowWeights: features.weights) }
    }

    /// The same learner, whose background is that of some rows.
    private func knowing(_ rows: RowList) -> Learner {
        let all = RowList(levels.labels.indices)
        guard let strength = background?.strength, levels.background(rows).count < levels.background(all).count else {
            return self
        }
        var learner = self
        learner.background = background(of: rows)
        learner.background?.strength = strength
        return learner
    }

    /// What some rows know beside own messages, at the usual strength; `nil` without background.
    private func background(of rows: RowList) -> Background? {
        guard !features.ownScales.isEmpty, let wantedActions = levels.wantedActions else { return nil }
        let vectors = wantedActions.vectors(levels.background(rows), features.weights) {
            trainer.fit(features.matrix, classes: $0, classCount: $1, rows: $2, rowWeights: $3)
        }
        let own = levels.own(RowList(levels.labels.indices)).count
        return Background(vectors: vectors, ownScales: features.ownScales, strength: BackgroundStrength.usual(ownMessages: own))
    }

    /// The weights of a model of all rows.
    ///
    /// - Parameter mostBuckets: how many the feature table may have.
    func learn(mostBuckets: Int) -> CompactWeights { learn(RowList(levels.labels.indices), mostBuckets: mostBuckets) }

    /// The weights of a model of some rows.
    ///
    /// - Parameters:
    ///   - subActions: of the same rows, where they are learned already.
    ///   - see: shown the classes with the weights of all features.
    func learn(
        _ rows: RowList, mostBuckets: Int, subActions: [LearnedClass]? = nil, see: ([LearnedClass]) -> Void = { _ in }
    ) -> CompactWeights {
        let model = ModelProgress(progress, work: levels.work(rows) * rounds)
        defer { model.finish() }
        return CompactWeights(
            features.matrix, features.vocabulary, mostBuckets: mostBuckets,
            learnsAgain: trainer.weighsFeaturesTogether && background == nil,
            comesFirst: background?.ownScales.map { $0 > 0 } ?? []
        ) { matrix, columns in
            let learned = levels.fit(
                matrix, trainer: trainer, rows: rows, rowWeights: features.weights, sums: sums, background: background,
                subActions: subActions
            ) {
                model.add(rows: $0, classes: $1)
            }
            let whole = scripts.added(to: learned, columns: columns)
            if columns == nil { see(whole) }
            return whole
        }
    }

    /// Scores of all messages by models that have not seen their groups.
    ///
    /// - Parameters:
    ///   - groups: of every message.
    ///   - remembered: as of `OutOfFoldScores`.
    func outOfFoldScores(
        _ groups: [UInt64], mostBuckets: Int, _ settings: TrainingSettings, remembering remembered: Set<Int> = []
    ) -> OutOfFoldScores {
        let folds = ownFolds(groups, settings), learner = knowing(folds.teaching(without: 0))
        // Learned once, where they are the same without any fold.
        let subActions =
            !levels.subActionsAreOfBackground
            ? nil
            : levels.fitSubActions(folds.teaching(without: 0), features.weights) {
                trainer.fit(features.matrix, classes: $0, classCount: $1, rows: $2, rowWeights: $3)
            }
        return OutOfFoldScores(
            features.matrix, levels, groups: groups, in: folds, threads: settings.threads,
            most: OutOfFoldScores.enoughForCutoffs, remembering: remembered
        ) {
            learner.learn($0, mostBuckets: mostBuckets, subActions: subActions).reading(features.vocabulary.features)
        }
    }

    /// Scores of some messages of the background, by models that have not seen their groups; `nil`
    /// without such messages.
    ///
    /// - Parameter groups: of every message.
    func outOfFoldScores(
        ofBackground rows: RowList, _ groups: [UInt64], mostBuckets: Int, _ settings: TrainingSettings
    ) -> OutOfFoldScores? {
        guard !rows.isEmpty, background != nil else { return nil }
        let folds = ScoringFolds(
            scoring: rows, of: levels, groups: groups, count: settings.folds(of: rows.count), seed: settings.seed)
        return OutOfFoldScores(
            features.matrix, levels, groups: groups, in: folds, threads: settings.threads, most: OutOfFoldScores.enoughForCutoffs
        ) {
            scorer(of: $0, mostBuckets: mostBuckets)
        }
    }

    /// A model of some rows, in the form in which it is shipped: nothing is known of others.
    func scorer(of rows: RowList, mostBuckets: Int) -> any RowScorer {
        knowing(rows).learn(rows, mostBuckets: mostBuckets).reading(features.vocabulary.features)
    }

    /// Few own messages need many folds, beside however large a background.
    private func ownFolds(_ groups: [UInt64], _ settings: TrainingSettings) -> ScoringFolds {
        ScoringFolds(levels, groups: groups, count: settings.folds(of: levels.ownCount), seed: settings.seed)
    }

    /// Says that all is done.
    func finish() { progress.finish() }
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
        let folds = ownFolds(groups, settings), trainer = settings.trainer
        guard let background = knowing(folds.teaching(without: 0)).background, let wantedActions = levels.wantedActions else {
            return nil
        }
        let ownMatrix = features.matrix.scaled(by: background.ownScales)
        let parts = inParallel(folds.count, threads: settings.threads) { fold in
            let training = levels.own(folds.teaching(without: fold)), left = folds.scored(in: fold)
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
        return BackgroundStrength.chosen(
            losses, groups: scored.map { groups[$0] }, ownMessages: levels.own(RowList(levels.labels.indices)).count)
    }
}

extension Learner {
    /// What the sampled messages are made of; `nil` without out-of-fold scores.
    ///
    /// - Parameter groups: of every message.
    func profile(
        _ sample: [TrafficSample.Member], _ weights: CompactWeights, _ calibration: OutOfFoldCalibration, groups: [UInt64],
        _ plan: ModelPlan, _ settings: TrainingSettings
    ) -> TrafficProfile? {
        guard plan.hasProfile, let scores = calibration.scores, let parameters = calibration.calibration else { return nil }
        let rows = sample.map(\.row), asked = Set(rows), weights = weights.reading(features.vocabulary.features)
        let learned = OutOfFoldScores(
            features.matrix, rows: rows, labels: levels.labels, groups: groups, by: weights)
        let traffic = LearnedTraffic(
            weights, features.matrix, features.vocabulary, groups: groups, forgetsSingleGroups: settings.forgetsSingleGroups,
            sample: sample)
        return traffic.profile(
            sample, scores, new: scores.verdicts(parameters, calibration.policy, of: asked),
            seen: learned.verdicts(parameters, calibration.policy, of: asked))
    }
}
