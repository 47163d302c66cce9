// What the help of each subcommand promises: an example that is right usage, and slips that say what is right.

import Foundation
import Testing

@Suite struct HelpTests {
    /// The subcommands that a help text lists.
    private func subcommands(_ bench: borrowing Workbench, of command: String) throws -> [String] {
        let lines = try bench.run("\(command) --help").output.components(separatedBy: "\n")
        return lines.drop { !$0.hasPrefix("SUBCOMMANDS:") }.dropFirst().prefix { !$0.isEmpty }
            .filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }.compactMap { $0.split(separator: " ").first.map(String.init) }
    }

    /// There are no such files here, which is another mistake than wrong usage.
    @Test func everySubcommandHasAnExampleThatIsRightUsage() throws {
        let bench = try Workbench()
        let commands =
            try subcommands(bench, of: "spamkit").filter { $0 != "corpus" }.map { "spamkit \($0)" }
            + subcommands(bench, of: "spamkit corpus").map { "spamkit corpus \($0)" }
        #expect(commands.count == 23)
        for command in commands {
            let help = try bench.run("\(command) --help")
            let example = help.output.components(separatedBy: "\n").first { $0.contains("Example: ") }
            let line = try #require(example, "\(command)").replacing("Example: ", with: "")
            #expect(line.trimmingCharacters(in: .whitespaces).hasPrefix(command), "\(line)")
            let result = try Workbench().run(line)
            #expect(result.status == (command == "spamkit aasa" ? 0 : 1), "\(line): \(result.status) \(result.errors)")
        }
    }

    @Test func aShareInPercentIsToldHowToBeWritten() throws {
        let result = try Workbench().run("spamkit train in.tsv --out out.spam --max-false-junk 0.2%")
        #expect(
            result.status == 64
                && result.errors.contains("expected a share such as 0.002, which is 0.2 %, found 0.2%; write 0.002"))
    }
}
