// The options of train for messages that are not learned from.

import ArgumentParser
import CorpusStore

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

    /// How corpora are read: where all are stores, columns are those of the files of --validate.
    func reading(of corpora: [String], as asked: CorpusArguments) throws -> CorpusArguments {
        var reading = asked
        if corpora.allSatisfy(CorpusStore.isStore), !validation.allSatisfy(CorpusStore.isStore) {
            reading.columns = try ColumnArguments.parse([])
        }
        return reading
    }
}
