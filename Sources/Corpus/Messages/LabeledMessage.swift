// Corpus: the one shape in which training and evaluation see a corpus, whatever file or store it came from.

import SpamFilter

/// A message with the label that a person gave it, and what is known of where it came from.
public struct LabeledMessage: Sendable, Hashable {
    public var message: Message
    public var label: Label
    /// BCP 47 language, such as `ko` or `zh-TW`, where the corpus says it.
    public var language: String?
    /// The collection it came from: a column of the corpus, else the file's name.
    public var source: String
    /// Messages of one group (one template, near duplicates) never stand on both sides of a split. `nil` where the corpus does
    /// not say; training then groups near duplicates.
    public var group: String?
    /// When it was received, in seconds since 1970, where the corpus says it.
    public var time: Int?
    /// What the message counts in training, in `weights`: 2 is the message twice, 0 not at all. Measuring counts messages, whatever they weigh.
    public var weight: Double

    /// What a corpus may say: 0, for a message that is not to be learned from, up to 1,000.
    public static let weights = 0.0...1000

    public init(
        _ message: Message, _ label: Label, language: String? = nil, source: String = "",
        group: String? = nil, time: Int? = nil, weight: Double = 1
    ) {
        self.message = message
        self.label = label
        self.language = language
        self.source = source
        self.group = group
        self.time = time
        self.weight = weight
    }
}
