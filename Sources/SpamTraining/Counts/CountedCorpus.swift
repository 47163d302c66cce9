// Counts: counts in, one model out. The learner is the one for messages.

import Corpus
import SpamFilter
import Statistics

/// Counts of a corpus, ready to learn from. Each cell of each file is a row: the sum of its
/// messages.
public struct CountedCorpus {
    private let tokenizer: TokenizerSettings
    private let weighting: FeatureWeighting
    private var labels: [Label] = []
    private var sources: [UInt32] = []
    private var sourceNumbers = SourceNumbers()
    /// Whether each row is general knowledge.
    private var isBackground: [Bool] = []
    private var vocabulary = Vocabulary()
    /// Of every feature, over all rows.
    private var tallies: [FeatureTally] = []
    private var rows = CountedRows()
    /// Of all values: every sum that training makes is a part of this one.
    private var total: Int64 = 0
    /// What noise promises, if it is in the own counts.
    private var guarantee: PrivacyGuarantee?

    /// Counts of messages, added up.
    ///
    /// - Parameters:
    ///   - own: counts of one or more shards.
    ///   - background: general knowledge beside them.
    /// - Throws: `CountsError.otherSettings` where shards were read with different settings,
    ///   `notHashes` and `tooLarge`.
    /// - Precondition: there are counts, own ones or background.
    /// - Complexity: O(features) in time; in memory some 65 bytes a feature.
    public init(_ own: [CountsView], background: [CountsView] = []) throws(CountsError) {
        (tokenizer, weighting) = ((own + background)[0].settings, (own + background)[0].weighting)
        try add(own, background)
    }

    /// Counts with noise. Features whose counts are mostly noise are left out, and none is left out
    /// as rare: the plan, which is public, has chosen them.
    ///
    /// - Parameter release: a sum with noise.
    /// - Parameter background: counts that need no protection.
    /// - Throws: `PrivateCountsError.onlyNoise` and `file`.
    public init(_ release: PrivateRelease, background: [CountsView] = []) throws(PrivateCountsError) {
        (tokenizer, weighting) = (release.plan.settings, release.plan.weighting)
        guarantee = release.guarantee
        let noised = try NoisedSums(release)
        do throws(CountsError) {
            try add([], background)
            try add(noised, source: stableHash(Array(release.plan.source.utf8)))
        } catch {
            throw .file(error)
        }
    }

    private mutating func add(_ own: [CountsView], _ background: [CountsView]) throws(CountsError) {
        let counts = own + background
        for view in counts where view.settings != tokenizer || view.weighting != weighting { throw .otherSettings }
        let entryCount = counts.reduce(0) { $0 + $1.entryCount }
        guard entryCount < UInt32.max else { throw .tooLarge }
        // Reserved room costs no memory until it is used; growing in steps does.
        rows.reserveCapacity(entryCount)
        tallies.reserveCapacity(entryCount)
        let cells = own.lazy.flatMap(\.cells).map { ($0, false) } + background.lazy.flatMap(\.cells).map { ($0, true) }
        for (cell, isKnown) in cells {
            var features = cell.features
            while let (feature, tally) = try features.next() { try add(feature, tally) }
            closeRow(cell.name.label, messages: Int(cell.messages), source: stableHash(cell.name.source), isKnown: isKnown)
        }
    }

    private mutating func add(_ noised: NoisedSums, source: UInt64) throws(CountsError) {
        for (place, label) in noised.labels.enumerated() {
            for (feature, sum) in zip(noised.features, noised.sums[place]) {
                // Of many messages and several groups.
                let sum = Int64(min((sum * FeatureSums.unit).rounded(), 0x1p60))
                try add(feature, FeatureTally(messages: CountsLayout.mostMessages, sum: sum, groups: 0, groupSquares: 1))
            }
            closeRow(label, messages: noised.messages[place], source: source, isKnown: false)
        }
    }

    private mutating func add(_ feature: UInt64, _ tally: FeatureTally) throws(CountsError) {
        let column = vocabulary.add(feature)
        guard !vocabulary.isCrowded else { throw .notHashes }
        if Int(column) == tallies.count {
            tallies.append(tally)
        } else if !tallies[Int(column)].add(tally) {
            throw .tooLarge
        }
        let overflows: Bool
        (total, overflows) = total.addingReportingOverflow(tally.sum)
        guard !overflows else { throw .tooLarge }
        rows.addEntry(column: column, sum: tally.sum)
    }

