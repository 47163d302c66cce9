// The command-line tool. This file lists the subcommands; each has a file of its own.
//
// Each says its name: one that is made of the type's is made anew for each look at it, which took 3 ms of every start, a fifth (2026-11).

import ArgumentParser
import Foundation

@main
struct Spamkit: ParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "spamkit",
        abstract: "Train, measure and ask small spam classifiers for SMS.",
        discussion: """
            Results go to standard output, progress and errors to standard error. `-` is standard input.
            Exit codes: 0 done, 1 the data or the model says no, 64 wrong usage.
            """,
        version: version,
        subcommands: [
            Import.self, CorpusCommand.self, SplitCommand.self, LabelCommand.self, Train.self, Evaluate.self, Compare.self,
            Counts.self, Merge.self, Crossval.self, Tune.self, Attack.self, Classify.self, Explain.self, Inspect.self,
            Simulate.self, AppSite.self,
        ])

    static func main() {
        // Else a limit of the size of files would end the process in the midst of writing one; so writing fails, and says so.
        signal(SIGXFSZ, SIG_IGN)
        main(nil)
    }
}
