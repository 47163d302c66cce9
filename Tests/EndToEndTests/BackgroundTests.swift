// The background beside own messages, and signs that a test set was trained on.

import Foundation
import Testing

@Suite struct BackgroundTests {
    private static let words = ["zebra", "quartz", "violin", "pepper", "lantern", "harbor", "meadow", "copper"]

    /// 40 own messages in own.jsonl, 400 general ones in general.jsonl, each its own template.
    private func bench() throws -> Workbench {
        let bench = try Workbench()
        func rows(_ count: Int, _ source: String, _ wanted: (String) -> String, _ junk: (String) -> String) -> String {
            (0..<count).map { i in
                let word = Self.words[i / 2 % Self.words.count] + " \(i)"
                let (label, text) = i % 2 == 0 ? ("transaction/orders", wanted(word)) : ("junk", junk(word))
                return "{\"label\":\"\(label)\",\"text\":\"\(text)\",\"source\":\"\(source)\",\"template\":\"\(source)\(i)\"}\n"
            }.joined()
        }
        try bench.write(
            rows(40, "phone", { "your order of \($0) is on its way" }, { "win a \($0), text now" }), to: "own.jsonl")
        try bench.write(
            rows(400, "public", { "parcel \($0) has left our store" }, { "free \($0) prize, call" }), to: "general.jsonl")
        return bench
    }

