// spamkit tune: the journal, the answer, and what is refused.

import Foundation
import Testing

@Suite struct TuneTests {
    private func bench() throws -> Workbench {
        let bench = try Workbench()
        let words = ["zebra", "quartz", "violin", "pepper", "lantern", "harbor", "meadow", "copper"]
        let rows = (0..<120).map { i in
            let word = words[i / 2 % words.count]
            let text = i % 2 == 0 ? "see you at the \(word) at \(i), ok?" : "free \(word) prize, call \(i) now"
            return "{\"label\":\"\(i % 2 == 0 ? "ham" : "spam")\",\"text\":\"\(text)\",\"template\":\"\(i)\"}\n"
        }
        try bench.write(rows.joined(), to: "in.jsonl")
        return bench
    }

    private let tune = "spamkit tune in.jsonl --max-bytes 8K --folds 2 --candidates 4 --seed 3"

    @Test func aSearchThatIsStoppedGoesOn() throws {
        let bench = try bench()
        let whole = try bench.run("\(tune) --journal whole.jsonl --out whole.spam")
        #expect(whole.status == 0, "\(whole.errors)")
        // A hundred messages do not tell recall at so low a bound.
        #expect(
            whole.output.replacing("\n", with: " ").contains(
                "recall at 0.2% false junk needs the whole corpus and wanted messages of 2,500 templates"),
            "\(whole.output)")
        #expect(whole.errors.components(separatedBy: "groups  seconds  recall      ap      f1  options\n").count == 2)
        let stopped = try bench.run("\(tune) --journal j.jsonl --budget 0s --out none.spam")
        #expect(stopped.status == 1 && stopped.errors.contains("run the same command again"), "\(stopped.errors)")
        // A machine that stops in the middle of a line loses that line.
        _ = try bench.run("head -3 whole.jsonl > j.jsonl; sed -n 4p whole.jsonl | head -c 50 >> j.jsonl")
        let resumed = try bench.run("\(tune) --journal j.jsonl --out j.spam")
        func answer(_ output: String, out: String) -> String { output.replacing("--out \(out)", with: "--out whole.spam") }
        #expect(resumed.status == 0 && answer(resumed.output, out: "j.spam") == whole.output, "\(resumed.errors)")
        #expect(
            resumed.errors.contains("1 line could not be read")
                && resumed.errors.components(separatedBy: "   all      ").count == 3, "\(resumed.errors)")
        #expect(try bench.run("cmp whole.spam j.spam").status == 0)
        // All is known now: nothing is measured, and the answer is the same.
        let again = try bench.run("\(tune) --journal j.jsonl --budget 0s")
        #expect(answer(again.output, out: "tuned.spam") == whole.output && !again.errors.contains("seconds"), "\(again.errors)")
        #expect(try bench.files() == ["in.jsonl", "j.jsonl", "j.spam", "whole.jsonl", "whole.spam"])
    }

    /// The last line of the answer makes the model that --out wrote.
    @Test func theAnswerCanBeTyped() throws {
        let bench = try bench()
        let found = try bench.run(
            "\(tune) --class-weight junk=2 --format jsonl --label-map 'spam=junk,hot deal=junk' --out a.spam --json a.json")
        #expect(found.status == 0 && found.output.contains("(the defaults)"), "\(found.errors)")
        let line = try #require(found.output.split(separator: "\n").last)
        #expect(
            line.hasPrefix("spamkit train in.jsonl --out a.spam --max-bytes 8K")
                && line.hasSuffix(
                    "--folds 2 --class-weight junk=2.0 --seed 3 --format jsonl --label-map 'spam=junk,hot deal=junk'"),
            "\(line)")
        let typed = try bench.run("mv a.spam b.spam && \(line) && cmp a.spam b.spam")
        #expect(typed.status == 0, "\(typed.output) \(typed.errors)")
        let json = try bench.run(
            "python3 -c 'import json; d = json.load(open(\"a.json\")); print(len(d[\"candidates\"]), d[\"messages\"] + d[\"heldOut\"])'"
        )
        #expect(json.output == "4 120\n", "\(json.errors)")
    }

    @Test func aJournalOfSomethingElseIsRefused() throws {
        let bench = try bench()
        _ = try bench.run("\(tune) --journal j.jsonl --budget 0s; cp j.jsonl before.jsonl; cp in.jsonl copy.jsonl")
        let cases = [
            (
                "head -100 in.jsonl > less.jsonl; spamkit tune less.jsonl --journal j.jsonl",
                "expected the journal of 100 messages"
            ),
            ("\(tune) --held-out 0.3 --journal j.jsonl", "with 0.3 held out"),
            ("\(tune) --journal copy.jsonl", "copy.jsonl: expected a journal of spamkit tune or no file"),
        ]
        for (command, says) in cases {
            let result = try bench.run(command)
            #expect(result.status == 1 && result.errors.contains(says), "\(command): \(result.errors)")
        }
        #expect(try bench.run("cmp j.jsonl before.jsonl && cmp in.jsonl copy.jsonl").status == 0)
    }

    /// A run that writes the journal already, a disk that is full, and a corpus that is too small.
    @Test func whatKeepsASearchFromGoingOnIsNamed() throws {
        let bench = try bench()
        _ = try bench.run("\(tune) --journal j.jsonl --budget 0s")
        try bench.write("ham\tsee you at home\nspam\tfree prize\nham\thome now\nspam\tfree call\n", to: "few.tsv")
        var cases = [
            (
                "(ulimit -f 0; \(tune) --journal k.jsonl 2>&1) | cat",
                "k.jsonl: expected to write the journal, found \"File too large\"; "
            ),
            ("spamkit tune few.tsv 2>&1", "the corpus is too small to search in: expected two labels with 3 different messages"),
        ]
        if try bench.run("command -v flock").status == 0 {
            cases.append(
                (
                    "flock -x j.jsonl -c '\(tune) --journal j.jsonl' 2>&1",
                    "j.jsonl: expected a journal that no other run writes, found one that does"
                ))
        }
        for (command, says) in cases {
            let result = try bench.run(command)
            #expect(result.output.contains(says), "\(command): \(result.output)")
        }
    }

    static let slips = [
        ("--budget 10", "--budget"), ("--budget -1s", "--budget"),
        ("--candidates 1", "--candidates: expected 2 to 1000, found 1"),
        ("--held-out 0.9", "--held-out: expected a share of 0 to 0.5, found 0.9"), ("--objective best", "--objective"),
        ("--out -", "--out: expected the path of a file"), ("--journal in.jsonl", "--journal: expected another file"),
        ("--trainer nb", "--trainer"),
    ]

    @Test(arguments: slips)
    func slipsAreWrongUsage(options: String, says: String) throws {
        let result = try bench().run("spamkit tune in.jsonl \(options)")
        #expect(result.status == 64 && result.errors.contains(says), "\(result.errors)")
    }

    static let tooSmall = [
        ("grep ham in.jsonl", "one class only: expected two or more, found 60 messages that are all allow"),
        ("head -1 in.jsonl", "one class only: expected two or more, found 1 message that is allow"),
        ("head -4 in.jsonl", "expected two labels with 3 different messages or more each, found"),
    ]

    @Test(arguments: tooSmall)
    func aCorpusThatCannotBeDividedIsRefusedAtOnce(rows: String, says: String) throws {
        let result = try bench().run("\(rows) > few.jsonl; spamkit tune few.jsonl")
        #expect(result.status == 1 && result.errors.contains(says) && !result.errors.contains("seconds"), "\(result.errors)")
    }
}
