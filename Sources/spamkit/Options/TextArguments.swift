// The option that shows messages. Their text is private: without it no command prints any.

import ArgumentParser
import CorpusStore

struct TextArguments: ParsableArguments {
    @Flag(help: "Also print the texts of messages.")
    var showText = false

    /// A line for a message: its number and own id, `words`, and its text if asked for.
    func line(_ number: Int64, _ words: String, in store: CorpusStore) throws -> String {
        let stored = try store.message(number)
        let text = showText ? stored.map { "  " + onOneLine($0.message.body) } ?? "" : ""
        return "#\(number)\(MessagePlace.shown(id: stored?.ownID))  \(words)\(text)"
    }
}
