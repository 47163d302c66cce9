// Training: labelled messages in, one model out. Reads each message once, into a matrix; then fit, out-of-fold scores, cutoffs, file.

import Corpus
import SpamFilter
import Statistics

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
    /// Of every message, so long as no group has a name.
    private var sketches: MessageSketches
    /// The source of every row.
    private var sources: [UInt32] = []
    private var sourceNumbers = SourceNumbers()
    /// The last row's.
    private var source = (name: "", number: UInt32(0))
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
            source = (row.source, sourceNumbers.number(of: stableHash(row.source.utf8)))
        }
        let group = row.namedGroup
        if namedGroups.isEmpty, group != nil { namedGroups = Array(repeating: 0, count: labels.count) }
        if group != nil || !namedGroups.isEmpty { namedGroups.append(group ?? 0) }
        // Where all have a name nobody asks who is like whom.
        if group == nil, namedGroups.isEmpty { sketches.add(counter.features) }
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

    /// The group of every row: the one the corpus names, else that of its near duplicates: of those with a name, if there are any.
    ///
    /// A group without a name is called by the least of its messages, each the sum of its features: so the order of the corpus does not
    /// decide which fold it is in. Who is of it, that may depend on the order for one group in a hundred (`NearDuplicates`).
    ///
    /// - Throws: `TrainingError.noRoom`.
    /// - Complexity: that of `NearDuplicates`.
    public func groups() throws(TrainingError) -> [UInt64] {
        try requireRoom()
        guard !namedGroups.isEmpty else { return unnamedGroups(Array(repeating: 0, count: labels.count), sketches) }
        guard namedGroups.contains(0) else { return namedGroups }
        // Those with a name may be alike to some without.
        var all = MessageSketches(memoryLimit: settings.memoryLimit, folder: settings.temporaryFolder)
        var features: [UInt64] = []
        for row in 0..<labels.count {
            features.removeAll(keepingCapacity: true)
            matrix.forEachEntry(ofRow: row) { features.append(vocabulary.features[$0.column]) }
            features.withUnsafeBufferPointer { all.add($0) }
        }
        if let code = all.spillFailure { throw .noRoom(folder: settings.temporaryFolder, code: code) }
        return unnamedGroups(namedGroups, all)
    }

    /// The groups of rows whose group is 0, the others as they are.
    private func unnamedGroups(_ named: [UInt64], _ sketches: MessageSketches) -> [UInt64] {
        let first = NearDuplicates.representatives(of: sketches, rows: (0..<UInt32(named.count)).map { $0 }, in: matrix)
        // Of each group by its first message: a name that the corpus gives, else that of its least message.
        var given = [UInt64](repeating: .max, count: named.count), made = given
        for row in first.indices {
            let first = Int(first[row])
            if named[row] == 0 {
                made[first] = min(made[first], sketches.sum(row))
            } else {
                given[first] = min(given[first], named[row])
            }
        }
        return named.indices.map { row in
            let first = Int(first[row])
            return named[row] != 0 ? named[row] : given[first] != .max ? given[first] : made[first]
        }
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

    /// Forgets rare features. Returns the new column of each old one, which the matrix still has.
    private mutating func chooseFeatures(_ groups: [UInt64]) throws(TrainingError) -> [UInt32] {
        let least = settings.leastGroups
        let found = matrix.columnOccurrences(groups: least == 2 ? groups : [])
        let isInEnough = least > 2 ? matrix.columns(in: least, of: groups) : least == 2 ? found.inSeveralGroups : nil
        let newIndex = vocabulary.prune(
            minimumDocumentFrequency: settings.minDocumentFrequency, messages: found.rows, isInEnoughGroups: isInEnough)
        guard vocabulary.count > 0 else {
            throw .noFeatures(minDocumentFrequency: settings.minDocumentFrequency, minGroupFrequency: least)
        }
        return newIndex
    }

    /// What was added, added up by columns that are left, where nothing else is asked of it, once: then it need not be written anew without the
    /// others.
    private borrowing func sums(_ levels: LabelLevels, _ newIndex: [UInt32]) -> RowSums? {
        // Scales are not set yet, and sums know none.
        guard settings.folds < 2, settings.selection == nil, !scalesByRarity,
            settings.trainer is any AdditiveTrainer
        else {
            return nil
        }
        return RowSums(
            matrix, rows: RowList(labels.indices), cells: levels.cells(weights), newIndex: newIndex, columnCount: vocabulary.count
        )
    }

    private var scalesByRarity: Bool { settings.inverseDocumentFrequency ?? settings.trainer.scalesByInverseDocumentFrequency }

    /// Drops what is forgotten from the matrix and scales what is left.
    private mutating func renumber(_ newIndex: [UInt32]) {
        matrix.renumber(newIndex, columnCount: vocabulary.count)
        if scalesByRarity {
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
        renumber(try chooseFeatures(groups))
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
    ///   - progress: told at the beginning and again and again how much is done, and of how much; at the end that all is. Of several threads.
    public consuming func finish(
        card: ModelCard = ModelCard(), progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in }
    ) throws(TrainingError) -> TrainedModel {
        let levels = LabelLevels(labels, sources: settings.tellsSourcesApart ? sources : [])
        try requireRoom()
        try levels.requireSeveralActions()
        // All are known now; what finds them is large.
        vocabulary.close()
        var groups = try groups()
        namedGroups = []
        sketches = MessageSketches()
        // As the messages were read, before features are dropped.
        let contradictory = settings.folds > 1 ? ContradictoryLabels(matrix, labels) : nil
        let newIndex = try chooseFeatures(groups)
        let sums = sums(levels, newIndex)
        if sums == nil { renumber(newIndex) } else { matrix = FeatureMatrix() }
        // Of ten million messages what is no longer needed is much.
        if settings.folds < 2 { groups = [] }
        let settings = settings, matrix = matrix, vocabulary = vocabulary, rowWeights = self.weights
        let trainer = settings.trainer
        var plan = try ModelPlan(
            settings, levels, featureCount: vocabulary.count, weighted: self.weights.count { $0 != 1 },
            hasPromise: settings.folds > 1, card: card)
        var calibration = OutOfFoldCalibration.none
        let all = RowList(labels.indices)
        // All rows once, and all but a fold as often as there are folds; where features are cut off, twice.
        let mostBuckets = try plan.mostBucketsBesidePromise()
        let rounds =
            trainer.weighsFeaturesTogether && CompactWeights.mayLearnAgain(features: vocabulary.count, mostBuckets: mostBuckets)
            ? 2 : 1
        let learning = LearningProgress(
            total: sums == nil ? levels.work(all) * rounds * max(1, settings.folds) : 1, tell: progress)
        let weights = { @Sendable (rows: RowList, mostBuckets: Int) in
            let model = ModelProgress(learning, work: levels.work(rows) * rounds)
            defer { model.finish() }
            return CompactWeights(
                matrix, vocabulary, mostBuckets: mostBuckets, learnsAgain: trainer.weighsFeaturesTogether,
                columns: settings.selection.map { levels.columns($0, matrix, rows: rows) }
            ) {
                levels.fit($0, trainer: trainer, rows: rows, rowWeights: rowWeights) { model.add(rows: $0, classes: $1) }
            }
        }
        if settings.folds > 1 {
            let scores = OutOfFoldScores(
                matrix, levels, groups: groups, folds: settings.folds, seed: settings.seed, threads: settings.threads,
                most: OutOfFoldScores.enoughForCutoffs
            ) {
                weights($0, mostBuckets).reading(vocabulary.features)
            }
            calibration = OutOfFoldCalibration(
                scores, maxFalseJunk: settings.maxFalseJunk, costs: settings.costs, labels: labels, protected: settings.protected,
                tellsWantedApart: levels.tellsWantedApart, kinds: levels.kinds?.kindOfRow ?? [])
        }
        calibration.policy.declared = plan.declared
        plan.card.falseJunk = calibration.promise
        let bucketCount = try plan.mostBuckets(), learned: CompactWeights
        if let sums, let trainer = trainer as? any AdditiveTrainer {
            learned = CompactWeights(vocabulary, mostBuckets: bucketCount, learnsAgain: false) { _ in sums.fit(by: trainer) }
        } else {
            learned = weights(all, bucketCount)
        }
        learning.finish()
        return TrainedModel(
            learned, vocabulary: vocabulary, settings: settings, calibration: calibration, card: plan.card.encoded(),
            names: settings.namesFeatures ? names : nil, contradictory: contradictory)
    }
}
