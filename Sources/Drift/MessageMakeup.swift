// Drift: what one message is made of, as far as it may drift. Holds no text.

import SpamFilter

/// The facts of a message that are counted.
public struct MessageMakeup: Sendable, Hashable {
    /// How many features were read.
    public var features = 0
    /// How many of them the model has no weight for, and training did not often see.
    package var unknownFeatures = 0
    /// The model's action after cutoffs; `none` is unsure.
    public var action = Action.none
    /// The model's natural log-odds of junk, calibrated.
    public var junkLogOdds = 0.0
    /// What near duplicates share; see `TemplateKeys`.
    public var template = TemplateKeys()

    /// An empty message.
    public init() {}

    /// The share of unknown features, in 0...1; 0 without features.
    package var unknownShare: Double { features > 0 ? Double(unknownFeatures) / Double(features) : 0 }
}

/// Reads messages once more, for what a verdict does not tell. Takes about as long as a decision,
/// and allocates nothing for a message.
///
/// One reader serves one thread at a time.
public struct TrafficReader: ~Copyable {
    private var reader: MessageReader
    private let table: FeatureTable
    private let familiar: FamiliarFeatures
    private let least = UnsafeMutablePointer<UInt32>.allocate(capacity: TemplateKeys.bins)

    /// A reader beside a model.
    ///
    /// - Parameters:
    ///   - model: its bytes must stay valid as long as the reader is used.
    ///   - profile: that of its card.
    public init(_ model: ModelView, _ profile: TrafficProfile) {
        reader = MessageReader(model.settings)
        table = model.features
        familiar = profile.familiar
    }

    deinit { least.deallocate() }

    /// What a message is made of.
    ///
    /// - Parameter message: read once.
    /// - Parameter verdict: of the same model for the same message.
    /// - Complexity: O(bytes of the message), no allocation.
    public mutating func read(_ message: MessageBytes, _ verdict: Verdict) -> MessageMakeup {
        least.update(repeating: .max, count: TemplateKeys.bins)
        var sink = MakeupSink(table: table, familiar: familiar, least: least)
        reader.read(message, into: &sink)
        var makeup = MessageMakeup()
        makeup.features = sink.features
        makeup.unknownFeatures = sink.unknown
        makeup.template = TemplateKeys(least)
        makeup.action = verdict.action
        makeup.junkLogOdds = verdict.junkLogOdds
        return makeup
    }

    /// The receivers' countries in the model's training messages, in two letters.
    ///
    /// - Complexity: some 3,000 look-ups.
    package var learnedCountries: [String] {
        ReceiverCountry.learned { table.holds($0) || familiar.contains($0) }.map { country in
            String(decoding: [UInt8(country >> 8), UInt8(country & 0xFF)], as: UTF8.self)
        }
    }

    /// Whether training messages had a receiver's country, be it one of few kinds of senders.
    package var hasLearnedCountry: Bool {
        ReceiverCountry.isLearned { table.holds($0) || familiar.contains($0) }
    }

    /// What a message in text is made of.
    ///
    /// - Parameter message: read once.
    /// - Parameter verdict: of the same model for the same message.
    public mutating func read(_ message: Message, _ verdict: Verdict) -> MessageMakeup {
        message.withBytes { read($0, verdict) }
    }
}

/// Looks each feature up, and keeps the least of each bin.
private struct MakeupSink: FeatureSink, ~Copyable {
    let table: FeatureTable
    let familiar: FamiliarFeatures
    let least: UnsafeMutablePointer<UInt32>
    var features = 0
    var unknown = 0

    mutating func add(_ found: UnsafeBufferPointer<Feature>) {
        features &+= found.count
        for feature in found {
            let bin = TemplateKeys.bin(feature.hash)
            least[bin] = min(least[bin], TemplateKeys.value(feature.hash))
            if !table.holds(feature.hash), !familiar.contains(feature.hash) { unknown &+= 1 }
        }
    }
}
