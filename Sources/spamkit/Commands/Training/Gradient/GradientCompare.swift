// spamkit gradient compare: the problems of a run, solved on one machine as well.

import ArgumentParser
import SpamTraining

struct GradientCompare: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare", abstract: "Solve the problems of a run on one machine as well, and compare objectives.",
        discussion: """
            Reads the rows of all partitions into memory, and has them solved by the trainer of spamkit train. Prints the \
            objective of both at the weights they found, for each problem of the model of all rows, as JSON.

            Example: spamkit gradient compare run --trainer lr --rows part-*.rows
            """)

    @OptionGroup var arguments: RunArguments

    @Option(
        name: .customLong("rows"), parsing: .upToNextOption,
        help: ArgumentHelp("The rows of all partitions.", valueName: "file"), completion: .file())
    var rows: [String]

    @Option(help: ArgumentHelp("When the other solver ends; lower is later. Default: as in train.", visibility: .rare))
    var tolerance: Double?

    private struct Record: Encodable {
        let objective, ofOneMachine, excess: Double
        let passes: Int

        init(_ found: ComparedObjective) {
            (objective, ofOneMachine, passes) = (found.objective, found.ofOneMachine, found.passes)
            excess = found.objective / found.ofOneMachine - 1
        }
    }

    func run() throws {
        let files = try rows.map(GradientFile.init)
        let found = try withExtendedLifetime(files) {
            try arguments.run().compared(files.map(\.bytes), tolerance: tolerance)
        }
        try result(json(found.map(Record.init)))
    }
}
