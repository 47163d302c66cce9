// Studio: the message that a person is asked about, as the page shows it, and what they do with it.

/// Whose labels: the first one of a message, or one beside somebody else's.
public enum QueueMode: String, Sendable, Codable { case first, second }

/// What a person does with the message in front of them.
public enum QueueStep: Sendable, Equatable {
    case label(String)
    case labelTemplate(String)
    case skip
}

/// The message in front of a person, and how far they are.
public struct QueueItem: Sendable, Equatable, Codable {
    let mode: QueueMode
    /// `nil` when nothing is left.
    let message: ShownMessage?
    /// Why it is asked for, in a few words.
    let reason: String?
    /// The other messages of its template without a label, and one of them that reads otherwise.
    let alike: Int
    let example: TextLine?
    /// Messages that the person has labelled since they sat down, that are still to come, and that
    /// there are in all.
    let labelled: Int
    let left: Int
    let messages: Int
    /// Messages of the person's queue that others have labelled meanwhile.
    let others: Int
    /// Whether enough new labels came for a model to learn from.
    let isTimeToLearn: Bool
}

/// What a step has done, and what comes next.
public struct StepResult: Sendable, Equatable, Codable {
    /// In a few words; `nil` where it went without saying.
    let said: String?
    let next: QueueItem
}

/// What was taken back.
public struct UndoneStep: Sendable, Equatable, Codable {
    let said: String
    /// The queue in which the message is in front again; `nil` where it was a correction.
    let mode: QueueMode?
    /// Messages that have their label from before.
    let messages: [Int64]
}

/// Messages of a row with the label that the row shows; `nil` for none.
public struct SeenRow: Sendable, Equatable, Codable {
    let messages: [Int64]
    let from: String?
    /// The mark of the text that they all have; `nil` where they may differ.
    let textMark: String?

    init(_ messages: [Int64], from: String?, textMark: String? = nil) {
        self.messages = messages
        self.from = from
        self.textMark = textMark
    }
}
