// Store: a person corrects labels that messages have, and takes that back. Earlier labels are kept
// as they are.

import SpamFilter

/// Messages as a person saw them.
public struct SeenLabels: Sendable, Equatable {
    /// The numbers of the messages.
    public var messages: [Int64]
    /// The label that they had; `nil` for none.
    public var label: Label?
    /// The mark of their text, `StoredMessage.textMark`; `nil` where texts may differ.
    public var textMark: String?

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

extension CorpusStore {
    /// Gives messages another label, each if it is there and still has the text and a label that
    /// the person saw. All or nothing is written.
    ///
    /// - Parameter person: who corrects.
    /// - Parameter label: the right label. Messages that have it already are left out.
    /// - Parameter seen: a message that files label differently may be seen with several labels.
    /// - Returns: what was done, which may be nothing.
    public func correct(
        _ seen: [SeenLabels], to label: Label, by person: String
    ) throws(StoreError) -> LabelCorrection {
        var words: [Int64: Set<String?>] = [:], ids: [Int64] = []
        for id in seen.lazy.flatMap(\.messages) where words.updateValue([], forKey: id) == nil { ids.append(id) }
        for side in seen { for id in side.messages { words[id]?.insert(side.label?.description) } }
        var marks: [Int64: String] = [:]
        for side in seen { for id in side.messages { marks[id] = side.textMark } }
        var before: [Int64: Label] = [:]
        let given = try give(label, to: ids, by: person, seen: marks) { id, _, word in
            guard words[id]?.contains(word) == true, word != label.description else { return false }
            before[id] = word.flatMap { Label($0) }
            return true
        }
        return LabelCorrection(given: given, before: before)
    }

    /// Gives messages the label that they had before, each if nobody has labelled it since.
    ///
    /// - Returns: the messages that have it again.
    @discardableResult
    public func takeBack(_ correction: LabelCorrection, by person: String) throws(StoreError) -> [Int64] {
        let revisions = Dictionary(uniqueKeysWithValues: correction.given.map { ($0.id, $0.revision) })
        return try give({ correction.before[$0] }, to: correction.messages, by: person) { id, newest, _ in
            newest == revisions[id]
        }.map(\.id)
    }
}
