// Training: messages and a model's card in, how many of the messages the model was trained on out.

import SpamFilter
import Statistics

/// Counts the messages that a model was trained on, as far as its card tells.
///
/// A sender's features depend on the receivers' country, which training may have had and these
/// messages lack, or the other way round. So messages are looked for as they are, without a
/// country, and, where they have none, with each that the model has learned; what finds most
/// counts.
///
/// ```swift
/// var seen = SeenMessages(model)
/// for message in test { seen.add(message) }
/// print(seen.own) // 31 of 33
/// ```
public struct SeenMessages: ~Copyable {
    private struct Tally {
        var own = (known: 0, told: 0), background = (known: 0, told: 0), known = 0
    }

    private let ownSample, backgroundSample: TrainedSample?
    /// In two letters; those of messages without one.
    private let countries: [[UInt8]]
    private var tallies: [Tally]
    private var reader: MessageReader
    private var counter = FeatureCounter()

    /// Nothing is counted yet.
    public init(_ model: ModelView) {
        let card = ModelCard(model), features = model.features, familiar = card?.profile?.familiar
        let learned = ReceiverCountry.all(fewestKinds: 1) { features.holds($0) || familiar?.contains($0) ?? false }
        self.init(
            card, model.settings,
            countries: learned.map { String(decoding: [UInt8($0 >> 8), UInt8($0 & 0xFF)], as: UTF8.self) })
    }

    /// Nothing is counted yet.
    ///
    /// - Parameters:
    ///   - card: `nil` tells nothing.
    ///   - settings: of the model whose card this is.
    ///   - countries: where receivers may have been in training, in two letters.
    /// - Precondition: `settings.isValid`.
    public init(_ card: ModelCard?, _ settings: TokenizerSettings, countries: [String] = []) {
        (ownSample, backgroundSample) = (card?.sample, card?.backgroundSample)
        self.countries = countries.map { Array($0.utf8) }
        tallies = Array(repeating: Tally(), count: countries.count + 2)
        reader = MessageReader(settings)
    }

    /// - Complexity: O(bytes of the message), and its sender once for each country if it has none.
    public mutating func add(_ message: Message) {
        guard ownSample != nil || backgroundSample != nil else { return }
        message.withBytes { add($0) }
    }

    private mutating func add(_ message: MessageBytes) {
        counter.startMessage()
        reader.readBody(message.body, into: &counter)
        let body = TrainedSample.sum(counter.features, counter.counts)
        let asItIs = body &+ sum(message.sender, message.receiverCountry), isWithout = message.receiverCountry.isEmpty
        count(asItIs, in: 0)
        count(isWithout ? asItIs : body &+ sum(message.sender, UnsafeBufferPointer(start: nil, count: 0)), in: 1)
        for (place, country) in countries.enumerated() {
            count(
                isWithout ? body &+ country.withUnsafeBufferPointer { sum(message.sender, $0) } : asItIs, in: place + 2)
        }
    }

    /// That of the sender's features; 0 without a sender.
    private mutating func sum(_ sender: UnsafeBufferPointer<UInt8>, _ country: UnsafeBufferPointer<UInt8>) -> UInt64 {
        guard !sender.isEmpty else { return 0 }
        counter.startMessage()
        reader.readSender(sender, receiverCountry: country, into: &counter)
        return TrainedSample.sum(counter.features, counter.counts)
    }

    private mutating func count(_ sum: UInt64, in place: Int) {
        let isOwn = ownSample?.holds(sum), isOfBackground = backgroundSample?.holds(sum)
        var tally = tallies[place]
        if let isOwn { tally.own = (tally.own.known + (isOwn ? 1 : 0), tally.own.told + 1) }
        if let isOfBackground {
            tally.background = (tally.background.known + (isOfBackground ? 1 : 0), tally.background.told + 1)
        }
        if isOwn == true || isOfBackground == true { tally.known += 1 }
        tallies[place] = tally
    }

    /// The first of those that found most.
    private var best: Tally { tallies.reduce(tallies[0]) { $1.known > $0.known ? $1 : $0 } }

    /// Messages that the model was trained on, of its own corpus or of the background. Hashes of 32
    /// bits may rarely take another message for one.
    public var known: Int { best.known }

    /// Messages that the model was trained on as own ones, of those that can be checked: few of a
    /// large corpus.
    public var own: Rate { Rate(best.own.known, of: best.own.told) }

    /// The same of the background. Cards of spamkit before 0.1.0 count it among the own ones.
    public var background: Rate { Rate(best.background.known, of: best.background.told) }
}
