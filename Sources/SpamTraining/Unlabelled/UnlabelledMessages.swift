// Training: messages of a phone without labels, as they come in, and its labelled ones beside them.

import LabeledMessages
import SpamFilter

/// Collects messages that nobody labelled, for `TrainingRun.finish(card:beside:progress:)`.
///
/// ```swift
/// var pool = UnlabelledMessages(settings)
/// for message in inbox { pool.add(message) }
/// let model = try run.finish(beside: pool)
/// ```
public struct UnlabelledMessages: ~Copyable {
    private var run: TrainingRun
    /// The action of each message that has a label.
    private var known: [Action?] = []

    /// Some of the messages that have a label.
    var sample: TrainedSample { run.sample }
    /// Some of those that have none.
    private(set) var unlabelledSample = TrainedSample()

    /// How many messages have no label.
    public var count: Int { known.count { $0 == nil } }

    /// No messages yet; they are read as those of the run are.
    public init(_ settings: TrainingSettings) {
        var settings = settings
        // Neither scored nor sampled here.
        settings.folds = 0
        settings.weights = RowWeights()
        run = TrainingRun(settings)
    }

    /// Adds a message whose label, if it has one, is not looked at.
    public mutating func add(_ row: CorpusRow) {
        run.add(LabeledMessage(row.message, .allow, source: row.source, group: row.group))
        run.sampleLast(into: &unlabelledSample)
        known.append(nil)
    }

    /// Adds a message of the same phone that has a label. Returns whether it is learned from: one
    /// of weight 0 is not.
    @discardableResult
    public mutating func add(labelled row: LabeledMessage) -> Bool {
        guard run.add(row) else { return false }
        run.sampleLast(isBackground: false)
        known.append(row.label.action)
        return true
    }

    /// For each message whether it has a label and a run has it again.
    func areRepeated(in background: borrowing TrainingRun) throws(TrainingError) -> [Bool] {
        var labelled: [[UInt64]] = []
        var message = 0
        run.forEachMessage {
            labelled.append(known[message] == nil ? [] : $0)
            message += 1
        }
        return labelled.allSatisfy(\.isEmpty) ? labelled.map { _ in false } : try background.areRepeated(labelled)
    }

    /// The messages, each as two rows in the columns of a model and behind them.
    ///
    /// - Parameter isRepeated: for each message whether it has a label and the background has it
    ///   again.
    consuming func pool(beside fitted: FittedRun, isRepeated: [Bool]) throws(TrainingError) -> UnlabelledPool {
        let known = known, settings = fitted.settings
        let corpus = try run.collected()
        return UnlabelledPool(
            corpus.matrix, corpus.vocabulary.features, groups: corpus.groups, isCharNgram: corpus.isCharNgram, known: known,
            repeated: Set(zip(corpus.groups, isRepeated).filter(\.1).map(\.0)), beside: fitted.vocabulary, settings)
    }
}

/// Messages of a phone in the columns of a model. New features are in columns behind them.
struct UnlabelledPool {
    /// Every message is two rows: i, which is learned as junk, and `count` + i, which is learned as
    /// wanted. What each counts says how likely it is that.
    let matrix: FeatureMatrix
    let vocabulary: Vocabulary
    let groups: [UInt64]
    /// The action of each message that has a label.
    let known: [Action?]
    /// The groups with a labelled message that the background has again. Its score is known
    /// beforehand, so it says nothing of those that come.
    let repeated: Set<UInt64>
    /// What each message counts: those of a group count as one, and labelled ones more.
    let weights: [Double]
    /// The columns that these messages have.
    let isOwn: [Bool]

    /// As many messages without a label as one with a label is worth.
    private static let labelledWorth = 5.0

    /// What each message counts for the cutoff: those of repeated groups nothing, unless too few
    /// others are left.
    var weightsForCutoff: [Double] {
        let isEnough = groupCount - repeated.count >= UnlabelledFit.leastGroups
        return zip(weights, groups).map { isEnough && repeated.contains($1) ? 0 : $0 }
    }

    /// What each message counts among those that labels say are wanted; those of a group sum to 1.
    ///
    /// - Parameter areRepeated: whether those of repeated groups are asked for, or the others.
    func labelledWanted(areRepeated: Bool = false) -> [Double] {
        let isWanted = zip(known, groups).map { $0 != nil && $0 != .junk && repeated.contains($1) == areRepeated }
        let sizes = zip(groups, isWanted).reduce(into: [:]) { $0[$1.0, default: 0] += $1.1 ? 1.0 : 0 }
        return zip(groups, isWanted).map { $1 ? 1 / sizes[$0]! : 0 }
    }

    var count: Int { groups.count }
    var groupCount: Int { Set(groups).count }

    fileprivate init(
        _ messages: FeatureMatrix, _ features: [UInt64], groups: [UInt64], isCharNgram: [Bool], known: [Action?],
        repeated: Set<UInt64>, beside learned: Vocabulary, _ settings: TrainingSettings
    ) {
        let frequencies = messages.columnOccurrences().rows
        let (vocabulary, columns) = learned.joined(features, messages: frequencies)
        var twice = FeatureMatrix(columnCount: vocabulary.count)
        for _ in 0..<2 {
            for row in 0..<messages.rowCount {
                var entries: [MatrixEntry] = []
                messages.forEachEntry(ofRow: row) {
                    entries.append(MatrixEntry(column: Int(columns[$0.column]), count: $0.count))
                }
                twice.add(norm: messages.norms[row], entries)
            }
        }
        var scales = [Float](repeating: 0, count: vocabulary.count), isOwn = scales.map { _ in false }
        let rarity = Vocabulary.inverseDocumentFrequencies(frequencies.map(Double.init), messages: messages.rowCount)
        for (column, new) in columns.enumerated() {
            isOwn[Int(new)] = true
            scales[Int(new)] = settings.trainer.scalesByInverseDocumentFrequency ? rarity[column] : 1
            if settings.scalesCharNgrams, isCharNgram[column] { scales[Int(new)] *= settings.charNgramScale }
        }
        matrix = twice.scaled(by: scales)
        let sizes = groups.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        weights = zip(groups, known).map { ($1 == nil ? 1 : UnlabelledPool.labelledWorth) / Double(sizes[$0]!) }
        (self.vocabulary, self.groups, self.known, self.isOwn) = (vocabulary, groups, known, isOwn)
        self.repeated = repeated
    }
}
