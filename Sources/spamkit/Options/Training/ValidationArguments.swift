// The options of train for messages that are not learned from.

import ArgumentParser

struct ValidationArguments: ParsableArguments {
    @Option(
        name: .customLong("validate"),
        help: ArgumentHelp(
            """
            Labelled messages to measure on, unlike those trained on. Of a store: the part that --part leaves out.
            """,
            valueName: "corpus"), completion: .file())
    var validation: [String] = []

    @Flag(
        help: ArgumentHelp(
            "Measure even on messages that share a template with messages trained on.", visibility: .rare))
    var allowOverlap = false

    @Option(
        name: .customLong("calibrate"),
        help: ArgumentHelp(
            """
            With counts: labelled messages that were not counted, for calibration and cutoffs, in place of --folds. May be \
            repeated.
            """,
            valueName: "corpus", visibility: .rare), completion: .file())
    var calibration: [String] = []

    func validate() throws {
        if allowOverlap, validation.isEmpty { throw ValidationError("--allow-overlap is for --validate") }
    }
}
