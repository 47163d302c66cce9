// Experiments: which settings suit a corpus. Candidates in; out come the figures of each, and
// whether the best beats the first.

import LabeledMessages
import SpamEvaluation
import SpamFilter
import SpamTraining
import Statistics

/// Successive halving (Jamieson & Talwalkar, Non-stochastic Best Arm Identification and
/// Hyperparameter Optimization, AISTATS 2016): all candidates are tried on a small part of the
/// corpus, the best third of them on a part three times as large, and so on to the whole.
///
/// A trial cross-validates by group, with the models that training makes of the settings: three
/// models, each measured on groups that it has not seen. The first candidate, the defaults, is
/// never dropped, so that every rung can be compared with it. A share of the groups is held out of
/// all trials, for one look at the end.
public struct SettingsSearch: Sendable {
    /// How many parts a trial divides its messages into.
    static let parts = 3
    /// One in so many candidates goes on to the next rung, which has so many times the messages.
    static let reduction = 3
    static let mostRungs = 3

    /// A candidate on one part of the corpus.
    public struct Trial: Hashable, Sendable {
        /// The candidate's index in `SettingsSearch.candidates`; 0 for the defaults.
        package let candidate: Int
        /// One in so many of the groups was looked at: 1 for all.
        package let divisor: Int
        /// What was measured.
        public let figures: TrialFigures
    }

    /// What a search has found.
    public struct Ranking: Sendable {
        /// The last trial of each candidate: those on the most messages first, and among equals the
        /// better.
        package let trials: [Trial]
        /// The rung at which the time was over; `nil` where it was enough.
        package let unfinished: Unfinished?
        /// Whether all rungs were finished.
        package var isFinished: Bool { unfinished == nil }
        /// The best trial of the largest part on which the first candidate and another were
        /// measured; `nil` where there is none.
        public let best: Trial?
        /// The outcomes on the best trial's part, by candidate, as far as this run measured them.
        fileprivate let evaluations: [Int: Evaluation]
    }

    /// A rung that was not finished.
    public struct Unfinished: Hashable, Sendable {
        /// The rung that was not finished looked at one in so many of the groups.
        package let divisor: Int
        /// How many candidates were measured.
        public let measured: Int
        /// How many candidates the rung was to measure.
        public let of: Int
    }

    /// The first candidate against the best one.
    public struct Lead: Sendable, Codable, Hashable {
        /// The difference inside the search, on the part that decided. Optimistic for the best,
        /// which this figure chose.
        package let inSearch: FigureDifference
        /// The difference on the groups held out, by models of all others: unbiased. `nil` where
        /// none were held out, or no model could be trained.
        public let heldOut: FigureDifference?

        /// Whether the best is better by more than chance on the groups held out. The search itself
        /// cannot tell: Benchmarks/decisions/settings-search.md.
        package var isWon: Bool { heldOut.map { $0.isClear && inSearch.rises } ?? false }
    }

    /// The settings that are tried, the defaults first.
    public let candidates: [TrainingSettings]
    /// The rungs of the search: one in so many of the groups is looked at, the largest number
    /// first. The last one is 1.
    let divisors: [Int]
    private let objective: TuningObjective
    /// The false junk rate at which recall is read off.
    public let bound: FalseJunkBound
    private let sample: TuningSample
    private let seed: UInt64

    /// How many messages the search looks at, without those held out.
    package var messageCount: Int { sample.count }
    /// How many messages are held out for the look at the end.
    package var heldOutCount: Int { sample.heldOut.count }

