// What training says besides the model: costs, and figures on messages that it has not seen.

import Foundation
import Testing

@Suite struct TrainTests {
    private func bench() throws -> Workbench {
        let bench = try Workbench()
        let words = ["zebra", "quartz", "violin", "pepper", "lantern", "harbor", "meadow", "copper"]
        func rows(_ range: Range<Int>, _ template: String, _ wanted: (String, Int) -> String, _ junk: (String, Int) -> String)
            -> String
        {
            range.map { i in
                let word = words[i / 2 % words.count]
                let (label, text) = i % 2 == 0 ? ("ham", wanted(word, i)) : ("spam", junk(word, i))
                return "{\"label\":\"\(label)\",\"text\":\"\(text)\",\"template\":\"\(template)\(i)\"}\n"
            }.joined()
        }
        try bench.write(
            rows(0..<400, "a", { "see you at the \($0) at \($1), ok?" }, { "free \($0) prize, call \($1) now" }), to: "in.jsonl")
        try bench.write(
            rows(
                0..<16, "b", { "who left a \($0) on our kitchen table \($1)" },
                { "your \($0) prize waits! reply free to claim \($1)" }),
            to: "test.jsonl")
        return bench
    }

    @Test func figuresOnUnseenMessagesFollowTheModel() throws {
        let bench = try bench()
        let made = try bench.run("spamkit train in.jsonl --out m.spam --validate test.jsonl")
        #expect(made.status == 0 && made.output.contains("16 messages: 8 wanted, 8 junk"), "\(made.errors)")
        // Those of evaluate.
        let evaluated = try bench.run("spamkit evaluate m.spam test.jsonl").output
        #expect(made.output.contains("  ROC-AUC  ") && evaluated.contains("  ROC-AUC  "))
        func line(_ text: String) -> Substring? { text.split(separator: "\n").first { $0.hasPrefix("  ROC-AUC") } }
        #expect(line(made.output) == line(evaluated))
    }

