// The options of train for messages that are not learned from.

import ArgumentParser

struct ValidationArguments: ParsableArguments {
    @Option(
        name: .customLong("validate"),
        help: ArgumentHelp(
            """
            Labelled messages to measure on, not trained on. For a store: the part that --part leaves out.
            """,
            valueName: "corpus"), completion: .file())
    var validation: [String] = []

    @Option(
        name: .customLong("calibrate"),
        help: ArgumentHelp(
            """
            With counts: labelled messages that were not counted, for calibration and cutoffs, in place of --folds. May be \
            repeated.
            """,
            valueName: "corpus", visibility: .rare), completion: .file())
    var calibration: [String] = []
}
