// The option of evaluate that lists what the model got wrong.

import ArgumentParser

struct MistakeArguments: ParsableArguments {
    @Flag(
        help: """
            List the mistakes after the report, one line for each group of near duplicates, the largest first. --show-text adds \
            a text and its heaviest clues, one at least for the verdict.
            """)
    var mistakes = false

    @Option(
        name: .customLong("top"), help: "With --mistakes: how many groups to list of each sort of mistake. Default: 20.")
    var most: Int?
    var top: Int { most ?? 20 }

    func validate() throws {
        try expectCount(top, of: "--top")
        if most != nil, !mistakes { throw ValidationError("--top goes with --mistakes") }
    }
}
