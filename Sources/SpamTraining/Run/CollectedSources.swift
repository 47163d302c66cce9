// Training: the sources of messages as they come in.

import Statistics

/// The source of every row, and how many messages each source has.
struct CollectedSources {
    /// A number for the source of each row.
    private(set) var ofRow: [UInt32] = []
    private var numbers = SourceNumbers()
    private var messages: [String: Int] = [:]
    /// Messages of one source usually follow each other, so its name is looked up once.
    private var last: (name: String, number: UInt32?, messages: Int)?

    /// The messages of each source that are rows; a source without any has 0.
    var messagesOfSource: [String: Int] {
        guard let last else { return messages }
        return messages.merging([last.name: last.messages]) { $1 }
    }

    /// - Parameter isRow: whether the message is learned from.
    mutating func add(_ name: String, isRow: Bool) {
        if last?.name != name {
            if let last { messages[last.name] = last.messages }
            last = (name, nil, messages[name] ?? 0)
        }
        guard isRow else { return }
        last!.messages += 1
        let number = last!.number ?? numbers.number(of: stableHash(name.utf8))
        last!.number = number
        ofRow.append(number)
    }
}
