// What classify promises: an answer for every message, in order, as JSON, whatever the message is.

import Foundation
import Testing

@Suite struct VerdictTests {
    private func objects(_ output: String) throws -> [[String: Any]] {
        try output.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    @Test func everyMessageHasAVerdictInOrder() throws {
        let bench = try Workbench()
        try bench.write(BadInputTests.good, to: "in.tsv")
        let strange = [
            "", "🎉🎉🎉", String(repeating: "\u{FFFC}", count: 50), String(repeating: "무료", count: 20_000), "\u{200B}",
            "free prize call now",
        ]
        let rows = strange.map { ["text": $0] }.map {
            String(decoding: try! JSONSerialization.data(withJSONObject: $0), as: UTF8.self)
        }
        try bench.write(rows.joined(separator: "\n") + "\n", to: "strange.jsonl")
        let result = try bench.run("\(BadInputTests.train) --folds 0 >/dev/null && spamkit classify out.spam strange.jsonl")
        #expect(result.status == 0, "\(result.errors)")
        let verdicts = try objects(result.output)
        #expect(verdicts.count == strange.count)
        for (i, verdict) in verdicts.enumerated() {
            #expect(verdict["row"] as? Int == i + 1)
            let probabilities = try #require(verdict["probabilities"] as? [String: Double])
            #expect(abs(probabilities.values.reduce(0, +) - 1) < 1e-5)
            let logOdds = try #require(verdict["junkLogOdds"] as? Double)
            #expect(logOdds.isFinite)
            #expect(Set(verdict.keys) == ["row", "label", "action", "subAction", "junkLogOdds", "probabilities"])
        }
        // As on the phone, nothing is decided of an empty text.
        #expect(verdicts.first?["action"] as? String == "none")
        #expect(verdicts.last?["action"] as? String == "junk")
    }

    @Test func labelsDoNotMatterToClassify() throws {
        let bench = try Workbench()
        try bench.write(BadInputTests.good, to: "in.tsv")
        try bench.write(BadInputTests.good.replacingOccurrences(of: "ham\t", with: "nonsense\t"), to: "other.tsv")
        let result = try bench.run(
            "\(BadInputTests.train) --folds 0 >/dev/null && spamkit classify out.spam in.tsv > a && spamkit classify out.spam other.tsv > b && cmp a b"
        )
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test func trainingTwiceGivesTheSameBytes() throws {
        let bench = try Workbench()
        let result = try bench.run(
            """
            head -n 600 Datasets/starter/train.jsonl > in.jsonl
            spamkit train in.jsonl --out a.spam && spamkit train in.jsonl --out b.spam && cmp a.spam b.spam
            spamkit train in.jsonl --out c.spam --trainer nb && ! cmp -s a.spam c.spam
            """)
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test func evaluateWritesItsFiguresAsJSON() throws {
        let bench = try Workbench()
        let result = try bench.run(
            """
            head -n 600 Datasets/starter/train.jsonl > in.jsonl
            spamkit train in.jsonl --out a.spam > /dev/null && spamkit evaluate a.spam Datasets/starter/test.jsonl --json figures.json > report.txt
            spamkit evaluate a.spam Datasets/starter/test.jsonl --json - | cmp - figures.json
            """)
        #expect(result.status == 0, "\(result.errors)")
        let data = try Data(contentsOf: bench.folder.appendingPathComponent("figures.json"))
        let figures = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(figures["n"] as? Int == 13421)
        let falseJunk = try #require(figures["falseJunk"] as? [String: Any])
        #expect(falseJunk["of"] as? Int == 9953)
    }

    /// The figure of sub-actions under verdicts counts what classify says, of declared ones only.
    @Test func subActionsAreCountedAsVerdictsNameThem() throws {
        let bench = try Workbench()
        let made = try bench.run(
            """
            head -n 900 Datasets/starter/train.jsonl > in.jsonl && head -n 300 Datasets/starter/test.jsonl > test.jsonl
            spamkit train in.jsonl --folds 0 --trainer nb --declare transaction/finance --out a.spam > /dev/null
            spamkit classify a.spam test.jsonl > said.jsonl && spamkit evaluate a.spam test.jsonl --full --json report.json
            """)
        #expect(made.status == 0 && made.output.contains("right sub-action, as shown  "), "\(made.errors)")
        let truth = try objects(try String(contentsOf: bench.folder.appendingPathComponent("test.jsonl"), encoding: .utf8))
        let said = try objects(try String(contentsOf: bench.folder.appendingPathComponent("said.jsonl"), encoding: .utf8))
        var right = 0, of = 0
        for (truth, said) in zip(truth, said) {
            let label = try #require(truth["label"] as? String).split(separator: "/").map(String.init)
            let shown = said["subAction"] as? String
            guard said["action"] as? String == label[0], label.count == 2 || shown != nil else { continue }
            of += 1
            right += shown == label.last ? 1 : 0
        }
        let report = try objects(
            try String(contentsOf: bench.folder.appendingPathComponent("report.json"), encoding: .utf8)
                .replacing("\n", with: ""))[0]
        let found = try #require(report["shownSubAction"] as? [String: Any])
        #expect(right > 0 && found["count"] as? Int == right && found["of"] as? Int == of)
        // The most probable labels are right more often than the declared ones.
        #expect(try #require((report["rightSubAction"] as? [String: Any])?["count"] as? Int) > right)
    }

    /// Why a message is junk or not: the cutoff, and whether it is kept out of Junk as a protected
    /// one.
    @Test func anExplanationNamesTheCutoffs() throws {
        let bench = try Workbench()
        let made = try bench.run(
            """
            spamkit train Datasets/starter/test.jsonl --protect transaction --max-false-junk 5% --out m.spam > /dev/null
            spamkit inspect m.spam > facts; sed 's/"sender":"[^"]*"/"sender":null/' Datasets/starter/test.jsonl > t.jsonl
            spamkit classify m.spam t.jsonl --keep text
            """)
        let verdicts = try objects(made.output)
        let cutoff = try #require(try bench.run("cat facts").output.firstMatch(of: #/cutoffs +junk from ([\d.]+),/#)).1
        func explained(_ isMeant: ([String: Any], Double) -> Bool) throws -> String {
            let verdict = try #require(verdicts.first { isMeant($0, $0["junkLogOdds"] as! Double) })
            try bench.write(try #require(verdict["text"] as? String), to: "text")
            return try bench.run("spamkit explain m.spam --top 1 --text \"$(cat text)\"").output
        }
        let rounded = String(format: "+%.3f", try #require(Double(cutoff)))
        let junk = try explained {
            let shares = $0["probabilities"] as? [String: Double] ?? [:]
            return $0["action"] as? String == "junk" && $1 > 0 && shares["allow"]! > shares["transaction"]!
        }
        #expect(junk.contains(#/^action junk: [a-z0-9. ]+ % junk \(\+[0-9.]+\); Junk\s+begins\s+at [0-9.]+ % \(/#), "\(junk)")
        #expect(junk.contains(" % (\(rounded))\n"), "\(junk)")
        // The cutoff is the message's own, also far below it.
        let kept = try explained { $0["action"] as? String != "junk" && $1 >= Double(cutoff)! }
        let plain = try explained { $0["label"] as? String == "transaction" && $1 < 0 }
        for text in [kept, plain] {
            let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(
                words.contains(#/Junk begins at [0-9.]+ % \(\+[0-9.]+\) where it looks like a protected label[, ]/#), "\(text)")
            #expect(!words.contains("(\(rounded))"), "\(text)")
        }
    }

    /// Above 0 speaks for junk, whatever the action.
    @Test(arguments: ["free prize call now", "see you at lunch"])
    func anExplanationIsOfJunkAgainstAllThatIsWanted(text: String) throws {
        let bench = try Workbench()
        try bench.write(BadInputTests.good, to: "in.tsv")
        let made = try bench.run(
            """
            \(BadInputTests.train) --folds 0 > /dev/null && spamkit explain out.spam --text '\(text)' > page && \
            (spamkit explain out.spam --text '\(text)' --json - | tr -d '\\n'; echo; spamkit classify out.spam --text '\(text)')
            """)
        let found = try objects(made.output)
        #expect(found.count == 2, "\(made.errors)")
        #expect(
            found[0]["favored"] as? String == "junk" && found[0]["against"] as? String == "all that is wanted", "\(found[0])")
        let score = try #require(found[0]["score"] as? Double), junk = try #require(found[1]["junkLogOdds"] as? Double)
        #expect(abs(score - junk) < 1e-6)
        let page = try bench.run("cat page").output
        #expect(page.hasPrefix("action ") && page.hasSuffix("  sum: log-odds of junk against all that is wanted\n"), "\(page)")
        #expect(abs((found[0]["junkLogOdds"] as? Double ?? 0) - junk) < 1e-6)
    }

    /// At most ten lines unless more are asked for; a sender is opened into what is said of it.
    @Test func anExplanationIsShortUnlessAsked() throws {
        let bench = try Workbench()
        let text = "Your parcel 4391 waits at the depot since Monday. Pay 3.90 at parcel-fee.example/x9 today, else it goes back"
        let command = "spamkit explain Models/starter.spam --sender +4470001234 --country KR --text '\(text)'"
        let short = try bench.run(command).output.split(separator: "\n"), all = try bench.run("\(command) --top 0").output
        #expect(short.count <= 10 && short.contains { $0.hasSuffix(" smaller clues; --top 0 shows all)") }, "\(short)")
        #expect(short.allSatisfy { $0.count <= 80 }, "\(short)")
        #expect(!all.contains("smaller clue") && all.split(separator: "\n").count > 20, "\(all)")
        #expect(all.contains("  (sender: with calling code)") && all.contains("  (sender: calling code +44)"), "\(all)")
        #expect(short.last == all.split(separator: "\n").last)
    }

    @Test func anExplanationNamesTheKindsOfItsClues() throws {
        let bench = try Workbench()
        let words = ["zebra", "quartz", "violin", "pepper", "lantern", "harbor", "meadow", "copper"]
        let rows = (0..<160).map { i in
            let word = words[i / 2 % 8]
            return i % 2 == 0 ? "ham\tsee you at the \(word) for lunch" : "spam\tfree \(word) prize, call 0906170\(1000 + i) now"
        }
        try bench.write(rows.joined(separator: "\n") + "\n", to: "in.tsv")
        let text = "free call 09061709999 for lunch"
        let made = try bench.run(
            """
            spamkit train in.tsv --out out.spam --folds 0 --trainer nb --min-df 1 --features f.tsv > /dev/null && \
            spamkit explain out.spam --text '\(text)' --top 50 && spamkit explain out.spam --text '\(text)' --json - > page.json
            """)
        #expect(made.status == 0, "\(made.errors)")
        let lines = made.output.split(separator: "\n").map(String.init)
        let kinds = ["  number of 11 digits, phone number, form of number", "  letters, word", "  pair"]
        // The kinds are one column.
        let places = kinds.compactMap { kind in lines.first { $0.hasSuffix(kind) }.map { $0.count - kind.count } }
        #expect(places.count == 3 && Set(places).count == 1, "\(made.output)")
        #expect(lines.dropFirst().allSatisfy { $0.count <= 80 }, "\(made.output)")
        let json = try bench.run("cat page.json").output
        #expect(json.contains("\"kind\" : \"number of 11 digits, phone number, form of number\""), "\(json.prefix(2000))")
        // What a feature was read from holds no private number.
        let features = try bench.run("cut -f 4- f.tsv").output
        #expect(features.hasPrefix("kind\ttext\n") && features.contains("pair\tcall 00000000000\n"), "\(features.prefix(2000))")
        #expect(!features.contains(#/\t.*[1-9]/#))
        let weights = try bench.run("cut -f 3 f.tsv | tail -n +2").output.split(separator: "\n").compactMap {
            Double($0).map(abs)
        }
        #expect(weights.count > 20 && weights == weights.sorted(by: >))
    }

    @Test func whatWasDecidedBeforeABadRowIsSaid() throws {
        let bench = try Workbench()
        try bench.write(BadInputTests.good, to: "in.tsv")
        try bench.write("ham\tone\nno tab\nham\tthree\n", to: "bad.tsv")
        let result = try bench.run("\(BadInputTests.train) --folds 0 >/dev/null && spamkit classify out.spam bad.tsv")
        #expect(result.status == 1 && result.errors.contains("bad.tsv:2"))
        #expect(try objects(result.output).map { $0["row"] as? Int } == [1])
        let skipped = try bench.run("spamkit classify out.spam bad.tsv --skip-bad-rows")
        #expect(skipped.status == 0)
        #expect(try objects(skipped.output).map { $0["row"] as? Int } == [1, 3])
    }

    @Test func aTextMayBeginWithADash() throws {
        let bench = try Workbench()
        try bench.write(BadInputTests.good, to: "in.tsv")
        let result = try bench.run(
            "\(BadInputTests.train) --folds 0 >/dev/null && spamkit classify out.spam --text '-50% off' --sender -")
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test func aMessageInPlaceOfAFileIsToldOfTheOption() throws {
        let bench = try Workbench()
        try bench.write(BadInputTests.good, to: "in.tsv")
        let result = try bench.run("\(BadInputTests.train) --folds 0 >/dev/null && spamkit classify out.spam 'free prize'")
        #expect(result.status == 1 && result.errors.contains("write a message as --text 'MESSAGE'"), "\(result.errors)")
    }

    @Test func badRowsAreCountedAndLeftOutWhenAsked() throws {
        let bench = try Workbench()
        try bench.write(BadInputTests.good + "no tab here\n", to: "in.tsv")
        let result = try bench.run("\(BadInputTests.train) --skip-bad-rows --folds 0")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains("1 row left out, line 5"))
        #expect(result.output.contains("4 messages: 2 wanted, 2 junk"))
    }
}
