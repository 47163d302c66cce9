// The option of evaluate that lists what the model got wrong.

import ArgumentParser

struct MistakeArguments: ParsableArguments {
    @Flag(
        help: """
            List behind the report what the model got wrong, one line for messages that are alike. --show-text adds a text and \
            its heaviest clues.
            """)
    var mistakes = false

    @Option(
        name: .customLong("top"), help: "With --mistakes: how many groups of like messages to list of each kind. Default: 20.")
    var most: Int?
    var top: Int { most ?? 20 }

    func validate() throws {
        try expectCount(top, of: "--top")
        if most != nil, !mistakes { throw ValidationError("--top goes with --mistakes") }
    }
}
