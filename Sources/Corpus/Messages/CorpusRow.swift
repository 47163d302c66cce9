// Corpus: one row of a file, labelled or not.

import SpamFilter

/// One data row of a corpus file.
public struct CorpusRow: Sendable, Hashable {
    /// The message.
    public var message: Message
    /// The label; `nil` where the row has none, or where labels are not needed and the word is
    /// unknown.
    public var label: Label?
    /// BCP 47 language: the row's, else the one given for the whole file.
    public var language: String?
    /// The name given for the whole file, else the row's column, else the file's name
    /// without `.gz`.
    public var source: String
    /// The template group; `nil` where the file does not say it.
    public var group: String?
    /// The number of its group in a store; see `LabeledMessage.storeGroup`.
    public var storeGroup: Int64?
    /// When the message was received, as the file writes it; `nil` where it does not.
    public var time: String?
    /// The message's id in the corpus it comes from; `nil` where it has none.
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
    /// The row as a labelled message; `nil` when the row has no label. A time that
    /// `MessageTime.seconds(_:order:)` cannot read without an order of days becomes `nil`.
    public init?(_ row: consuming CorpusRow) {
        guard let label = row.label else { return nil }
        self.init(
            row.message, label, language: row.language, source: row.source, group: row.group,
            time: row.time.flatMap { MessageTime.seconds($0) }, weight: row.weight)
        id = row.id
        storeGroup = row.storeGroup
    }
}
