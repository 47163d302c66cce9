// What goes to a terminal and what to a pipe: colour, remarks, widths.

import Foundation
import Testing

@Suite struct TerminalTests {
    private static let train = "spamkit train in.tsv --min-df 1 --folds 0 --out m.spam"

    private func bench() throws -> Workbench {
        let bench = try Workbench()
        try bench.write("ham\tsee you at home\nspam\tfree prize\nham\thome now\nspam\tfree call\n", to: "in.tsv")
        return bench
    }

    @Test func colourIsForTerminalsAlone() throws {
        let bench = try bench()
        let piped = try bench.run(Self.train)
        #expect(piped.errors.contains("Warning: ") && !(piped.errors + piped.output).contains("\u{1B}"), "\(piped.errors)")
        guard let shown = try bench.runOnTerminal(Self.train) else { return }
        #expect(shown.output.contains("\u{1B}[1;33mWarning: ") && shown.output.contains("\u{1B}[1mRead"), "\(shown.output)")
        for refusal in ["NO_COLOR=1", "TERM=dumb"] {
            let plain = try #require(try bench.runOnTerminal("export \(refusal); \(Self.train)"))
            #expect(plain.output.contains("Warning: ") && !plain.output.contains("\u{1B}[1"), "\(refusal): \(plain.output)")
        }
    }

    /// Beside results for a program, a terminal shows bars and colours on standard error alone.
    @Test func resultsOnATerminalHoldNoEscapes() throws {
        let bench = try bench()
        _ = try bench.run(Self.train)
        guard let shown = try bench.runOnTerminal("spamkit classify m.spam in.tsv --to csv 2>/dev/null") else { return }
        #expect(shown.output.hasPrefix("row,id,label") && !shown.output.contains("\u{1B}") && !shown.output.contains("\r"))
    }

    /// The program at the end of a pipe may print between two states of a bar.
    @Test func noBarIsShownWhereResultsGoThroughAPipe() throws {
        let bench = try bench()
        _ = try bench.run(Self.train)
        _ = try bench.run("for i in $(seq 30000); do echo \"ham\tsee you at $i\"; done > many.tsv")
        guard let piped = try bench.runOnTerminal("spamkit classify m.spam many.tsv | tail -1") else { return }
        #expect(!piped.output.contains("█") && !piped.output.contains("\u{1B}[K"), "\(piped.output)")
        let shown = try #require(try bench.runOnTerminal("spamkit classify m.spam many.tsv > v.jsonl"))
        #expect(shown.output.isEmpty || shown.output.hasSuffix("\u{1B}[K"), "\(shown.output)")
    }

    @Test func crossvalFitsATerminal() throws {
        let bench = try bench()
        let rows = (0..<40).map { "ham\tsee you at home at \($0)\nspam\tfree prize \($0), call\n" }.joined()
        for source in ["messages-of-a-phone-in-july.tsv", "messages-of-a-phone-in-august.tsv"] {
            try bench.write(rows, to: source)
        }
        let found = try bench.run("spamkit crossval messages-*.tsv").output
        #expect(found.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(found)")
    }

    /// The next command is one to paste: on lines of 80 columns, with names of files in quotes.
    @Test func theNextCommandCanBePasted() throws {
        let bench = try Workbench()
        try bench.write("the text,my label\nsee you,ok\nfree prize,block\n", to: "in.csv")
        let options = "--column 'text=the text,label=my label' --label-map 'ok=allow,block=junk' --country KR --delimiter comma"
        let made = try bench.run("spamkit train in.csv --out 'my model.spam' --folds 0 --min-df 1 \(options)").output
        #expect(made.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(made)")
        let next = try #require(made.components(separatedBy: "Next     ").last)
        try bench.write(next.replacing("UNSEEN.csv", with: "in.csv"), to: "next.sh")
        let run = try bench.run("bash next.sh")
        #expect(run.status == 0 && next.contains("\\\n"), "\(next)\(run.errors)")
    }

    /// A program looks for sentences in a pipe; a person reads lines.
    @Test func remarksBreakBetweenWordsOnATerminal() throws {
        let bench = try bench()
        #expect(
            try bench.run(Self.train).errors.contains("parcel notices, codes and offers may go"))
        guard let shown = try bench.runOnTerminal("NO_COLOR=1 \(Self.train)") else { return }
        #expect(
            shown.output.unicodeScalars.split(whereSeparator: { $0 == "\n" || $0 == "\r" }).allSatisfy { $0.count <= 83 },
            "\(shown.output)")
    }

    @Test func quietLeavesWarningsAndErrors() throws {
        let bench = try bench()
        let quiet = try bench.run("\(Self.train) --quiet")
        #expect(quiet.status == 0 && quiet.output.isEmpty, "\(quiet.output)")
        let lines = quiet.errors.split(separator: "\n")
        #expect(!lines.isEmpty && lines.allSatisfy { $0.hasPrefix("Warning: ") }, "\(quiet.errors)")
        let loud = try bench.run("spamkit evaluate m.spam in.tsv"), still = try bench.run("spamkit evaluate m.spam in.tsv -q")
        #expect(loud.output == still.output && !still.output.isEmpty && loud.errors.contains("--full") && still.errors.isEmpty)
        #expect(try bench.run("spamkit evaluate m.spam none.tsv -q").errors.hasPrefix("Error: none.tsv"))
    }

    /// One object with what the lines say, and nothing beside it.
    @Test func trainWritesWhatItPrintsAsJSON() throws {
        let bench = try bench()
        try bench.write("ham\tthe bill is paid\nspam\twin a watch\nham\tmeeting moved\nspam\tloan today\n", to: "unlike.tsv")
        let result = try bench.run("\(Self.train) --validate unlike.tsv --json - 2>/dev/null")
        let record = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        #expect(record["messages"] as? Int == 4 && record["junk"] as? Int == 2 && record["model"] as? String == "m.spam")
        #expect((record["labels"] as? [String]) == ["allow", "junk"] && (record["warnings"] as? [String])?.isEmpty == false)
        #expect((record["evaluation"] as? [String: Any])?["n"] as? Int == 4)
        #expect(
            (record["bytes"] as? Int)
                == (try bench.run("wc -c < m.spam").output.split(separator: "\n").first.flatMap {
                    Int($0.trimmingCharacters(in: .whitespaces))
                }))
        let refused = try bench.run("\(Self.train) --json m.spam")
        #expect(refused.status == 64 && refused.errors.contains("--json: expected another file than --out"))
    }
}
