// The option that shows messages. Their text is private: without it no command prints any.

import ArgumentParser
import CorpusStore

struct TextArguments: ParsableArguments {
    @Flag(help: "Show the messages' texts too.")
    var showText = false

    /// A line for a message: its id and what is known of it, and its text if asked for.
    func line(_ id: Int64, _ words: String, in store: CorpusStore) throws -> String {
        let text = showText ? try store.text(of: id).map { "  " + onOneLine($0) } ?? "" : ""
        return "#\(id)  \(words)\(text)"
    }
}
