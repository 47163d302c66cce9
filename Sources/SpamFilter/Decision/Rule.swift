// Decision: what an app's user said of some messages. A rule goes before the score and needs no model.

/// A message that meets every condition given has this label, whatever a model says of it.
///
/// ```swift
/// Rule(.allow, sender: "MYBANK")                              // let it through
/// Rule(.junk, senderPrefix: "+82", contains: "[Web발신]")     // both must hold
/// Rule(.junk, hasImage: true)
/// ```
public struct Rule: Sendable, Hashable {
    /// `allow` lets a message through, `junk` denies it; every other label files it.
    public let label: Label
    /// The whole sender. Numbers are compared by their digits, words and e-mail addresses without regard to case in ASCII; see `SenderKey`.
    public let sender: String?
    /// What the sender begins with, compared in the same way. The system leaves the `+` of a number out at times, so one that only one of both
    /// has does not part them where the other is surely international: `+82` meets `821012345678` and `82` meets `+82 10-1234-5678`, but `+1`
    /// does not meet `1588-0000`. See `SenderKey.begins(with:receiverCountry:)`.
    public let senderPrefix: String?
    /// What stands in the body. Case, width, diacritics, look-alikes, invisible characters and how much white space there is do not matter.
    public let contains: String?
    /// Whether a picture (U+FFFC) must stand in the body; `false` asks nothing.
    public let hasImage: Bool

    /// Scalars that `contains` may fold to.
    public static let longestPhrase = 256

    /// `nil` where no condition is given, or one that nothing could fail or meet: an empty one, a sender of signs alone, a phrase that is
    /// longer than `longestPhrase`.
    public init?(
        _ label: Label, sender: String? = nil, senderPrefix: String? = nil, contains: String? = nil, hasImage: Bool = false
    ) {
        guard sender != nil || senderPrefix != nil || contains != nil || hasImage else { return nil }
        for text in [sender, senderPrefix] {
            if let text, !SenderKey(text).isUsable { return nil }
        }
        if let contains {
            var window = FoldedWindow(simplifiesHan: true)
            guard (1...Rule.longestPhrase).contains(Phrase(contains, &window).length) else { return nil }
        }
        self.label = label
        self.sender = sender
        self.senderPrefix = senderPrefix
        self.contains = contains
        self.hasImage = hasImage
    }
}
