// Training: a model of labelled messages, taught by messages of a phone that nobody labelled.
//
//     FittedRun -> LabelledOpinion -> PhoneShares -> PhoneVectors -> PhoneCutoff -> TrainedModel

import Foundation
import SpamFilter

extension TrainingRun {
    /// Trains on all that was added, and on messages of a phone without labels.
    ///
    /// The model's probabilities of these messages are what is learned from, at the shares of
    /// actions that the phone seems to have. The less junk they seem to hold, the more the labelled
    /// messages decide. False junk cannot be measured without labels, so nothing is promised.
    ///
    /// Where nothing can be learned, it is the model of the labelled messages, and
    /// `TrainedModel.unlabelled` is `nil`: where they are of fewer than 20 groups, and without
    /// folds.
    ///
    /// - Parameters: as of `finish(card:progress:)`.
    public consuming func finish(
        card: ModelCard = ModelCard(), beside unlabelled: consuming UnlabelledMessages,
        progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in }
    ) throws(TrainingError) -> TrainedModel {
        guard settings.hasFolds else { return try finish(card: card, progress: progress) }
        let labelled = unlabelled.sample, taught = sample.merged(labelled).merged(unlabelled.unlabelledSample)
        let isRepeated = try unlabelled.areRepeated(in: self)
        let fitted = try fitted(card, keepsLearned: true, labelledOfPhone: labelled, progress)
        let pool = try unlabelled.pool(beside: fitted, isRepeated: isRepeated)
        return try UnlabelledFit(fitted, pool)?.model(sample: taught) ?? fitted.model
    }
}

/// What messages of a phone change of a model.
struct UnlabelledFit {
    private let fitted: FittedRun
    private let pool: UnlabelledPool
    private let opinion: LabelledOpinion
    private let shares: PhoneShares
    private let vectors: PhoneVectors

    /// Of fewer groups without labels nothing is learned: not even a share can be told.
    static let leastGroups = 20
    /// The factor of log-odds in soft labels: Benchmarks/decisions/unlabelled.md.
    private static let sharpness = 2.5

    init?(_ fitted: FittedRun, _ pool: UnlabelledPool) {
        guard pool.groupCount >= UnlabelledFit.leastGroups || pool.known.contains(where: { $0 != nil }),
            let opinion = LabelledOpinion(fitted, pool)
        else { return nil }
        (self.fitted, self.pool, self.opinion) = (fitted, pool, opinion)
        let shares = PhoneShares(
            opinion.probabilities, assumed: opinion.assumed, junk: opinion.junk,
            weights: zip(pool.weights, pool.known).map { $1 == nil ? $0 : 0 })
        self.shares = shares
        let sharpened = shares.probabilities.map { UnlabelledFit.sharpened($0, junk: opinion.junk) }
        let probabilities = pool.agreeing(sharpened, actions: opinion.actions)
        let wanted = opinion.wanted
        vectors = PhoneVectors(
            pool: pool, junk: probabilities.map { $0[opinion.junk] }, wanted: probabilities.map { row in wanted.map { row[$0] } },
            background: opinion.vectors, trainer: fitted.settings.trainer)
    }

    /// - Parameter sample: of all messages that taught.
    func model(sample: TrainedSample) throws(TrainingError) -> TrainedModel {
        let settings = fitted.settings
        let place = opinion.wanted.firstIndex { opinion.actions[$0].action == .promotion }
        // If it is wanted.
        let promotion = vectors.wanted.map { wanted in place.map { wanted[$0] / max(wanted.reduce(0, +), 1e-9) } ?? 0 }
        // Too few messages to count false junk make no message likelier junk than before.
        let isCounted = PhoneCutoff.canCount(settings.maxFalseJunk, groups: Double(pool.groupCount - pool.repeated.count))
        let junk =
            isCounted ? vectors.junk : zip(vectors.junk, shares.probabilities).map { min($0, $1[opinion.junk]) }
        var cutoff = PhoneCutoff(
            outOfFoldScores(), junk: junk, promotion: promotion, weights: pool.weightsForCutoff,
            labelledWanted: pool.labelledWanted(),
            maxFalseJunk: settings.maxFalseJunk, costs: settings.costs)
        var learned = vectors.vectors(Array(0..<pool.count)), lowered = 0.0
        // Enough labels say what may go to Junk, promotions too; else a margin keeps those out.
        if let place, learned.count > 1, !cutoff.isSetByLabels {
            let likely = zip(promotion, vectors.junk).map { $0 * (1 - $1) }
            let margin = cutoff.promotionShift(at: place, likely, callsJunk: opinion.callsJunk, weights: pool.weights)
            lowered = margin * vectors.certaintyOfJunk
            cutoff = cutoff.raised(inPlaceOf: margin - lowered)
            learned[place] = LearnedVector(bias: learned[place].bias - lowered, weights: learned[place].weights)
        }
        let inJunk = (0..<pool.count).count { pool.known[$0] == nil && cutoff.isJunk($0, place, lowered: lowered) }
        return try model(learned, cutoff, inJunk: inJunk, sample)
    }

