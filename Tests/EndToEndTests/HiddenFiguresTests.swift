// What train and evaluate must not hide: messages that were trained on, an inbox in a wrong folder,
// limits above what was asked, times that cannot be told.

import Foundation
import Testing

@Suite struct HiddenFiguresTests {
    private static let months = ["June", "July", "August", "March", "April"]

    /// A message of seven made-up words, unlike those of other numbers and sources.
    private static func words(_ source: String, _ i: Int) -> String {
        (0..<7).map { place in
            var number = (i + 1) * (place * 2 + 3) * 7919 % 400
            var word = source
            for _ in 0..<3 { (word, number) = (word + ["ba", "do", "ke", "li", "mu", "na", "po"][number % 7], number / 7) }
            return word
        }.joined(separator: " ")
    }

    private static func rows(_ source: String, _ label: String, _ numbers: Range<Int>) -> String {
        numbers.map { "\(label)\t\(words("\(source)\(label.first!)", $0))\n" }.joined()
    }

    private static func own(_ numbers: Range<Int>) -> String { rows("o", "ham", numbers) + rows("o", "spam", numbers) }

    /// A large background took all places of the card's sample.
    @Test func ownTrainingMessagesAreNoticedBesideABackground() throws {
        let bench = try Workbench()
        try bench.write(Self.own(0..<40), to: "mine.tsv")
        try bench.write(Self.rows("b", "ham", 0..<900) + Self.rows("b", "spam", 0..<900), to: "general.tsv")
        let trained = try bench.run(
            "spamkit train mine.tsv --background general.tsv --folds 2 --out m.spam && cp mine.tsv again.tsv && cp general.tsv other.tsv"
        )
        #expect(trained.status == 0, "\(trained.errors)")
        let again = try bench.run("spamkit evaluate m.spam again.tsv")
        #expect(
            again.output.replacing("\n", with: " ").hasPrefix(
                "These figures say nothing of new messages: 64 of a sample of 64 test messages are in the training data, but for digits and links."
            ),
            "\(again.output.prefix(300))")
        let general = try bench.run("spamkit evaluate m.spam other.tsv")
        #expect(
            general.output.replacing("\n", with: " ").contains("are in the background, but for digits and links."),
            "\(general.output.prefix(300))")
    }

    /// Next month's file has the name of this month's.
    @Test func aNameAloneIsNoAlarm() throws {
        let bench = try Workbench()
        try bench.write(Self.own(0..<60), to: "inbox.tsv")
        let made = try bench.run(
            "spamkit train inbox.tsv --folds 2 --out m.spam && spamkit train inbox.tsv --folds 0 --out n.spam")
        #expect(made.status == 0, "\(made.errors)")
        #expect(
            try bench.run("spamkit evaluate m.spam inbox.tsv").output.hasPrefix("These figures say nothing of new messages: "))
        try bench.write(Self.own(100..<160), to: "inbox.tsv")
        #expect(try !bench.run("spamkit evaluate m.spam inbox.tsv").output.contains("nothing of new messages"))
        // A model without a sample can only say what it does not know.
        let unknown = try bench.run("spamkit evaluate n.spam inbox.tsv").output
        #expect(unknown.hasPrefix("The model's card names inbox.tsv as training data. If these are"), "\(unknown.prefix(200))")
    }

    /// A small part of training may hold none of the texts that the card knows; the rest tells.
    /// Where the rest alone was trained on, the part tells that it was not.
    @Test func theRestOfAFileTellsOfItsPart() throws {
        let bench = try Workbench()
        func source(_ name: String, _ numbers: Range<Int>) -> String {
            numbers.map { i in
                let text = "\(i % 2 == 0 ? "win a prize" : "see you at home") \(Self.words("w", i))"
                return "{\"text\":\"\(text)\",\"label\":\"\(i % 2 == 0 ? "junk" : "allow")\",\"source\":\"\(name)\"}\n"
            }.joined()
        }
        try bench.write(source("large", 0..<2000) + source("small", 2000..<2012), to: "all.jsonl")
        let trained = try bench.run(
            "spamkit train all.jsonl --folds 2 --out m.spam -q; spamkit train all.jsonl --where source=large --folds 2 --out n.spam -q"
        )
        #expect(trained.status == 0, "\(trained.errors)")
        let words = "messages that --where leaves out are in the model's training data; if the measured ones are in it, too"
        for command in ["evaluate m.spam", "compare m.spam n.spam"] {
            let said = try bench.run("spamkit \(command) all.jsonl --where source=small")
            #expect(
                said.errors.contains(words) || said.output.contains("nothing of new messages"), "\(said.output)\(said.errors)")
        }
        let other = source("other", 3000..<3400)
        try bench.write(source("large", 0..<2000) + other, to: "more.jsonl")
        let unknown = try bench.run("spamkit evaluate n.spam more.jsonl --where source=other")
        #expect(unknown.status == 0 && !unknown.errors.contains("leaves out are"), "\(unknown.errors)")
    }

    /// One source alone has promotions; the inbox of another is unlike it.
    @Test func theInboxOfAnotherSourceStaysOutOfFolders() throws {
        let bench = try Workbench()
        try bench.write(
            Self.rows("o", "ham", 0..<40) + Self.rows("o", "spam", 0..<80) + Self.rows("o", "promotion", 0..<120), to: "one.tsv")
        try bench.write(Self.rows("p", "ham", 0..<300) + Self.rows("p", "spam", 0..<80), to: "two.tsv")
        let trained = try bench.run("spamkit train one.tsv two.tsv --folds 5 --out m.spam --json -")
        struct Summary: Decodable {
            struct Parts: Decodable { let folders: [Folder] }
            struct Folder: Decodable { let name: String, messages: Int, found: Int, inbox: Inbox, worstSource: Inbox? }
            struct Inbox: Decodable { let source: String?, messages: Int, filed: Int }
            let parts: Parts
        }
        let folder = try #require(
            try JSONDecoder().decode(Summary.self, from: Data(trained.output.utf8)).parts.folders.first)
        #expect(folder.name == "promotion" && folder.inbox.messages == 340 && folder.found > 100, "\(folder)")
        #expect(10 * folder.inbox.filed < folder.inbox.messages, "\(folder)")
        let said = try bench.run("spamkit train one.tsv two.tsv --folds 5 --out m.spam").output
        #expect(said.replacing(#/\s+/#, with: " ").contains("of 340 inbox messages"), "\(said)")
        let measured = try bench.run("spamkit evaluate m.spam one.tsv two.tsv").output
        #expect(measured.contains("of the inbox (") && measured.contains("wrongly there: "), "\(measured)")
    }

    @Test func aFolderThatTakesAnInboxIsNamedWithTheWorstSource() throws {
        let bench = try Workbench()
        // What is called allow in one file is called promotion in the other.
        let shared = (0..<60).map { Self.words("s", $0) }
        try bench.write(
            shared.map { "promotion\t\($0) now\n" }.joined() + Self.rows("o", "ham", 0..<200) + Self.rows("o", "spam", 0..<100),
            to: "one.tsv")
        try bench.write(shared.prefix(50).map { "ham\t\($0) now\n" }.joined() + Self.rows("p", "spam", 0..<80), to: "two.tsv")
        _ = try bench.run("spamkit train one.tsv --folds 5 --out m.spam")
        let said = try bench.run("spamkit evaluate m.spam one.tsv two.tsv").output
        #expect(said.contains("    worst source: two.tsv "), "\(said)")
    }

    @Test func limitsAboveWhatWasAskedAreMarked() throws {
        let bench = try Workbench()
        try bench.write(Self.own(0..<60) + Self.rows("o", "promotion", 0..<60), to: "mine.tsv")
        let said = try bench.run("spamkit train mine.tsv --folds 5 --out m.spam --max-false-junk 0.5%").output
        #expect(
            said.contains("95 % confidence, near duplicates counted once; (few): too few groups\n")
                && said.contains("% (few)\n") && !said.contains("(!)"), "\(said)")
        // One template of promotions is worded as junk.
        let junk = (0..<150).map { "spam\tprize gold \(Self.words("j", $0))\n" }.joined()
        let worded = (7..<12).map { Self.words("j", $0).split(separator: " ")[$0 % 7] }.joined(separator: " ")
        let lost = (0..<60).map { "promotion\tprize gold \(worded) \($0)\n" }.joined()
        try bench.write(Self.rows("o", "ham", 0..<150) + Self.rows("o", "promotion", 0..<150) + junk + lost, to: "lost.tsv")
        let above = try bench.run("spamkit train lost.tsv --folds 5 --out m.spam --max-false-junk 4%").output
        #expect(
            above.contains(#/\(!\): more than 4 % of\s+messages\n/#)
                && above.contains(#/promotion: 60 of 210 in Junk, 135 groups: at most [0-9.]+ % of groups \(!\)\n/#),
            "\(above)")
        #expect(above.contains("worse on other phones or new kinds of text, better where texts repeat\n"), "\(above)")
        // Enough groups, a limit that may be above what was asked: neither.
        let allow = above.split(separator: "\n").first { $0.contains("allow: ") } ?? ""
        #expect(allow.contains(" groups: at most ") && !allow.contains("("), "\(allow)")
        let kept = try bench.run("spamkit train mine.tsv --folds 5 --out m.spam --protect allow=0.2%").output
        let words = kept.replacing(#/\s+/#, with: " ")
        #expect(words.contains("; showing 0.2 % takes 1,497 groups; until then only others that score above"), "\(kept)")
    }

    @Test(arguments: [
        ("3/5/2024", "2 dates such as 3/5/2024, whose day only a whole file tells; import the file and give the store"),
        ("yesterday", "2 times in no form that is read; write them as 2026-01-31 10:20"),
        ("", "none; name the column: --column time="),
    ])
    func timesThatCannotBeToldSayWhy(time: String, expected: String) throws {
        let bench = try Workbench()
        try bench.write("text,label,time\nsee you,ham,\(time)\nfree gold,spam,\(time)\n", to: "a.csv")
        _ = try bench.run(
            "spamkit train a.csv --folds 0 --min-df 1 --out m.spam; spamkit train a.csv --folds 2 --min-df 1 --out d.spam")
        for command in ["evaluate m.spam a.csv --by day", "compare m.spam d.spam a.csv --by month"] {
            let found = try bench.run("spamkit \(command)")
            #expect(found.status == 1 && found.errors.contains("found \(expected)"), "\(command): \(found.errors)")
        }
    }

    @Test func severalSourcesAreSelectedAtOnce() throws {
        let bench = try Workbench()
        try bench.write(
            "text,label,source\nsee you,ham,a\nfree gold,spam,b\nhi there,ham,c\ngold now,spam,\"a,b\"\nbye,ham,\"b,c\"\n",
            to: "a.csv")
        func read(_ condition: String) throws -> String {
            try bench.run("spamkit train a.csv --folds 0 --min-df 1 --out m.spam --where \(condition)").output
        }
        #expect(try read("source=a,b").contains("Read     3 messages: 1 wanted, 2 junk"), "a, b, and the source named so")
        #expect(try read("'source=b, c'").contains("Read     2 messages: 1 wanted, 1 junk"))
    }

    @Test func noShareOfTrafficIsNothing() throws {
        let bench = try Workbench()
        try bench.write(Self.own(0..<20), to: "a.tsv")
        let found = try bench.run("spamkit train a.tsv --out m.spam --traffic transaction=60%,promotion=0%,allow=25%,junk=15%")
        #expect(
            found.status == 64
                && found.errors.contains(
                    "expected a share above 0 % of promotion, since one may come all the same, found promotion=0%"),
            "\(found.errors)")
    }

    /// The model's card names the part and the split, whatever is measured.
    @Test func trainedOnIsWhatTheCardSays() throws {
        let bench = try Workbench()
        try bench.write(Self.own(0..<100), to: "a.tsv")
        try bench.write(Self.own(200..<240), to: "new.tsv")
        let made = try bench.run(
            """
            spamkit import a.tsv --into c.sqlite -q; spamkit import new.tsv --into n.sqlite -q
            spamkit split c.sqlite --by random --test 20% -q; spamkit split c.sqlite --by random --test 60% --name small -q
            spamkit split n.sqlite --by random --test 50% -q
            spamkit train c.sqlite --part train --split small --out m.spam --folds 2
            """)
        #expect(made.output.contains("Read     80 messages"), "\(made.output)\(made.errors)")
        func trained(_ command: String) throws -> Bool {
            let said = try bench.run("spamkit evaluate m.spam \(command) --json -")
            #expect(said.status == 0, "\(said.errors)")
            return said.output.contains("\"trained\" : 80")
        }
        #expect(try trained("n.sqlite --part test --trained-on c.sqlite"))
        #expect(try trained("new.tsv --trained-on c.sqlite"))
        #expect(try !trained("new.tsv --part train --trained-on c.sqlite"), "the option says main")
    }
}
