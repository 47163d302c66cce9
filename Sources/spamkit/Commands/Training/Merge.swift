// spamkit merge: adds counts files up, subtracts some.

import ArgumentParser
import SpamFilterIO
import SpamTraining

struct Merge: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge", abstract: "Add counts files up, or subtract some.",
        discussion: """
            The result is the same, byte for byte, for any order and any number of steps. Counting all messages at once gives \
            the same file. --minus subtracts messages that were counted before, as if they had never been learned: count them \
            again under the same source, and subtract that file. Subtracting what was not added is an error.

            Files are read in place and the new one is held in memory. Time grows with the number of files: merge about ten at a \
            time.

            Example: spamkit merge shard1.counts shard2.counts --out mine.counts
            """)

    @Argument(help: ArgumentHelp("Files that spamkit counts or merge wrote.", valueName: "counts"), completion: .file())
    var files: [String]

    @Option(help: ArgumentHelp("Counts of messages to subtract. May be repeated.", valueName: "counts"), completion: .file())
    var minus: [String] = []

    @Option(name: .shortAndLong, help: "The counts file to write. It is written completely or not at all.", completion: .file())
    var out: String

    @OptionGroup var output: ReportArguments

    func validate() throws {
        if out == "-" { throw ValidationError("--out: expected the path of a file, found - (standard output)") }
    }

    func run() throws {
        try output.check([("--out", out)], apartFrom: files + minus)
        try checkOutput(out, as: .counts)
        let added = try CountsFile.open(files), taken = try CountsFile.open(minus)
        let bytes = try withExtendedLifetime((added, taken)) {
            try waiting("adding the counts up") {
                try CountsSum.bytes(of: added.map(\.view), minus: taken.map(\.view))
            }
        }
        try writeAtomically(bytes, to: out, isPrivate: true)
        try output.report(counts: bytes, in: out)
    }
}
