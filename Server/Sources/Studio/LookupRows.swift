// Studio: what a look-up finds, as the page shows it.

import CorpusStore

/// A row of a list of messages.
struct MessageRow: Sendable, Equatable, Codable {
    let id: Int64
    let label: String?
    let text: TextLine
    /// The share of features in common with the message asked for, 0...1; `nil` in other lists.
    let likeness: Double?

    init(_ stored: StoredMessage, likeness: Double? = nil) {
        id = stored.number
        label = stored.label?.description
        text = TextLine(stored)
        self.likeness = likeness
    }
}

/// Messages that are like one.
public struct SimilarMessages: Sendable, Equatable, Codable {
    /// The others of its template: how many have each label ("" for none), and the first few.
    let templateLabels: [String: Int]
    let template: [MessageRow]
    /// The most alike of other templates that have a label.
    let nearest: [MessageRow]
}

/// A message with all that is known of it.
public struct MessageDetails: Sendable, Equatable, Encodable {
    let message: ShownMessage
    let history: [LabelOfHistory]
}

/// What a search found.
public struct FoundMessages: Sendable, Equatable, Codable {
    let rows: [MessageRow]
    /// Whether there may be more than these.
    let isCut: Bool
}

/// A text with several labels.
struct ConflictRow: Sendable, Equatable, Codable {
    struct Side: Sendable, Equatable, Codable {
        let label: String
        let messages: [Int64]
        /// The sources that they come from.
        let sources: [String]
    }

    let text: TextLine
    let sides: [Side]
}

/// All texts with several labels.
public struct ConflictList: Sendable, Equatable, Codable {
    let texts: Int
    let rows: [ConflictRow]
}

/// The labels of two people for the same messages.
struct AgreementRow: Sendable, Equatable, Codable {
    struct Difference: Sendable, Equatable, Codable {
        let message: Int64
        let text: TextLine
        let first: String
        let second: String
    }

    let first: String
    let second: String
    let messages: Int
    let agreed: Int
    /// Cohen's kappa, of all labels and of junk against the rest; `nil` where it is not defined.
    let kappa: Double?
    let junkKappa: Double?
    /// The first messages on which they differ.
    let differences: [Difference]
}

/// All people of a store.
public struct People: Sendable, Equatable, Codable {
    let progress: LabelingProgress
    let agreements: [AgreementRow]
}

extension ConflictRow {
    init(_ text: TextLine, _ conflict: LabelConflict) {
        let sides = Dictionary(grouping: conflict.messages, by: \.label).sorted {
            ($0.value[0].id, $0.key) < ($1.value[0].id, $1.key)
        }
        self.init(
            text: text,
            sides: sides.map { label, messages in
                Side(
                    label: label.description, messages: messages.map(\.id), sources: Array(Set(messages.map(\.source))).sorted())
            })
    }
}
