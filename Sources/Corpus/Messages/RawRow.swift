// Corpus: what a format finds in a row, before words become labels.

/// One row as its file says it.
public struct RawRow: Sendable {
    /// From 1.
    public var line: Int
    public var text: String
    /// The word for the label; `nil` where the row has none.
    public var label: String?
    /// The label's column has a name, so it was not guessed from the first rows.
    var isLabelNamed = false
    public var language: String?
    public var sender: String?
    public var country: String?
    public var source: String?
    public var group: String?
    /// As the file writes it.
    public var time: String?
    var weight: String?

    public init(
        line: Int, text: String, language: String? = nil, sender: String? = nil, source: String? = nil, time: String? = nil
    ) {
        self.line = line
        self.text = text
        self.language = language
        self.sender = sender
        self.source = source
        self.time = time
    }

    init(
        line: Int, text: String, label: String? = nil, isLabelNamed: Bool = false, language: String? = nil, sender: String? = nil,
        country: String? = nil, source: String? = nil, group: String? = nil, time: String? = nil, weight: String? = nil
    ) {
        self.line = line
        self.text = text
        self.label = label
        self.isLabelNamed = isLabelNamed
        self.language = language
        self.sender = sender
        self.country = country
        self.source = source
        self.group = group
        self.time = time
        self.weight = weight
    }
}
