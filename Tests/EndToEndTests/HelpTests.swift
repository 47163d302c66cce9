// What the help of each subcommand promises: an example that is right usage, and clear errors.

import Foundation
import Testing

@Suite struct HelpTests {
    /// The subcommands that a help text lists.
    private func subcommands(_ bench: borrowing Workbench, of command: String) throws -> [String] {
        let lines = try bench.run("\(command) --help").output.components(separatedBy: "\n")
        return lines.drop { !$0.hasSuffix("SUBCOMMANDS:") }.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
            .compactMap { $0.split(separator: " ").first.map(String.init) }.filter { $0 != "See" }
    }

    /// How many commands the sources declare, most one a file. `corpus` and `rules` only
    /// hold others.
    private func declaredCommands() throws -> Int {
        let sources = Workbench.project.appendingPathComponent("Sources/spamkit/Commands")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.reduce(0) { count, file in
            let text = try String(contentsOf: file, encoding: .utf8)
            return count + text.ranges(of: ": ParsableCommand {").count - text.ranges(of: "subcommands:").count
        }
    }

    /// The files of the examples do not exist, which is not wrong usage: exit code 1 instead of 64.
    @Test func everySubcommandHasAnExampleThatIsRightUsage() throws {
        let bench = try Workbench(), groups = ["corpus", "rules"]
        let commands =
            try subcommands(bench, of: "spamkit").filter { !groups.contains($0) }.map { "spamkit \($0)" }
            + groups.flatMap { group in try subcommands(bench, of: "spamkit \(group)").map { "spamkit \(group) \($0)" } }
        #expect(try commands.count == declaredCommands())
        for command in commands {
            let help = try bench.run("\(command) --help")
            let example = help.output.components(separatedBy: "\n").first { $0.contains("Example: ") }
            let line = try #require(example, "\(command)").replacing("Example: ", with: "")
            #expect(line.trimmingCharacters(in: .whitespaces).hasPrefix(command), "\(line)")
            let result = try Workbench().run(line)
            // These read no file.
            let expected: Int32 = ["spamkit aasa", "spamkit keygen"].contains(command) ? 0 : 1
            #expect(result.status == expected, "\(line): \(result.status) \(result.errors)")
        }
    }

    @Test(arguments: ["corpus", "corpus --help", "help corpus", "corpus help stats", "help corpus stats"])
    func helpOfAGroupNamesTheTool(arguments: String) throws {
        let help = try Workbench().run("spamkit \(arguments)")
        #expect(help.status == 0 && help.output.contains("USAGE: spamkit corpus "), "\(help.output)\(help.errors)")
        #expect(help.output.contains("<store>") == arguments.contains("stats"), "\(help.output)")
    }

    /// Wrong usage that is found when the command runs shows the usage too.
    @Test(arguments: [("train a.tsv --out m.spam --calibrate b.tsv", "train"), ("corpus show a.tsv 1 --own", "corpus show")])
    func usageNamesTheTool(arguments: String, command: String) throws {
        let wrong = try Workbench().run("spamkit \(arguments)")
        #expect(wrong.errors.contains("Usage: spamkit \(command) ") && wrong.errors.contains("See 'spamkit \(command) --help'"))
    }

    @Test func aShareIsReadInPercentToo() throws {
        let result = try Workbench().run("spamkit train in.tsv --out out.spam --max-false-junk 0,2%")
        #expect(result.status == 64 && result.errors.contains("expected a share such as 0.002, or 0.2%, found 0,2%"))
    }

