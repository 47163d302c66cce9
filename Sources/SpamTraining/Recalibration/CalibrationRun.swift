// Training: new cutoffs and calibration for a ready model, by messages that it has not learned
// from. Its weights stay, so its scores are those of models out of fold.
//
//     ModelView, messages -> CollectedCorpus -> OutOfFoldCalibration or PhoneCutoff
//         -> CalibratedModel

import Foundation
import LabeledMessages
import SpamFilter
import Statistics

/// Collects messages, and chooses new cutoffs for a ready model. Where some have labels, these
/// decide, and the others are left out.
///
/// ```swift
/// var run = CalibrationRun(file.view, settings)
/// while let row = try rows.next() { run.add(row) }
/// let model = try run.finish()
/// ```
public struct CalibrationRun: ~Copyable {
    private let model: ModelView
    private let settings: TrainingSettings
    private let card: ModelCard
    private var labelled: TrainingRun
    private var unlabelled: TrainingRun
    private let actions: Set<Action>
    /// Messages of the model's training among those with a label, and among those without.
    private var seenLabelled: SeenMessages, seenUnlabelled: SeenMessages
    /// How many messages have a label.
    public private(set) var labelledCount: Int
    /// How many of these are junk.
    public private(set) var junkCount: Int
    /// How many messages have none.
    public private(set) var unlabelledCount: Int
    /// How many messages are left out, since the model lacks their wanted action and tells others.
    package private(set) var lackingCount: Int

    /// A run without messages.
    ///
    /// - Parameters:
    ///   - model: its bytes must outlive the run.
    ///   - settings: of the bound on false junk, costs, traffic, protected and declared labels; the
    ///     others do not matter. Where no label is protected or declared, the model's are.
    /// - Throws: `TrainingError.modelLacks`.
    public init(_ model: ModelView, _ settings: TrainingSettings) throws(TrainingError) {
        let labels = model.labels
        var settings = settings
        (settings.tokenizer, settings.weights, settings.folds) = (model.settings, RowWeights(), 0)
        let card = ModelCard(model) ?? ModelCard()
        // Labels of chosen messages have another share of junk than the phone.
        if settings.traffic == nil, let traffic = card.trafficOfPhone, labels.allSatisfy({ traffic[$0.action] > 0 }) {
            settings.traffic = traffic
        }
        if settings.protected.isEmpty { settings.protected = model.policy.protected.labels.map { ProtectedLabel($0) } }
        let asked = settings.protected.map(\.label) + (settings.declared ?? [])
        for label in [.junk] + asked where !labels.contains(label) { throw .modelLacks(label) }
        // Members only now: a value that cannot be copied must be whole or not at all.
        (self.model, self.settings) = (model, settings)
        (labelledCount, junkCount, unlabelledCount, lackingCount) = (0, 0, 0, 0)
        self.card = card
        seenLabelled = SeenMessages(model)
        seenUnlabelled = SeenMessages(model)
        actions = Set(labels.map(\.action))
        labelled = TrainingRun(settings)
        unlabelled = TrainingRun(settings)
    }

    /// Adds a message. Returns whether it counts: one of an action that the model lacks does not.
    ///
    /// - Complexity: O(bytes of the message).
    @discardableResult
    public mutating func add(_ row: CorpusRow) -> Bool {
        guard let label = row.label else {
            unlabelledCount += 1
            seenUnlabelled.add(row.message)
            // Its label is never looked at.
            unlabelled.add(LabeledMessage(row.message, .allow, source: row.source, group: row.group))
            return true
        }
        // With one wanted action all that is wanted is of it.
        guard actions.count == 2 || actions.contains(label.action) else {
            lackingCount += 1
            return false
        }
        labelledCount += 1
        seenLabelled.add(row.message)
        if label == .junk { junkCount += 1 }
        labelled.add(LabeledMessage(row.message, label, source: row.source, group: row.group))
        return true
    }

    /// How many of the messages that decide were the model's own ones in training, of those that
    /// its card can tell.
    package var seenOwn: Rate { labelledCount > 0 ? seenLabelled.own : seenUnlabelled.own }
    /// The same of the background's.
    package var seenOfBackground: Rate { labelledCount > 0 ? seenLabelled.background : seenUnlabelled.background }

    /// Chooses calibration and cutoffs.
    ///
    /// With labels as in training: the upper limit of false junk keeps the bound. Without, junk
    /// must be a mode of its own in the scores; protected labels then never go to Junk.
    ///
    /// - Throws: `TrainingError` where no cutoff can be told, or not all messages found room.
    /// - Complexity: that of `NearDuplicates`, where the corpus does not name all groups.
    public consuming func finish() throws(TrainingError) -> CalibratedModel {
        let (model, settings, card, junk, count) = (model, settings, card, junkCount, labelledCount)
        let isOfTraining = seenOwn.isMostOfSeveral || seenOfBackground.isMostOfSeveral
        guard count == 0 || junk > 0 && junk < count else { throw .oneSided(junk: junk, of: count) }
        func ready(_ sources: SourceCounts, _ groups: [UInt64]) throws(TrainingError) -> ReadyModel {
            let groups = Set(groups).count, needed = UnlabelledFit.leastGroups
            guard groups >= needed else { throw .tooFewToCalibrate(groups: groups, needed: needed) }
            return ReadyModel(model, settings, card, sources: sources, isOfTraining: isOfTraining)
        }
        if count > 0 {
            let sources = labelled.sourceCounts, messages = try labelled.collected()
            return try ready(sources, messages.groups).calibrated(onLabels: messages)
        }
        let sources = unlabelled.sourceCounts, messages = try unlabelled.collected()
        return try ready(sources, messages.groups).calibrated(withoutLabels: messages)
    }
}
