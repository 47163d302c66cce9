// Training: labelled messages in, one model out. Each message is read once, into a row of a matrix.
//
//     TrainingRun -> CollectedCorpus -> ChosenFeatures -> Learner -> OutOfFoldCalibration
//         -> TrainedModel

// Who trains has what it trains on by this import alone.
@_exported import LabeledMessages
import SpamFilter
import Statistics

extension TrainedModel {
    /// Trains on messages.
    ///
    /// ```swift
    /// let model = try TrainedModel(training: corpus)
    /// ```
    ///
    /// - Parameters:
    ///   - settings: of the tokenizer, the trainer, the size and the cutoffs.
    ///   - messages: each read once.
    ///   - card: the words of the card that only the caller knows, given how many messages of each
    ///     source are learned from; the rest is filled in.
    ///   - progress: told again and again how much is done, and of how much; by several threads.
    /// - Throws: `TrainingError` where no model can be made of the messages.
    /// - Complexity: one reading of the messages, the search for near duplicates, and `folds` + 1
    ///   fits or more.
    public init(
        training messages: some Sequence<LabeledMessage>, _ settings: TrainingSettings = TrainingSettings(),
        card: (_ sources: SourceCounts) -> ModelCard = { _ in ModelCard() },
        progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in }
    ) throws(TrainingError) {
        var run = TrainingRun(settings)
        run.add(contentsOf: messages)
        let card = card(run.sourceCounts)
        self = try run.finish(card: card, progress: progress)
    }
}

/// Collects messages that come one by one, such as from a file that may turn out to be unreadable.
///
/// ```swift
/// var run = TrainingRun(TrainingSettings())
/// while let message = try file.next() { run.add(message) }
/// let model = try run.finish()
/// ```
public struct TrainingRun: ~Copyable {
    let settings: TrainingSettings
    private var reader: MessageReader
    private var counter = FeatureCounter()
    private var vocabulary: Vocabulary
    private var matrix: FeatureMatrix
    private var labels: [Label] = []
    /// Whether each row is of the background.
    private var isBackground: [Bool] = []
    /// What every row counts, above 0; empty where all count 1.
    private var weights: [Float] = []
    private var sources = CollectedSources()
    /// Some of the own messages.
    private(set) var sample = TrainedSample()
    private var backgroundSample = TrainedSample()
    private var traffic = TrafficSample()
    /// The sample of own messages, once there is a background.
    private var ownTraffic: TrafficSample?
    private var groups: CollectedGroups
    /// Whether each column is an n-gram inside a word; empty where that does not matter.
    private var isCharNgram: [Bool] = []
    private var names = FeatureNames()
    /// Scratch: the columns of a message.
    private var columns: [UInt32] = []

    /// How many messages are learned from, of those added.
    public var rowCount: Int { labels.count }

    /// How many messages of each source are learned from.
    public var sourceCounts: SourceCounts { sources.counts }

    /// A run without messages.
    public init(_ settings: TrainingSettings) { self.init(settings, vocabulary: Vocabulary()) }

    init(_ settings: TrainingSettings, vocabulary: Vocabulary) {
        self.settings = settings
        self.vocabulary = vocabulary
        reader = MessageReader(settings.tokenizer)
        matrix = FeatureMatrix(memoryLimit: settings.memoryLimit, folder: settings.temporaryFolder)
        groups = CollectedGroups(memoryLimit: settings.memoryLimit, folder: settings.temporaryFolder)
    }

    /// `errno` of when there was no room for more messages.
    private var spillFailure: Int32? { matrix.spillFailure ?? groups.spillFailure }

    /// Reads one message. Returns whether it is learned from: one of weight 0 is not. That there
    /// was no room for it is told at the end.
    ///
    /// - Complexity: O(bytes of the message).
    @discardableResult
    public mutating func add(_ row: LabeledMessage) -> Bool {
        let weight = settings.weights.weight(of: row)
        sources.add(row.source, isBackground: row.isBackground, isRow: weight > 0)
        // Once there is no room nothing is read; `collected()` throws.
        guard weight > 0, spillFailure == nil else { return weight > 0 }
        counter.startMessage()
        reader.read(row.message, into: &counter)
        if settings.hasFolds {
            sampleLast(isBackground: row.isBackground)
            addToTraffic(row)
        }
        if !vocabulary.hasRoom(for: counter.count) { forgetRareFeatures() }
        // The work on groups hides the time that memory takes.
        vocabulary.prefetch(counter.features)
        groups.add(row.namedGroup, counter.features)
        addToMatrix()
        if settings.namesFeatures {
            names.body = Array(row.message.body.utf8)
            reader.read(row.message, into: &names)
        }
        if weights.isEmpty, weight != 1 { weights = Array(repeating: 1, count: labels.count) }
        if weight != 1 || !weights.isEmpty { weights.append(weight) }
        labels.append(row.label)
        isBackground.append(row.isBackground)
        return true
    }

