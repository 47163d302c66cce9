// Training: labelled messages in, one model out. Reads each message once, into a matrix; then fit, out-of-fold scores, cutoffs, file.

import Corpus
import SpamFilter
import Synchronization

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
    private var vocabulary: Vocabulary
    private var matrix: FeatureMatrix
    private var labels: [Label] = []
    /// What every row counts, above 0; empty where all count 1.
    private var weights: [Float] = []
    /// The group that the corpus names, as a number; 0 where it names none, empty where it never does.
    private var namedGroups: [UInt64] = []
    /// Of the messages of groups without a name, in their order.
    private var sketches: MessageSketches
    /// The source of every row.
    private var sources: [UInt32] = []
    private var sourceNumbers = SourceNumbers()
    /// The last row's.
    private var source = (name: "", hash: UInt64(0), number: UInt32(0))
    /// Scratch: the columns of a message.
    private var columns: [UInt32] = []

    private var names = FeatureNames()
    /// Whether it matters which features are n-grams.
    private let scalesGrams: Bool
    /// For every column whether it is an n-gram inside a word, so long as nothing else is known; empty where that does not matter.
    private var isGram: [Bool] = []

    public var rowCount: Int { labels.count }

    public init(_ settings: TrainingSettings) { self.init(settings, vocabulary: Vocabulary()) }

    init(_ settings: TrainingSettings, vocabulary: Vocabulary) {
        self.settings = settings
        self.vocabulary = vocabulary
        sketches = MessageSketches(memoryLimit: settings.memoryLimit, folder: settings.temporaryFolder)
        reader = MessageReader(settings.tokenizer)
        matrix = FeatureMatrix(memoryLimit: settings.memoryLimit, folder: settings.temporaryFolder)
        scalesGrams = settings.trainer.scalesByInverseDocumentFrequency && settings.gramScale != 1
    }

    /// Reads one message; one that counts nothing might as well not be there.
    public mutating func add(_ row: LabeledMessage) {
        let weight = settings.weights.weight(of: row)
        // Where there was no room for what came before, `requireRoom()` says so.
        guard weight > 0, (matrix.spillFailure ?? sketches.spillFailure) == nil else { return }
        counter.startMessage()
        reader.read(row.message, into: &counter)
        if !vocabulary.hasRoom(for: counter.count) { forgetRareFeatures() }
        // Until they are looked up there is something else to do.
        vocabulary.prefetch(counter.features)
        if labels.isEmpty || row.source != source.name {
            let hash = stableHash(row.source.utf8)
            source = (row.source, hash, sourceNumbers.number(of: hash))
        }
        let group = row.namedGroup(ofSource: source.hash)
        if namedGroups.isEmpty, group != nil { namedGroups = Array(repeating: 0, count: labels.count) }
        if group != nil || !namedGroups.isEmpty { namedGroups.append(group ?? 0) }
        if group == nil { sketches.add(counter.features) }
        let known = vocabulary.count
        vocabulary.addMessage(counter.features, into: &columns)
        matrix.add(norm: Float(featureNorm(settings.weighting, counter.total)), columns: columns, counts: counter.counts)
        if scalesGrams, vocabulary.count > known {
            isGram += repeatElement(false, count: vocabulary.count - known)
            for (column, isGram) in zip(columns, counter.areGrams) where isGram && column >= known {
                self.isGram[Int(column)] = true
            }
        }
        if settings.namesFeatures {
            names.body = Array(row.message.body.utf8)
            reader.read(row.message, into: &names)
        }
        if weights.isEmpty, weight != 1 { weights = Array(repeating: 1, count: labels.count) }
        if weight != 1 || !weights.isEmpty { weights.append(weight) }
        labels.append(row.label)
        sources.append(source.number)
    }

    private mutating func forgetRareFeatures() {
        let newIndex = vocabulary.forgetRare(before: counter.count, messages: matrix.columnOccurrences().rows)
        matrix.renumber(newIndex, columnCount: vocabulary.count)
        isGram = zip(isGram, newIndex).filter { $1 != .max }.map(\.0)
    }

    /// The group of every message, whatever it counts.
    ///
    /// - Complexity: reads all messages once; see `groups()`.
    public static func groups(of messages: some Sequence<LabeledMessage>, tokenizer: TokenizerSettings = .init())
        throws(TrainingError)
        -> [UInt64]
    {
        var settings = TrainingSettings()
        settings.tokenizer = tokenizer
        var run = TrainingRun(settings)
        for var message in messages {
            message.weight = 1
            run.add(message)
        }
        return try run.groups()
    }

    /// The group of every row: the one the corpus names, else that of its near duplicates among rows without a name.
    ///
    /// A group without a name is called by the least of its messages, each the sum of its features: so the order of the corpus does not
    /// decide which fold it is in. Who is of it, that may depend on the order for one group in a hundred (`NearDuplicates`).
    ///
    /// - Throws: `TrainingError.noRoom`.
    /// - Complexity: that of `NearDuplicates`.
    public func groups() throws(TrainingError) -> [UInt64] {
        try requireRoom()
        var groups = namedGroups.isEmpty ? Array(repeating: 0, count: labels.count) : namedGroups
        let unnamed = groups.enumerated().lazy.filter { $0.element == 0 }.map { UInt32($0.offset) } as [UInt32]
        let first = NearDuplicates.representatives(of: sketches, rows: unnamed, in: matrix)
        var names = [UInt64](repeating: .max, count: sketches.count)
        for message in first.indices { names[Int(first[message])] = min(names[Int(first[message])], sketches.sum(message)) }
        for (row, first) in zip(unnamed, first) { groups[Int(row)] = names[Int(first)] }
        return groups
    }

    /// Throws where not all that was added found room.
    private func requireRoom() throws(TrainingError) {
        if let code = matrix.spillFailure ?? sketches.spillFailure { throw .noRoom(folder: settings.temporaryFolder, code: code) }
    }

    /// All that was added, for the calibration of a model that learns from none of it.
    consuming func heldOut() throws(TrainingError) -> HeldOutMessages {
        let groups = try groups()
        return HeldOutMessages(matrix: matrix, features: vocabulary.features, labels: labels, groups: groups, sources: sources)
    }

    /// Drops rare features and scales the others.
    private mutating func chooseFeatures(_ groups: [UInt64]) throws(TrainingError) {
        let minimum = settings.minDocumentFrequency
        let found = matrix.columnOccurrences(groups: minimum > 1 ? groups : [])
        let newIndex = vocabulary.prune(
            minimumDocumentFrequency: minimum, messages: found.rows, inSeveralGroups: minimum > 1 ? found.inSeveralGroups : nil)
        guard vocabulary.count > 0 else { throw .noFeatures(minDocumentFrequency: settings.minDocumentFrequency) }
        matrix.renumber(newIndex, columnCount: vocabulary.count)
        if settings.inverseDocumentFrequency ?? settings.trainer.scalesByInverseDocumentFrequency {
            matrix.columnScales = vocabulary.inverseDocumentFrequencies(messages: labels.count)
        }
        if scalesGrams {
            matrix.columnScales = matrix.scales
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
        try requireRoom()
        try levels.requireSeveralActions()
        let groups = try groups()
        try chooseFeatures(groups)
        let first = outOfFoldProbabilities(levels, groups, without: [])
        return outOfFoldProbabilities(levels, groups, without: Set(first.suspects().map(\.row)))
    }

    private borrowing func outOfFoldProbabilities(
        _ levels: LabelLevels, _ groups: [UInt64], without doubtful: Set<Int>
    ) -> OutOfFoldProbabilities {
        let trainer = settings.trainer, classes = levels.actionOfRow, classCount = levels.actions.count
        let rowWeights = weights, matrix = matrix
        let scores = OutOfFoldScores(
            matrix, levels, groups: groups, folds: max(2, settings.folds), seed: settings.seed, threads: settings.threads
        ) { rows in
            var trusted = rows.filter { !doubtful.contains($0) }
            // Of an action that is doubted throughout, something must be learned all the same.
            if Set(trusted.lazy.map { classes[$0] }).count < classCount { trusted = rows }
            return ActionScorer(
                labels: levels.actions,
                weights: trainer.fit(
                    matrix, classes: classes, classCount: classCount, rows: trusted, rowWeights: rowWeights))
        }
        return OutOfFoldProbabilities(scores).agreeing(withOthersOf: scores.groups)
    }

    /// Trains on all that was added.
    ///
    /// - Parameters:
    ///   - card: the words of the card that only the caller knows; the rest is filled in here.
    ///   - progress: told of every fit that is done, and at the beginning: how many are done, and how many there will be. Of several threads.
    public consuming func finish(
        card: ModelCard = ModelCard(), progress: @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in }
    ) throws(TrainingError) -> TrainedModel {
        let levels = LabelLevels(labels, sources: settings.tellsSourcesApart ? sources : [])
        try requireRoom()
        try levels.requireSeveralActions()
        // All are known now; what finds them is large.
        vocabulary.close()
        var groups = try groups()
        namedGroups = []
        sketches = MessageSketches()
        try chooseFeatures(groups)
        // Of ten million messages what is no longer needed is much.
        if settings.folds < 2 { groups = [] }
        let settings = settings, matrix = matrix, vocabulary = vocabulary, rowWeights = self.weights
        let trainer = settings.trainer
        var plan = try ModelPlan(
            settings, levels, featureCount: vocabulary.count, weighted: self.weights.count { $0 != 1 },
            hasPromise: settings.folds > 1, card: card)
        var calibration = OutOfFoldCalibration.none
        let fits = settings.folds > 1 ? settings.folds + 1 : 1
        let weights = { @Sendable (rows: [Int], mostBuckets: Int) in
            CompactWeights(
                matrix, vocabulary, mostBuckets: mostBuckets, learnsAgain: trainer.weighsFeaturesTogether,
                columns: settings.selection.map { levels.columns($0, matrix, rows: rows) }
            ) {
                levels.fit($0, trainer: trainer, rows: rows, rowWeights: rowWeights)
            }
        }
        progress(0, fits)
        if settings.folds > 1 {
            let mostBuckets = try plan.mostBucketsBesidePromise()
            let done = Atomic(0)
            let scores = OutOfFoldScores(
                matrix, levels, groups: groups, folds: settings.folds, seed: settings.seed, threads: settings.threads
            ) {
                let learned = weights($0, mostBuckets).reading(vocabulary.features)
                progress(done.wrappingAdd(1, ordering: .relaxed).newValue, fits)
                return learned
            }
            calibration = OutOfFoldCalibration(
                scores, maxFalseJunk: settings.maxFalseJunk, costs: settings.costs, labels: labels, protected: plan.protected,
                tellsWantedApart: levels.tellsWantedApart, kinds: levels.kinds?.kindOfRow ?? [])
        }
        calibration.policy.declared = plan.declared
        plan.card.falseJunk = calibration.promise
        let all = weights(Array(labels.indices), try plan.mostBuckets())
        return TrainedModel(
            all, vocabulary: vocabulary, settings: settings, calibration: calibration, card: plan.card.encoded(),
            names: settings.namesFeatures ? names : nil)
    }
}
