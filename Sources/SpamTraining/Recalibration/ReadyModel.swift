// Training: what messages say of a ready model's cutoffs. Collected messages in, the model with
// another calibration and policy out.

import Foundation
import SpamFilter

/// A ready model, with what is asked of its cutoffs.
struct ReadyModel {
    private let model: ModelView
    private let settings: TrainingSettings
    private let card: ModelCard
    private let sources: SourceCounts
    private let isOfTraining: Bool
    /// The actions that it tells, and their calibration.
    private let actions: [Label]
    private let parameters: [(slope: Float, offset: Float)]

    /// - Parameter isOfTraining: whether most of the messages taught the model.
    init(_ model: ModelView, _ settings: TrainingSettings, _ card: ModelCard, sources: SourceCounts, isOfTraining: Bool) {
        (self.model, self.settings, self.card, self.sources) = (model, settings, card, sources)
        self.isOfTraining = isOfTraining
        let labels = model.labels, places = labels.indices.filter { labels[$0].subAction == .none }
        actions = places.map { labels[$0] }
        parameters = places.map { model.classes.calibration($0) }
    }

    private var junk: Int { actions.firstIndex(of: .junk)! }
    private var wanted: [Int] { actions.indices.filter { actions[$0] != .junk } }

    /// The calibration of wanted actions as the model has it.
    private var calibrationOfWanted: Calibration {
        let first = Double(parameters[wanted[0]].offset)
        return Calibration(
            slope: Double(parameters[wanted[0]].slope), offsets: wanted.map { Double(parameters[$0].offset) - first })
    }

    /// - Throws: `TrainingError.nothingCaught`, since such a model would let all junk through.
    func calibrated(onLabels messages: borrowing CollectedCorpus) throws(TrainingError) -> CalibratedModel {
        let levels = messages.levels
        // An action without a message that tells it would be calibrated on nothing.
        let told = Set(zip(levels.labels, levels.tellsWantedApart).lazy.filter { $1 }.map { $0.0.action })
        let tellsAll = wanted.count > 1 && wanted.allSatisfy { told.contains(actions[$0].action) }
        var settings = settings
        settings.declared = settings.declared ?? model.policy.declared.labels
        let found = OutOfFoldCalibration(
            CompactWeights(model, reading: messages.vocabulary.features), on: messages, settings,
            keeping: tellsAll ? nil : calibrationOfWanted)
        if let promise = found.promise, promise.junk > 0, promise.found == 0 { throw .nothingCaught(junk: promise.junk) }
        let calibration = found.calibration!.parameters(actions)
        return written(
            actions.indices.map { $0 == junk || tellsAll ? calibration[$0] : parameters[$0] }, found.policy,
            traffic: levels.assumedTraffic, found)
    }

    /// - Throws: `TrainingError.junkNotApart`.
    func calibrated(withoutLabels messages: borrowing CollectedCorpus) throws(TrainingError) -> CalibratedModel {
        let scores = scores(messages), junk = junk, groups = messages.groups
        let sizes = groups.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        let weights = groups.map { 1 / Double(sizes[$0]!) }
        let calibrated = scores.map { zip($0, parameters).map { Double($1.slope) * $0 + Double($1.offset) } }
        let shares = PhoneShares(
            calibrated.map { LabelledOpinion.probabilities($0, junk: junk) }, assumed: assumed, junk: junk, weights: weights)
        let place = actions.firstIndex { $0.action == .promotion }
        // If it is wanted.
        let promotion = shares.probabilities.map { row in place.map { row[$0] / max(1 - row[junk], 1e-9) } ?? 0 }
        let asJunk = shares.probabilities.map { UnlabelledFit.sharpened($0, junk: junk)[junk] }
        let callsJunk = calibrated.map { $0[junk] >= Double(model.policy.junkCutoff) }
        let cutoff = PhoneCutoff(
            scores.map { [$0[junk]] }, junk: asJunk, promotion: promotion, weights: weights,
            maxFalseJunk: settings.maxFalseJunk, costs: settings.costs
        )
        .sparing(zip(promotion, asJunk).map { $0 * (1 - $1) }, callsJunk: callsJunk, weights: weights)
        guard cutoff.isJunkApart, cutoff.calibration.slope > 0 else { throw .junkNotApart(messages: groups.count) }
        var policy = cutoff.policy
        // No label measures what is protected.
        policy.protected = LabelSet(settings.protected.map(\.label))
        policy.protectedJunkCutoff = .infinity
        let ofJunk = (slope: Float(cutoff.calibration.slope), offset: Float(cutoff.calibration.offsets[1]))
        let traffic = Dictionary(uniqueKeysWithValues: zip(actions.map(\.action), shares.shares))
        return written(
            actions.indices.map { $0 == junk ? ofJunk : parameters[$0] }, policy,
            traffic: wanted.count > 1 ? Traffic(traffic) : nil,
            estimate: FalseJunkEstimate(cutoff, weights: weights))
    }

