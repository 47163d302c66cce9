// Text: what kind of message it is, for whoever measures by kind: the reader's own findings, read back from the features it gives models.

/// What a reader noticed of a message.
public struct MessageTraits: Sendable, Hashable {
    public init() {}

    public internal(set) var hasLink = false
    public internal(set) var hasImage = false
    /// `nil` without a sender.
    public internal(set) var senderKind: SenderKind?
    /// The ways in which words were hidden, in the order of `HidingTrick.allCases`.
    public internal(set) var tricks: [HidingTrick] = []
}

extension MessageReader {
    /// - Complexity: O(bytes), as every reading.
    public mutating func traits(of message: Message) -> MessageTraits {
        var sink = TraitSink()
        read(message, into: &sink)
        return sink.traits
    }
}

/// Knows again the features that say what a message is like.
private struct TraitSink: FeatureSink {
    var traits = MessageTraits()

    private static let link = FeatureHash.close(1, .link)
    private static let images = [1, 2].map { FeatureHash.close(FeatureHash.m5 &* $0, .image) }
    private static let senders = SenderKind.allCases.map { FeatureHash.close($0.rawValue, .sender) }
    /// By trick and how often it was found.
    private static let hidden = HidingTrick.allCases.flatMap { trick in (1...4).map { HidingTricks.feature(trick, bucket: $0) } }

    mutating func add(_ features: UnsafeBufferPointer<Feature>) {
        for feature in features {
            if feature.start == outsideBody {
                if let kind = TraitSink.senders.firstIndex(of: feature.hash) { traits.senderKind = SenderKind.allCases[kind] }
            } else if feature.hash == TraitSink.link {
                traits.hasLink = true
            } else if TraitSink.images.contains(feature.hash) {
                traits.hasImage = true
            } else if let trick = TraitSink.hidden.firstIndex(of: feature.hash) {
                traits.tricks.append(HidingTrick.allCases[trick / 4])
            }
        }
    }
}

extension HidingTrick {
    public var name: String {
        switch self {
        case .invisible: "invisible"
        case .lookAlike: "look-alike"
        case .styled: "styled"
        case .spaced: "spaced"
        case .substitute: "substitute"
        case .jamo: "jamo"
        case .stacked: "stacked"
        case .wide: "wide"
        case .scriptMix: "script-mix"
        }
    }
}

extension SenderKind {
    public var name: String {
        switch self {
        case .signs: "signs"
        case .shortCode: "short code"
        case .header: "header"
        case .email: "e-mail"
        case .foreign: "foreign"
        case .mobile: "mobile"
        case .business: "business"
        case .national: "national"
        case .landline: "landline"
        case .tollFree: "toll-free"
        case .voip: "VoIP"
        case .premium: "premium"
        }
    }
}
