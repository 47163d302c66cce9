// What the help of each subcommand promises: an example that is right usage, and clear errors.

import Foundation
import Testing

@Suite struct HelpTests {
    /// The subcommands that a help text lists.
    private func subcommands(_ bench: borrowing Workbench, of command: String) throws -> [String] {
        let lines = try bench.run("\(command) --help").output.components(separatedBy: "\n")
        return lines.drop { !$0.hasPrefix("SUBCOMMANDS:") }.dropFirst().prefix { !$0.isEmpty }
            .filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }.compactMap { $0.split(separator: " ").first.map(String.init) }
    }

    /// How many commands the sources declare, one a file. `corpus` only holds others.
    private func declaredCommands() throws -> Int {
        let sources = Workbench.project.appendingPathComponent("Sources/spamkit/Commands")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.count { file in
            let text = try String(contentsOf: file, encoding: .utf8)
            return text.contains(": ParsableCommand {") && !text.contains("subcommands:")
        }
    }

    /// The files of the examples do not exist, which is not wrong usage: exit code 1 instead of 64.
    @Test func everySubcommandHasAnExampleThatIsRightUsage() throws {
        let bench = try Workbench()
        let commands =
            try subcommands(bench, of: "spamkit").filter { $0 != "corpus" }.map { "spamkit \($0)" }
            + subcommands(bench, of: "spamkit corpus").map { "spamkit corpus \($0)" }
        #expect(try commands.count == declaredCommands())
        for command in commands {
            let help = try bench.run("\(command) --help")
            let example = help.output.components(separatedBy: "\n").first { $0.contains("Example: ") }
            let line = try #require(example, "\(command)").replacing("Example: ", with: "")
            #expect(line.trimmingCharacters(in: .whitespaces).hasPrefix(command), "\(line)")
            let result = try Workbench().run(line)
            #expect(result.status == (command == "spamkit aasa" ? 0 : 1), "\(line): \(result.status) \(result.errors)")
        }
    }

    @Test func aShareIsReadInPercentToo() throws {
        let result = try Workbench().run("spamkit train in.tsv --out out.spam --max-false-junk 0,2%")
        #expect(result.status == 64 && result.errors.contains("expected a share such as 0.002, or 0.2%, found 0,2%"))
    }

    /// People know these from elsewhere; the main help leaves them out.
    @Test func rareOptionsAreHiddenAndWork() throws {
        let bench = try Workbench()
        let help = try bench.run("spamkit train --help").output, all = try bench.run("spamkit train --help-hidden").output
        for option in ["--select", "--l1"] {
            #expect(!help.contains("  \(option) ") && all.contains("  \(option) "), "\(option)")
        }
        #expect(help.contains("--help-hidden") && !help.contains("cnb,"))
        try bench.write("ham\tsee you at home\nspam\tfree prize\nham\thome now\nspam\tfree call\n", to: "in.tsv")
        for options in ["--select chi2=9", "--trainer lr --l1 0.5", "--trainer cnb"] {
            let made = try bench.run("spamkit train in.tsv --folds 0 --min-df 1 --out m.spam \(options)")
            #expect(made.status == 0, "\(options): \(made.errors)")
        }
    }

    /// One row a trainer: help lists its options' trainers from the rows.
    @Test func helpNamesTheTrainersOfAnOption() throws {
        let help = try Workbench().run("spamkit train --help").output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for words in [
            "blend: the mean of lr and nblr; lr: logistic regression", "blend, lr and nblr: the inverse strength",
            "Default: 16, of nblr 1.", "Default: 0.3, of nblr 0.1, of nb 0.1.", "nblr: 0 is naive Bayes",
        ] { #expect(help.contains(words), "\(words)") }
    }
}
