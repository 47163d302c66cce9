// Figures, bounds and comparisons from the command line.

import Foundation
import Testing

@Suite struct EvaluateTests {
    /// Invented messages of three sources and two languages, some of senders that come again.
    private static let rows: String = (0..<240).map { i in
        let source = ["post", "bank", "chat"][i % 3], isJunk = i % 4 == 0
        let text =
            isJunk
            ? "win a free prize now, claim code \(i * 37) at once"
            : [
                "your parcel number \(i) waits at the desk", "code \(i * 31) confirms your payment",
                "see you at \(i % 12) tomorrow",
            ][i % 3]
        return
            #"{"text":"\#(text)","label":"\#(isJunk ? "junk" : "allow")","lang":"\#(i % 2 == 0 ? "en" : "ko")","source":"\#(source)","#
            + #""sender":"S\#(i % 40)","template":"\#(source) \#(i / 2)"}"# + "\n"
    }.joined()

    private func bench() throws -> Workbench {
        let bench = try Workbench()
        try bench.write(EvaluateTests.rows, to: "rows.jsonl")
        let trained = try bench.run(
            "spamkit train rows.jsonl --min-df 1 --folds 0 --out a.spam && spamkit train rows.jsonl --min-df 1 --folds 0 --trainer nb --out b.spam"
        )
        #expect(trained.status == 0, "\(trained.errors)")
        return bench
    }

    private func object(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func boundsThatAreKeptSayNothing() throws {
        let result = try bench().run(
            "spamkit evaluate a.spam rows.jsonl --require 'recall>=0.5' --require 'false-junk(allow) <= 10%'")
        #expect(result.status == 0 && !result.errors.contains("--require"), "\(result.errors)")
    }

    @Test func aMissedBoundFailsWithValueAndInterval() throws {
        let bench = try bench()
        let result = try bench.run(
            "spamkit evaluate a.spam rows.jsonl --json f.json --require 'recall<=0.01' --require 'recall(promotion)>=.1' --require 'auc>=.5'"
        )
        #expect(result.status == 1 && result.output.contains("240 messages"))
        let failures = result.errors.split(separator: "\n").filter { $0.contains("--require") }
        #expect(
            failures.count == 2 && failures[0].contains("recall<=0.01: found 1.00000 [0.") && failures[0].hasSuffix("60/60"),
            "\(result.errors)")
        #expect(failures.last?.contains("undefined: no promotion in the test set") == true)
        #expect(try bench.files().contains("f.json"), "the figures are written all the same")
    }

    @Test(arguments: [
        ("spamkit evaluate a.spam rows.jsonl --require 'recal>=1'", 64, "expected one of accuracy"),
        ("spamkit evaluate a.spam rows.jsonl --require 'recall'", 64, "expected a figure"),
        ("spamkit evaluate a.spam rows.jsonl --require 'cost<=1'", 64, "--cost"),
        ("spamkit evaluate a.spam rows.jsonl --cost ham=1", 64, "--cost"),
        ("spamkit evaluate a.spam rows.jsonl --by tongue", 64, "--by"),
        ("spamkit evaluate a.spam rows.jsonl --bootstrap 0", 64, "expected 1 to"),
        ("spamkit evaluate a.spam rows.jsonl --across-sources", 64, "--trained-on"),
        ("spamkit evaluate a.spam rows.jsonl --trained-on none.tsv", 1, "none.tsv"),
        (
            "grep chat rows.jsonl > c.jsonl; spamkit evaluate a.spam rows.jsonl --trained-on c.jsonl --across-sources", 1,
            "all of chat"
        ),
        ("spamkit evaluate a.spam rows.jsonl --markdown none/m.md", 1, "none/m.md"),
        ("spamkit compare a.spam b.spam", 64, "corpus"),
        ("spamkit compare a.spam none.spam rows.jsonl", 1, "none.spam"),
        ("spamkit compare a.spam b.spam rows.jsonl --by protected", 64, "another dimension"),
        (": > e.tsv; spamkit compare a.spam b.spam e.tsv", 1, "expected labelled messages"),
    ])
    func mistakesHaveTheirExitCodes(command: String, status: Int, error: String) throws {
        let result = try bench().run(command)
        #expect(result.status == Int32(status) && result.errors.contains(error) && result.output.isEmpty, "\(result.errors)")
    }

