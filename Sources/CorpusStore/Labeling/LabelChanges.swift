// Store: labels that people give: as they saw them, as they were given, and as they are in a
// message's history.

import SpamFilter

/// A label of a message's history.
public struct LabelOfHistory: Sendable, Equatable, Encodable {
    /// The spelling of the label; `nil` where the label before was taken back.
    public let label: String?
    /// `file` for the file that the message came from, `file NAME` for a later one, or a person.
    public let givenBy: String
    /// When it was given, in seconds since 1970.
    public let givenAt: Int
    /// Whether it is a second label, which does not count.
    package let isSecond: Bool
}

/// A label that a message was given: which of its revisions it is.
struct GivenLabel: Sendable, Equatable {
    let id: Int64
    let revision: Int64
}

/// Messages as a person saw them.
public struct SeenLabels: Sendable, Equatable {
    /// The numbers of the messages.
    let messages: [Int64]
    /// The label that they had; `nil` for none.
    let label: Label?
    /// The mark of their text, `StoredMessage.textMark`; `nil` where texts may differ.
    let textMark: String?

    /// Messages as a page or a terminal showed them.
    public init(_ messages: [Int64], label: Label?, textMark: String? = nil) {
        self.messages = messages
        self.label = label
        self.textMark = textMark
    }
}

/// Labels that a person gave over earlier ones at once.
public struct LabelCorrection: Sendable, Equatable {
    let given: [GivenLabel]
    /// The label that each message had; messages without one are missing.
    let before: [Int64: Label]

    /// The numbers of the messages that were labelled.
    public var messages: [Int64] { given.map(\.id) }
}

/// What labelling of several messages did, or would do.
public struct Relabeling: Sendable, Equatable, Encodable {
    /// How many messages have another label now.
    public let changed: Int
    /// The labels that these had before, with the number of messages; "" for none.
    public let before: [String: Int]
    /// How many messages had the label already; a person has confirmed it now.
    package let confirmed: Int
}
