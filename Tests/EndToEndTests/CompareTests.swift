// compare: its verdicts, the limit on false junk, and scores of other tools.

import Foundation
import Testing

@Suite struct CompareTests {
    /// 80 messages to train on, and a test set with ids. Each message is a template of its own.
    private static func bench() throws -> Workbench {
        let bench = try Workbench()
        let words = ["dinner", "ticket", "garden", "lesson", "window"]
        func row(_ i: Int) -> String {
            let word = words[i / 2 % 5]
            if i % 2 == 0 { return "m\(i),\"see you at the \(word), train \(i)\",ham,t\(i)\n" }
            // Half of the junk in the test set is not like any before.
            return i > 100 && i % 4 == 3
                ? "m\(i),your parking permit ends \(i),spam,t\(i)\n"
                : "m\(i),claim your prize loan \(word) \(i * 37),spam,t\(i)\n"
        }
        try bench.write("id,text,label,template\n" + (0..<80).map(row).joined(), to: "train.csv")
        try bench.write("id,text,label,template\n" + (100..<200).map(row).joined(), to: "test.csv")
        _ = try bench.run("spamkit train train.csv --trainer nb --min-df 1 --folds 0 --out a.spam")
        return bench
    }

    /// Scores of the test set: whether a message of a number is junk, and how sure that is.
    private func scores(_ bench: borrowing Workbench, to name: String, _ score: (Int) -> String) throws {
        // In another order than the messages.
        let rows = (100..<200).reversed().map { "m\($0),\(score($0))\n" }
        try bench.write("id,score\n" + rows.joined(), to: name)
    }

