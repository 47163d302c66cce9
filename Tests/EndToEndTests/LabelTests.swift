// Labelling in the terminal, by keys from a pipe.

import Foundation
import Testing

@Suite struct LabelTests {
    @Test func labelsAreGivenByKeys() throws {
        let bench = try Workbench()
        try bench.write("text\none of them\nanother thing\nthe third message\n", to: "a.csv")
        _ = try bench.run("spamkit import a.csv --into c.sqlite")
        #expect(
            try bench.run("printf 'jtfuq' | spamkit label c.sqlite --person ann").output.hasSuffix("1 labelled now, 2 left\n"))
        #expect(try bench.run("printf 'aap ' | spamkit label c.sqlite --person ben").output.hasSuffix("2 labelled now, 0 left\n"))
        #expect(try bench.run("spamkit corpus stats c.sqlite").output.contains("labels      allow 2, junk 1"))
    }

    @Test func theKeysAreExplained() throws {
        let bench = try Workbench()
        try store(["one of them", "another thing"], in: bench)
        let undone = try bench.run("printf 'uq' | spamkit label own.sqlite").errors
        #expect(undone.contains("nothing to take back in this session; labels of earlier ones: spamkit corpus undo"), "\(undone)")
        let asked = try bench.run("printf '?q' | spamkit label own.sqlite").errors
        for line in [
            "a  allow: ", "j  junk: ", "p  promotion: ", "t  transaction: ", "g  the next", "s  skip: ", "u  ", "q  ", "?  ",
        ] {
            #expect(asked.contains("\n\(line)"), "\(line): \(asked)")
        }
    }

    /// The numbers of the messages shown, in order.
    private func shown(_ output: String) -> [Int] {
        output.split(separator: "\n").filter { $0.hasPrefix("#") }.compactMap { Int($0.dropFirst().prefix { $0.isNumber }) }
    }

    private func store(_ texts: [String], in bench: borrowing Workbench) throws {
        try bench.write("text\n" + texts.joined(separator: "\n") + "\n", to: "own.csv")
        let made = try bench.run("spamkit import own.csv --into own.sqlite")
        #expect(made.status == 0, "\(made.errors)")
    }

    /// What the background knows is asked for last.
    @Test func aBackgroundAsksFromTheFirstMessageOn() throws {
        let bench = try Workbench()
        try bench.write(
            (0..<60).map {
                "{\"label\":\"\($0 % 2 == 0 ? "allow" : "junk")\",\"text\":\"\($0 % 2 == 0 ? "see you later" : "free prize") w\($0)\"}\n"
            }
            .joined(), to: "general.jsonl")
        try store(["see you later at home", "free prize for all", "something else altogether"], in: bench)
        let asked = try bench.run("printf 'aja' | spamkit label own.sqlite --background general.jsonl")
        #expect(asked.status == 0 && shown(asked.output).first == 3, "\(asked.output)\(asked.errors)")
        #expect(asked.output.hasSuffix("3 labelled now, 0 left\n"))
        // The background stays out of the store, and what comes next is said.
        #expect(try bench.run("spamkit corpus stats own.sqlite").output.contains("labels      allow 2, junk 1"))
        #expect(asked.errors.contains("spamkit train own.sqlite --background general.jsonl --out "), "\(asked.errors)")
    }

    @Test func tenLabelsAreLearnedFrom() throws {
        let bench = try Workbench()
        let words = [
            "zebra", "quartz", "violin", "pepper", "lantern", "harbor", "meadow", "copper", "walnut", "falcon", "velvet",
            "ginger",
        ]
        try store(words.enumerated().map { $0 % 2 == 0 ? "dinner with \($1) tonight" : "cheap \($1) loan here" }, in: bench)
        let nine = try bench.run("printf 'ajajajaja' | spamkit label own.sqlite")
        #expect(Set(shown(nine.output)).count == 10 && !nine.errors.contains("learning from"), "\(nine.errors)")
        let fresh = try bench.run("spamkit import own.csv --into new.sqlite && printf 'ajasajajajaja' | spamkit label new.sqlite")
        #expect(fresh.errors.contains("learning from the labels"), "\(fresh.errors)")
        // What was skipped is not asked for again by the model that has learned.
        #expect(shown(fresh.output).count == 12 && Set(shown(fresh.output)).count == 12, "\(fresh.output)")
        #expect(fresh.output.hasSuffix("11 labelled now, 0 left\n"))
    }

    @Test func aMessageIsShownWithWhereItIsFromAndWhy() throws {
        let bench = try Workbench()
        let words = (0..<30).map { "word\($0)" }.joined(separator: " ")
        try bench.write(
            "text,sender,time,lang\n\(words) 1,1588-0000,2025-03-04T10:00:00Z,en\n\(words) 1,+44 7700 900111,,\n\(words) 22,,,\n"
                + "나중에 봐요,,,ko\n", to: "own.csv")
        _ = try bench.run("spamkit import own.csv --into own.sqlite")
        let asked = try bench.run("printf 'juguajtzzf' | spamkit label own.sqlite --person ann")
        let lines = asked.output.split(separator: "\n").map(String.init)
        #expect(
            lines.starts(with: ["#1  0 labelled now, 4 left", "from 1588-0000, 2025-03-04 10:00 UTC, language en"]),
            "\(asked.output)"
        )
        #expect(asked.output.contains("why asked: nothing near it has a label yet\n  word0 word1 "))
        // Lines fit 80 columns, and no word is broken.
        #expect(
            lines.allSatisfy { $0.count <= 80 }
                && words.split(separator: " ").allSatisfy { word in lines.contains { $0.split(separator: " ").contains(word) } })
        for said in [
            "and 1 message with the same text\n", "taken back, with the 1 labelled along with it\n",
            "the next label is for 3 messages of its template, this one too; another of them:\n  word0 ",
        ] { #expect(asked.errors.contains(said), "\(said): \(asked.errors)") }
        // A key that means nothing shows no menu again.
        #expect(asked.errors.components(separatedBy: "x transaction/others").count == 2, "\(asked.errors)")
        #expect(asked.output.hasSuffix("3 labelled now, 1 more with them, 0 left\n"), "\(asked.output)")
    }

    @Test func twoPeopleAgreeMoreOrLess() throws {
        let bench = try Workbench()
        try store(["one of them", "another thing", "the third message", "free prize"], in: bench)
        let none = try bench.run("spamkit label own.sqlite --second --person ben; spamkit corpus agreement own.sqlite")
        #expect(
            none.errors.contains("all labels are of ben")
                && none.output.contains("ask the second: spamkit label own.sqlite --second"))
        _ = try bench.run("printf 'aaaj' | spamkit label own.sqlite --person ann")
        let second = try bench.run("printf 'jjgjj' | spamkit label own.sqlite --second --person ben")
        #expect(
            second.output.hasSuffix("4 labelled now, 0 left\n") && !second.errors.contains("g all"),
            "\(second.output)\(second.errors)")
        #expect(second.errors.contains("spamkit corpus agreement own.sqlite"))
        let agreement = try bench.run("spamkit corpus agreement own.sqlite --top 1")
        #expect(
            agreement.output.hasPrefix(
                "ann and ben: 1 of 4 messages have the same label\nkappa 0.000; 0.000 for junk or not junk\n"))
        #expect(
            agreement.output.contains("ann allow, ben junk: 3\n") && !agreement.output.contains("third message"),
            "\(agreement.output)")
        let json = try bench.run("spamkit corpus agreement own.sqlite --json -").output
        #expect(json.contains("\"kappa\" : 0") && json.contains("\"agreed\" : 1"), "\(json)")
        #expect(!json.contains("third message"))
        let shown = try bench.run("spamkit corpus agreement own.sqlite --json - --show-text").output
        #expect(shown.contains("third message"), "\(shown)")
        #expect(try bench.run("spamkit corpus stats own.sqlite").output.contains("labels      allow 3, junk 1"))
    }

    @Test func oneModelAsks() throws {
        let bench = try Workbench()
        try store(["one of them"], in: bench)
        for (options, expected) in [
            ("--model m.spam --background own.csv", "--model: expected no --background"),
            ("--second --background own.csv", "--second: expected no --model and no --background"),
            ("--background ./own.sqlite", "--background: expected other files than the store, found ./own.sqlite"),
        ] {
            let refused = try bench.run("spamkit label own.sqlite \(options) < /dev/null")
            #expect(refused.status == 64 && refused.errors.contains(expected) && refused.output.isEmpty, "\(refused.errors)")
        }
        let missing = try bench.run("spamkit label own.sqlite --background nosuch.jsonl < /dev/null")
        #expect(missing.status == 1 && missing.errors.contains("nosuch.jsonl"))
    }

    /// A finished store is told of at once: nothing is learned first.
    @Test func aFinishedStoreHasNothingToAsk() throws {
        let bench = try Workbench()
        try bench.write("ham\tsee you at home\nspam\tfree prize\n", to: "in.tsv")
        let asked = try bench.run("spamkit import in.tsv --into c.sqlite -q && spamkit label c.sqlite")
        #expect(
            asked.output.hasSuffix("0 labelled now, 0 left\n")
                && asked.errors.contains("every message has a label; to ask another person: --second"))
        #expect(!asked.errors.contains("learning"))
    }
}
