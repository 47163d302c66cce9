// The option that shows messages. Their text is private: without it no command prints any.

import ArgumentParser
import CorpusStore

struct TextArguments: ParsableArguments {
    @Flag(help: "Also print the texts of messages.")
    var showText = false

    /// A line for a message: its id, `words`, and its text if asked for.
    func line(_ id: Int64, _ words: String, in store: CorpusStore) throws -> String {
        let text = showText ? try store.text(of: id).map { "  " + onOneLine($0) } ?? "" : ""
        return "#\(id)  \(words)\(text)"
    }
}
