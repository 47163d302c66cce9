// The option that shows messages. Their text is private: without it no command prints any.

import ArgumentParser
import CorpusStore

struct TextArguments: ParsableArguments {
    @Flag(help: "Also print the texts of messages.")
    var showText = false

    /// A line for a message: its number and own id, `words`, and its text if asked for.
    func line(_ number: Int64, _ words: String, in store: CorpusStore) throws -> String {
        let message = try record(number, in: store)
        return "#\(number)\(MessagePlace.shown(id: message.id))  \(words)" + (message.text.map { "  " + onOneLine($0) } ?? "")
    }

    /// A message for JSON: its number and own id, and its text if asked for.
    func record(_ number: Int64, in store: CorpusStore) throws -> MessageRecord {
        let stored = try store.message(number)
        return MessageRecord(number: number, id: stored?.ownID, text: showText ? stored?.message.body : nil)
    }
}

/// A message of a store.
struct MessageRecord: Encodable {
    let number: Int64
    let id: String?
    let text: String?
}
