// Corpus: the columns that the user has chosen.

/// Columns by their names in the header or their numbers from 1; `nil` leaves a column to its name.
public struct ColumnChoice: Sendable, Equatable {
    public var text: String?
    public var label: String?
    public var sender: String?
    public var time: String?

    public init(text: String? = nil, label: String? = nil, sender: String? = nil, time: String? = nil) {
        self.text = text
        self.label = label
        self.sender = sender
        self.time = time
    }
}
