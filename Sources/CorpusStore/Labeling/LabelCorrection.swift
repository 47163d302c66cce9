// Store: a person corrects labels that messages have, and takes that back. Earlier labels are kept
// as they are.

import SpamFilter

/// Labels that a person gave over earlier ones at once.
public struct LabelCorrection: Sendable, Equatable {
    /// The label that the messages had; `nil` for none.
    public let before: Label?
    let given: [GivenLabel]

    /// The messages that were labelled.
    public var messages: [Int64] { given.map(\.id) }
}

extension CorpusStore {
    /// Gives messages another label, each if it is there and still has the one that the person saw.
    public func correct(
        _ ids: [Int64], from before: Label?, to label: Label, by person: String
    ) throws(StoreError) -> LabelCorrection {
        LabelCorrection(
            before: before,
            given: try give(label, to: ids, by: person) { _, _, word in word == before?.description })
    }

    /// Gives messages the label that they had before, each if nobody has labelled it since.
    ///
    /// - Returns: the messages that have it again.
    @discardableResult
    public func takeBack(_ correction: LabelCorrection, by person: String) throws(StoreError) -> [Int64] {
        let revisions = Dictionary(uniqueKeysWithValues: correction.given.map { ($0.id, $0.revision) })
        return try give(correction.before, to: correction.messages, by: person) { id, newest, _ in newest == revisions[id] }
            .map(\.id)
    }
}
