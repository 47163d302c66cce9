// The options of single trainers: how each fits its weights.

import ArgumentParser
import SpamTraining

/// All are rarely needed, so help shows them with `--help-all` alone.
struct SolverArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            \(TrainerChoice.names(with: .regularizationC)): the inverse strength of regularization (C). More fits the \
            corpus more closely. Default: \(TrainerChoice.defaults(of: .regularizationC)).
            """,
            visibility: .rare))
    var regularizationC: Double?

    @Option(
        help: ArgumentHelp(
            """
            \(TrainerChoice.names(with: .smoothing)): added to every count (Lidstone's alpha). Default: \
            \(TrainerChoice.defaults(of: .smoothing)).
            """,
            visibility: .rare))
    var smoothing: Double?

    @Option(
        help: ArgumentHelp(
            """
            \(TrainerChoice.names(with: .charNgramScale)): the scale of character n-grams relative to words. \
            Default: \(TrainerChoice.defaults(of: .charNgramScale)).
            """,
            visibility: .rare))
    var charNgramScale: Float?

    /// The values given for options that not every trainer has.
    var given: [TrainerOption: Double] {
        var given: [TrainerOption: Double] = [:]
        given[.regularizationC] = regularizationC
        given[.charNgramScale] = charNgramScale.map(Double.init)
        given[.smoothing] = smoothing
        return given
    }

    func validate() throws {
        let costs = LogisticRegression.Settings.costs, smoothings = NaiveBayes.Settings.smoothings
        try expect("--regularization-c", regularizationC, in: costs, "a number in \(costs)")
        try expect("--smoothing", smoothing, in: smoothings, "a number in \(smoothings)")
        try expect("--char-ngram-scale", charNgramScale, in: 0...10, "a number in 0...10")
    }
}