    /// A search among candidates. Messages of weight 0 are left out.
    ///
    /// - Parameters:
    ///   - objective: what the best one is best in.
    ///   - messages: with their right labels.
    ///   - candidates: the defaults, then others of the same bound of false junk and seed.
    ///   - heldOut: the share of groups for the look at the end, in 0..<1.
    ///   - leastMessages: of a rung; on fewer, candidates differ by chance alone.
    /// - Throws: `TrainingError.emptyCorpus`, `oneClass` and `tooFewGroups` where nothing can be
    ///   cross-validated.
    /// - Precondition: there is a candidate, and `heldOut` is in 0..<1.
    public init(
        _ messages: [LabeledMessage], candidates: [TrainingSettings], objective: TuningObjective, heldOut: Double,
        leastMessages: Int = 1000
    ) throws(TrainingError) {
        precondition(!candidates.isEmpty && heldOut >= 0 && heldOut < 1, "expected candidates and a share in 0..<1")
        self.candidates = candidates
        self.objective = objective
        seed = candidates[0].seed
        bound = FalseJunkBound(within: candidates[0].maxFalseJunk)
        // Messages of weight 0 are left out; all candidates weigh messages alike.
        sample = try TuningSample(
            messages.filter { candidates[0].weights.weight(of: $0) > 0 }, heldOut: heldOut, seed: seed)
        try sample.requireGroups(SettingsSearch.parts)
        var divisors = [1]
        while divisors.count < SettingsSearch.mostRungs, candidates.count / divisors[0] >= SettingsSearch.reduction,
            sample.count / divisors[0] / SettingsSearch.reduction >= leastMessages
        {
            divisors.insert(divisors[0] * SettingsSearch.reduction, at: 0)
        }
        self.divisors = divisors
    }

    /// Tries candidates until all rungs are done or the time is over.
    ///
    /// - Parameters:
    ///   - isOutOfTime: asked before each model is trained.
    ///   - known: the figures of a trial that was made before, such as by a run that was stopped;
    ///     `nil` where it was not.
    ///   - measured: gets each trial that is made. What it throws ends the search.
    public func run(
        isOutOfTime: () -> Bool, known: (_ candidate: Int, _ divisor: Int) -> TrialFigures?, measured: (Trial) throws -> Void
    ) rethrows -> Ranking {
        var left = Array(candidates.indices)
        var last: [Int: Trial] = [:], deciding: [Trial] = []
        var evaluations: [Int: Evaluation] = [:]
        var unfinished: Unfinished?
        for divisor in divisors {
            var rung: [Trial] = [], found: [Int: Evaluation] = [:]
            for candidate in left where divisor == 1 || rung.first?.figures.problem == nil {
                if let figures = known(candidate, divisor) {
                    rung.append(Trial(candidate: candidate, divisor: divisor, figures: figures))
                } else if let (figures, evaluation) = measure(candidate, divisor: divisor, isOutOfTime: isOutOfTime) {
                    rung.append(Trial(candidate: candidate, divisor: divisor, figures: figures))
                    found[candidate] = evaluation
                    try measured(rung.last!)
                }
            }
            // A part without a label that is asked for trains no candidate, the defaults included:
            // skip it.
            if divisor > 1, rung.first?.figures.problem != nil { continue }
            rung.sort(by: isBetter)
            for trial in rung { last[trial.candidate] = trial }
            if rung.count > 1, rung.contains(where: { $0.candidate == 0 }) { (deciding, evaluations) = (rung, found) }
            guard rung.count == left.count else {
                unfinished = Unfinished(divisor: divisor, measured: rung.count, of: left.count)
                break
            }
            let staying = rung.prefix((left.count + SettingsSearch.reduction - 1) / SettingsSearch.reduction).map(\.candidate)
            left = [0] + staying.filter { $0 != 0 }
        }
        let trials = last.values.sorted { $0.divisor != $1.divisor ? $0.divisor < $1.divisor : isBetter($0, $1) }
        return Ranking(trials: trials, unfinished: unfinished, best: deciding.first, evaluations: evaluations)
    }

    private static func wantedGroups(_ rows: [TuningSample.Row]) -> Int {
        Set(rows.lazy.filter { $0.message.label != .junk }.map(\.group)).count
    }

    /// Whether a trial ranks before another one of the same part. Of equal ones the earlier
    /// candidate does, so the defaults come first.
    private func isBetter(_ a: Trial, _ b: Trial) -> Bool {
        let (first, second) = (
            a.figures.rank(objective, divisor: a.divisor, bound: bound),
            b.figures.rank(objective, divisor: b.divisor, bound: bound)
        )
        return first != second ? first > second : a.candidate < b.candidate
    }

