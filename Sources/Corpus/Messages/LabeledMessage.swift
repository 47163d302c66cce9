// Corpus: a labelled message, as training and evaluation see it.

import SpamFilter

/// A message with the label that a person gave it, and its origin.
public struct LabeledMessage: Sendable, Hashable {
    /// The message.
    public var message: Message
    /// What it is, as a person said.
    public var label: Label
    /// BCP 47 language, such as `ko` or `zh-TW`; `nil` where the corpus does not say it.
    public var language: String?
    /// The collection it came from: a column of the corpus, else the file's name.
    public var source: String
    /// Messages of one group (one template, near duplicates) are never on both sides of a split.
    /// `nil` where the corpus does not say; training then groups near duplicates.
    public var group: String?
    /// The number of the group that its store keeps on one side of a split; `nil` outside of
    /// stores. Nothing is learned from it.
    public var storeGroup: Int64?
    /// When it was received, in seconds since 1970; `nil` where the corpus does not say it.
    public var time: Int?
    /// The weight in training, within `weights`: 2 is the message twice, 0 not at all. Evaluation
    /// counts each message once.
    public var weight: Double
    /// The message's id in the corpus it comes from; `nil` where it has none. Nothing is learned
    /// from it.
    public var id: String?
    /// Whether it is of the background, not of the phones that a model is for.
    /// Training lets those overrule it, and it is never measured.
    public var isBackground = false

    /// The valid weights, 0 to 1000. 0: the message is not learned from.
    public static let weights = 0.0...1000
}

// In an extension for the same reason as that of `CorpusRow`.
extension LabeledMessage {
    /// A message with its label, and what else is known of it. That the weight is one of `weights`
    /// is not checked.
    public init(
        _ message: Message, _ label: Label, language: String? = nil, source: String = "",
        group: String? = nil, time: Int? = nil, weight: Double = 1
    ) {
        self.init(
            message: message, label: label, language: language, source: source, group: group, storeGroup: nil, time: time,
            weight: weight, id: nil, isBackground: false)
    }
}

extension Message {
    /// Whether the sender is a number with `+` or 00, and no receiver's country tells whether it is
    /// foreign.
    package var isNumberWithoutCountry: Bool {
        guard receiverCountry == nil, let sender else { return false }
        var digits = 0, hasPlus = false
        for scalar in sender.unicodeScalars {
            switch scalar {
            case "+", "\u{FF0B}": hasPlus = true
            case "0"..."9": digits += 1
            case " ", "-", ".", "(", ")": break
            default: return false
            }
        }
        return digits > 6 && (hasPlus || sender.hasPrefix("00"))
    }
}
