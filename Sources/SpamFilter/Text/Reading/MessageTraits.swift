// Text: what reading noticed of a message, for reports by kind of message.

/// What a reader noticed of a message.
public struct MessageTraits: Sendable, Hashable {
    /// Nothing noticed.
    public init() {}

    /// Whether the body has a link.
    public internal(set) var hasLink = false
    /// Whether the body has a picture; see `Message.body`.
    public internal(set) var hasImage = false
    /// The kind of the sender; `nil` without a sender.
    public internal(set) var senderKind: SenderKind?
    /// The ways in which words were hidden, in the order of `HidingTrick.allCases`.
    public internal(set) var tricks: [HidingTrick] = []
}

extension MessageReader {
    /// What was noticed of the message that was read last. Kept while reading, at no cost.
    ///
    /// - Complexity: O(1), allocates the list of tricks if there are any.
    public var traits: MessageTraits {
        var traits = MessageTraits()
        traits.hasLink = emitter.hasLink
        traits.hasImage = pictures.count > 0
        traits.senderKind = senderKind
        traits.tricks = emitter.tricks.found
        return traits
    }
}

extension HidingTrick {
    /// The name in reports.
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
        case .entity: "entity"
        }
    }
}