    @Test func theCardTellsOwnMessagesFromTheBackground() throws {
        let bench = try bench()
        let made = try bench.run("spamkit train own.jsonl --background general.jsonl --out m.spam")
        #expect(
            made.status == 0 && made.output.contains("40 messages: 20 wanted, 20 junk; 400 of the background"), "\(made.errors)")
        let card = try bench.run("spamkit inspect m.spam").output
        #expect(card.contains("trained on: phone (40 messages)\n  background: public (400 messages)\n"), "\(card)")
        #expect(card.contains("background weight: "))
        // Only own messages are promised about.
        #expect(made.output.contains(" of 20 wanted in Junk; 20"), "\(made.output)")
        let alone = try bench.run("spamkit train --background general.jsonl --out b.spam")
        #expect(
            alone.status == 0 && alone.output.contains("400 messages of the background: 200 wanted, 200 junk\n"),
            "\(alone.errors)")
    }

    /// What own messages lack is measured on the background's, and said.
    @Test func whatOwnMessagesLackIsMeasuredAndSaid() throws {
        let bench = try bench()
        let codes = (0..<300).map {
            "{\"label\":\"transaction/others\",\"text\":\"free prize code \($0 * 7), call\",\"template\":\"c\($0)\"}\n"
        }
        _ = try bench.run("sed s,transaction/orders,allow, own.jsonl > chats.jsonl")
        try bench.write(codes.joined(), to: "codes.jsonl")
        let made = try bench.run("spamkit train chats.jsonl --background general.jsonl codes.jsonl --protect codes --out m.spam")
        #expect(made.status == 0, "\(made.errors)")
        #expect(
            made.output.contains("transaction/others (protected): ") && made.output.contains(" of 300 in Junk"),
            "\(made.output)")
        let lost = made.errors.firstMatch(of: /(\d+) of 300 transaction\/others messages .*go to Junk in spite of --protect/)
        #expect(lost != nil || made.output.contains("(protected): 0 of 300 in Junk"), "\(made.output)\(made.errors)")
        #expect(!made.errors.contains("--protect cannot keep"))
        let card = try bench.run("spamkit inspect m.spam").output
        #expect(card.contains("transaction/others (protected)"), "\(card)")
    }

    /// Reports of users are often junk alone.
    @Test(arguments: [("junk", "none of your messages is wanted"), ("transaction", "none of your messages is junk")])
    func ownMessagesOfOneSideDoNotDecide(label: String, warning: String) throws {
        let bench = try bench()
        let made = try bench.run("spamkit train own.jsonl --where label=\(label) --background general.jsonl --out m.spam")
        #expect(
            made.status == 0 && made.errors.contains("\(warning), so they count no more than the background's"), "\(made.errors)")
        #expect(try !bench.run("spamkit inspect m.spam").output.contains("background weight"))
        let both = try bench.run("spamkit train own.jsonl --background general.jsonl --out m.spam")
        let alone = try bench.run("spamkit train --background general.jsonl --out m.spam")
        #expect(both.status == 0 && alone.status == 0 && !(both.errors + alone.errors).contains("count no more"))
    }

    /// Whom the figures hold for, and warnings, stand before the command to type next.
    @Test func theNextCommandIsTheLastLine() throws {
        let bench = try bench()
        let said = try bench.run("spamkit train own.jsonl --background general.jsonl --out m.spam 2>&1").output
        let lines = said.split(separator: "\n")
        #expect(said.contains("Warning: ") && lines.last == "Next     spamkit evaluate m.spam UNSEEN.csv", "\(said)")
        #expect(said.contains("\n         worse on other phones or new kinds of text, better where texts repeat\n"), "\(said)")
        let alone = try bench.run("spamkit train own.jsonl --out m.spam 2>&1").output
        #expect(
            alone.split(separator: "\n").last?.hasPrefix("Next ") == true
                && alone.contains("\n         worse on other phones or new kinds of text, better where texts repeat\n"),
            "\(alone)")
    }

    @Test func aFileIsOwnOrBackground() throws {
        let bench = try bench()
        for command in ["train own.jsonl --out m.spam", "crossval own.jsonl", "tune own.jsonl --out m.spam"] {
            let refused = try bench.run("spamkit \(command) --background general.jsonl ./own.jsonl")
            #expect(refused.status == 64 && refused.output.isEmpty)
            #expect(refused.errors.contains("--background: expected other files than the corpora, found ./own.jsonl"))
        }
        #expect(try bench.run("spamkit train own.jsonl --background nosuch.jsonl --out m.spam").status == 1)
        #expect(try bench.run("test -e m.spam").status != 0)
    }

    /// Every part of crossval is of own messages, and every model has the whole background.
    @Test func crossvalLeavesOutOwnMessagesOnly() throws {
        let bench = try bench()
        let measured = try bench.run("spamkit crossval own.jsonl --background general.jsonl")
        #expect(measured.status == 0 && measured.output.contains("\n40 messages: 20 wanted, 20 junk"), "\(measured.errors)")
        #expect(!measured.output.contains("public"))
        #expect(measured.errors.contains("models have wanted messages of too few templates to show at most 0.2 % false junk"))
    }

    @Test func countsKnowABackground() throws {
        let bench = try bench()
        let made = try bench.run(
            """
            spamkit counts own.jsonl --out own.counts && spamkit counts general.jsonl --out general.counts &&
            spamkit train own.counts --background general.counts --trainer nb --out m.spam
            """)
        #expect(
            made.status == 0 && made.output.contains("40 messages: 20 wanted, 20 junk; 400 of the background"), "\(made.errors)")
        let card = try bench.run("spamkit inspect m.spam").output
        #expect(
            card.contains("background: public (400 messages)") && card.contains("messages: junk 20, transaction/orders 20"),
            "\(card)")
        let mixed = try bench.run("spamkit train own.counts --background general.jsonl --trainer nb --out m.spam")
        #expect(mixed.status != 0 && mixed.errors.contains("general.jsonl"), "\(mixed.errors)")
    }

    /// Few own messages have many folds, however large the background is.
    @Test func foldsFollowOwnMessages() throws {
        let bench = try bench()
        func folds(_ arguments: String) throws -> Bool {
            let made = try bench.run(
                "spamkit train \(arguments) --trainer nb --out m.spam > m.txt 2> e.txt && spamkit inspect m.spam --json -")
            #expect(made.status == 0, "\(made.errors)")
            return made.output.contains("\"folds\" : \"10\"")
        }
        #expect(try folds("own.jsonl --background Datasets/starter/test.jsonl"))
        #expect(try !folds("own.jsonl Datasets/starter/test.jsonl"))
    }

    /// First of all figures stands that they are too good.
    @Test func figuresOfMessagesTrainedOnAreDoubtedFirst() throws {
        let bench = try bench()
        try bench.write(
            (0..<30).map { "{\"label\":\"\($0 % 2 == 0 ? "ham" : "spam")\",\"text\":\"nothing is like this \($0)\"}\n" }.joined(),
            to: "new.jsonl")
        #expect(try bench.run("spamkit train general.jsonl --out m.spam").status == 0)
        let same = try bench.run("spamkit evaluate m.spam general.jsonl")
        #expect(same.output.hasPrefix("These figures say nothing of new messages: "), "\(same.output.prefix(200))")
        // Another name does not help.
        let copied = try bench.run(
            "sed 's/\"public\"/\"other\"/' general.jsonl > copy.jsonl; spamkit evaluate m.spam copy.jsonl --json -")
        let report = try JSONSerialization.jsonObject(with: Data(copied.output.utf8)) as? [String: Any]
        #expect(report?["trace"] is [String: Any], "\(copied.errors)")
        #expect(try !bench.run("spamkit evaluate m.spam new.jsonl").output.contains("nothing of new messages"))
        // Without folds a card has no traces of messages, but it names the sources.
        _ = try bench.run("spamkit import general.jsonl --into n.sqlite; spamkit train n.sqlite --folds 0 --out n.spam")
        let stored = try bench.run("spamkit evaluate n.spam n.sqlite")
        #expect(
            stored.output.hasPrefix("The model's card names public as training data. If these are the same messages"),
            "\(stored.output.prefix(200))")
        _ = try bench.run("spamkit split n.sqlite --by random --test .5")
        // So does a part, of a model that was trained on all of the store.
        let names = "The model's card names public as training data."
        let part = try bench.run("spamkit evaluate n.spam n.sqlite --part test --trained-on n.sqlite")
        #expect(
            part.output.hasPrefix(names) && part.errors.contains("trained on: n.sqlite, 400 messages"),
            "\(part.output.prefix(200))")
        let compared = try bench.run("spamkit compare m.spam n.spam n.sqlite --part test")
        #expect(
            compared.output.contains("n.spam: \(names)") || compared.errors.contains("n.spam: \(names)"), "\(compared.errors)")
        _ = try bench.run("spamkit train n.sqlite --part train --folds 0 --out p.spam")
        let other = try bench.run("spamkit evaluate p.spam n.sqlite --part test")
        #expect(other.status == 0 && !other.output.contains("nothing of new messages"), "\(other.output.prefix(200))")
        // Trained on the other part by an export, it names the source, but fewer messages.
        let exported = try bench.run(
            """
            spamkit corpus export n.sqlite --part train --to jsonl > t.jsonl && spamkit train t.jsonl --folds 0 --out q.spam &&
            spamkit evaluate q.spam n.sqlite --part test --trained-on n.sqlite
            """)
        #expect(
            exported.status == 0 && !exported.output.contains("nothing of new messages"),
            "\(exported.output.prefix(200))\(exported.errors)")
        #expect(!exported.errors.contains("n.sqlite, 400 messages"), "\(exported.errors)")
        // Traces tell more than a name: next month's messages have the same source.
        _ = try bench.run("spamkit import new.jsonl --source public --into next.sqlite")
        let next = try bench.run("spamkit evaluate m.spam next.sqlite")
        #expect(next.status == 0 && !next.output.contains("nothing of new messages"), "\(next.output.prefix(200))\(next.errors)")
    }

    /// Rows trained on are told by the store that the model came from.
    @Test func thePartOfAStoreThatAModelWasTrainedOnIsKnown() throws {
        let bench = try bench()
        let made = try bench.run(
            """
            head -600 Datasets/starter/train.jsonl > starter.jsonl && spamkit import starter.jsonl --into s.sqlite &&
            spamkit split s.sqlite --test .4 &&
            spamkit train s.sqlite --part train --out m.spam
            """)
        #expect(made.status == 0, "\(made.errors)")
        let command = "spamkit evaluate m.spam s.sqlite --trained-on s.sqlite --part"
        let unseen = try bench.run("\(command) test"), seen = try bench.run("\(command) train")
        #expect(
            unseen.status == 0 && !unseen.output.contains("nothing of new messages"),
            "\(unseen.errors)\(unseen.output.prefix(300))")
        #expect(seen.status != 0 || seen.output.contains("nothing of new messages"), "\(seen.output.prefix(300))")
        // A store without a split is read whole next to one that has it, as it was for training.
        let beside = try bench.run(
            """
            spamkit import general.jsonl --into o.sqlite && spamkit train s.sqlite o.sqlite --part train --out m.spam &&
            spamkit evaluate m.spam s.sqlite --part test --trained-on s.sqlite o.sqlite
            """)
        #expect(beside.status == 0 && beside.errors.contains("(s.sqlite, o.sqlite)"), "\(beside.errors)")
    }

    @Test(arguments: [
        ("transaction=60%", "allow"), ("allow=50%,junk=50%,promotion=10%,transaction=10%", "100"),
        ("allow=many", "many"), ("news=100%", "news"),
    ])
    func sharesOfTrafficAreChecked(shares: String, expected: String) throws {
        let bench = try bench()
        let refused = try bench.run("spamkit train own.jsonl --traffic \(shares) --out m.spam")
        #expect(
            refused.status == 64 && refused.errors.contains("--traffic") && refused.errors.contains(expected), "\(refused.errors)"
        )
        #expect(try bench.run("test -e m.spam").status != 0)
    }
}
