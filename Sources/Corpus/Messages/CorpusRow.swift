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
}

// In an extension, so that the memberwise initializer remains, which copies no member:
// Benchmarks/decisions/training-speed.md.
extension CorpusRow {
    /// A row with what is known of it; the rest is `nil`.
    public init(
        message: Message, label: Label? = nil, language: String? = nil, source: String = "",
        group: String? = nil, time: String? = nil, weight: Double = 1, line: Int = 1,
        id: String? = nil
    ) {
        self.init(
            message: message, label: label, language: language, source: source, group: group, storeGroup: nil, time: time,
            id: id, weight: weight, line: line)
    }
}

extension LabeledMessage {
    /// The row as a labelled message; `nil` when the row has no label. A time that
    /// `MessageTime.seconds(_:order:)` cannot read without an order of days becomes `nil`.
    public init?(_ row: consuming CorpusRow) {
        guard let label = row.label else { return nil }
        self.init(row, label)
    }

    /// The row as a message with this label.
    package init(_ row: consuming CorpusRow, _ label: Label) {
        self.init(
            message: row.message, label: label, language: row.language, source: row.source, group: row.group,
            storeGroup: row.storeGroup, time: row.time.flatMap { MessageTime.seconds($0) }, weight: row.weight, id: row.id,
            isBackground: false)
    }
}