    /// Reads messages, each as `add(_:)` does.
    public mutating func add(contentsOf messages: some Sequence<LabeledMessage>) {
        for message in messages { add(message) }
    }

    /// Makes the message that was counted last known to those who measure the model.
    mutating func sampleLast(isBackground: Bool) {
        if isBackground {
            backgroundSample.add(counter.features, counter.counts)
        } else {
            sample.add(counter.features, counter.counts)
        }
    }

    /// Hands over the features of each message, in order.
    func forEachMessage(_ body: (_ features: [UInt64]) -> Void) {
        var features: [UInt64] = []
        for row in 0..<matrix.rowCount {
            features.removeAll(keepingCapacity: true)
            matrix.forEachEntry(ofRow: row) { features.append(vocabulary.features[$0.column]) }
            body(features)
        }
    }

    /// The same in a sample of its own.
    func sampleLast(into sample: inout TrainedSample) { sample.add(counter.features, counter.counts) }

    private mutating func addToTraffic(_ row: LabeledMessage) {
        // Until now all were own.
        if row.isBackground, ownTraffic == nil { ownTraffic = traffic.copied() }
        let number = labels.count, features = counter.features, total = counter.total
        traffic.add(row: number, features: features, total: total)
        if !row.isBackground { ownTraffic?.add(row: number, features: features, total: total) }
    }

    /// The message that was counted becomes a row.
    private mutating func addToMatrix() {
        let known = vocabulary.count
        vocabulary.addMessage(counter.features, into: &columns)
        matrix.add(norm: Float(featureNorm(.lengthNormalized, counter.total)), columns: columns, counts: counter.counts)
        guard settings.scalesCharNgrams, vocabulary.count > known else { return }
        isCharNgram += repeatElement(false, count: vocabulary.count - known)
        for (column, isCharNgram) in zip(columns, counter.areCharNgrams) where isCharNgram && column >= known {
            self.isCharNgram[Int(column)] = true
        }
    }

    private mutating func forgetRareFeatures() {
        let newIndex = vocabulary.forgetRare(before: counter.count, messages: matrix.columnOccurrences().rows)
        matrix.renumber(newIndex, columnCount: vocabulary.count)
        isCharNgram = zip(isCharNgram, newIndex).filter { $1 != .max }.map(\.0)
    }

    /// Ends the collecting.
    ///
    /// - Throws: `TrainingError.noRoom` where not all that was added found room.
    /// - Complexity: that of `NearDuplicates`, where the corpus does not name all groups.
    consuming func collected() throws(TrainingError) -> CollectedCorpus {
        if let code = spillFailure { throw .noRoom(folder: settings.temporaryFolder, code: code) }
        // The table that finds features is large, and all are known now.
        vocabulary.close()
        let levels = LabelLevels(
            labels, sources: sources.ofRow,
            isBackground: isBackground, written: sources.written, traffic: settings.traffic)
        return CollectedCorpus(
            matrix: matrix, vocabulary: vocabulary, levels: levels, weights: weights,
            groups: try groups.ofRows(matrix, vocabulary.features),
            sourcesLeftOut: settings.measuresElsewhere
                ? SourcesLeftOut(names: sources.names, sources: sources.ofRow, levels) : nil,
            isCharNgram: isCharNgram,
            names: settings.namesFeatures ? names : nil)
    }

    /// The group of every message, also of those of weight 0, in their order. Messages have one
    /// number where the corpus names one group for them, or where they are near duplicates.
    ///
    /// - Throws: `TrainingError.noRoom`.
    /// - Complexity: reads all messages once; see `NearDuplicates` for those without a name.
    public static func groups(of messages: some Sequence<LabeledMessage>) throws(TrainingError) -> [UInt64] {
        var settings = TrainingSettings()
        settings.folds = 0
        var run = TrainingRun(settings)
        for var message in messages {
            message.weight = 1
            run.add(message)
        }
        let corpus = try run.collected()
        return corpus.groups
    }

