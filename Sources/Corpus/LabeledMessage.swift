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

    public init(
        _ message: Message, _ label: Label, language: String? = nil, source: String = "", group: String? = nil, time: Int? = nil
    ) {
        self.message = message
        self.label = label
        self.language = language
        self.source = source
        self.group = group
        self.time = time
    }
}
