// The command-line tool. This file lists the subcommands; each has a file of its own.
//
// Every command gives its name. A name derived from the type would be computed at each look-up,
// which made every start slower: Benchmarks/decisions/command-names.md.

import ArgumentParser
import Foundation

@main
struct Spamkit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "spamkit",
        abstract: "Train, measure and ask small spam classifiers for SMS.",
        discussion: """
            Results go to standard output, progress and errors to standard error. `-` is standard input.
            Exit codes: 0 done, 1 the data or the model says no, 64 wrong usage.
            """,
        version: toolVersion,
        subcommands: [
            Import.self, CorpusCommand.self, SplitCommand.self, LabelCommand.self, Train.self, Evaluate.self, Compare.self,
            Counts.self, Merge.self, Crossval.self, Tune.self, Attack.self, Classify.self, Explain.self, Inspect.self,
            Simulate.self, AppSite.self,
        ])

    static func main() {
        // By default a limit on file sizes ends the process in the middle of a file. Ignored, the
        // write fails instead, and the tool reports it.
        signal(SIGXFSZ, SIG_IGN)
        // Swift's report of a crash shows memory, which may be of messages. Only who asks gets it.
        if getenv("SWIFT_BACKTRACE") == nil {
            for number in [SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV, SIGQUIT] { signal(number, SIG_DFL) }
        }
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            end(with: withOptions(error))
        }
    }

    /// Prints help on standard output and errors on standard error, as `exit(withError:)` does.
    private static func end(with error: any Error) -> Never {
        let code = exitCode(for: error)
        let text = fullMessage(for: error)
        if !text.isEmpty {
            if code == .success { try? result(text) } else { note(text) }
        }
        Foundation.exit(code.rawValue)
    }
}