    /// Probabilities with the log-odds of junk made larger: what is in doubt teaches less.
    static func sharpened(_ probabilities: [Double], junk: Int) -> [Double] {
        let before = probabilities[junk], odds = pow(before / max(1 - before, 1e-12), sharpness), after = odds / (1 + odds)
        return probabilities.indices.map {
            $0 == junk ? after : probabilities[$0] / max(1 - before, 1e-12) * (1 - after)
        }
    }

    /// For each message the scores against wanted actions, by a model without its group. As many
    /// folds as scored the labelled messages.
    private func outOfFoldScores() -> [[Double]] {
        let settings = fitted.settings, count = settings.folds(of: pool.count)
        let foldOf = folds(ofGroups: pool.groups, count: count, seed: settings.seed)
        let (vectors, pool) = (vectors, pool)
        let parts = inParallel(count, threads: settings.threads) { fold in
            let training = foldOf.indices.filter { foldOf[$0] != fold }, left = foldOf.indices.filter { foldOf[$0] == fold }
            let learned = left.isEmpty ? [] : vectors.vectors(training)
            return left.map { row in (row: row, scores: learned.map { pool.matrix.score($0, row: row) }) }
        }
        var scores = [[Double]](repeating: [], count: pool.count)
        for (row, found) in parts.joined() { scores[row] = found }
        return scores
    }

    private func model(
        _ junk: [LearnedVector], _ cutoff: PhoneCutoff, inJunk: Int, _ sample: TrainedSample
    ) throws(TrainingError) -> TrainedModel {
        let settings = fitted.settings, base = fitted.calibration
        var policy = cutoff.policy
        policy.protected = base.policy.protected
        policy.protectedJunkCutoff = max(policy.junkCutoff, base.policy.protectedJunkCutoff)
        let calibration = OutOfFoldCalibration(
            calibration: base.calibration.map { ActionCalibration(junk: cutoff.calibration, wanted: $0.wanted) }, policy: policy)
        let known = pool.known, labelledWanted = Int(pool.labelledWanted().reduce(0, +).rounded())
        let repeated = Int(pool.labelledWanted(areRepeated: true).reduce(0, +).rounded())
        let findings = UnlabelledFindings(
            messages: known.count { $0 == nil }, groups: Set(zip(pool.groups, known).filter { $1 == nil }.map(\.0)).count,
            junkShare: (shares.shares[opinion.junk] * 1000).rounded() / 1000, inJunk: inJunk,
            labelledWanted: cutoff.isSetByLabels ? labelledWanted : nil,
            tooFewWanted: cutoff.isSetByLabels || labelledWanted + repeated == 0
                ? nil
                : TooFewWanted(
                    found: labelledWanted, repeated: repeated == 0 ? nil : repeated,
                    needed: PhoneCutoff.wantedNeeded(settings.maxFalseJunk)),
            backgroundStrength: (vectors.strength * 1000).rounded() / 1000)
        var plan = fitted.plan
        let traffic = Dictionary(uniqueKeysWithValues: zip(opinion.actions.map(\.action), shares.shares))
        plan.record(
            findings, traffic: opinion.wanted.count > 1 ? Traffic(traffic) : nil, sample: sample,
            featureCount: pool.vocabulary.count)
        let classes = fitted.learned.map { entry in
            var entry = entry.padded(to: pool.vocabulary.count)
            if entry.label == .junk { entry.vectors = junk }
            return entry
        }
        let weights = CompactWeights(
            pool.vocabulary, mostBuckets: try plan.mostBuckets(promising: nil), learnsAgain: false, comesFirst: pool.isOwn
        ) { _ in classes }
        return TrainedModel(
            weights, plan, vocabulary: pool.vocabulary, settings: settings, calibration: calibration, names: fitted.names,
            unlabelledInJunk: countInJunk(by: weights, calibration))
    }

    /// How many messages without a label the finished weights put in Junk.
    private func countInJunk(by weights: CompactWeights, _ found: OutOfFoldCalibration) -> Int? {
        guard let calibration = found.calibration else { return nil }
        let rows = pool.known.indices.filter { pool.known[$0] == nil }
        // Their labels do not matter.
        let scores = OutOfFoldScores(
            pool.matrix, rows: rows, labels: Array(repeating: .junk, count: pool.count), groups: pool.groups,
            by: weights.reading(pool.vocabulary.features))
        return scores.verdicts(calibration, found.policy, of: Set(rows)).values.count { $0.action == .junk }
    }
}

extension UnlabelledPool {
    /// Probabilities of actions, where labels do not say more: a message with a label is of its
    /// action, and near duplicates without one are what those with one are.
    fileprivate func agreeing(_ probabilities: [[Double]], actions: [Label]) -> [[Double]] {
        var labels: [UInt64: [Double]] = [:]
        for (group, action) in zip(groups, known) {
            guard let action, let place = actions.firstIndex(where: { $0.action == action }) else { continue }
            labels[group, default: actions.map { _ in 0 }][place] += 1
        }
        return probabilities.indices.map { i in
            if let action = known[i], actions.contains(where: { $0.action == action }) {
                return actions.map { $0.action == action ? 1 : 0 }
            }
            guard let found = labels[groups[i]] else { return probabilities[i] }
            return found.map { $0 / found.reduce(0, +) }
        }
    }
}
