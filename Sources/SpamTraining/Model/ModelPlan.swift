// Training: what a model is to be, before anything is learned: its labels, its card and the size of
// its table.

import Drift
import SpamFilter

/// Settings and corpus put together, as far as they fit.
struct ModelPlan {
    /// The sub-actions asked for, or those with the most messages.
    let declared: LabelSet
    /// What the caller knows, and what settings and corpus say.
    private var described: ModelCard
    private let maxBytes: Int
    private var featureCount: Int
    private let room: TableRoom
    /// Room for the promise in the card, with some bytes to spare.
    private let promiseBytes: Int
    /// Room for what the messages were made of, which is more than it ever needs; 0 where the card
    /// does not say it.
    private let profileBytes: Int
    /// What was learned of messages without labels.
    var unlabelled: UnlabelledFindings? { described.unlabelled }
    var hasProfile: Bool { profileBytes > 0 }
    /// In a smaller model the profile would take the place of too many features.
    private static let leastBytesForProfile = 32 << 10

    /// - Parameters:
    ///   - weighted: how many messages do not count as one.
    ///   - hasPromise: whether the card is to say what is promised of false junk.
    /// - Throws: `TrainingError` where the corpus lacks a label that the settings name, or no model
    ///   is as small as they ask.
    init(_ settings: TrainingSettings, _ levels: LabelLevels, featureCount: Int, weighted: Int, hasPromise: Bool, card: ModelCard)
        throws(TrainingError)
    {
        let asked = settings.declared ?? []
        guard asked.count <= DecisionPolicy.mostDeclared else { throw .tooManyDeclared(asked.count) }
        for label in asked where label.subAction == .none { throw .declaresNoSubAction(label) }
        for label in asked + settings.protected.map(\.label) where !levels.classes.contains(label) {
            throw .noMessages(of: label)
        }
        declared = levels.declared(settings.declared)
        var card = card
        card.describe(settings, messages: levels.ownMessagesOfLabel, weighted: weighted, featureCount: featureCount)
        card.traffic = levels.assumedTraffic
        let hasPromise = hasPromise && levels.classes.contains(.junk)
        // Without scores nothing keeps the bound on false junk, so the card does not name it.
        if !hasPromise { card.settings["maxFalseJunk"] = nil }
        described = card
        maxBytes = settings.maxBytes
        self.featureCount = featureCount
        room = levels.room
        profileBytes = settings.hasFolds && settings.maxBytes >= ModelPlan.leastBytesForProfile ? 3500 : 0
        promiseBytes =
            !hasPromise
            ? 0
            : 200 + (settings.costs == nil ? 0 : 120) + 205 * settings.protected.count
                + 100 * Action.allCases.count * (settings.measuresElsewhere && !levels.isBackground.isEmpty ? 2 : 1)
                + (settings.measuresElsewhere ? 110 * FalseJunkPromise.mostSourcesLeftOut : 0)
        _ = try mostBucketsBesidePromise()
    }

    /// The whole card.
    ///
    /// - Parameters:
    ///   - promise: what the scores allow to promise, if there are any.
    ///   - profile: what the messages were made of, if that is known.
    func card(promising promise: FalseJunkPromise?, _ profile: TrafficProfile? = nil) -> ModelCard {
        var card = described
        card.falseJunk = promise
        card.profile = profile
        return card
    }

    /// Names on the card how much the background is listened to.
    mutating func record(_ background: Background?) { described.backgroundStrength = background?.strength }

    /// Names on the card what was learned of messages without labels, and of what shares of actions
    /// they seem to be.
    mutating func record(_ unlabelled: UnlabelledFindings, traffic: Traffic?, sample: TrainedSample, featureCount: Int) {
        (described.unlabelled, described.sample) = (unlabelled, sample.ifAny)
        if traffic != nil { described.traffic = traffic }
        described.learnedFeatures = featureCount
        self.featureCount = featureCount
    }

    /// How many buckets the feature table may have next to the card with its promise.
    func mostBuckets(promising promise: FalseJunkPromise?) throws(TrainingError) -> Int {
        try mostBuckets(card(promising: promise), spare: profileBytes)
    }

    /// The same while the promise is not known yet.
    func mostBucketsBesidePromise() throws(TrainingError) -> Int {
        try mostBuckets(described, spare: promiseBytes + profileBytes)
    }

    private func mostBuckets(_ card: ModelCard, spare: Int) throws(TrainingError) -> Int {
        let found = room.buckets(features: featureCount, maxBytes: maxBytes, cardBytes: card.encoded().count + spare)
        guard found > 0 else { throw .tooSmall(maxBytes: maxBytes, minimum: room.smallestSize(card, spare: spare)) }
        return found
    }
}

/// The size of a model as a number of buckets.
struct TableRoom {
    let classes: Int
    /// Weight vectors of all classes.
    let vectors: Int

    /// The buckets for so many features in a file of at most this size; 0 where it has no room for
    /// one.
    func buckets(features: Int, maxBytes: Int, cardBytes: Int) -> Int {
        var low = 0, high = FeatureBuckets.count(features: features)
        while low < high {
            let middle = (low + high + 1) / 2
            if bytes(buckets: middle, cardBytes: cardBytes) <= maxBytes { low = middle } else { high = middle - 1 }
        }
        return low
    }

    private func bytes(buckets: Int, cardBytes: Int) -> Int {
        ModelContent.fileSize(buckets: buckets, classes: classes, vectors: vectors, cardBytes: cardBytes)
    }

    /// The size of a model of one bucket whose card says that this size was asked for.
    ///
    /// More digits make a longer card and a larger file, so the number is raised from 0 until it
    /// fits itself.
    ///
    /// - Parameter spare: further bytes that the card may need.
    func smallestSize(_ card: ModelCard, spare: Int) -> Int {
        var card = card
        var asked = 0, size = 0
        repeat {
            asked = size
            card.settings["maxBytes"] = String(asked)
            size = bytes(buckets: 1, cardBytes: card.encoded().count + spare)
        } while size != asked
        return size
    }
}

extension LabelLevels {
    /// What a model of these labels takes.
    var room: TableRoom { TableRoom(classes: classes.count, vectors: (wantedActions?.count ?? 0) + otherVectors) }
}