    private mutating func closeRow(_ label: Label, messages: Int, source: UInt64, isKnown: Bool) {
        rows.closeRow(messages: messages)
        labels.append(label)
        isBackground.append(isKnown)
        sources.append(sourceNumbers.number(of: source))
    }

    /// Trains on all of it.
    ///
    /// The model has the bytes that a `TrainingRun` without folds makes of the same messages, if
    /// every message names its group or features of one group are kept (`minDocumentFrequency` 1):
    /// a run looks for near duplicates among messages without a name, which counts cannot.
    ///
    /// - Parameters:
    ///   - settings: of the trainer, the size and the cutoffs.
    ///   - messages: some that were not counted, for what other trainings take from folds:
    ///     calibration, cutoffs and the promise on false junk. They are read as the others were.
    ///     Empty: none of that.
    ///   - card: the words of the card that only the caller knows.
    /// - Throws: `TrainingError.needsMessages` for a trainer that needs more than sums,
    ///   `groupsNotCounted` for features of more than 2 groups, and what training on messages
    ///   throws.
    public consuming func train(
        _ settings: TrainingSettings, calibratedOn messages: [LabeledMessage] = [], card: ModelCard = ModelCard()
    ) throws(TrainingError) -> TrainedModel {
        guard let trainer = settings.trainer.additive else { throw .needsMessages(trainer: settings.trainer.name) }
        let settings = countable(settings)
        var card = card
        card.privacy = guarantee
        let levels = LabelLevels(
            labels, sources: settings.tellsSourcesApart ? sources : [], messages: rows.messages,
            isBackground: LabelLevels.hasOwnAndBackground(labels, isBackground) ? isBackground : [], traffic: settings.traffic)
        try levels.requireSeveralActions()
        let features = try (consume self).choosingFeatures(settings, levels, trainer)
        let plan = try ModelPlan(
            settings, levels, featureCount: features.vocabulary.count, weighted: 0, hasPromise: !messages.isEmpty, card: card)
        let learner = try Learner(features, levels, settings, plan, models: 1) { _, _ in }
        // These weights are both scored and shipped: the promise is about the file.
        let weights = learner.learn(mostBuckets: try plan.mostBucketsBesidePromise())
        var calibration = OutOfFoldCalibration.none
        if !messages.isEmpty {
            var run = TrainingRun(settings)
            run.add(contentsOf: messages)
            calibration = OutOfFoldCalibration(weights, on: try run.collected(), settings)
        }
        return TrainedModel(
            weights, plan, vocabulary: features.vocabulary, settings: settings, calibration: calibration)
    }

    /// The settings without those that take messages, and with those that the messages were counted
    /// with.
    private func countable(_ settings: TrainingSettings) -> TrainingSettings {
        var settings = settings
        (settings.tokenizer, settings.weighting, settings.folds) = (tokenizer, weighting, 0)
        (settings.inverseDocumentFrequency, settings.selection) = (nil, nil)
        return settings
    }

    /// Whether each column is in own rows; empty without background.
    private func ownColumns(_ levels: LabelLevels) -> [Bool] {
        guard !levels.isBackground.isEmpty else { return [] }
        var isOwn = Array(repeating: false, count: tallies.count)
        for row in levels.own(RowList(rows.messages.indices)) {
            rows.forEachSum(ofRow: row) { column, _ in isOwn[column] = true }
        }
        return isOwn
    }

    /// Drops rare features, and those of a single group.
    private consuming func choosingFeatures(
        _ settings: TrainingSettings, _ levels: LabelLevels, _ trainer: any AdditiveTrainer
    ) throws(TrainingError) -> ChosenFeatures {
        guard settings.leastGroups <= 2 else { throw .groupsNotCounted(minGroupFrequency: settings.leastGroups) }
        let newIndex = try vocabulary.prune(
            settings, messages: tallies.map { UInt32(clamping: $0.messages) },
            isInEnoughGroups: settings.leastGroups > 1 ? tallies.map { !$0.isOfOneGroup } : nil, isOwn: ownColumns(levels))
        rows.renumber(newIndex, columnCount: vocabulary.count)
        let rows = rows
        return ChosenFeatures(
            vocabulary,
            .sums { levels.fit(rows, rows: RowList(rows.messages.indices), rowWeights: [], by: trainer) })
    }
}
