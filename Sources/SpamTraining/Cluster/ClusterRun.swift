// Cluster: a training on a cluster as the driver sees it: results of partitions in, the next thing
// to do out. All state is in the run's folder, so that a driver may die between any two steps.
//
//     counts of folds -> plan -> prepare -> sum, again and again -> score -> model

import Corpus
import SpamFilter
import Statistics

/// What is to be done next, for the driver and for those who watch.
public struct RunStatus: Sendable {
    /// What the driver waits for.
    public let next: RunPhase
    /// The number of the pass whose sums are waited for, or of the last one; 0 before the first.
    public let pass: Int
    /// How many messages all partitions have, by the plan.
    public let messages: UInt64
    /// How many features the plan has.
    public let features: Int
    /// How many regressions this round has; 0 before the first.
    public let problems: Int
    /// How many of them are not solved yet.
    public let open: Int
    /// How many regressions of all rounds ended their search before its minimum: they had taken as
    /// many passes as they may.
    public let unsolved: Int
    /// The sum of the objectives of all problems of the round, in nats, at the newest iterates;
    /// `nil` before the first.
    public let objective: Double?
    /// The digest of the plan that workers are to have; see `GradientPlan.digest`.
    public let planDigest: UInt64
}

/// A training whose rows are on other machines.
public struct ClusterRun {
    let settings: TrainingSettings
    let card: (SourceCounts) -> ModelCard
    let folder: any RunFolder

    /// A run in a folder. Reads nothing yet.
    ///
    /// - Parameters:
    ///   - settings: the same in every step. Those of the tokenizer and of folds are the counts'.
    ///   - folder: the files of the run, of which there may be some already.
    ///   - card: the words of the card that only the caller knows.
    public init(
        _ settings: TrainingSettings, in folder: any RunFolder, card: @escaping (SourceCounts) -> ModelCard = { _ in ModelCard() }
    ) {
        var settings = settings
        // These take messages of the whole corpus.
        settings.measuresElsewhere = false
        (self.settings, self.folder, self.card) = (settings, folder, card)
    }

    /// Takes the results of all partitions, if those are there, and says what is next. The first
    /// call makes the plan of the counts, and takes no results.
    ///
    /// - Parameter results: what workers answered in this phase; empty to ask for the phase alone.
    /// - Throws: `GradientError`, `CountsError`, `TrainingError`, and what the folder throws. The
    ///   state is then that before the call.
    public func step(_ results: [[UInt8]]) throws -> RunStatus {
        guard let plan = try RunFiles.plan(in: folder) else {
            let plan = try makePlan()
            try folder.write(plan.bytes, RunFiles.planName)
            try folder.flush()
            return status(RunState(), plan)
        }
        guard plan.settingsDigest == settingsDigest else { throw GradientError.otherSettings }
        let files = RunFiles(folder: folder, plan: plan)
        let before = try files.state()
        var state = before
        guard !results.isEmpty else { return status(state, plan) }
        switch state.phase {
        case .prepare:
            state = try prepared(try WorkerResult(adding: results, plan), files)
        case .sum:
            var descent = RunDescent(files, state)
            try descent.take(try WorkerResult(adding: results, plan))
            state = descent.state
            if state.open.isEmpty { state = try solved(state, files) }
        case .score:
            guard case .scores(let scores) = try WorkerResult(adding: results, plan) else {
                throw GradientError.missing("scores")
            }
            try state.check(scores.read)
            try folder.write(scores.encoded(plan), RunFiles.scoresName)
            state.phase = .finish
        case .finish: break
        }
        try commit(state, after: before, files)
        return status(state, plan)
    }

    private func status(_ state: RunState, _ plan: GradientPlan) -> RunStatus {
        let round = state.rounds.last ?? [:]
        // In an order of their own: sums of floats depend on it.
        let objectives = round.keys.sorted().compactMap { round[$0]!.objectives.last }
        return RunStatus(
            next: state.phase, pass: state.pass, messages: plan.messageCount, features: plan.featureCount,
            problems: round.count, open: state.open.count,
            unsolved: state.rounds.reduce(0) { $0 + $1.values.count { $0.end == .passes } },
            objective: objectives.isEmpty ? nil : objectives.reduce(0, +),
            planDigest: plan.digest)
    }

