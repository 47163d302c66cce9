// The option of general knowledge beside a corpus, and the reading of both.

import ArgumentParser
import Corpus
import CorpusStore
import SpamFilterIO

struct BackgroundArguments: ParsableArguments {
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            """
            General knowledge beside the corpora, such as Datasets/starter/train.jsonl. Your messages decide.
            """,
            valueName: "corpus"), completion: .file())
    var background: [String] = []

    /// The option as it is typed.
    var options: [String] { background.isEmpty ? [] : ["--background"] + background.map(\.quoted) }

    /// The labelled messages of corpora, then those of the background.
    ///
    /// - Throws: `ValidationError` where a file is both.
    func forEachMessage(
        of corpora: [String], _ reading: CorpusArguments, _ body: (LabeledMessage) throws -> Void
    ) throws {
        try forEachPlacedMessage(of: corpora, reading) { message, _ in try body(message) }
    }

    /// The same, and where those of the corpora are found again.
    func forEachPlacedMessage(
        of corpora: [String], _ reading: CorpusArguments, _ body: (LabeledMessage, MessagePlace?) throws -> Void
    ) throws {
        if let both = background.first(where: { path in corpora.contains { isSameFile($0, path) } }) {
            throw ValidationError("--background: expected other files than the corpora, found \(both)")
        }
        try reading.forEachPlacedMessage(of: corpora, body)
        guard !background.isEmpty else { return }
        var general = reading
        (general.format, general.encoding, general.source, general.label, general.part) = (nil, nil, nil, nil, nil)
        general.country = nil
        general.columns = try ColumnArguments.parse([])
        general.selection = reading.selection.ofBackground
        try forEachMessage(general) { try body($0, nil) }
    }

    /// The labelled messages of the background.
    func forEachMessage(_ reading: CorpusArguments, _ body: (LabeledMessage) throws -> Void) throws {
        try reading.forEachPlacedMessage(of: background, notesUnusedWords: false) { message, _ in
            var message = message
            message.isBackground = true
            try body(message)
        }
    }
}