    /// The basics fit a screen or two; the rest is one option away.
    @Test func helpOfTrainShowsTheBasicsAndHelpAllTheRest() throws {
        let bench = try Workbench()
        let help = try bench.run("spamkit train --help").output, all = try bench.run("spamkit train --help-all").output
        #expect(help.split(separator: "\n", omittingEmptySubsequences: false).count <= 66, "\(help)")
        for option in [
            "--out", "--trainer", "--max-bytes", "--max-false-junk", "--background", "--protect", "--declare", "--cost",
            "--validate", "--label-map", "--source",
        ] { #expect(help.contains("\(option) <"), "\(option)") }
        for option in ["--char-ngrams", "--smoothing", "--min-df", "--folds", "--author", "--encoding"] {
            #expect(!help.contains("  \(option) ") && all.contains("  \(option) "), "\(option)")
        }
        for group in ["BASICS:", "FEATURES:", "TRAINERS:", "WEIGHTS AND FOLDS:", "CARD:", "CORPUS OPTIONS:"] {
            #expect(all.contains("\n\(group)\n"), "\(group)")
        }
        #expect(help.contains("--help-all"))
        // What the tool writes about itself has every option.
        #expect(try bench.run("spamkit --generate-completion-script bash").output.contains("--min-df"))
    }

    @Test func rareOptionsWork() throws {
        let bench = try Workbench()
        try bench.write("ham\tsee you at home\nspam\tfree prize\nham\thome now\nspam\tfree call\n", to: "in.tsv")
        for options in ["--word-ngrams 1", "--trainer lr --regularization-c 4", "--trainer nblr --smoothing 1"] {
            let made = try bench.run("spamkit train in.tsv --folds 0 --min-df 1 --out m.spam \(options)")
            #expect(made.status == 0, "\(options): \(made.errors)")
        }
    }

    /// One row a trainer: help lists its options' trainers from the rows.
    @Test func helpNamesTheTrainersOfAnOption() throws {
        let help = try Workbench().run("spamkit train --help-all").output.split(whereSeparator: \.isWhitespace).joined(
            separator: " ")
        for words in [
            "blend, lr and nblr: the inverse strength",
            "Default: 16, of nblr 1.", "Default: 0.3, of nblr 0.1, of nb 0.1.",
        ] { #expect(help.contains(words), "\(words)") }
    }

    @Test(arguments: [
        ("trian x", "did you mean train?"), ("corpus sats", "did you mean corpus stats?"), ("evluate", "did you mean evaluate?"),
        ("undo", "did you mean corpus undo?"), ("help lables", "did you mean labels?"), ("help trian", "did you mean train?"),
        ("xylophone", "found xylophone\n"), ("train --max-byte 1K in.tsv --out m.spam", "--max-bytes"),
    ])
    func aSlipOfTheHandIsNamed(arguments: String, words: String) throws {
        let result = try Workbench().run("spamkit \(arguments)")
        #expect(result.status == 64 && result.errors.contains(words) && result.output.isEmpty, "\(result.errors)")
    }

    @Test(arguments: [
        ("labels", "스팸"), ("columns", "grouptext"), ("formats", "sms.db"), ("figures", "recall@0.2%"), ("tricks", "zero-width"),
        ("times", "20250301"), ("times", "오전 and 오후, 上午 and 下午"), ("times", "A time without a zone is UTC"),
        ("conditions", "lang=ko"), ("trainers", "logistic regression on features weighted"),
    ])
    func topicsExplainWhatCommandsShare(topic: String, word: String) throws {
        let bench = try Workbench()
        let result = try bench.run("spamkit help \(topic)")
        #expect(result.status == 0 && result.output.contains(word), "\(result.errors)")
        #expect(try bench.run("spamkit --help").output.contains(topic))
    }

    @Test(arguments: ["200KB", "200K", "200 kib", "204800", "0.2M", "64k", "1MiB"])
    func sizesAreReadAsPeopleWriteThem(size: String) throws {
        let result = try Workbench().run("spamkit train none.tsv --out m.spam --max-bytes '\(size)'")
        #expect(result.status == 1 && result.errors.contains("none.tsv"), "\(result.errors)")
    }

    @Test(arguments: ["0", "-1K", "K", "1.5", "1e3", "9999999999999999999M", "10X", "nan"])
    func whatIsNoSizeIsRefused(size: String) throws {
        #expect(try Workbench().run("spamkit train none.tsv --out m.spam --max-bytes='\(size)'").status == 64)
    }
}