    /// A pattern of the shell after --trained-on names training data alone, and both are said.
    @Test func whatIsMeasuredAndTrainedOnIsSaid() throws {
        let bench = try bench()
        let said = try bench.run(
            "mkdir d; split -n l/3 --additional-suffix=.jsonl rows.jsonl d/; spamkit evaluate a.spam rows.jsonl --trained-on d/*.jsonl"
        )
        #expect(
            said.status == 0
                && said.errors.contains("measured: rows.jsonl; trained on: 3 files (aa.jsonl, ab.jsonl, …), 240 messages\n"),
            "\(said.errors)")
        #expect(try bench.run("spamkit evaluate a.spam --trained-on d/*.jsonl").status == 64)
    }

    /// What --where selects was not trained on, where one store has both.
    @Test func theTimeMeasuredIsNotTrainedOn() throws {
        let bench = try Workbench()
        let words = ["apple", "river", "stone", "cloud", "tiger", "piano", "bread"]
        let rows = (0..<98).map { i in
            "2026-0\(i < 49 ? 1 : 2)-01,\(i % 2 == 0 ? "ham,see you" : "spam,free gold") \(words[i % 7]) \(words[i / 7 % 7]),t\(i)\n"
        }
        try bench.write("time,label,text,template\n" + rows.joined(), to: "a.csv")
        let said = try bench.run(
            """
            spamkit import a.csv --into s.sqlite -q > i.txt; spamkit train s.sqlite --where 'time<2026-02-01' --folds 0 --out m.spam -q
            spamkit evaluate m.spam s.sqlite --where 'time>=2026-02-01' --trained-on s.sqlite --json -
            """)
        #expect(
            said.status == 0 && said.errors.contains("trained on: s.sqlite, 49 messages that --where leaves out\n"),
            "\(said.errors)")
        #expect(said.output.contains("\"trained\" : 49"), "\(said.output.suffix(900))")
    }

    /// Recall is shown at the limit that the model was made for, in the words of compare.
    @Test func recallIsAtTheLimitOfTheModel() throws {
        let bench = try bench()
        let said = try bench.run(
            """
            spamkit train rows.jsonl --max-false-junk 0.5% --out n.spam -q; spamkit evaluate n.spam rows.jsonl
            spamkit evaluate a.spam rows.jsonl; spamkit compare n.spam a.spam rows.jsonl
            """)
        #expect(said.output.matches(of: #/recall at 0\.5 % false junk/#).count == 2, "\(said.output)\(said.errors)")
        #expect(said.output.matches(of: #/recall at 0\.2 % false junk/#).count == 1, "\(said.output)")
    }

    @Test func slicesAreThoseAskedFor() throws {
        let bench = try bench()
        func dimensions(_ options: String) throws -> Set<String> {
            let report = try object(bench.run("spamkit evaluate a.spam rows.jsonl --json - \(options)").output)
            return Set(try #require(report["slices"] as? [[String: Any]]).compactMap { $0["dimension"] as? String })
        }
        #expect(try dimensions("--by lang --by source") == ["lang", "source"])
        // A bound on a slice brings its dimension along.
        #expect(try dimensions("--by lang --require 'recall[source=bank]>=0'") == ["lang", "source"])
        #expect(try dimensions("--by country") == ["country"])
        let telling = try dimensions("")
        #expect(
            telling.isSuperset(of: ["lang", "source", "action", "class"])
                && telling.isDisjoint(with: ["image", "protected", "link"]))
    }

    @Test func theSameSeedDrawsTheSameIntervals() throws {
        let bench = try bench()
        func intervals(_ seed: Int) throws -> NSDictionary {
            let report = try object(bench.run("spamkit evaluate b.spam rows.jsonl --json - --bootstrap 50 --seed \(seed)").output)
            let bootstrap = try #require(report["bootstrap"] as? [String: Any])
            #expect(bootstrap["groups"] as? Int == 240 && bootstrap["rounds"] as? Int == 50)
            return try #require(bootstrap["intervals"] as? NSDictionary)
        }
        #expect(try intervals(1) == intervals(1))
        #expect(try intervals(1) != intervals(2))
    }

    @Test func overlapAndSourcesHeadTheReport() throws {
        let result = try bench().run(
            "spamkit evaluate a.spam rows.jsonl --trained-on rows.jsonl --across-sources --full --markdown m.md --json r.json && cat m.md && cat r.json"
        )
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("240 of 240 test messages (100 %) share a template with a training message"))
        let text = try #require(result.output.components(separatedBy: "## ").first)
        let sources = try #require(text.range(of: "Each source by a model of all others"))
        #expect(sources.lowerBound < text.range(of: "False junk: wanted")!.lowerBound)
        #expect(result.output.contains("## Each source by a model") && result.output.contains(#""acrossSources" : ["#))
    }

    /// Later messages repeat templates by nature, in files as in a store.
    @Test func laterFilesThatRepeatAreNoAlarm() throws {
        let bench = try bench()
        func write(_ month: String, to name: String) throws {
            let rows = (0..<40).map { "2026-\(month)-10,\($0 % 2 == 0 ? "ham,see you at home" : "spam,free prize") \($0)\n" }
            try bench.write("time,label,text\n" + rows.joined(), to: name)
        }
        try write("01", to: "first.csv")
        try write("02", to: "later.csv")
        let later = try bench.run("spamkit evaluate a.spam later.csv --trained-on first.csv").output.replacing("\n", with: " ")
        #expect(!later.contains("nothing of new messages") && later.contains("Later messages often do;"), "\(later)")
        try bench.write("time,label,text\n2026-02-11,spam,Quartz lantern offers beneath seven bridges\n", to: "new.csv")
        let both = try bench.run("spamkit evaluate a.spam later.csv new.csv --trained-on first.csv").output
        let others = "often do, some in new words. The 1 other: No wanted message among them. 0 of 1 junk messages caught (0 %)."
        #expect(both.replacing("\n", with: " ").contains(others), "\(both)")
        let earlier = try bench.run("spamkit evaluate a.spam first.csv --trained-on later.csv").output.replacing("\n", with: " ")
        #expect(earlier.contains("so these are not figures of new templates"), "\(earlier)")
    }

    @Test func aModelTiesWithItself() throws {
        let result = try bench().run("spamkit compare a.spam a.spam rows.jsonl --bootstrap 20")
        #expect(
            result.status == 0 && result.output.hasPrefix("No clear difference between a.spam and a.spam: both put"),
            "\(result.errors)")
        #expect(!result.output.contains("lost ones first"))
        #expect(result.errors.contains("a.spam, a.spam are one file: nothing can differ"), "\(result.errors)")
    }

    @Test func boundsSayWhatWasDrawn() throws {
        let result = try bench().run(
            "spamkit evaluate b.spam rows.jsonl --bootstrap 50 --require 'lam<0%' --require 'sm>=100%' --require 'ece>=1' --require 'micro-precision<0' --require 'auc[lang=ko]>1'"
        )
        #expect(result.status == 1 && !result.errors.contains("--bootstrap gives one"), "\(result.errors)")
        #expect(result.errors.contains("slices have none") && result.errors.contains(/ece>=1: found \S+ \[\S+, \S+\]\n/))
        #expect(result.errors.contains(/sm>=100%: found \S+ \[\S+, \S+\] \d+\/60\n/), "\(result.errors)")
    }

    @Test func aSliceAskedForTwiceIsListedOnce() throws {
        let bench = try bench()
        let lists = try ["--by lang", "--by lang --by lang"].map { by in
            let record = try object(bench.run("spamkit compare a.spam b.spam rows.jsonl --bootstrap 0 --json - \(by)").output)
            let slices = try #require((record["figures"] as? [String: Any])?["slices"] as? [[String: Any]])
            return slices.compactMap { $0["value"] as? String }.sorted()
        }
        #expect(lists == [["en", "ko"], ["en", "ko"]])
    }

    /// Folders are named only where names alone would not tell files apart.
    @Test func aComparisonNamesNoFolders() throws {
        let bench = try bench()
        let prepared = try bench.run(
            "mkdir -p home/old home/new && cp a.spam home/old/m.spam && cp rows.jsonl home/old && sed '/junk/s/junk/allow/;1,8s/allow/junk/' rows.jsonl > w.jsonl && spamkit train w.jsonl --min-df 1 --folds 0 --out home/new/m.spam && cp home/new/m.spam home/new/w.spam"
        )
        #expect(prepared.status == 0, "\(prepared.errors)")
        func compare(_ second: String) throws -> [String] {
            let run = "spamkit compare home/old/m.spam home/new/\(second) \"$PWD/home/old/rows.jsonl\" --bootstrap 0"
            return try [run, run + " --json -"].map { try bench.run($0).output }
        }
        for output in try compare("w.spam") {
            #expect(
                output.contains("rows.jsonl") && output.contains("w.spam") && !output.contains("home") && !output.contains("old/")
            )
        }
        for output in try compare("m.spam") {
            #expect(output.contains("new/m.spam") && output.contains("rows.jsonl") && !output.contains("home"))
        }
    }

    @Test func changedMessagesAreNamedAndShownOnlyIfAsked() throws {
        let bench = try bench()
        // Half of the junk relabelled makes a model that misses it.
        let worse = try bench.run(
            "sed '/junk/s/junk/allow/;1,8s/allow/junk/' rows.jsonl > w.jsonl && spamkit train w.jsonl --min-df 1 --folds 0 --out w.spam"
        )
        #expect(worse.status == 0, "\(worse.errors)")
        let quiet = try bench.run("spamkit compare a.spam w.spam rows.jsonl --bootstrap 0 --top 3 --json c.json")
        #expect(
            quiet.status == 0 && quiet.output.hasPrefix("w.spam is worse than a.spam: −100 points of junk caught, "),
            "\(quiet.errors)\(quiet.output)")
        #expect(quiet.output.contains("lost  rows.jsonl, row ") && !quiet.output.contains("prize"))
        let record = try object(String(contentsOf: bench.folder.appendingPathComponent("c.json"), encoding: .utf8))
        let changed = try #require(record["changed"] as? [[String: Any]])
        #expect(changed.allSatisfy { $0["text"] == nil && $0["change"] as? String == "lost" } && changed.count >= 40)
        let shown = try bench.run("spamkit compare a.spam w.spam rows.jsonl --bootstrap 0 --top 3 --show-text")
        #expect(shown.output.contains("win a free prize now"))
    }
}
