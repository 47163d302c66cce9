// Predictions as files: what a row holds, how it finds its message again, and that no text leaves
// unasked.

import Foundation
import Testing

@Suite struct PredictionTests {
    private static func bench() throws -> Workbench {
        let bench = try Workbench()
        let rows = (0..<200).map { i in
            i % 2 == 0
                ? "m\(i),\"dinner at home, train number \(i)\",ham,friend\n"
                : "m\(i),claim your prize loan now \(i * 37),spam,CASH\n"
        }
        try bench.write("id,text,label,sender\n" + rows.joined(), to: "a.csv")
        try bench.write(
            "id,text,label,sender\nw1,\"claim \"\"prize\"\" loan, now\",ham,=1+1\n,dinner at home,spam,\n", to: "b.csv")
        _ = try bench.run(
            "spamkit train a.csv --trainer nb --min-df 1 --folds 0 --out m.spam; spamkit import b.csv --into b.sqlite")
        return bench
    }

    private func rows(_ text: String) throws -> [[String: Any]] {
        try text.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    @Test func classifyKeepsWhatIsAskedFor() throws {
        let bench = try PredictionTests.bench()
        let plain = try rows(bench.run("spamkit classify m.spam b.csv").output)
        #expect(plain.map { $0["id"] as? String } == ["w1", nil] && plain.map { $0["row"] as? Int } == [1, 2])
        #expect(plain.allSatisfy { $0["text"] == nil && $0["truth"] == nil && $0["number"] == nil })
        let kept = try rows(bench.run("spamkit classify m.spam b.sqlite --keep label,text,sender").output)
        #expect(kept.map { $0["number"] as? Int } == [1, 2])
        #expect(
            kept.map { $0["truth"] as? String } == ["allow", "junk"] && kept.map { $0["label"] as? String } == ["junk", "allow"])
        #expect(kept[0]["text"] as? String == "claim \"prize\" loan, now" && kept[0]["sender"] as? String == "=1+1")
        let wrong = try bench.run("spamkit classify m.spam b.csv --keep label,nothing")
        #expect(wrong.status == 64)
    }

    @Test func classifyWritesTheRowsOfOneAction() throws {
        let bench = try PredictionTests.bench()
        let all = try rows(bench.run("spamkit classify m.spam a.csv").output)
        let junk = try rows(bench.run("spamkit classify m.spam a.csv --only junk").output)
        #expect(junk.count == 100 && junk.allSatisfy { $0["action"] as? String == "junk" })
        #expect(junk.map { $0["row"] as? Int } == all.filter { $0["action"] as? String == "junk" }.map { $0["row"] as? Int })
        #expect(try bench.run("spamkit classify m.spam a.csv --only promotion --to csv").output.split(separator: "\n").count == 1)
        let wrong = try bench.run("spamkit classify m.spam a.csv --only spam")
        #expect(wrong.status == 64 && wrong.errors.contains("allow, junk, promotion, transaction"), "\(wrong.errors)")
    }

    /// A label that cannot be had is told, once.
    @Test func aTruthThatIsNotThereIsTold() throws {
        let bench = try PredictionTests.bench()
        let kept = try bench.run("printf 'id,text\n1,home\n2,prize\n' | spamkit classify m.spam - --keep label")
        #expect(kept.status == 0 && kept.output.split(separator: "\n").count == 2)
        #expect(kept.errors.contains("Warning: 2 messages have no known label, so their truth is empty"), "\(kept.errors)")
        #expect(!(try bench.run("spamkit classify m.spam a.csv --keep label").errors.contains("truth is empty")))
    }

