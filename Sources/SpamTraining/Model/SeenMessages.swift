// Training: messages and a model's card in, how many of the messages the model was trained on out.

import SpamFilter
import Statistics

/// Counts the messages that a model was trained on, as far as its card tells.
///
/// ```swift
/// var seen = SeenMessages(ModelCard(model), model.settings)
/// for message in test { seen.add(message) }
/// print(seen.own) // 31 of 33
/// ```
public struct SeenMessages: ~Copyable {
    private let ownSample, backgroundSample: TrainedSample?
    private var ownCount = (known: 0, told: 0), backgroundCount = (known: 0, told: 0)
    private var reader: MessageReader
    private var counter = FeatureCounter()
    /// Messages that the model was trained on, of its own corpus or of the background. Hashes of 32
    /// bits may rarely take another message for one.
    public private(set) var known = 0

    /// Nothing is counted yet.
    ///
    /// - Parameter card: `nil` tells nothing.
    /// - Parameter settings: of the model whose card this is.
    /// - Precondition: `settings.isValid`.
    public init(_ card: ModelCard?, _ settings: TokenizerSettings) {
        (ownSample, backgroundSample) = (card?.sample, card?.backgroundSample)
        reader = MessageReader(settings)
    }

    /// - Complexity: O(bytes of the message).
    public mutating func add(_ message: Message) {
        guard ownSample != nil || backgroundSample != nil else { return }
        counter.startMessage()
        reader.read(message, into: &counter)
        let isOwn = ownSample?.holds(counter.features, counter.counts)
        let isOfBackground = backgroundSample?.holds(counter.features, counter.counts)
        if let isOwn { ownCount = (ownCount.known + (isOwn ? 1 : 0), ownCount.told + 1) }
        if let isOfBackground {
            backgroundCount = (backgroundCount.known + (isOfBackground ? 1 : 0), backgroundCount.told + 1)
        }
        if isOwn == true || isOfBackground == true { known += 1 }
    }

    /// Messages that the model was trained on as own ones, of those that can be checked: few of a
    /// large corpus.
    public var own: Rate { Rate(ownCount.known, of: ownCount.told) }

    /// The same of the background. Cards of spamkit before 0.1.0 count it among the own ones.
    public var background: Rate { Rate(backgroundCount.known, of: backgroundCount.told) }
}
