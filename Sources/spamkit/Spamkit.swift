// The command-line tool. This file lists the subcommands; each has a file of its own.
//
// Every command gives its name. A name derived from the type would be computed at each look-up,
// which made every start slower: Benchmarks/decisions/start.md.

import ArgumentParser
import Foundation
import SpamFilter

@main
struct Spamkit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "spamkit",
        abstract: "Train, measure and ask small spam classifiers for SMS.",
        discussion: """
            Results go to standard output, progress and errors to standard error. `-` is standard input.
            Exit codes: 0 done, 1 the data or the model says no, 64 wrong usage, 130 stopped by Ctrl-C.

            Start: spamkit train mine.csv --out mine.spam, then spamkit evaluate mine.spam other.csv
            Topics: spamkit help \(HelpTopic.allCases.map(\.rawValue).joined(separator: "|"))
            """,
        version: toolVersion,
        groupedSubcommands: [
            CommandGroup(
                name: "Corpus", subcommands: [Import.self, CorpusCommand.self, SplitCommand.self, LabelCommand.self]),
            CommandGroup(
                name: "Train",
                subcommands: [Train.self, Calibrate.self, Tune.self, Counts.self, Merge.self]),
            CommandGroup(
                name: "Measure", subcommands: [Evaluate.self, Compare.self, Crossval.self, Attack.self, DriftCommand.self]),
            CommandGroup(
                name: "Use",
                subcommands: [
                    Classify.self, Explain.self, Inspect.self, RulesCommand.self, OverlayCommand.self, Simulate.self,
                    AppSite.self,
                ]),
            CommandGroup(name: "Publish", subcommands: [Keygen.self, Sign.self, Verify.self]),
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
            let arguments = Array(CommandLine.arguments.dropFirst()).withHelpFirst
            if let topic = HelpTopic(asked: arguments) { return try result(topic.text) }
            if let problem = UnknownCommand.problem(in: arguments, of: Spamkit.self) { throw problem }
            var command = try parseAsRoot(arguments.withHiddenHelp)
            do { try command.run() } catch { end(with: withOptions(error), of: type(of: command)) }
            try ResultStream().flush()
            tellWarnings()
        } catch {
            end(with: withOptions(error), of: self)
        }
    }

    /// Prints help on standard output and errors on standard error, as `exit(withError:)` does.
    ///
    /// - Parameter command: whose usage an error of usage shows.
    private static func end(with error: any Error, of command: any ParsableCommand.Type) -> Never {
        tellWarnings()
        let code = exitCode(for: error)
        let text =
            command == self || command.configuration.subcommands.isEmpty
            ? command.fullMessage(for: error).naming(command) : helpMessage(for: command)
        if !text.isEmpty {
            if code == .success { try? result(text) } else { complainOfError(text) }
        }
        Foundation.exit(code.rawValue)
    }
}

extension String {
    /// A command that fails when it runs knows its own name alone. Its usage then gets the names
    /// before that.
    fileprivate func naming(_ command: any ParsableCommand.Type) -> String {
        let group = Spamkit.configuration.subcommands.first { $0.configuration.subcommands.contains { $0 == command } }
        let path = "spamkit " + (group?.configuration.commandName.map { $0 + " " } ?? "")
        return replacing(/(?m)^Usage: (?!spamkit)/, with: "Usage: \(path)").replacing(
            /(?m)^  See '(?!spamkit)/, with: "  See '\(path)")
    }
}

extension [String] {
    /// `corpus help stats` is `help corpus stats`.
    fileprivate var withHelpFirst: [String] {
        guard count > 1, self[1] == "help",
            Spamkit.configuration.subcommands.contains(where: {
                $0.configuration.commandName == self[0] && !$0.configuration.subcommands.isEmpty
            })
        else { return self }
        return ["help", self[0]] + dropFirst(2)
    }

    /// With the parser's word for `--help-all`, which is no text to classify.
    fileprivate var withHiddenHelp: [String] {
        // `help train --help-all` is `train --help-all`.
        if first == "help", contains("--help-all") { return Array(dropFirst()).withHiddenHelp }
        return enumerated().map { $1 == "--help-all" && ($0 == 0 || self[$0 - 1] != "--text") ? "--help-hidden" : $1 }
    }
}
