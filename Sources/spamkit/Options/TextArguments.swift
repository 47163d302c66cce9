// The option that shows messages. Their text is private: without it no command prints any.

import ArgumentParser
import CorpusStore
import Foundation
import SpamEvaluation

struct TextArguments: ParsableArguments {
    @Flag(help: "Also print the texts of messages.")
    var showText = false

    /// A line for a message: its number and own id, `words`, and its text if asked for. A terminal
    /// gets as much of the text as its line has room for; JSON has all of it.
    func line(_ number: Int64, _ words: String, in store: CorpusStore) throws -> String {
        let message = try record(number, in: store)
        let start = "#\(number)\(MessagePlace.shown(id: message.id))  \(words)"
        guard let text = message.text.map(onOneLine) else { return start }
        let room = terminalWidth(of: STDOUT_FILENO).map { max(20, $0 - terminalColumns(start) - 2) }
        return "\(start)  \(room.map { clipped(text, to: $0) } ?? text)"
    }

    /// A message for JSON: its number and own id, and its text if asked for.
    func record(_ number: Int64, in store: CorpusStore) throws -> MessageRecord {
        let stored = try store.message(number)
        return MessageRecord(number: number, id: stored?.id, text: showText ? stored?.message.body : nil)
    }
}

/// A message of a store.
struct MessageRecord: Encodable {
    let number: Int64
    let id: String?
    let text: String?
}
