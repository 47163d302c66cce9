// spamkit merge: adds counts files up, takes some away, forgets sources.

import ArgumentParser
import SpamFilterIO
import SpamTraining

struct Merge: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge", abstract: "Add up what spamkit counts counted; take counts away again; forget a source.",
        discussion: """
            The result is the same, byte for byte, in whatever order and in however many steps files are merged, and the same that counting all \
            messages at once gives. --minus takes away messages that were counted before, so that they were never learned: count them once more, \
            under the same source, and take that away. What was not added cannot be taken away, and is refused.

            Files are read where they are and the new one is held in memory. Time grows with the number of files: merge some ten at a time.

            Example: spamkit merge shard1.counts shard2.counts --out mine.counts
            """)

    @Argument(help: ArgumentHelp("Files that spamkit counts or merge wrote.", valueName: "counts"))
    var files: [String]

    @Option(help: ArgumentHelp("Counts of messages to take away; may be repeated.", valueName: "counts"))
    var minus: [String] = []

    @Option(help: ArgumentHelp("A source of which nothing is to be left; may be repeated.", valueName: "name"))
    var forget: [String] = []

    @Option(name: .shortAndLong, help: "Where the sum goes. Written whole or not at all.")
    var out: String

    func validate() throws {
        if out == "-" { throw ValidationError("--out: expected the path of a file, found - (standard output)") }
    }

    func run() throws {
        try checkApart([("--out", out)], from: files + minus)
        try checkWritable(out)
        let added = try CountsFile.open(files), taken = try CountsFile.open(minus)
        let bytes = try withExtendedLifetime((added, taken)) {
            try CountsSum.bytes(of: added.map(\.view), minus: taken.map(\.view), forgetting: forget)
        }
        try writeAtomically(bytes, to: out)
        try report(counts: bytes, in: out)
    }
}
