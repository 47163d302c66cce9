// A file of rules beside a model: what they decide, what they leave to it, files that are refused.

import Foundation
import Testing

@Suite struct RuleOptionTests {
    /// A small model, and a file of each kind of rule.
    private func bench() throws -> Workbench {
        let bench = try Workbench()
        let rows = (0..<60).map { i in
            i % 2 == 0
                ? "{\"label\":\"junk\",\"text\":\"win gold number \(i), call now\"}\n"
                : "{\"label\":\"allow\",\"text\":\"dinner at \(i) with mum and dad\"}\n"
        }
        try bench.write(rows.joined(), to: "general.jsonl")
        try bench.write("010-0000-0000\n", to: "bad.txt")
        try bench.write(
            """
            {"allow":[{"sender":"MYBANK"}],"deny":[{"host":"win.example"}],
             "lists":[{"label":"junk","senders":"bad.txt","country":"KR"}],
             "rules":[{"label":"promotion/offers","word":"sale"}]}
            """, to: "rules.json")
        let made = try bench.run(
            """
            spamkit train general.jsonl --trainer nb --folds 0 --out m.spam -q \
            && spamkit rules compile rules.json --out r.spamrules -q
            """)
        #expect(made.status == 0, "\(made.errors)")
        return bench
    }

    @Test func theFirstRuleThatAMessageMeetsDecidesElseTheModel() throws {
        let bench = try bench()
        try bench.write(
            """
            {"text":"win gold, call now","sender":"MYBANK"}
            {"text":"dinner with mum, see http://win.example/x","sender":"ANOTHER"}
            {"text":"dinner with mum and dad","sender":"01000000000","country":"KR"}
            {"text":"dinner and a big sale","sender":"ANOTHER"}
            {"text":"win gold, call now","sender":"ANOTHER"}
            {"text":"","sender":"MYBANK"}

            """, to: "in.jsonl")
        let ruled = try bench.run("spamkit classify m.spam in.jsonl --rules r.spamrules")
        #expect(ruled.status == 0, "\(ruled.errors)")
        let decided = ruled.output.matches(of: /"action":"(\w+)","subAction":("\w+"|null).*?"decidedBy":"([^"]+)"/)
            .map { "\($0.3): \($0.1) \($0.2)" }
        #expect(
            decided == [
                "allow[0]: allow null", "deny[0]: junk null", "lists[0]: junk null", "rules[0]: promotion \"offers\"",
                "model: junk null", "allow[0]: allow null",
            ])
        // What the model says stays beside it.
        let alone = try bench.run("spamkit classify m.spam in.jsonl")
        func odds(_ output: String) -> [Substring] { output.matches(of: /"label":"\w+"|"junkLogOdds":[^,]+/).map(\.output) }
        #expect(odds(ruled.output).count == 12 && odds(ruled.output) == odds(alone.output) && !alone.output.contains("decidedBy"))

        let table = try bench.run("spamkit classify m.spam in.jsonl --rules r.spamrules --to csv | cut -d, -f4,7 | head -n 3")
        #expect(table.output == "action,decidedBy\nallow,allow[0]\njunk,deny[0]\n", "\(table.errors)")
        let one = try bench.run("spamkit classify m.spam --text 'a sale' --sender MYBANK --rules r.spamrules")
        #expect(one.output.contains("\"decidedBy\":\"allow[0]\""), "\(one.errors)")
    }

    @Test func whatIsNoFileOfRulesIsRefusedByName() throws {
        let bench = try bench()
        for (preparation, rules, problem) in [
            ("true", "none", "none: cannot open: No such file or directory"),
            ("true", "rules.json", "rules.json: not a file of rules: the file does not begin with the magic bytes of one"),
            ("true", "m.spam", "m.spam: not a file of rules"),
            ("head -c 60 r.spamrules > cut", "cut", "cut: the file of rules is cut off: expected"),
            (
                "(head -c 24 r.spamrules; printf '\\77'; tail -c +26 r.spamrules) > other", "other",
                "other: the head of the file of rules was altered"
            ),
        ] {
            let result = try bench.run("\(preparation) && spamkit classify m.spam --text 'a big sale' --rules \(rules)")
            #expect(result.status == 1 && result.errors.contains(problem), "\(rules): \(result.errors)")
            #expect(result.output.isEmpty && !result.errors.contains("big sale"), "\(rules): \(result.output)")
        }
    }
}
