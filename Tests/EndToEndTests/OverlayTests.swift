// A person's own examples beside a model: learned, used, forgotten, refused.

import Foundation
import Testing

@Suite struct OverlayTests {
    /// A model of a few messages, and own ones that it gets wrong.
    private func bench() throws -> Workbench {
        let bench = try Workbench()
        let rows = (0..<60).map { i in
            i % 2 == 0
                ? "{\"label\":\"junk\",\"text\":\"win gold number \(i), call now\"}\n"
                : "{\"label\":\"allow\",\"text\":\"dinner at \(i) with mum and dad\"}\n"
        }
        try bench.write(rows.joined(), to: "general.jsonl")
        let made = try bench.run("spamkit train general.jsonl --trainer nb --folds 0 --out m.spam -q")
        #expect(made.status == 0, "\(made.errors)")
        try bench.write(
            """
            label,text
            junk,Your parcel 4307 waits at the depot. Pay the customs fee of 1.90
            junk,Your parcel 4314 waits at the depot. Pay the customs fee of 2.90
            allow,The parcel for grandma is with the neighbours

            """, to: "own.csv")
        return bench
    }

    private func junkLogOdds(_ bench: borrowing Workbench, _ options: String) throws -> Double {
        let result = try bench.run("spamkit classify m.spam \(options) --text 'Your parcel 4391 waits at the depot. Pay the fee'")
        let odds = result.output.firstMatch(of: /"junkLogOdds":(-?[0-9.e-]+)/)
        return try #require(odds.flatMap { Double($0.1) }, "\(result.errors)")
    }

    @Test func examplesAreLearnedUsedAndForgotten() throws {
        let bench = try bench()
        let learned = try bench.run("spamkit overlay m.spam --learn own.csv --out o.spamown")
        #expect(learned.status == 0 && learned.output.contains("2 junk and 1 wanted examples"), "\(learned.errors)")
        let before = try junkLogOdds(bench, ""), after = try junkLogOdds(bench, "--overlay o.spamown")
        #expect(after > before + 1 && after <= before + 5 + 1e-9, "\(before) \(after)")
        let explained = try bench.run("spamkit explain m.spam --overlay o.spamown --json - --text 'Your parcel 4391 waits'")
        #expect(explained.output.contains("\"ownExamples\" : "), "\(explained.errors)")
        let plain = try bench.run("spamkit explain m.spam --json - --text 'Your parcel 4391 waits'")
        #expect(plain.status == 0 && !plain.output.contains("ownExamples"))
        let measured = try bench.run("spamkit evaluate m.spam own.csv --overlay o.spamown --json - -q")
        #expect(measured.status == 0, "\(measured.errors)")

        // Learned twice and forgotten once is the same file.
        let again = try bench.run(
            """
            spamkit overlay m.spam --from o.spamown --learn own.csv --out p.spamown --json - \
            && spamkit overlay m.spam --from p.spamown --forget own.csv --out p.spamown && cmp o.spamown p.spamown
            """)
        #expect(again.status == 0 && again.output.contains("\"junkExamples\" : 4"), "\(again.errors)")
    }

    @Test func whatCannotBeIsAnErrorThatNamesItsPlace() throws {
        let bench = try bench()
        _ = try bench.run("spamkit overlay m.spam --learn own.csv --out o.spamown && head -c 99 o.spamown > cut")
        for (command, problem) in [
            (
                "spamkit overlay m.spam --from o.spamown --forget general.jsonl --out p",
                "general.jsonl, row 1: expected a message that"
            ),
            ("spamkit overlay m.spam --out p", "expected messages by --learn or --forget, found neither"),
            ("spamkit overlay m.spam --forget own.csv --out p", "--forget: expected --from"),
            ("spamkit overlay m.spam --learn own.csv --out own.csv", "expected another file than those that are read"),
            ("spamkit overlay m.spam --learn own.csv --out general.jsonl", "which would be lost"),
            ("spamkit classify m.spam --overlay cut --text a", "cut: the overlay has the wrong length: expected 16352"),
            ("spamkit classify m.spam --overlay own.csv --text a", "own.csv: no overlay: expected the magic bytes"),
            ("spamkit train o.spamown --out q.spam", "found a spamkit overlay file"),
            (
                "for i in $(seq 300); do echo \"junk,gold $i\"; done | sed '1i label,text' > many.csv; spamkit overlay m.spam --learn many.csv --out p",
                "many.csv, row 256: expected at most 255 junk examples"
            ),
        ] {
            let result = try bench.run(command)
            #expect(result.status != 0 && result.errors.contains(problem), "\(command): \(result.errors)")
            #expect(!result.errors.contains("gold 256") && !result.errors.contains("call now"), "words in an error")
        }
        #expect(!FileManager.default.fileExists(atPath: bench.folder.path + "/p"))
    }
}
