// Training: labelled messages in, one model out. Reads each message once, into a matrix; then fit, out-of-fold scores, cutoffs, file.

import Corpus
import SpamFilter

/// Collects a corpus and trains a model on it.
///
/// ```swift
/// var run = TrainingRun(TrainingSettings())
/// for message in corpus { run.add(message) }
/// let model = try run.finish()
/// ```
public struct TrainingRun: ~Copyable {
    private let settings: TrainingSettings
    private var reader: MessageReader
    private var counter = FeatureCounter()
    private var vocabulary = Vocabulary()
    private var matrix = FeatureMatrix()
    private var labels: [Label] = []
    /// The group that the corpus names, as a number; `nil` where it names none.
    private var namedGroups: [UInt64?] = []
    /// The source of every row, as a number.
    private var sources: [UInt64] = []

    private var names = FeatureNames()
    private var words: WordFeatures
    /// For every column whether it is an n-gram inside a word, so long as nothing else is known.
    private var isGram: [Bool] = []

    public var rowCount: Int { labels.count }

    public init(_ settings: TrainingSettings) {
        self.settings = settings
        reader = MessageReader(settings.tokenizer)
        words = WordFeatures(settings.tokenizer)
    }

    /// Reads one message.
    public mutating func add(_ row: LabeledMessage) {
        counter.startMessage()
        reader.read(row.message, into: &counter)
        for i in counter.features.indices {
            matrix.addEntry(
                column: vocabulary.columnCountingMessage(of: counter.features[i]), count: counter.counts[i])
        }
        matrix.closeRow(norm: Float(featureNorm(settings.weighting, counter.total)))
        if vocabulary.count > isGram.count {
            // New features: n-grams, but for those that are there without them.
            isGram += Array(repeating: true, count: vocabulary.count - isGram.count)
            for feature in words.of(row.message) {
                if let column = vocabulary.column(of: feature) { isGram[column] = false }
            }
        }
        if settings.namesFeatures {
            names.body = Array(row.message.body.utf8)
            reader.read(row.message, into: &names)
        }
        labels.append(row.label)
        sources.append(stableHash(row.source.utf8))
        namedGroups.append(row.namedGroup)
    }

    /// The group of every row: the one the corpus names, else that of its near duplicates among rows without a name.
    ///
    /// A group without a name is called by the least of its messages, each the sum of its features: so the order of the corpus does not
    /// decide who shares a fold.
    ///
    /// - Complexity: that of `NearDuplicates`.
    public func groups() -> [UInt64] {
        let unnamed = labels.indices.filter { namedGroups[$0] == nil }
        let first = NearDuplicates.representatives(of: unnamed, in: matrix, features: vocabulary.features)
        var names: [Int: UInt64] = [:]
        for (row, first) in zip(unnamed, first) {
            let sum = matrix.columns(ofRow: row).reduce(UInt64(0)) { $0 &+ vocabulary.features[Int($1)] }
            names[first] = min(names[first] ?? .max, sum)
        }
        var groups = namedGroups.map { $0 ?? 0 }
        for (row, first) in zip(unnamed, first) { groups[row] = names[first] ?? 0 }
        return groups
    }

    /// All that was added, for the calibration of a model that learns from none of it.
    public consuming func heldOut() -> HeldOutMessages {
        let groups = groups()
        return HeldOutMessages(matrix: matrix, features: vocabulary.features, labels: labels, groups: groups, sources: sources)
    }

    /// Drops rare features and scales the others.
    private mutating func chooseFeatures(_ groups: [UInt64]) throws(TrainingError) {
        let newIndex = vocabulary.prune(
            minimumDocumentFrequency: settings.minDocumentFrequency,
            inSeveralGroups: settings.minDocumentFrequency > 1 ? matrix.columnsOfSeveralGroups(groups) : nil)
        guard vocabulary.count > 0 else { throw .noFeatures(minDocumentFrequency: settings.minDocumentFrequency) }
        matrix.renumber(newIndex, columnCount: vocabulary.count)
        if settings.trainer.scalesByInverseDocumentFrequency {
            matrix.columnScales = vocabulary.inverseDocumentFrequencies(messages: labels.count)
            for (old, new) in newIndex.enumerated() where new != .max && isGram[old] {
                matrix.columnScales[Int(new)] *= settings.gramScale
            }
        }
    }