    /// 1 may mean wanted, as where 2 is junk: no verdict waits for the rows that would tell.
    @Test func numbersAreNoTruthUnlessTheyAreExplained() throws {
        let bench = try PredictionTests.bench()
        try bench.write("text,label\nhome at nine,1\nclaim your prize,2\n", to: "n.csv")
        let guessed = try bench.run("spamkit classify m.spam n.csv --keep label")
        #expect(try rows(guessed.output).allSatisfy { $0["truth"] is NSNull || $0["truth"] == nil }, "\(guessed.output)")
        #expect(guessed.errors.contains("n.csv: 1 row has a label of 0 or 1, false or true"), "\(guessed.errors)")
        #expect(guessed.errors.contains("2 messages have no known label"), "\(guessed.errors)")
        #expect(try bench.run("spamkit simulate m.spam n.csv").errors.contains("1 row has a label of 0 or 1, false or true"))
        let told = try bench.run("spamkit classify m.spam n.csv --keep label --label-map 1=allow,2=junk")
        #expect(
            try rows(told.output).map { $0["truth"] as? String } == ["allow", "junk"] && !told.errors.contains("truth is empty"))
    }

    /// What is written as CSV is read as the same messages.
    @Test func csvHasAColumnForEachClass() throws {
        let bench = try PredictionTests.bench()
        let lines = try bench.run("spamkit classify m.spam b.csv --to csv --keep text,label").output.split(separator: "\n")
        #expect(lines[0] == "row,id,text,truth,label,action,subAction,junkLogOdds,p_allow,p_junk")
        #expect(lines.count == 3 && lines[1].hasPrefix("1,w1,\"claim \"\"prize\"\" loan, now\",allow,junk,junk,,"))
        #expect(lines[2].hasPrefix("2,,dinner at home,junk,allow,allow,,-"))
        let read = try bench.run(
            "spamkit classify m.spam b.csv --to csv --keep text > p.csv; spamkit classify m.spam p.csv --keep text")
        #expect(try rows(read.output).map { $0["text"] as? String } == ["claim \"prize\" loan, now", "dinner at home"])
    }

    @Test func evaluateWritesPredictionsWithoutTexts() throws {
        let bench = try PredictionTests.bench()
        #expect(try bench.run("spamkit evaluate m.spam b.sqlite --predictions p.jsonl --json j.json").status == 0)
        let text = try String(contentsOf: bench.folder.appendingPathComponent("p.jsonl"), encoding: .utf8)
        let found = try rows(text)
        #expect(found.map { $0["number"] as? Int } == [1, 2] && found.map { $0["id"] as? String } == ["w1", nil])
        #expect(found.map { $0["truth"] as? String } == ["allow", "junk"] && found.map { $0["group"] as? Int } == [1, 2])
        #expect(found.allSatisfy { $0["source"] as? String == "b.csv" } && !text.contains("prize"))
        let figures = try JSONSerialization.jsonObject(with: Data(contentsOf: bench.folder.appendingPathComponent("j.json")))
        let curves = try #require((figures as? [String: Any])?["curves"] as? [String: [[Any]]])
        func ends(_ curve: String) -> [[Double?]] {
            [curves[curve]!.first!, curves[curve]!.last!].map { $0.map { $0 as? Double } }
        }
        #expect(ends("roc").map { $0.prefix(2) } == [[0, 0], [1, 1]] && ends("roc")[0][2] == nil)
        #expect(ends("precisionRecall")[1].prefix(2) == [1, 0.5])
        #expect(try bench.run("spamkit evaluate m.spam b.csv --predictions p.csv --show-text").status == 0)
        #expect(
            try String(contentsOf: bench.folder.appendingPathComponent("p.csv"), encoding: .utf8).contains("\"claim \"\"prize"))
        #expect(try bench.run("spamkit evaluate m.spam b.csv --predictions b.csv").status == 64)
    }

    /// Each message of the corpus once, by a model that has not seen it.
    @Test func crossvalWritesEachMessageOnce() throws {
        let bench = try PredictionTests.bench()
        _ = try bench.run("awk -F, -v OFS=, '{ print $0, NR == 1 ? \"template\" : NR }' a.csv > c.csv")
        let done = try bench.run("spamkit crossval c.csv --by template --folds 3 --trainer nb --min-df 1 --predictions p.csv")
        #expect(done.status == 0, "\(done.errors)")
        let lines = try String(contentsOf: bench.folder.appendingPathComponent("p.csv"), encoding: .utf8).split(separator: "\n")
        #expect(lines[0] == "row,id,source,truth,part,group,label,action,subAction,junkLogOdds,p_allow,p_junk")
        let ids = lines.dropFirst().map { String($0.split(separator: ",")[1]) }
        #expect(ids.count == 200 && Set(ids) == Set((0..<200).map { "m\($0)" }))
        #expect(try bench.run("spamkit crossval a.csv --show-text").status == 64)
    }

    /// A template of many messages comes before single ones that are surer.
    @Test func theLargestGroupOfMistakesIsFirst() throws {
        let bench = try Workbench()
        let words = ["apple", "river", "stone", "cloud", "tiger", "piano"]
        func row(_ label: String, _ i: Int) -> String {
            "\(label)\t\(label == "spam" ? "free prize gold" : "see you home") \(words[i % 6]) \(words[i / 6 % 6])\n"
        }
        try bench.write((0..<36).map { row("ham", $0) + row("spam", $0) }.joined(), to: "a.tsv")
        let odd = "ham\tfree prize gold free prize gold win free gold prize\n"
        try bench.write(
            odd + (1...9).map { "ham\tfree prize number \($0) for the lottery of our town hall\n" }.joined(), to: "b.tsv")
        let listed = try bench.run(
            "spamkit train a.tsv --folds 0 --min-df 1 --out m.spam -q; spamkit evaluate m.spam b.tsv --mistakes --top 1")
        #expect(
            listed.output.replacing(#/\s+/#, with: " ").contains(
                #/Wanted messages put in Junk: 10, in 2 groups of near duplicates, shown are the 1 largest 9 near duplicates, such as b.tsv, row \d+: allow, called junk/#
            ), "\(listed.output)\(listed.errors)")
        #expect(listed.output.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(listed.output)")
    }

    @Test func mistakesAreListedByGroup() throws {
        let bench = try PredictionTests.bench()
        let listed = try bench.run("spamkit evaluate m.spam b.sqlite --mistakes")
        #expect(
            listed.output.contains(
                "\nWanted messages put in Junk: 1, in 1 group of near duplicates\n  b.sqlite #1 (id w1): allow, called junk, log-odds +"
            ),
            "\(listed.output.suffix(400))")
        #expect(
            listed.output.contains(
                "\nJunk that was let through: 1, in 1 group of near duplicates\n  b.sqlite #2: junk, called allow,"))
        #expect(!listed.output.contains("prize"))
        let shown = try bench.run("spamkit evaluate m.spam b.csv --mistakes --show-text --top 1").output
        #expect(
            shown.contains("  b.csv, row 1 (id w1): allow, called junk") && shown.contains("\n      claim \"prize\" loan, now\n"))
        // Clues with their signs: what speaks for junk, and what against.
        #expect(shown.firstMatch(of: /\n      .*\+\d\.\d+/) != nil, "\(shown.suffix(600))")
        // A name of a file stays on its line.
        let renamed = try bench.run("mv b.csv 'x\ny.csv'; spamkit evaluate m.spam 'x\ny.csv' --mistakes").output
        #expect(renamed.contains("\n  x⏎y.csv, row 1 (id w1): allow"), "\(renamed.suffix(400))")
        for wrong in ["--show-text", "--mistakes --json -", "--mistakes --top -1"] {
            #expect(try bench.run("spamkit evaluate m.spam b.sqlite \(wrong)").status == 64, "\(wrong)")
        }
    }

    /// The notices share less than half of their features. `split` would not join them.
    @Test func theFirstSentenceCountsTheGroupsOfThePredictions() throws {
        let bench = try Workbench()
        try bench.write(
            """
            label,text
            ham,Your parcel from Alder and Sons waits at the desk in Mill Lane until Friday evening
            ham,Your parcel from Hazel and Sons waits at the shop in Park Road until Monday noon
            ham,Shall we walk along the river after lunch tomorrow?
            spam,free prize call now

            """, to: "a.csv")
        _ = try bench.run("spamkit import a.csv --into a.sqlite && spamkit split a.sqlite --by template")
        for corpus in ["a.csv", "a.sqlite"] {
            let result = try bench.run("spamkit evaluate Models/latin.spam \(corpus) --predictions p.jsonl")
            #expect(result.output.replacing("\n", with: " ").contains(" of 2, so at most "), "\(result.output)")
            #expect(try rows(bench.run("cat p.jsonl").output).map { $0["group"] as? Int } == [1, 1, 2, 3])
        }
    }
}
