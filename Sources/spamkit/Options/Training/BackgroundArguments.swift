// The option of general knowledge beside a corpus.

import ArgumentParser

struct BackgroundArguments: ParsableArguments {
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            """
            General messages, such as Datasets/starter/train.jsonl. Your messages decide.
            """,
            valueName: "corpus"), completion: .file())
    var background: [String] = []

    /// The option as it is typed.
    var options: [String] { background.isEmpty ? [] : ["--background"] + background.map(\.quoted) }

    /// The same; the starter corpus where none was given.
    var optionsOrStarter: [String] { background.isEmpty ? ["--background", "Datasets/starter/train.jsonl"] : options }

    /// What holds for the background of how the corpora are read: words for labels, and languages.
    func options(beside reading: CorpusArguments) throws -> CorpusArguments {
        var general = reading
        (general.format, general.encoding, general.source, general.label, general.part) = (nil, nil, nil, nil, nil)
        general.country = nil
        general.columns = try ColumnArguments.parse([])
        general.selection = reading.selection.ofBackground
        return general
    }
}