    @Test func messagesLikeThoseTrainedOnAreMeasuredByEvaluateAlone() throws {
        let bench = try bench()
        let refused = try bench.run("head -50 in.jsonl > part.jsonl; spamkit train in.jsonl --out m.spam --validate part.jsonl")
        #expect(refused.status == 1 && refused.errors.contains("measure anyway with spamkit evaluate"), "\(refused.errors)")
        #expect(try bench.run("test -e m.spam").status != 0)
        let measured = try bench.run("spamkit train in.jsonl --out m.spam && spamkit evaluate m.spam part.jsonl")
        #expect(
            measured.status == 0 && measured.output.replacing("\n", with: " ").contains("of 25 junk"),
            "\(measured.output)\(measured.errors)")
    }

    @Test func costsMoveTheCutoffs() throws {
        let bench = try bench()
        let made = try bench.run("spamkit train in.jsonl --out m.spam --cost falseJunk=10,missedJunk=1,unsure=0.2")
        #expect(made.status == 0 && made.output.contains("a message costs "), "\(made.errors)")
        // ln 49 and ln .25.
        let model = try bench.run("spamkit inspect m.spam").output
        #expect(model.contains("junk from 3.8918202, unsure from -1.3862944"), "\(model)")
    }

    /// With --cost, every report on messages has their mean cost.
    @Test func costsAreReportedOnUnseenMessages() throws {
        let bench = try bench()
        let cost = "--cost falseJunk=10,missedJunk=1,unsure=0.2"
        let made = try bench.run("spamkit train in.jsonl --trainer nb --out m.spam --validate test.jsonl \(cost)")
        let evaluated = try bench.run("spamkit evaluate m.spam test.jsonl \(cost)").output
        func line(_ text: String) -> Substring? { text.split(separator: "\n").first { $0.hasPrefix("  cost of a message") } }
        #expect(line(made.output) != nil && line(made.output) == line(evaluated), "\(made.output)\(made.errors)")
        let crossed = try bench.run("spamkit crossval in.jsonl --trainer nb --folds 2 --json - \(cost)")
        #expect(crossed.status == 0 && !crossed.output.contains("\"cost\" : null"), "\(crossed.errors)")
        #expect(crossed.output.components(separatedBy: "\"costs\" : {").count == 4)
    }

    @Test func theFoldsOfACrossValidationAreItsParts() throws {
        let bench = try bench()
        let crossval = "spamkit crossval in.jsonl --trainer nb --by template"
        let folds = try bench.run("\(crossval) --folds 3 --json -").output
        #expect(folds.contains("\"part 3\"") && !folds.contains("\"part 4\""), "\(folds.prefix(300))")
        let none = try bench.run("\(crossval) --folds 0")
        #expect(none.status == 64 && none.errors.contains("--folds: expected 2 to 100, found 0"), "\(none.errors)")
        // Each part shows how far its training is.
        guard let shown = try bench.runOnTerminal("\(crossval) --folds 2") else { return }
        #expect(shown.output.components(separatedBy: "learning  ░").count > 2, "\(shown.output)")
        // Grouping takes time of its own, and is no part of what is left.
        #expect(shown.output.components(separatedBy: "grouping").count > 2 && !shown.output.contains("100 %"), "\(shown.output)")
    }

    /// Each part has intervals where they are asked for, the worst ranking first as above them.
    @Test func partsHaveIntervals() throws {
        let bench = try bench()
        let crossval = "spamkit crossval in.jsonl --trainer nb --by template --folds 2"
        let drawn = try bench.run("\(crossval) --bootstrap 50 --json c.json; cat c.json").output
        #expect(drawn.contains("95 % intervals, by 50 draws of groups of near duplicates\n"), "\(drawn.prefix(2000))")
        #expect(drawn.components(separatedBy: "\"rounds\" : 50").count == 3)
        let lines = drawn.split(separator: "\n").map { $0.prefix(8) }.filter { $0.contains(#/^ *part [12]/#) }
        #expect(lines.count == 4 && Array(lines[0..<2]) == Array(lines[2..<4]), "\(lines)")
        #expect(try !bench.run(crossval).output.contains("draws of groups"))
        #expect(try bench.run("\(crossval) --bootstrap 0").status == 64)
    }

    /// A model is judged by groups of near duplicates, by whatever command.
    @Test func allReportsCountGroups() throws {
        let bench = try bench()
        let texts = ["parcel waits at the desk", "your order left our house today", "courier found nobody home, call"]
        let rows = (0..<120).map { i in
            i % 2 == 0
                ? #"{"label":"transaction/orders","text":"\#(texts[i / 2 % 3]) \#(i * 7)","template":"t\#(i / 2 % 3)"}"#
                : #"{"label":"junk","text":"win prize \#(i * 13)","template":"j\#(i)"}"#
        }
        try bench.write(rows.joined(separator: "\n"), to: "like.jsonl")
        let words = " of 60 wanted messages in Junk ("
        let evaluated = try bench.run("spamkit train in.jsonl --trainer nb --out m.spam && spamkit evaluate m.spam like.jsonl")
        let validated = try bench.run("spamkit train in.jsonl --trainer nb --out m.spam --validate like.jsonl").output
        let crossed = try bench.run("spamkit crossval like.jsonl --trainer nb --by template --folds 2").output
        for output in [evaluated.output, validated, crossed] {
            let text = output.replacing("\n", with: " ")
            #expect(text.contains(words) && text.contains(" of 3, so at most "), "\(text)")
        }
        let page = try bench.run("spamkit evaluate m.spam like.jsonl --html p.html > /dev/null; cat p.html").output
        #expect(page.contains("counting near duplicates once: 3 groups of wanted messages."))
    }

    @Test func aCardNamesTheInverseStrengthAsItsOption() throws {
        let bench = try bench()
        let card = try bench.run(
            "spamkit train in.jsonl --trainer lr --regularization-c 4 --out m.spam && spamkit inspect m.spam")
        #expect(card.output.contains("regularizationC 4") && !card.output.contains("cost 4"), "\(card.output)")
    }

    /// 200 different wanted messages where 0.2 % takes 1,497; a bound that no corpus can keep; and
    /// no scores at all.
    @Test func whatIsTooLittleSaysHowMuchIsMissing() throws {
        let bench = try bench()
        let lines = try bench.run("spamkit train in.jsonl --trainer nb --protect allow=0.01 --out m.spam 2>&1").output
        let few = lines.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            few.contains("you have wanted messages of 200 templates, 1,497 needed to show 0.2 % false junk;"), "\(few)")
        #expect(few.contains("allow (protected): 0 of 200 in Junk, 200 groups: at most 1.5 %"), "\(few)")
        #expect(few.contains("showing 1 % takes 299 groups; until then only others that score above"), "\(few)")
        let card = try bench.run("spamkit inspect m.spam").output
        #expect(
            card.contains("maxFalseJunk 0.002") && card.contains("protect allow=0.01")
                && card.contains("showing 1 % takes 299 groups"))
        let none = try bench.run("spamkit train in.jsonl --trainer nb --max-false-junk 1e-300 --out m.spam 2>&1").output
        #expect(
            none.contains("no corpus can show 1e-298 % false junk, so"), "\(none)")
        let even = try bench.run("spamkit train in.jsonl --trainer nb --folds 0 --out m.spam && spamkit inspect m.spam").output
        #expect(even.contains("folds 0") && !even.contains("maxFalseJunk"), "\(even)")
    }

    /// To protect an action protects its sub-actions, in the slices of a report too.
    @Test func subActionsOfAProtectedActionAreProtected() throws {
        let bench = try bench()
        let made = try bench.run(
            "for f in in test; do sed 's,ham,transaction/finance,' $f.jsonl > $f.2; done; spamkit train in.2 --trainer nb --protect transaction --out m.spam"
        )
        #expect(made.output.contains("transaction (protected): 0 of 200 in Junk"), "\(made.errors)")
        let report = try bench.run("spamkit evaluate m.spam test.2 --by protected --full").output
        #expect(report.contains("protected yes ") && report.contains("protected no "), "\(report)")
    }

    /// A single junk message is always held out with its group, and none is left to learn from.
    @Test func junkThatCannotBeScoredIsNoNoughtOfNought() throws {
        let bench = try bench()
        let made = try bench.run(
            "grep ham in.jsonl > one.jsonl; grep -m1 spam in.jsonl >> one.jsonl; spamkit train one.jsonl --trainer nb --out m.spam 2>&1"
        ).output
        #expect(
            made.contains("no junk could be tested") && made.contains("measured unseen: 0 of 168 wanted in Junk; 168 "),
            "\(made)")
        #expect(!made.contains("junk caught"), "\(made)")
    }

    @Test(arguments: ["junk", "allow=0", "allow=2", "allow=1x", "nothing=0.1", "allow --protect allow=0.1"])
    func whatCannotBeProtectedIsRefused(protect: String) throws {
        let made = try bench().run("spamkit train in.jsonl --protect \(protect) --out m.spam")
        #expect(made.status == 64 && made.errors.contains("--protect") && made.errors.contains("expected"), "\(made.errors)")
    }

    /// Two junk messages labelled as wanted raise the cutoff.
    @Test func labelsThatLookWrongAreNamed() throws {
        let bench = try bench()
        let right = try bench.run("spamkit train in.jsonl --max-false-junk 0.02 --out m.spam")
        #expect(right.status == 0 && !right.errors.contains("like junk; if"), "\(right.errors)")
        let flip = "sed '100s/spam/ham/; 300s/spam/ham/' in.jsonl > flipped.jsonl"
        let wrong = try bench.run("\(flip) && spamkit train flipped.jsonl --max-false-junk 0.02 --out m.spam")
        #expect(
            ["1", "2"].contains {
                wrong.errors.contains($0 == "1" ? "1 wanted message looks like junk; " : "2 wanted messages look like junk; ")
            }, "\(wrong.errors)")
        #expect(wrong.errors.contains("spamkit corpus suspects") && !wrong.errors.contains("prize"))
    }

    /// The small source would drown in figures of all.
    @Test func eachSourceHasItsFigures() throws {
        let bench = try bench()
        let made = try bench.run(
            """
            head -310 in.jsonl > others.jsonl; tail -90 in.jsonl > mine.jsonl
            spamkit train mine.jsonl others.jsonl --trainer nb --max-false-junk 5% --out m.spam --json m.json &&
            spamkit train in.jsonl --trainer nb --out n.spam --json n.json
            """)
        let lines = made.output.split(separator: "\n").drop { !$0.hasPrefix("Sources  others.jsonl: ") }.prefix(2)
        #expect(lines.count == 2 && lines.last?.hasPrefix("         mine.jsonl: ") == true, "\(made.output)\(made.errors)")
        #expect(lines.last?.contains(" of 45 junk caught, ") == true && lines.last?.hasSuffix(" of 45 wanted in Junk") == true)
        struct Record: Decodable {
            struct Counts: Decodable { let junk, found, wanted, falseJunk: Int }
            let falseJunk: Counts
            let sources: [Counts]
        }
        func record(_ name: String) throws -> Record {
            try JSONDecoder().decode(Record.self, from: Data(bench.run("cat \(name)").output.utf8))
        }
        let two = try record("m.json")
        for count in [\Record.Counts.junk, \.found, \.wanted, \.falseJunk] {
            #expect(two.sources.reduce(0) { $0 + $1[keyPath: count] } == two.falseJunk[keyPath: count])
        }
        #expect(try record("n.json").sources.isEmpty)
        #expect(!made.output.contains("Sources  in.jsonl"))
    }

    @Test func aCorpusOfChatAndJunkIsToldWhatItLacks() throws {
        let bench = try bench()
        let lack = "no message is labelled transaction or promotion"
        #expect(try bench.run("spamkit train in.jsonl --trainer nb --out m.spam").errors.contains(lack))
        // It has no cutoffs of these either.
        let facts = try bench.run("spamkit inspect m.spam").output.replacing(#/\s+/#, with: " ")
        #expect(facts.contains(#/cutoffs junk from [0-9.]+, unsure from [0-9.]+, else allow \(natural log-odds\)/#), "\(facts)")
        try bench.write(
            (0..<40).map { "transaction\tyour parcel \($0) is on its way, order \($0 * 7)\n" }.joined(), to: "parcels.tsv")
        #expect(try !bench.run("spamkit train in.jsonl parcels.tsv --trainer nb --out m.spam").errors.contains(lack))
    }
}
