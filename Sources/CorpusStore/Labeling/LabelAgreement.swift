// Store: how far two people agree. Messages that both labelled in, counts and kappa out.

import GRDB
import SpamFilter
import Statistics

/// The labels of two people for the same messages, each given without seeing the other's.
public struct LabelAgreement: Sendable, Equatable {
    /// How often the first person gave one label and the second one another, or the same.
    public struct Pair: Sendable, Equatable {
        /// The label of the first person.
        public let first: Label
        /// The label of the second person.
        public let second: Label
        /// The numbers of the messages that have these labels, in ascending order.
        public let messages: [Int64]
    }

    /// Who gave the labels that count: a person's name, or `file`.
    public let first: String
    /// The name of who labelled beside, and looked at no label.
    public let second: String
    /// The messages by both labels, the most frequent ones first.
    public let pairs: [Pair]

    /// How many messages both labelled.
    public var count: Int { pairs.reduce(0) { $0 + $1.messages.count } }
    /// How many messages both gave one label.
    public var agreed: Int { pairs.reduce(0) { $0 + ($1.first == $1.second ? $1.messages.count : 0) } }
    /// Cohen's kappa of the labels, at most 1; `nil` where it is not defined. See
    /// `cohensKappa(_:)`.
    public var kappa: Double? { cohensKappa(pairs.map { ($0.first, $0.second, $0.messages.count) }) }
    /// The same kappa, of junk against everything else.
    public var junkKappa: Double? {
        cohensKappa(pairs.map { ($0.first.action == .junk, $0.second.action == .junk, $0.messages.count) })
    }

    /// How many messages each label has by one of both.
    ///
    /// - Parameter person: `\.first` or `\.second`.
    public func labels(of person: KeyPath<Pair, Label>) -> [String: Int] {
        pairs.reduce(into: [:]) { $0[$1[keyPath: person].description, default: 0] += $1.messages.count }
    }
}

extension LabelAgreement {
    /// See `Labels.agreements`.
    static func all(_ db: Database) throws -> [LabelAgreement] {
        struct People: Hashable { let first: String, second: String }
        struct TwoLabels: Hashable { let first: Label, second: Label }
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT messageID, CASE WHEN \(LabelGiver.isFile("label.givenBy")) THEN 'file' ELSE label.givenBy END,
                    secondLabel.givenBy, label.label, secondLabel.label
                FROM secondLabel JOIN label USING (messageID, revision) ORDER BY messageID
                """)
        var found: [People: [TwoLabels: [Int64]]] = [:]
        while let row = try rows.next() {
            let people = try People(first: row.value(1), second: row.value(2))
            let words: (first: String, second: String) = try (row.value(3), row.value(4))
            guard let first = Label(words.first), let second = Label(words.second) else { continue }
            found[people, default: [:]][TwoLabels(first: first, second: second), default: []].append(try row.value(0))
        }
        return found.map { people, labels in
            let pairs = labels.map { LabelAgreement.Pair(first: $0.first, second: $0.second, messages: $1) }
            return LabelAgreement(
                first: people.first, second: people.second,
                pairs: pairs.sorted { (-$0.messages.count, $0.messages[0]) < (-$1.messages.count, $1.messages[0]) })
        }
        .sorted { ($0.first, $0.second) < ($1.first, $1.second) }
    }
}
