// Messages: one message of a file or a store with what is known of it, labelled or not.

import SpamFilter

/// A message of a corpus, with what its file or store says of it.
public struct CorpusRow: Sendable, Hashable {
    /// The message.
    public var message: Message
    /// The label; `nil` where the row has none, or where labels are not needed and the word is
    /// unknown.
    public var label: Label?
    /// BCP 47 language, such as `ko` or `zh-TW`: the row's, else the one given for the whole file;
    /// `nil` where neither says it.
    public var language: String?
    /// The collection it came from: the name given for the whole file, else the row's column, else
    /// the file's name without `.gz`.
    public var source: String
    /// The group that the corpus names: messages of one group (one template, near duplicates) are
    /// never on both sides of a split. `nil` where it names none; training then groups near
    /// duplicates.
    public var group: String?
    /// The number of the group that its store keeps on one side of a split; `nil` outside of
    /// stores. Nothing is learned from it.
    public var groupNumber: Int64?
    /// When the message was received; `nil` where it is not known.
    public var time: MessageTime?
    /// The message's id in the corpus it comes from; `nil` where it has none. Nothing is learned
    /// from it.
    public var id: String?
    /// The weight in training, within `weights`: 2 is the message twice, 0 not at all. Evaluation
    /// counts each message once. 1 where the file gives none, or labels are not needed.
    public var weight: Double
    /// The line of the file on which the row starts, from 1. Blank lines, the header, and line ends
    /// within quotes count. Of a database: the number of the row.
    public var line: Int
    /// Whether it is general knowledge beside the messages of the phones that a model is for.
    /// Training lets those overrule it, and it is never measured.
    public var isBackground = false

    /// The valid weights, 0 to 1000. 0: the message is not learned from.
    public static let weights = 0.0...1000
}

// In an extension, so that the memberwise initializer remains, which copies no member:
// Benchmarks/decisions/training-speed.md.
extension CorpusRow {
    /// A row with what is known of it; the rest is `nil`.
    public init(
        message: Message, label: Label? = nil, language: String? = nil, source: String = "", group: String? = nil,
        groupNumber: Int64? = nil, time: MessageTime? = nil, weight: Double = 1, line: Int = 1, id: String? = nil
    ) {
        self.init(
            message: message, label: label, language: language, source: source, group: group, groupNumber: groupNumber,
            time: time,
            id: id, weight: weight, line: line, isBackground: false)
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
