// Rules: what a user said about some messages. A rule goes before the score and needs no model.

/// A message that meets every condition given has this label, at any score.
///
/// ```swift
/// Rule(.allow, sender: "MYBANK")                              // let it through
/// Rule(.junk, senderPrefix: "+82", contains: "[Web발신]")     // both must hold
/// Rule(.junk, hasImage: true)
/// ```
public struct Rule: Sendable, Hashable {
    /// `allow` lets a message through, `junk` denies it; every other label files it.
    public let label: Label
    /// The whole sender. Numbers are compared by their digits, words and e-mail addresses without
    /// regard to case in ASCII; see `SenderKey`.
    public let sender: String?
    /// What the sender begins with, compared in the same way. The system sometimes leaves out the
    /// `+` of a number, so a missing `+` is forgiven where the number is surely international:
    /// `+82` meets `821012345678`, and `82` meets `+82 10-1234-5678`, but `+1` does not meet
    /// `1588-0000`. See `SenderKey.begins(with:receiverCountry:)`.
    public let senderPrefix: String?
    /// A phrase of the body. Case, width, diacritics, look-alikes, invisible characters and the
    /// amount of white space do not matter.
    public let contains: String?
    /// Whether the body must have a picture (U+FFFC); `false` asks nothing.
    public let hasImage: Bool

    /// The most scalars that `contains` may fold to.
    public static let longestPhrase = 256

    /// `nil` where no condition is given, or one that every message or none would meet: an empty
    /// one, a sender of punctuation alone, a phrase longer than `longestPhrase`.
    public init?(
        _ label: Label, sender: String? = nil, senderPrefix: String? = nil, contains: String? = nil, hasImage: Bool = false
    ) {
        guard sender != nil || senderPrefix != nil || contains != nil || hasImage else { return nil }
        for text in [sender, senderPrefix] {
            if let text, !SenderKey(text).isUsable { return nil }
        }
        if let contains {
            var window = FoldedWindow(simplifiesHan: true)
            guard (1...Rule.longestPhrase).contains(Phrases.folded(contains, &window).count) else { return nil }
        }
        self.label = label
        self.sender = sender
        self.senderPrefix = senderPrefix
        self.contains = contains
        self.hasImage = hasImage
    }
}