    /// Replaces the state, after all files that it names.
    private func commit(_ state: RunState, after before: RunState, _ files: RunFiles) throws {
        if state.phase == .sum {
            try folder.write(try RunDescent(files, state).weights().encoded(files.plan), RunFiles.weightsName(state.pass))
        }
        try folder.flush()
        try folder.write(state.encoded(files.plan), RunFiles.stateName)
        try folder.flush()
        try folder.remove(RunFiles.weightsName(state.pass - 1))
        for (round, descents) in state.rounds.enumerated() {
            for (problem, descent) in descents {
                guard let first = descent.iterates.first else { continue }
                for number in max(0, first - 2)..<max(0, first) { try files.removeIterate(round, problem, number) }
                let old = round < before.rounds.count ? before.rounds[round][problem]?.curvature : nil
                if let old, old != descent.curvature { try files.removeCurvature(round, problem, old) }
            }
        }
    }

    private func makePlan() throws -> GradientPlan {
        let corpus = try FoldedCorpus(try folder.counts(), settings)
        let posed = try PosedProblems(corpus, settings.trainer)
        let messages = corpus.rows.messages.reduce(0, +)
        return GradientPlan(
            tokenizer: corpus.tokenizer, weighting: corpus.weighting, foldCount: corpus.foldCount, seed: settings.seed,
            settingsDigest: settingsDigest,
            scoredShare: min(1, Double(OutOfFoldScores.enoughForCutoffs) / Double(max(1, messages))), kinds: corpus.kinds,
            features: corpus.vocabulary.features, problems: posed.problems.map { $0.problem(corpus.kinds) })
    }

    /// Tells other options from those of the run.
    private var settingsDigest: UInt64 {
        var names = settings.byName
        names["threads"] = nil
        let words = names.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] } + ["\(card(SourceCounts()))"]
        return stableHash(words.joined(separator: "\n").utf8)
    }

    private func prepared(_ result: WorkerResult, _ files: RunFiles) throws -> RunState {
        let plan = files.plan
        guard case .summary(let summary) = result else { throw GradientError.missing("summaries") }
        guard summary.messagesOfKind == plan.kinds.map(\.messages), summary.read.rows == plan.messageCount else {
            throw GradientError.otherRows(expected: plan.messageCount, found: summary.read.rows)
        }
        try folder.write(summary.encoded(plan), RunFiles.summaryName)
        var state = RunState()
        state.read = summary.read
        guard !plan.problems.isEmpty else { return try scoring(state, files) }
        let training = try ClusterModels(self, files, state)
        try files.write(try training.objectives(keeping: { _ in nil }), 0)
        state.rounds = [Dictionary(uniqueKeysWithValues: plan.problems.indices.map { ($0, Descent()) })]
        (state.phase, state.pass) = (.sum, 1)
        return state
    }

    /// All problems of a round are solved.
    private func solved(_ state: RunState, _ files: RunFiles) throws -> RunState {
        var state = state
        guard state.round == 0 else { return try scoring(state, files) }
        let training = try ClusterModels(self, files, state)
        let again = try training.columnsToLearnAgain()
        guard !again.isEmpty else { return try scoring(state, files) }
        let objectives = try training.objectives { again[$0] }.filter { again[training.posed.problems[$0.key].model] != nil }
        try files.write(objectives, 1)
        state.rounds.append(objectives.mapValues { _ in Descent() })
        return state
    }

    /// Makes the models of folds, if there are folds.
    private func scoring(_ state: RunState, _ files: RunFiles) throws -> RunState {
        var state = state
        guard files.plan.foldCount > 1 else {
            state.phase = .finish
            return state
        }
        try folder.write(try ClusterModels(self, files, state).foldModels().encoded(files.plan), RunFiles.modelsName)
        state.phase = .score
        return state
    }

    /// The model, once all is summed and scored.
    ///
    /// - Throws: `GradientError.missing` before that, and what `step` throws.
    public func finish() throws -> TrainedModel {
        guard let plan = try RunFiles.plan(in: folder) else { throw GradientError.missing("a plan in the run's folder") }
        guard plan.settingsDigest == settingsDigest else { throw GradientError.otherSettings }
        let files = RunFiles(folder: folder, plan: plan), state = try files.state()
        guard state.phase == .finish else { throw GradientError.missing("results of phase \(state.phase.name)") }
        return try ClusterModels(self, files, state).finish()
    }
}
