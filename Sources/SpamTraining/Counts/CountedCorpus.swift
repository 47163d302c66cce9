// Counts: counts in, one model out.

import LabeledMessages
import SpamFilter
import Statistics

/// Counts of a corpus, ready to learn from. Each cell of each file is a row: the sum of its
/// messages.
public struct CountedCorpus {
    private let tokenizer: TokenizerSettings
    private var labels: [Label] = []
    private var sources: [UInt32] = []
    private var sourceNumbers = SourceNumbers()
    /// Whether each row is of the background.
    private var isBackground: [Bool] = []
    private var vocabulary = Vocabulary()
    /// The tally of every feature, over all rows.
    private var tallies: [FeatureTally] = []
    private var rows = CountedRows()
    /// The sum of all values: every sum that training makes is a part of this one.
    private var total: Int64 = 0

    /// Counts of messages, added up.
    ///
    /// - Parameters:
    ///   - own: counts of one or more shards.
    ///   - background: counts of other phones beside them.
    /// - Throws: `CountsError.otherSettings` where shards were read with different settings,
    ///   `notHashes` and `tooLarge`.
    /// - Precondition: there are counts, own ones or background.
    /// - Complexity: O(features) in time; in memory some 65 bytes a feature.
    public init(_ own: [CountsView], background: [CountsView] = []) throws(CountsError) {
        let counts = own + background
        tokenizer = counts[0].settings
        for view in counts where view.settings != tokenizer { throw .otherSettings }
        let entryCount = counts.reduce(0) { $0 + $1.entryCount }
        guard entryCount < UInt32.max else { throw .tooLarge }
        // Reserved room costs no memory until it is used; growing in steps does.
        rows.reserveCapacity(entryCount)
        tallies.reserveCapacity(entryCount)
        let cells = own.lazy.flatMap(\.cells).map { ($0, false) } + background.lazy.flatMap(\.cells).map { ($0, true) }
        for (cell, isBackground) in cells {
            var features = cell.features
            while let (feature, tally) = try features.next() { try add(feature, tally) }
            closeRow(
                cell.name.label, messages: Int(cell.messages), source: stableHash(cell.name.source), isBackground: isBackground)
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

    private mutating func closeRow(_ label: Label, messages: Int, source: UInt64, isBackground: Bool) {
        rows.closeRow(messages: messages)
        labels.append(label)
        self.isBackground.append(isBackground)
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
    /// - Throws: `TrainingError.needsMessages` for a trainer that needs more than sums, and what
    ///   training on messages throws.
    public consuming func train(
        _ settings: TrainingSettings, calibratedOn messages: [LabeledMessage] = [], card: ModelCard = ModelCard()
    ) throws(TrainingError) -> TrainedModel {
        guard let trainer = settings.trainer.additive else { throw .needsMessages(trainer: settings.trainer.name) }
        let settings = countable(settings)
        let levels = LabelLevels(
            labels, sources: sources, messages: rows.messages,
            isBackground: isBackground, written: sourceNumbers.written, traffic: settings.traffic)
        try levels.requireSeveralActions()
        let features = try (consume self).summed(settings, levels, trainer)
        let plan = try ModelPlan(
            settings, levels, featureCount: features.vocabulary.count, weighted: 0, hasPromise: !messages.isEmpty, card: card)
        // These weights are both scored and shipped: the promise is about the file.
        let weights = features.weights(mostBuckets: try plan.mostBucketsBesidePromise())
        var calibration = OutOfFoldCalibration.none
        if !messages.isEmpty {
            var run = TrainingRun(settings)
            run.add(contentsOf: messages)
            let unseen = try run.collected()
            calibration = OutOfFoldCalibration(weights.reading(unseen.vocabulary.features), on: unseen, settings)
        }
        return TrainedModel(
            weights, plan, vocabulary: features.vocabulary, settings: settings, calibration: calibration)
    }

    /// The settings without those that take messages, and with those that the messages were counted
    /// with.
    private func countable(_ settings: TrainingSettings) -> TrainingSettings {
        var settings = settings
        (settings.tokenizer, settings.folds) = (tokenizer, 0)
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
    private consuming func summed(
        _ settings: TrainingSettings, _ levels: LabelLevels, _ trainer: any AdditiveTrainer
    ) throws(TrainingError) -> SummedFeatures {
        let newIndex = try vocabulary.prune(
            settings, messages: tallies.map { UInt32(clamping: $0.messages) },
            isInSeveralGroups: settings.forgetsSingleGroups ? tallies.map { !$0.isOfOneGroup } : nil, isOwn: ownColumns(levels))
        rows.renumber(newIndex, columnCount: vocabulary.count)
        let rows = rows
        return SummedFeatures(vocabulary: vocabulary) {
            levels.fit(rows, rows: RowList(rows.messages.indices), rowWeights: [], by: trainer)
        }
    }
}

/// The values of features in cells, compressed by row as in a `FeatureMatrix`.
struct CountedRows: SummableRows {
    /// How many messages each row sums.
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

    /// Gives each column the number that `newIndex` has for it, and drops those of `UInt32.max`.
    mutating func renumber(_ newIndex: [UInt32], columnCount: Int) {
        var write = 0
        for row in messages.indices {
            let entries = rowStarts[row]..<rowStarts[row + 1]
            // The row before, which ends here, is done.
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
