// Corpus: what a format finds in a row, before words become labels.

/// One row as its file says it.
public struct RawRow: Sendable {
    /// The line on which the row begins, from 1.
    public var line: Int
    /// The text as the file has it.
    public var text: String
    /// The word for the label; `nil` where the row has none.
    public var label: String?
    /// The label's column has a name, so it was not guessed from the first rows.
    var isLabelNamed = false
    /// A number under the label's name may mean anything else.
    var isLabelLoose = false
    /// The language that the file names; `nil` or empty where it names none, here and below.
    public var language: String?
    /// The sender as the file has it.
    public var sender: String?
    /// The receiver's country, of two letters.
    public var country: String?
    /// Where the message was collected.
    public var source: String?
    /// The group that the file names.
    public var group: String?
    /// The time as the file writes it.
    public var time: String?
    var weight: String?
    var id: String?
    /// The file names all members of a group, and not which of them is the sender.
    var isFromAnyOfGroup = false
    /// The value that tells which way it went, if a column does.
    var direction: DirectionField?
    /// What an annotator thought of the label, where a column says so.
    var answer: String?
    /// Which part of a message it is, where a column says so.
    var part: MessagePart?

    /// Whether all other cells of a row that has some are empty.
    var isAlone: Bool {
        guard label?.isEmpty ?? true, sender?.isEmpty ?? true, time?.isEmpty ?? true, id?.isEmpty ?? true else { return false }
        return label != nil || sender != nil || time != nil || id != nil
    }

    /// Whether the text has nothing but white space.
    var isBlank: Bool {
        // The last white space of Unicode is U+3000, and E4 begins what is far behind it.
        guard let first = text.utf8.first, first > 0x20, first < 0x80 || first > 0xE3 else {
            return text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
        }
        return false
    }
}

extension RawRow {
    /// A row as a format reads it; labels and columns are not looked at yet.
    public init(
        line: Int, text: String, language: String? = nil, sender: String? = nil, source: String? = nil, time: String? = nil
    ) {
        self.init(
            line: line, text: text, label: nil, language: language, sender: sender, country: nil, source: source, time: time)
    }

    /// Notes that the sender is one of several, of whom the file does not say which.
    public mutating func leaveSenderOpen() { (sender, isFromAnyOfGroup) = (nil, true) }
}