    /// Trains on all that was added.
    ///
    /// - Parameters: as of `TrainedModel.init(training:_:card:progress:)`.
    /// - Throws: `TrainingError` where no model can be made, or not all that was added found room.
    public consuming func finish(
        card: ModelCard = ModelCard(), progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in }
    ) throws(TrainingError) -> TrainedModel {
        settings.hasFolds ? try fitted(card, progress).model : try finishAtOnce(card, progress)
    }

    /// Trains one model of all messages. Nothing is scored out of fold, so nothing is promised.
    private consuming func finishAtOnce(
        _ card: ModelCard, _ progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void
    ) throws(TrainingError) -> TrainedModel {
        let settings = settings
        let corpus = try collected()
        let levels = corpus.levels, names = corpus.names, weighted = corpus.weights.count { $0 != 1 }
        try levels.requireSeveralActions()
        let features = try FrequentFeatures(corpus, settings)
        let vocabulary = features.vocabulary
        var plan = try ModelPlan(
            settings, levels, featureCount: vocabulary.count, weighted: weighted, hasPromise: false, card: card)
        let weights: CompactWeights
        if let summed = features.summed(for: settings.trainer, threads: settings.threads) {
            weights = summed.weights(mostBuckets: try plan.mostBucketsBesidePromise())
            progress(1, 1)
        } else {
            let learner = try Learner(features.rows(), levels, settings, plan, models: 1, progress: progress)
            plan.record(learner.background)
            weights = learner.learn(mostBuckets: try plan.mostBucketsBesidePromise())
            learner.finish()
        }
        return TrainedModel(weights, plan, vocabulary: vocabulary, settings: settings, calibration: .none, names: names)
    }

    /// Trains a model of all messages, and one without each fold, whose scores set the cutoffs.
    ///
    /// - Parameters:
    ///   - keepsLearned: whether to keep the weights of all features.
    ///   - labelledOfPhone: some of the messages that are learned from besides those that were
    ///     added.
    consuming func fitted(
        _ card: ModelCard, keepsLearned: Bool = false, labelledOfPhone: TrainedSample = TrainedSample(),
        _ progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void
    ) throws(TrainingError) -> FittedRun {
        let settings = settings
        var card = card
        card.sample = sample.merged(labelledOfPhone).ofLabelled.ifAny
        card.backgroundSample = backgroundSample.ofLabelled.ifAny
        let all = traffic.shuffled(), own = ownTraffic?.shuffled()
        let corpus = try collected()
        let levels = corpus.levels, names = corpus.names, weighted = corpus.weights.count { $0 != 1 }
        let groups = corpus.groups, leftOut = corpus.sourcesLeftOut
        var foldedSettings = settings
        foldedSettings.folds = settings.folds(of: levels.ownCount)
        try levels.requireSeveralActions()
        // Without own messages of several actions, all are one corpus.
        let traffic = levels.isBackground.isEmpty ? all : own ?? all
        // As the messages were read, before features are dropped.
        let contradictory = ContradictoryLabels(corpus.matrix, levels.labels)
        let features = try FrequentFeatures(corpus, settings).rows()
        var plan = try ModelPlan(
            foldedSettings, levels, featureCount: features.vocabulary.count, weighted: weighted, hasPromise: true, card: card)
        let background = levels.background(of: settings.protected, groups: groups, withLacking: settings.measuresElsewhere)
        var learner = try Learner(
            features, levels, settings, plan,
            models: settings.folds(of: levels.ownCount) + (background.isEmpty ? 0 : settings.folds(of: background.count))
                + (leftOut?.numbers.count ?? 0),
            progress: progress)
        learner.chooseStrength(groups, settings)
        plan.record(learner.background)
        let calibration = try learner.calibration(
            groups, leftOut, plan, settings, remembering: plan.hasProfile ? Set(traffic.lazy.map(\.row)) : [])
        var learned: [LearnedClass] = []
        let weights = learner.learn(
            RowList(levels.labels.indices), mostBuckets: try plan.mostBuckets(promising: calibration.promise)
        ) {
            if keepsLearned { learned = $0 }
        }
        learner.finish()
        return FittedRun(
            settings: foldedSettings, plan: plan, levels: levels, vocabulary: features.vocabulary, learned: learned,
            weights: weights,
            calibration: calibration, profile: learner.profile(traffic, weights, calibration, groups: groups, plan, settings),
            names: names, contradictory: contradictory)
    }
}