    @Test func scoresOfAnotherToolAreCompared() throws {
        let bench = try CompareTests.bench()
        try scores(bench, to: "perfect.csv") { $0 % 2 == 1 ? "0.97" : "0.02" }
        let same = try bench.run("spamkit compare a.spam perfect.csv test.csv --json c.json")
        #expect(same.status == 0, "\(same.errors)")
        #expect(same.errors.contains("perfect.csv: 100 scores, read as probabilities: junk from 0.5"))
        // What scores cannot say is not compared.
        #expect(
            !same.output.contains("accuracy") && !same.output.contains("right action")
                && same.output.contains("recall at 0.2 % false junk"))
        let record = try #require(
            try JSONSerialization.jsonObject(with: Data(bench.run("cat c.json").output.utf8)) as? [String: Any])
        let figures = try #require(record["figures"] as? [String: Any])
        #expect(record["second"] as? String == "perfect.csv" && figures["n"] as? Int == 100)
        #expect(["better", "no clear difference"].contains(figures["verdict"] as? String))
        // The same as margins; the order of their ranks alone makes the curves.
        try scores(bench, to: "margin.csv") { $0 % 2 == 1 ? "3.5" : "-4" }
        let margin = try bench.run("spamkit compare a.spam margin.csv test.csv")
        #expect(margin.errors.contains("read as log-odds: junk from 0"))
        #expect(margin.output.prefix(60) == same.output.replacing("perfect.csv", with: "margin.csv").prefix(60))
    }

    @Test func moreFalseJunkIsNeverBetter() throws {
        let bench = try CompareTests.bench()
        // A tool that lets all junk through, as one to beat by scores that call some wanted
        // messages junk.
        try scores(bench, to: "loose.csv") { $0 % 2 == 1 || $0 < 120 ? "0.9" : "0.1" }
        _ = try bench.run("spamkit train train.csv --trainer nb --min-df 1 --folds 2 --max-false-junk 0.1% --out strict.spam")
        let mixed = try bench.run("spamkit compare strict.spam loose.csv test.csv")
        let sentence = mixed.output.replacing("\n", with: " ")
        #expect(sentence.hasPrefix("loose.csv against strict.spam is mixed: +"), "\(sentence.prefix(300))\(mixed.errors)")
        #expect(
            sentence.contains("10 more wanted messages") && sentence.contains("False junk is now 20 %, above the limit of 0.1 %.")
        )
        let allowed = try bench.run("spamkit compare strict.spam loose.csv test.csv --max-false-junk 25%")
        // Both are cut to the limit: the model's scores lose nothing there.
        #expect(allowed.output.hasPrefix("loose.csv is worse than strict.spam: as much junk"), "\(allowed.output.prefix(200))")
        #expect(allowed.errors.contains("strict.spam: junk from log-odds above "), "\(allowed.errors)")
    }

    /// A model's own scores, cut as the model is.
    @Test func aModelTiesWithItsScores() throws {
        let bench = try CompareTests.bench()
        let made = try bench.run(
            """
            spamkit evaluate a.spam test.csv --predictions p.csv -q > /dev/null
            awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print "id,score"; next } { print $at["id"] "," $at["junkLogOdds"] }' \
              p.csv > own.csv
            spamkit compare a.spam own.csv test.csv --max-false-junk 1% --json - > c.json; cat c.json
            """)
        #expect(
            made.output.contains("\"verdict\" : \"no clear difference\"") && made.output.contains("\"changed\" : [\n\n  ]"),
            "\(made)")
    }

    @Test func scoresThatDoNotFitAreRefused() throws {
        let bench = try CompareTests.bench()
        for (content, expected) in [
            ("id,points\nm100,1\n", "expected CSV or TSV with the columns id and score"),
            ("id,score\n", "found no row"),
            ("id,score\nm100,high\n", "found a score that is no number"),
            ("id,score\nm100,nan\n", "found a score that is no number"),
            ("id,score\nm100,0.5\nm100,0.6\n", "found an id for the second time"),
            ("id,score\nm100,0.5\n", "expected a score for each of 100 messages, found none for 99, such as id m101"),
        ] {
            try bench.write(content, to: "s.csv")
            let found = try bench.run("spamkit compare a.spam s.csv test.csv")
            #expect(found.status == 1 && found.errors.contains(expected) && found.output.isEmpty, "\(content): \(found.errors)")
            #expect(!found.errors.contains("high"))
        }
        // Without ids of their own, messages are named by their rows.
        _ = try bench.run(
            "cut -d, -f2- test.csv > noid.csv; (echo id,score; seq 100 | awk '{ print $1 \",\" ($1 % 2 ? 0.1 : 0.9) }') > s.csv")
        let rows = try bench.run("spamkit compare a.spam s.csv noid.csv")
        #expect(rows.status == 0, "\(rows.errors)")
        let twice = try bench.run("cp noid.csv other.csv; echo >> other.csv; spamkit compare a.spam s.csv noid.csv other.csv")
        #expect(twice.status == 1 && twice.errors.contains("expected an id of its own for each message"), "\(twice.errors)")
    }

    /// A corpus of ham and spam says nothing of codes and offers, whatever the scores do.
    @Test func actionsThatTheTestLacksAreNamed() throws {
        let bench = try CompareTests.bench()
        let words = "No test message is labelled promotion or transaction: nothing is known of these"
        for command in ["compare a.spam Models/starter.spam test.csv", "evaluate Models/starter.spam test.csv"] {
            let found = try bench.run("spamkit \(command)")
            let start = found.output.components(separatedBy: "\n\n").prefix(3).joined(separator: " ").replacing("\n", with: " ")
            #expect(start.contains(words), "\(found.output.prefix(600))\(found.errors)")
        }
        try scores(bench, to: "perfect.csv") { $0 % 2 == 1 ? "0.97" : "0.02" }
        let scored = try bench.run("spamkit compare Models/starter.spam perfect.csv test.csv").output
        #expect(scored.replacing("\n", with: " ").contains(words), "\(scored.prefix(600))")
        _ = try bench.run("sed '2s/,ham,/,transaction,/; 3s/,ham,/,promotion,/; 4s/,ham,/,promotion,/' test.csv > all.csv")
        let all = try bench.run("spamkit compare Models/starter.spam perfect.csv all.csv").output
        #expect(!all.contains("The test has no"), "\(all.prefix(600))")
    }

    /// Where the limit is asked for, scores are cut there, so that two tools are compared alike.
    @Test func scoresAreCutAtTheLimitThatIsAskedFor() throws {
        let bench = try CompareTests.bench()
        // All wanted messages but two are below all junk; at even odds all are junk.
        try scores(bench, to: "high.csv") { $0 % 2 == 1 ? "0.9" : $0 < 104 ? "0.95" : "0.6" }
        let even = try bench.run("spamkit compare a.spam high.csv test.csv")
        #expect(even.errors.contains("probabilities: junk from 0.5"))
        #expect(
            even.output.replacing("\n", with: " ").contains(
                "high.csv is cut at 0.5, and a.spam at its own cutoff; to cut both at one limit: --max-false-junk "
            ), "\(even.output.prefix(600))")
        let cut = try bench.run("spamkit compare a.spam high.csv test.csv --max-false-junk 4%")
        let strict = try bench.run("spamkit compare a.spam high.csv test.csv --max-false-junk 1%")
        let lowest = "junk above 0.6, the lowest cut with no more false junk than asked on these messages"
        #expect(cut.errors.contains(lowest), "\(cut.errors)")
        #expect(cut.output.contains("2 more"), "\(cut.output.prefix(300))")
        #expect(even.output.contains("50 more") && strict.output.contains("no more"), "\(even.output.prefix(300))")
        #expect(strict.errors.contains("junk above 0.95"), "\(strict.errors)")
    }

    /// What `--predictions` wrote of a model is that model, by its own cutoffs.
    @Test(arguments: ["test.csv", "noid.csv"])
    func predictionsAreScores(corpus: String) throws {
        let bench = try CompareTests.bench()
        _ = try bench.run("cut -d, -f2- test.csv > noid.csv")
        _ = try bench.run("spamkit train train.csv --trainer nb --min-df 1 --folds 2 --max-false-junk 0.1% --out strict.spam")
        let made = try bench.run("spamkit evaluate strict.spam \(corpus) --predictions p.csv")
        #expect(made.status == 0, "\(made.errors)")
        let same = try bench.run("spamkit compare strict.spam p.csv \(corpus)")
        #expect(same.status == 0 && same.errors.contains("p.csv: 100 scores, read as log-odds: junk by the column action"))
        #expect(
            same.output.replacing("\n", with: " ").contains("both put the same messages in Junk."),
            "\(same.output.prefix(300))\(same.errors)")
        let first = try bench.run("spamkit compare p.csv strict.spam \(corpus)")
        #expect(first.status == 64 && first.errors.contains("spamkit compare strict.spam p.csv"), "\(first.errors)")
    }
}
