// The option of train and tune that says how a training scores its own corpus.

import ArgumentParser

struct FoldArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            How many folds score the corpus, for calibration and the junk cutoff. 0: no folds; junk is then what is more \
            likely junk than not. Default: 10 up to 2,000 messages without the background, fewer with more, 4 from 5,000 on.
            """,
            visibility: .rare))
    var folds: Int?

    /// The option as it is typed, if it was given.
    var options: [String] { folds.map { ["--folds", "\($0)"] } ?? [] }

    func check(_ cutoffs: CutoffArguments) throws {
        guard let folds else { return }
        guard folds == 0 else { return try expect("--folds", folds, in: 2...100, "0 or 2 to 100") }
        let needing = [
            (cutoffs.maxFalseJunk != nil, "--max-false-junk needs --folds: false junk is measured on messages"),
            (cutoffs.cost != nil, "--cost needs --folds: costs are measured on messages"),
            (!cutoffs.protect.isEmpty, "--protect needs --folds: its cutoff comes from messages"),
        ]
        if let words = needing.first(where: { $0.0 })?.1 {
            throw ValidationError("\(words) that the scoring model has not seen")
        }
    }
}
