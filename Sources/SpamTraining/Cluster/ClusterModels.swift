// Cluster: from solutions to models: those of folds, which score, and the one that is shipped.

import SpamFilter

/// What the driver needs of the counts, to make objectives and models of solutions.
struct ClusterModels {
    let posed: PosedProblems
    private let run: ClusterRun
    private let files: RunFiles
    private let state: RunState
    private let corpus: FoldedCorpus
    private let settings: TrainingSettings
    private let summary: PartitionSummary
    private let plan: ModelPlan

    init(_ run: ClusterRun, _ files: RunFiles, _ state: RunState) throws {
        (self.run, self.files, self.state) = (run, files, state)
        corpus = try FoldedCorpus(try run.folder.counts(), run.settings)
        guard corpus.vocabulary.features == files.plan.features else { throw GradientError.otherSettings }
        posed = try PosedProblems(corpus, run.settings.trainer)
        summary = try files.summary()
        var settings = run.settings
        settings.tokenizer = corpus.tokenizer
        settings.folds = corpus.foldCount > 1 ? corpus.foldCount : 0
        self.settings = settings
        var card = run.card(SourceCounts(corpus: corpus.messagesOfSource))
        if settings.folds > 1 { card.sample = summary.sample }
        plan = try ModelPlan(
            settings, corpus.levels, featureCount: corpus.vocabulary.count, weighted: 0, hasPromise: settings.folds > 1,
            card: card)
    }

    /// The objective of each problem.
    ///
    /// - Parameter kept: the columns that a model is learned from; `nil` for all.
    func objectives(keeping kept: (_ model: Int) -> [Int]?) throws -> [Int: Objective] {
        let scales = try corpus.scales(settings, isCharNgram: summary.isCharNgram)
        var objectives: [Int: Objective] = [:]
        for (number, problem) in posed.problems.enumerated() {
            objectives[number] = Objective(
                classCount: problem.posed.classCount, cost: problem.part.settings.cost,
                biasValue: problem.part.settings.biasValue,
                scales: problem.scales(scales, keeping: kept(problem.model), corpus.rows))
        }
        return objectives
    }

    /// What a model learned in a round; `nil` where it did not learn then.
    private func learned(_ model: Int, round: Int) throws -> [LearnedClass]? {
        guard !posed.problems.isEmpty else {
            return round == 0
                ? try posed.learned(model, corpus, settings.trainer) { _ in LinearWeights(featureCount: 0, classCount: 2) } : nil
        }
        guard round < state.rounds.count,
            posed.problems.indices.contains(where: {
                posed.problems[$0].model == model && state.rounds[round][$0]?.iterates.last != nil
            })
        else { return nil }
        let objectives = try files.objectives(round)
        return try posed.learned(model, corpus, settings.trainer) { problem in
            guard let objective = objectives[problem], let last = state.rounds[round][problem]?.iterates.last else {
                throw GradientError.missing("a solution of every problem")
            }
            return objective.weights(try files.iterate(round, problem, last).point)
        }
    }

    /// The weights of a model as small as its file, and the columns to learn again from, where that
    /// is still to be done.
    private func compact(_ model: Int, mostBuckets: Int) throws -> (weights: CompactWeights, again: [Int]?)? {
        guard let first = try learned(model, round: 0) else { return nil }
        let second = try learned(model, round: 1)
        var again: [Int]?
        let weights = CompactWeights(
            corpus.vocabulary, mostBuckets: mostBuckets, learnsAgain: settings.trainer.weighsFeaturesTogether
        ) { columns in
            guard let columns else { return first }
            if second == nil { again = columns }
            return second.map { learned in
                learned.map { entry in
                    var entry = entry
                    entry.vectors = entry.vectors.map { vector in
                        LearnedVector(bias: vector.bias, weights: columns.map { vector.weights[$0] })
                    }
                    return entry
                }
            }
        }
        return (weights, again)
    }

    /// For each model that is cut so much that it is learned again, the columns that stay.
    func columnsToLearnAgain() throws -> [Int: [Int]] {
        let mostBuckets = try plan.mostBucketsBesidePromise()
        var columns: [Int: [Int]] = [:]
        for model in corpus.models { columns[model] = try compact(model, mostBuckets: mostBuckets)?.again }
        return columns
    }

    func foldModels() throws -> FoldModels {
        let mostBuckets = try plan.mostBucketsBesidePromise()
        return FoldModels(
            try (1...corpus.foldCount).map {
                try compact($0, mostBuckets: mostBuckets)?.weights.reading(corpus.vocabulary.features)
            })
    }

    /// The model that is shipped, calibrated on the scores.
    func finish() throws -> TrainedModel {
        var calibration = OutOfFoldCalibration.none
        if corpus.foldCount > 1 {
            let scores = try files.scores()
            calibration = OutOfFoldCalibration(
                OutOfFoldScores(scores, files.plan, corpus.levels), corpus.levels, settings)
        }
        let hasLearnedAgain = state.rounds.count > 1
        // Weights that were learned for some columns are for these alone.
        let mostBuckets =
            hasLearnedAgain ? try plan.mostBucketsBesidePromise() : try plan.mostBuckets(promising: calibration.promise)
        guard let weights = try compact(0, mostBuckets: mostBuckets)?.weights else {
            throw GradientError.missing("weights of the model")
        }
        return TrainedModel(weights, plan, vocabulary: corpus.vocabulary, settings: settings, calibration: calibration)
    }
}

extension OutOfFoldScores {
    /// Scores that workers made. Rows are kinds of rows: calibration asks for nothing that tells
    /// messages of one kind apart.
    init(_ scores: FoldScores, _ plan: GradientPlan, _ levels: LabelLevels) {
        let rows = scores.sorted(plan), actions = scores.actions
        self.init(
            actions: actions, rows: rows.map(\.kind),
            classes: rows.map { row in
                let action = plan.kinds[row.kind].cell.label.action
                return actions.firstIndex { $0.action == action } ?? 0
            }, groups: rows.map(\.group), scores: rows.flatMap(\.scores), labels: rows.flatMap(\.labels),
            unscored: scores.unscored)
    }
}