    /// Cross-validates a candidate on one in `divisor` of the groups; `nil` when the time is over.
    private func measure(_ candidate: Int, divisor: Int, isOutOfTime: () -> Bool) -> (TrialFigures, Evaluation)? {
        let rows = sample.part(divisor)
        let training = sample.training(divisor)
        let validation = CrossValidation(
            training.map(\.message), groups: training.map(\.group), folds: SettingsSearch.parts, settings: candidates[candidate])
        var pooled = Evaluation()
        for part in validation.names.indices {
            guard !isOutOfTime() else { return nil }
            let found = validation.measure(part: part)
            if let problem = found.problem { return (TrialFigures(problem), Evaluation()) }
            pooled.add(found.evaluation ?? Evaluation())
        }
        return (TrialFigures(pooled, wantedGroups: SettingsSearch.wantedGroups(rows), bound: bound), pooled)
    }

    /// Compares the best candidate with the first one, on the part that decided and on the groups
    /// held out.
    ///
    /// - Parameter ranking: what this search has found.
    /// - Parameter rounds: draws of groups for the intervals.
    /// - Returns: `nil` where the first is the best, or nothing could be compared.
    /// - Complexity: trials that this run did not make are made again; then a training of each of
    ///   the two on all that was not held out.
    public func lead(of ranking: Ranking, rounds: Int = 1000) -> Lead? {
        guard let best = ranking.best, best.candidate != 0 else { return nil }
        let pair = [0, best.candidate]
        let inSearch = pair.map { candidate in
            ranking.evaluations[candidate] ?? measure(candidate, divisor: best.divisor) { false }?.1 ?? Evaluation()
        }
        let rows = sample.part(best.divisor)
        let partOf = CrossValidation.parts(of: rows.map(\.group), count: SettingsSearch.parts, seed: seed)
        // Outcomes are pooled part by part.
        let groups = (0..<SettingsSearch.parts).flatMap { part in
            rows.indices.filter { partOf[$0] == part }.map { rows[$0].group }
        }
        let figure = objective.figure(wantedGroups: SettingsSearch.wantedGroups(rows), divisor: best.divisor, bound: bound)
        guard let found = difference(inSearch, groups: groups, figure: figure, rounds: rounds) else { return nil }
        return Lead(inSearch: found, heldOut: heldOut(pair, rounds: rounds))
    }

    private func heldOut(_ pair: [Int], rounds: Int) -> FigureDifference? {
        guard !sample.heldOut.isEmpty else { return nil }
        let measured = pair.compactMap { candidate -> Evaluation? in
            let model = try? TrainedModel(training: sample.training(1).lazy.map(\.message), candidates[candidate])
            return model?.evaluation(on: sample.heldOut.lazy.map(\.message))
        }
        guard measured.count == 2 else { return nil }
        let figure = objective.figure(wantedGroups: SettingsSearch.wantedGroups(sample.heldOut), divisor: 1, bound: bound)
        return difference(measured, groups: sample.heldOut.map(\.group), figure: figure, rounds: rounds)
    }

    private func difference(_ pair: [Evaluation], groups: [UInt64], figure: Figure, rounds: Int) -> FigureDifference? {
        guard pair.allSatisfy({ $0.n == groups.count }) else { return nil }
        var random = SplitMix(seed: seed)
        let comparison = Comparison(
            pair[0], pair[1], by: SliceColumns([]), groups: groups, figures: [figure], rounds: rounds, using: &random)
        return comparison.figures.first
    }
}

extension FigureDifference {
    /// Whether the second model is as good or better.
    fileprivate var rises: Bool { first.flatMap { first in second.map { $0 >= first } } ?? false }
    /// Whether it is better by more than chance.
    fileprivate var isClear: Bool { difference.map { $0.lower > 0 } ?? false }
}
