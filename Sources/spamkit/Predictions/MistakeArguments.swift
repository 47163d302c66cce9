// The option of evaluate that lists what the model got wrong.

import ArgumentParser

struct MistakeArguments: ParsableArguments {
    @Flag(
        help: """
            List what the model got wrong after the report, one line for near duplicates. --show-text adds a text and its \
            heaviest clues.
            """)
    var mistakes = false

    @Option(
        name: .customLong("top"),
        help: "With --mistakes: how many groups of near duplicates to list of each mistake. Default: 20.")
    var most: Int?
    var top: Int { most ?? 20 }

    func validate() throws {
        try expectCount(top, of: "--top")
        if most != nil, !mistakes { throw ValidationError("--top goes with --mistakes") }
    }
}
