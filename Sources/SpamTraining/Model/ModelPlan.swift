// Training: what a model is to be, before anything is learned: its labels, its card, and how large its table may be.

import SpamFilter

/// Settings and corpus put together, as far as they fit.
struct ModelPlan {
    /// The sub-actions asked for, or those with the most messages.
    let declared: LabelSet
    /// What the caller knows, and what settings and corpus say.
    var card: ModelCard
    private let maxBytes: Int
    private let featureCount: Int
    private let room: TableRoom
    /// Some bytes more than a promise has in the card.
    private let promiseBytes: Int

    /// - Parameters:
    ///   - weighted: how many messages do not count as one.
    ///   - hasPromise: whether the card is to say what is promised of false junk.
    /// - Throws: `TrainingError` where the corpus lacks a label that the settings name, or no model is as small as they ask.
    init(_ settings: TrainingSettings, _ levels: LabelLevels, featureCount: Int, weighted: Int, hasPromise: Bool, card: ModelCard)
        throws(TrainingError)
    {
        let asked = settings.declared ?? []
        guard asked.count <= DecisionPolicy.mostDeclared else { throw .tooManyDeclared(asked.count) }
        for label in asked where label.subAction == .none { throw .declaresNoSubAction(label) }
        for label in asked + settings.protected.map(\.label) where !levels.classes.contains(label) {
            throw .noMessages(of: label)
        }
        if settings.declared != nil {
            declared = LabelSet(asked)
        } else {
            let most = levels.messagesOfLabel.filter { $0.key.subAction != .none }
                .sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
            declared = LabelSet(most.prefix(DecisionPolicy.mostDeclared).map(\.key))
        }
        self.card = card
        self.card.describe(settings, messages: levels.messagesOfLabel, weighted: weighted, featureCount: featureCount)
        let hasPromise = hasPromise && levels.classes.contains(.junk)
        // What is asked of false junk says nothing where there are no scores to keep it on.
        if !hasPromise { self.card.settings["maxFalseJunk"] = nil }
        maxBytes = settings.maxBytes
        self.featureCount = featureCount
        room = levels.room
        promiseBytes = !hasPromise ? 0 : 200 + (settings.costs == nil ? 0 : 120) + 180 * settings.protected.count
        _ = try mostBucketsBesidePromise()
    }

    /// The same where the card is to hold a promise too, which is not known yet.
    func mostBucketsBesidePromise() throws(TrainingError) -> Int { try mostBuckets(spare: promiseBytes) }

    /// How many buckets the feature table may have beside the card and some spare bytes.
    func mostBuckets(spare: Int = 0) throws(TrainingError) -> Int {
        let found = room.buckets(features: featureCount, maxBytes: maxBytes, cardBytes: card.encoded().count + spare)
        guard found > 0 else { throw .tooSmall(maxBytes: maxBytes, minimum: room.smallestSize(card, besides: spare)) }
        return found
    }
}
