// Studio: the message that a person is asked about, as the page shows it.

import CorpusStore

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
    public let mode: QueueMode
    /// `nil` when nothing is left.
    public let message: ShownMessage?
    /// Why it is asked for, in a few words.
    public let reason: String?
    /// The other messages of its template without a label, and one of them that reads otherwise.
    public let alike: Int
    public let example: TextLine?
    /// Messages that the person has labelled since they sat down, that are still to come, and that
    /// there are in all.
    public let labelled: Int
    public let left: Int
    public let messages: Int
    /// Messages of the person's queue that others have labelled meanwhile.
    public let others: Int
    /// Whether enough new labels came for a model to learn from.
    public let isTimeToLearn: Bool
}

/// What a step has done, and what comes next.
public struct StepResult: Sendable, Equatable, Codable {
    /// In a few words; `nil` where it went without saying.
    public let said: String?
    public let next: QueueItem
}
