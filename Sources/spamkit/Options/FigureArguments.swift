// The options of commands that measure: slices, intervals, costs.

import ArgumentParser
import SpamEvaluation
import Statistics

/// The options of whatever measures.
struct FigureArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Slices by this alone: \(SliceDimension.allCases.map(\.rawValue).joined(separator: ", ")); may be repeated. Default: by all in which messages differ.",
            valueName: "dimension"))
    var by: [SliceDimension] = []

    @Option(
        help: ArgumentHelp(
            "Intervals for figures that are no plain rate, from so many draws of groups of like messages: the corpus's templates, else near duplicates. 1000 are usual.",
            valueName: "rounds"))
    var bootstrap: Int?

    @Option(help: "The seed of --bootstrap.")
    var seed: UInt64 = 1

    @Option(
        help: ArgumentHelp(
            "What mistakes cost, such as falseJunk=10,missedJunk=1,unsure=0.2: the report has the mean cost of a message.",
            valueName: "costs"), transform: { try MistakeCosts(parsing: $0) })
    var cost: MistakeCosts?

    func validate() throws {
        if let bootstrap, !(1...1_000_000).contains(bootstrap) {
            throw ValidationError("--bootstrap: expected 1 to 1000000 rounds, found \(bootstrap)")
        }
    }

    /// - Parameter groups: made only if they are needed.
    func intervals(of evaluation: Evaluation, groups: () throws -> [UInt64]) rethrows -> BootstrapIntervals? {
        guard let bootstrap else { return nil }
        var random = SplitMix(seed: seed)
        return BootstrapIntervals(evaluation, groups: try groups(), rounds: bootstrap, costs: cost, using: &random)
    }
}
