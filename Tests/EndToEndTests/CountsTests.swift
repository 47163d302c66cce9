// Counting on many machines, from the command line: shards in, one model out.

import Foundation
import Testing

@Suite struct CountsTests {
    /// Invented messages of two kinds, each with a template's name and a number of its own.
    private static func messages(_ range: Range<Int>, source: String = "mine") -> String {
        range.map { i in
            let text =
                i % 2 == 0
                ? "dinner at home tomorrow, train number \(i), see you" : "claim your prize loan now, urgent code \(i * 37)"
            return
                "{\"label\":\"\(i % 2 == 0 ? "ham" : "spam")\",\"text\":\"\(text)\",\"template\":\"\(i % 40)\",\"source\":\"\(source)\"}\n"
        }.joined()
    }

    private func bench() throws -> Workbench {
        let bench = try Workbench()
        try bench.write(CountsTests.messages(0..<100), to: "a.jsonl")
        try bench.write(CountsTests.messages(100..<160), to: "b.jsonl")
        try bench.write(CountsTests.messages(160..<200, source: "other"), to: "c.jsonl")
        let counted = try bench.run("for f in a b c; do spamkit counts $f.jsonl --out $f.counts || exit 1; done")
        #expect(counted.status == 0, "\(counted.errors)")
        return bench
    }

    @Test func shardsMakeTheModelOfTheWhole() throws {
        let bench = try bench()
        let merged = try bench.run("spamkit merge c.counts a.counts b.counts --out all.counts")
        #expect(
            merged.output.contains("200 messages") && merged.output.contains("sources: mine (160 messages), other (40 messages)"))
        #expect(merged.output.contains("labels: allow 100, junk 100"))
        #expect(
            try bench.run("spamkit counts a.jsonl b.jsonl c.jsonl --out once.counts && cmp all.counts once.counts").status == 0)
        let made = try bench.run("spamkit train all.counts --out m.spam")
        #expect(
            made.status == 0 && made.output.contains("200 messages: 100 wanted, 100 junk") && made.output.contains(", by nb"),
            "\(made.errors)")
        #expect(made.errors.contains("give some with --calibrate"))
        #expect(made.output.contains("to test: --calibrate") && !made.output.contains("--folds"), "\(made.output)")
        #expect(
            try bench.run("spamkit train [abc].jsonl --trainer nb --folds 0 --out o.spam && cmp m.spam o.spam").status == 0)
        #expect(try bench.run("spamkit train [abc].counts --trainer nb --out p.spam && cmp m.spam p.spam").status == 0)
        let taken = "spamkit merge all.counts --minus c.counts --out d.counts && spamkit merge a.counts b.counts --out e.counts"
        #expect(try bench.run("\(taken) && cmp d.counts e.counts").status == 0)
    }

    @Test func heldOutMessagesCalibrate() throws {
        let bench = try bench()
        let made = try bench.run(
            "spamkit train a.counts b.counts --trainer nb --calibrate c.jsonl --max-false-junk 0.2 --out m.spam && spamkit evaluate m.spam c.jsonl"
        )
        #expect(
            made.status == 0 && made.errors.contains("none is a near duplicate")
                && !made.errors.contains("give some with --calibrate"),
            "\(made.errors)")
        #expect(made.output.contains("20 of 20 junk caught; 0 of 20 wanted in Junk (0 %)"), "\(made.output)")
        #expect(
            made.output.replacing("\n", with: " ").contains("20 of 20 junk messages")
                && !made.errors.contains("has no message of")
        )
        let half = try bench.run(
            "grep ham c.jsonl > ham.jsonl; spamkit train a.counts --trainer nb --calibrate ham.jsonl --format jsonl --out n.spam --verbose"
        )
        #expect(half.status == 0 && half.errors.contains("--calibrate has no message of junk"), "\(half.errors)")
        let same = try bench.run("spamkit train a.counts --trainer nb --calibrate c.jsonl --validate c.jsonl --out n.spam")
        #expect(same.status == 1 && same.errors.contains("found 40 of 40, of "), "\(same.errors)")
    }

    @Test func whatCountsCannotDoIsRefused() throws {
        let bench = try bench()
        let cases: [(command: String, status: Int32, says: [String])] = [
            ("train a.counts --trainer blend --out m.spam", 64, ["--trainer: expected nb, found blend"]),
            ("train a.counts b.jsonl --trainer nb --out m.spam", 64, ["b.jsonl", "counts files only", "spamkit counts"]),
            ("train a.counts --trainer nb --max-false-junk 0.1 --out m.spam", 64, ["--max-false-junk", "--calibrate"]),
            ("train a.counts --trainer nb --protect allow --out m.spam", 64, ["--protect", "--calibrate"]),
            ("train a.counts --trainer nb --folds 9 --out m.spam", 64, ["--folds", "--calibrate"]),
            ("train a.counts --trainer nb --folds 0 --out m.spam", 64, ["--folds", "--calibrate"]),
            ("train a.counts --trainer nb --label-map x=junk --out m.spam", 64, ["--label-map", "settled"]),
            (
                "train a.counts --trainer nb --word-ngrams 1 --out m.spam", 64,
                ["--word-ngrams", "expected files of messages", "settled"]
            ),
            ("train a.counts --trainer nb --features f.tsv --out m.spam", 64, ["--features", "no"]),
            ("train a.jsonl --calibrate b.jsonl --out m.spam", 64, ["--calibrate", "--folds"]),
            ("train a.counts ./a.counts --trainer nb --out m.spam", 64, ["./a.counts", "once", "leave one out"]),
            ("merge a.counts a.counts --out x.counts", 64, ["a.counts", "once"]),
            ("merge a.counts --out a.counts", 64, ["--out", "another file"]),
            ("merge a.counts --minus b.counts --out x.counts", 1, ["'mine', allow", "found others to take away"]),
            ("merge b.counts --minus a.counts --out x.counts", 1, ["expected at most 30 messages, found 50"]),
            ("merge a.jsonl --out x.counts", 1, ["a.jsonl", "no counts", "spamkit counts"]),
            ("merge none.counts --out x.counts", 1, ["none.counts", "check the path"]),
            ("evaluate a.counts a.counts", 1, ["a.counts", "not a spamkit model"]),
            ("counts a.counts --out x.counts", 1, ["a.counts", "spamkit counts file", "spamkit merge"]),
            ("counts a.jsonl --out missing/x.counts", 1, ["missing/x.counts", "check the path"]),
            ("head -c 500 a.counts > x; spamkit merge x --out x.counts", 1, ["x: ", "cut off", "count them again"]),
        ]
        for (command, status, says) in cases {
            let result = try bench.run(command.hasPrefix("head") ? command : "spamkit " + command)
            #expect(result.status == status && result.output.isEmpty, "\(command): \(result.errors)")
            for words in says { #expect(result.errors.contains(words), "\(command): \(result.errors)") }
            #expect(!result.errors.contains("dinner") && !result.errors.contains("prize"))
        }
        #expect(try bench.files().filter { $0 != "x" } == ["a", "b", "c"].flatMap { ["\($0).counts", "\($0).jsonl"] })
    }
}