    /// For each message the scores of the actions, not calibrated.
    private func scores(_ messages: borrowing CollectedCorpus) -> [[Double]] {
        let weights = CompactWeights(model, reading: messages.vocabulary.features)
        let places = actions.map { weights.labels.firstIndex(of: $0)! }
        return messages.groups.indices.map { row in
            let scores = weights.scores(messages.matrix, row: row)
            return places.map { scores[$0] }
        }
    }

    /// The shares of actions that the model assumes: as its card says, else even ones.
    private var assumed: [Double] {
        let counts = actions.map { action in
            card.traffic?[action.action]
                ?? card.messages.reduce(0.0) { Label($1.key)?.action == action.action ? $0 + Double($1.value) : $0 }
        }
        let sum = counts.reduce(0, +)
        return counts.map { sum > 0 && sum.isFinite ? max($0 / sum, 1e-6) : 1 / Double(counts.count) }
    }

    /// - Parameters:
    ///   - parameters: of `actions`.
    ///   - traffic: what the calibration assumes; `nil` for what the card says.
    private func written(
        _ parameters: [(slope: Float, offset: Float)], _ chosen: DecisionPolicy, traffic: Traffic?,
        _ found: OutOfFoldCalibration = .none, estimate: FalseJunkEstimate? = nil
    ) -> CalibratedModel {
        var promise = found.promise
        promise?.isOfTraining = isOfTraining
        var policy = model.policy
        (policy.junkCutoff, policy.unsureCutoff) = (chosen.junkCutoff, chosen.unsureCutoff)
        (policy.protected, policy.protectedJunkCutoff) = (chosen.protected, chosen.protectedJunkCutoff)
        if let declared = settings.declared { policy.declared = LabelSet(declared) }
        var card = card
        card.calibratedOn = ModelCard.name(sources: sources.corpus)
        (card.falseJunk, card.estimate, card.traffic) = (promise, estimate, traffic ?? card.traffic)
        card.profile = card.profile?.recalibrated
        let names = settings.byName
        for name in ["maxFalseJunk", "mistakeCosts", "protect"] { card.settings[name] = names[name] }
        if let declared = names["declare"] { card.settings["declare"] = declared }
        let calibration = model.labels.enumerated().map { i, label in
            actions.firstIndex(of: label).map { parameters[$0] } ?? model.classes.calibration(i)
        }
        return CalibratedModel(
            bytes: model.recalibrated(calibration, policy, card: card.encoded()), card: card, junkCutoff: policy.junkCutoff,
            promise: promise, parts: found.parts, estimate: estimate, doubtfulLabels: found.doubtfulLabels,
            decidingAction: found.decidingAction, looserBound: found.looserBound)
    }
}

/// A ready model with other cutoffs.
public struct CalibratedModel: Sendable {
    /// The bytes of the model file. It has no signature and no sequence number.
    public let bytes: [UInt8]
    /// Its card: what it was trained on, and what its cutoffs follow from.
    public let card: ModelCard
    /// The log-odds from which a message is junk, of the new calibration.
    public let junkCutoff: Float
    /// What can be promised of false junk; `nil` without labels.
    public let promise: FalseJunkPromise?
    /// As of `TrainedModel`; `nil` without labels.
    package let parts: WantedParts?
    /// What is expected of false junk without labels; `nil` with labels.
    public let estimate: FalseJunkEstimate?
    /// As of `TrainedModel`.
    package let doubtfulLabels: DoubtfulLabels?
    /// As of `TrainedModel`.
    package let decidingAction: DecidingAction?
    /// As of `TrainedModel`.
    package let looserBound: LooserBound?
}
