// Corpus: one row of a file, labelled or not.

import SpamFilter

/// One data row of a corpus file.
public struct CorpusRow: Sendable, Hashable {
    /// The message.
    public var message: Message
    /// `nil` where the row has none, or where labels are not needed and the word is unknown.
    public var label: Label?
    /// BCP 47 language: the row's, else the one given for the whole file.
    public var language: String?
    /// The name given for the whole file, else the row's column, else the file's name
    /// without `.gz`.
    public var source: String
    /// The template group, where the file says it.
    public var group: String?
    /// See `LabeledMessage.storeGroup`.
    public var storeGroup: Int64?
    /// When the message was received, as the file writes it.
    public var time: String?
    /// The message's id in the corpus it comes from.
    public var id: String?
    /// The weight in training: see `LabeledMessage.weight`. 1 where the file gives none, or labels
    /// are not needed.
    public var weight: Double
    /// The line of the file on which the row starts, from 1. Blank lines, the header, and line ends
    /// within quotes count. Of a database: the number of the row.
    public var line: Int

    /// A row with what is known of it; the rest is `nil`.
    public init(
        message: Message, label: Label? = nil, language: String? = nil, source: String = "",
        group: String? = nil, time: String? = nil, weight: Double = 1, line: Int = 1,
        id: String? = nil
    ) {
        self.message = message
        self.label = label
        self.language = language
        self.source = source
        self.group = group
        self.time = time
        self.weight = weight
        self.line = line
        self.id = id
    }
}

extension LabeledMessage {
    /// `nil` when the row has no label.
    public init?(_ row: borrowing CorpusRow) {
        guard let label = row.label else { return nil }
        self.init(
            row.message, label, language: row.language, source: row.source, group: row.group,
            time: row.time.flatMap { MessageTime.seconds($0) }, weight: row.weight)
        id = row.id
        storeGroup = row.storeGroup
    }
}