    /// What speaks for each label of a message: the labels of the others of its group, and models that have not seen the group. For those who
    /// look for wrong labels. No size is asked of these models.
    ///
    /// The models are trained twice, the second time without the messages whose labels the first ones doubt: they have learned the wrong ones.
    ///
    /// - Complexity: twice `folds` times a fit.
    public consuming func outOfFoldProbabilities() throws(TrainingError) -> OutOfFoldProbabilities {
        let levels = LabelLevels(labels)
        try levels.requireSeveralActions()
        let groups = groups()
        try chooseFeatures(groups)
        let first = outOfFoldProbabilities(levels, groups, without: [])
        return outOfFoldProbabilities(levels, groups, without: Set(first.suspects().map(\.row)))
    }

    private borrowing func outOfFoldProbabilities(
        _ levels: LabelLevels, _ groups: [UInt64], without doubtful: Set<Int>
    ) -> OutOfFoldProbabilities {
        let trainer = settings.trainer, classes = levels.actionOfRow, classCount = levels.actions.count
        let scores = OutOfFoldScores(matrix, levels, groups: groups, folds: max(2, settings.folds), seed: settings.seed) { rows in
            var trusted = rows.filter { !doubtful.contains($0) }
            // Of an action that is doubted throughout, something must be learned all the same.
            if Set(trusted.lazy.map { classes[$0] }).count < classCount { trusted = rows }
            return ActionScorer(
                labels: levels.actions,
                weights: trainer.fit(matrix, classes: classes, classCount: classCount, rows: trusted))
        }
        return OutOfFoldProbabilities(scores).agreeing(withOthersOf: scores.groups)
    }

    /// Trains on all that was added.
    ///
    /// - Parameter card: the words of the card that only the caller knows; the rest is filled in here.
    public consuming func finish(card: ModelCard = ModelCard()) throws(TrainingError) -> TrainedModel {
        let levels = LabelLevels(labels, sources: settings.tellsSourcesApart ? sources : [])
        try levels.requireSeveralActions()
        let groups = groups()
        try chooseFeatures(groups)
        let trainer = settings.trainer
        var plan = try ModelPlan(settings, levels, featureCount: vocabulary.count, card: card)
        var calibration = OutOfFoldCalibration.none
        func weights(_ rows: [Int], mostBuckets: Int) -> CompactWeights {
            CompactWeights(matrix, vocabulary, mostBuckets: mostBuckets, learnsAgain: trainer.weighsFeaturesTogether) {
                levels.fit($0, trainer: trainer, rows: rows)
            }
        }
        if settings.folds > 1 {
            let mostBuckets = plan.mostBucketsBesidePromise
            let scores = OutOfFoldScores(matrix, levels, groups: groups, folds: settings.folds, seed: settings.seed) {
                weights($0, mostBuckets: mostBuckets)
            }
            calibration = OutOfFoldCalibration(
                scores, maxFalseJunk: settings.maxFalseJunk, costs: settings.costs, labels: labels, protected: plan.protected,
                tellsWantedApart: levels.tellsWantedApart, kinds: levels.kinds?.kindOfRow ?? [])
        }
        calibration.policy.declared = plan.declared
        plan.card.falseJunk = calibration.promise
        let all = weights(Array(labels.indices), mostBuckets: try plan.mostBuckets())
        return TrainedModel(
            all, vocabulary: vocabulary, settings: settings, calibration: calibration, card: plan.card.encoded(),
            names: settings.namesFeatures ? names : nil)
    }
}
