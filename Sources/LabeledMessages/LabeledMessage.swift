// Messages: a row that has a label, as training and evaluation see it.

import SpamFilter

/// A row with the label that a person gave it. All else of the row is a member of it, too:
/// `labeled.message`, `labeled.source`.
@dynamicMemberLookup
public struct LabeledMessage: Sendable, Hashable {
    /// The row. It has a label.
    public private(set) var row: CorpusRow

    /// The row as a labelled message; `nil` where it has no label.
    public init?(_ row: consuming CorpusRow) {
        guard row.label != nil else { return nil }
        self.row = row
    }

    /// A message with its label, and what else is known of it. That the weight is one of
    /// `CorpusRow.weights` is not checked.
    public init(
        _ message: Message, _ label: Label, language: String? = nil, source: String = "", group: String? = nil,
        time: MessageTime? = nil, weight: Double = 1
    ) {
        row = CorpusRow(
            message: message, label: label, language: language, source: source, group: group, time: time, weight: weight)
    }

    /// What it is, as a person said.
    public var label: Label {
        @inlinable get { row.label! }
        set { row.label = newValue }
    }

    /// Any other member of the row.
    public subscript<Value>(dynamicMember member: WritableKeyPath<CorpusRow, Value>) -> Value {
        @inlinable get { row[keyPath: member] }
        set { row[keyPath: member] = newValue }
    }
}
