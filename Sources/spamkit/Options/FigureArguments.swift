// The options of commands that measure: slices, intervals, costs.

import ArgumentParser
import SpamEvaluation
import Statistics

struct FigureArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Show only slices by this dimension; by day, week or month over time. May be repeated. Default: all but times and country.",
            valueName: "dimension"))
    var by: [SliceDimension] = []

    @Option(
        help: ArgumentHelp(
            """
            Also compute intervals for figures that are not plain rates, by this many draws of groups of near duplicates, \
            or of the corpus's templates. 1000 is usual.
            """,
            valueName: "rounds", visibility: .rare))
    var bootstrap: Int?

    @Option(help: ArgumentHelp("The seed of --bootstrap.", visibility: .rare))
    var seed: UInt64 = 1

    @Option(
        help: ArgumentHelp(
            """
            What mistakes cost, such as falseJunk=10,missedJunk=1,unsure=0.2. Adds the mean cost of a message to the report.
            """,
            valueName: "costs"), transform: { try MistakeCosts(parsing: $0) })
    var cost: MistakeCosts?

    func validate() throws {
        if let bootstrap, !(1...1_000_000).contains(bootstrap) {
            throw ValidationError("--bootstrap: expected 1 to 1000000 rounds, found \(bootstrap)")
        }
    }

    /// - Parameter groups: computed only if needed.
    func intervals(of evaluation: Evaluation, groups: () throws -> [UInt64]) rethrows -> BootstrapIntervals? {
        guard let bootstrap else { return nil }
        var random = SplitMix(seed: seed)
        return BootstrapIntervals(evaluation, groups: try groups(), rounds: bootstrap, costs: cost, using: &random)
    }
}
