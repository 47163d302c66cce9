// Counts: counts in, one model out: the one that a training run on the messages themselves would make, without scores of messages.

import Corpus
import SpamFilter
import Statistics

/// Counts of a corpus, ready to learn from. Each cell of each file is a row, which stands for its messages.
public struct CountedCorpus {
    private let tokenizer: TokenizerSettings
    private let weighting: FeatureWeighting
    private var labels: [Label] = []
    private var sources: [UInt32] = []
    /// How many messages each row stands for.
    private var messagesOfRow: [Int] = []
    private var vocabulary = Vocabulary()
    /// Of every feature, all rows together.
    private var tallies: [FeatureTally] = []
    private var rows = CountedRows()

    /// - Parameter counts: of one or more shards.
    /// - Throws: `CountsError.otherSettings` where shards were read in different ways, and `tooLarge`.
    /// - Complexity: O(features) in time; in memory some 65 bytes a feature.
    public init(_ counts: [CountsView]) throws(CountsError) {
        (tokenizer, weighting) = (counts[0].settings, counts[0].weighting)
        for view in counts where view.settings != tokenizer || view.weighting != weighting { throw .otherSettings }
        let entryCount = counts.reduce(0) { $0 + $1.entryCount }
        guard entryCount < UInt32.max else { throw .tooLarge }
        // Room that is not used costs no memory; room that is made in steps does.
        rows.reserveCapacity(entryCount)
        tallies.reserveCapacity(entryCount)
        var sourceNumbers = SourceNumbers()
        // Every sum that training makes is of some of these.
        var total: Int64 = 0
        for cell in counts.lazy.flatMap(\.cells) {
            var features = cell.features
            while let (feature, tally) = try features.next() {
                let column = vocabulary.add(feature)
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
            rows.closeRow(messages: Int(cell.messages))
            labels.append(cell.name.label)
            sources.append(sourceNumbers.number(of: stableHash(cell.name.source)))
            messagesOfRow.append(Int(cell.messages))
        }
    }

    /// Trains on all of it.
    ///
    /// The same messages give the same bytes here as in a `TrainingRun` without folds, if every message has a group's name, or features of
    /// one group are not asked for (`minDocumentFrequency` 1): a run looks for near duplicates among messages without a name, and finds none
    /// among counts.
    ///
    /// - Parameters:
    ///   - messages: some that are not among those that were counted, for what other trainings take from folds: calibration, cutoffs and
    ///     what can be promised of false junk. They are read as the others were. Empty: none of that.
    ///   - card: the words of the card that only the caller knows.
    /// - Throws: `TrainingError.needsMessages` for a trainer that needs more than sums, `groupsNotCounted` for a feature's groups above 2.
    public consuming func train(
        _ settings: TrainingSettings, calibratedOn messages: [LabeledMessage] = [], card: ModelCard = ModelCard()
    ) throws(TrainingError) -> TrainedModel {
        guard let trainer = settings.trainer as? any AdditiveTrainer else { throw .needsMessages(trainer: settings.trainer.name) }
        var settings = settings
        (settings.tokenizer, settings.weighting, settings.folds) = (tokenizer, weighting, 0)
        // What takes messages.
        (settings.inverseDocumentFrequency, settings.selection) = (nil, nil)
        let levels = LabelLevels(labels, sources: settings.tellsSourcesApart ? sources : [], messages: messagesOfRow)
        try levels.requireSeveralActions()
        try chooseFeatures(settings)
        var plan = try ModelPlan(
            settings, levels, featureCount: vocabulary.count, weighted: 0, hasPromise: !messages.isEmpty, card: card)
        let rows = rows, vocabulary = vocabulary
        // The very weights that are shipped are those that score: what is promised is what the file does.
        let weights = CompactWeights(vocabulary, mostBuckets: try plan.mostBucketsBesidePromise(), learnsAgain: false) { _ in
            levels.fit(RowList(rows.messages.indices), []) {
                trainer.fit(FeatureSums(rows, classes: $0, classCount: $1, rows: $2, rowWeights: $3))
            }
        }
        var calibration = OutOfFoldCalibration.none
        if !messages.isEmpty {
            var run = TrainingRun(settings)
            for message in messages { run.add(message) }
            calibration = OutOfFoldCalibration(weights, on: try run.heldOut(), settings)
        }
        calibration.policy.declared = plan.declared
        plan.card.falseJunk = calibration.promise
        return TrainedModel(
            weights, vocabulary: vocabulary, settings: settings, calibration: calibration, card: plan.card.encoded(), names: nil)
    }

    /// Drops rare features, and those of a single group.
    private mutating func chooseFeatures(_ settings: TrainingSettings) throws(TrainingError) {
        let minimum = settings.minDocumentFrequency, leastGroups = settings.leastGroups
        guard leastGroups <= 2 else { throw .groupsNotCounted(minGroupFrequency: leastGroups) }
        let newIndex = vocabulary.prune(
            minimumDocumentFrequency: minimum, messages: tallies.map { UInt32(clamping: $0.messages) },
            isInEnoughGroups: leastGroups > 1 ? tallies.map { !$0.isOfOneGroup } : nil)
        guard vocabulary.count > 0 else {
            throw .noFeatures(minDocumentFrequency: minimum, minGroupFrequency: leastGroups)
        }
        rows.renumber(newIndex, columnCount: vocabulary.count)
    }
}

/// The values of features in cells, compressed by row as in a `FeatureMatrix`.
private struct CountedRows: SummableRows {
    private(set) var messages: [Int] = []
    private(set) var columnCount = 0
    private var rowStarts = [0]
    private var columns: [UInt32] = []
    private var sums: [Int64] = []

    var scales: [Float] { Array(repeating: 1, count: columnCount) }

    func messages(ofRow row: Int) -> Int { messages[row] }

    func forEachBlock(of rows: RowList, _ body: (Range<Int>) -> Void) { body(rows.indices) }

    func forEachSum(ofRow row: Int, _ body: (Int, Int64) -> Void) {
        for i in rowStarts[row]..<rowStarts[row + 1] { body(Int(columns[i]), sums[i]) }
    }

    mutating func reserveCapacity(_ entries: Int) {
        columns.reserveCapacity(entries)
        sums.reserveCapacity(entries)
    }

    mutating func addEntry(column: UInt32, sum: Int64) {
        columns.append(column)
        sums.append(sum)
    }

    mutating func closeRow(messages: Int) {
        self.messages.append(messages)
        rowStarts.append(columns.count)
    }

    /// Keeps the columns that `newIndex` maps to an index, under that index, and drops those that it maps to `UInt32.max`.
    mutating func renumber(_ newIndex: [UInt32], columnCount: Int) {
        var write = 0
        for row in messages.indices {
            let entries = rowStarts[row]..<rowStarts[row + 1]
            // The row before has ended where this one begins.
            rowStarts[row] = write
            for read in entries {
                let column = newIndex[Int(columns[read])]
                guard column != .max else { continue }
                (columns[write], sums[write]) = (column, sums[read])
                write += 1
            }
        }
        rowStarts[messages.count] = write
        columns.removeLast(columns.count - write)
        sums.removeLast(sums.count - write)
        self.columnCount = columnCount
    }
}
