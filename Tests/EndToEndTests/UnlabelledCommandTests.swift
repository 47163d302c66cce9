// Messages that nobody labelled beside a background.

import Foundation
import Testing

@Suite struct UnlabelledCommandTests {
    /// A background of 400 messages, and 60 of a phone in a file whose labels are wrong.
    private func bench() throws -> Workbench {
        let bench = try Workbench(), words = ["zebra", "quartz", "violin", "pepper", "lantern", "harbor", "meadow", "copper"]
        let general = (0..<400).map { i in
            let word = "\(words[i % 8]) \(words[i / 8 % 8]) \(i)"
            return i % 2 == 0
                ? "{\"label\":\"transaction/orders\",\"text\":\"parcel \(word) has left our store\",\"template\":\"a\(i)\"}\n"
                : "{\"label\":\"junk\",\"text\":\"free \(word) prize, call\",\"template\":\"b\(i)\"}\n"
        }
        let phone = (0..<60).map { i in
            let word = "\(words[i * 3 % 8]) \(words[i / 8]) \(i)"
            let text = i % 5 == 0 ? "bonus prize \(word) free" : "parcel \(word) waits at the kiosk"
            return "{\"label\":\"\(i % 2 == 0 ? "junk" : "ham")\",\"text\":\"\(text)\",\"template\":\"p\(i)\"}\n"
        }
        try bench.write(general.joined(), to: "general.jsonl")
        try bench.write(phone.joined(), to: "phone.jsonl")
        return bench
    }

    @Test func aPhoneTeachesWithoutLabels() throws {
        let bench = try bench()
        let made = try bench.run("spamkit train --unlabelled phone.jsonl --background general.jsonl --out m.spam")
        #expect(made.status == 0, "\(made.errors)")
        let words = made.output.replacing("\n         ", with: " ")
        #expect(words.contains("400 messages of the background: 200 wanted, 200 junk; 60 without labels"), "\(made.output)")
        #expect(
            words.contains(" % of messages with unseen texts go to Junk")
                && words.contains("only labels tell whether these are junk"),
            "\(made.output)")
        #expect(made.errors.contains("60 labels ignored, as --unlabelled asks"), "\(made.errors)")
        // Messages of others in a store would count as those of this phone.
        #expect(words.contains("--into phone.sqlite") && words.contains("label phone.sqlite"), "\(made.output)")
        let again = "touch phone.sqlite; spamkit train --unlabelled phone.jsonl --background general.jsonl --out n.spam"
        #expect(try bench.run(again).output.contains("--into phone-2.sqlite"))
        // The file does with these messages what is expected of others, so nothing more is said.
        let inJunk = try bench.run("spamkit classify m.spam phone.jsonl --only junk").output.split(separator: "\n").count
        #expect(
            inJunk == 12 && words.contains("at least 20 % of messages with unseen texts") && !words.contains("of these 60"),
            "\(inJunk) \(words)")
        let drift = try bench.run("spamkit drift m.spam phone.jsonl").errors
        #expect(drift.contains("also learned from messages without labels") && drift.contains("without --unlabelled"), "\(drift)")
        let card = try bench.run("spamkit inspect m.spam").output
        #expect(card.contains("without labels: 60 messages, "), "\(card)")
        #expect(try bench.run("spamkit inspect m.spam --verify").status == 0)
    }

    /// Labelled messages of the phone are none of those whose share is told.
    @Test func textsWithoutLabelsAloneAreCounted() throws {
        let bench = try bench()
        let made = try bench.run(
            """
            head -n 20 phone.jsonl | sed 's/"label":"[a-z]*"/"label":"ham"/; /bonus/s/"label":"[a-z]*"/"label":"junk"/' > own.jsonl
            tail -n 40 phone.jsonl | sed 's/"label":"[a-z]*",//; s/"text"/"n":1,"words"/' > rest.jsonl
            spamkit train own.jsonl --unlabelled rest.jsonl --background general.jsonl --column text=words --out no.spam
            spamkit train own.jsonl --unlabelled phone.jsonl --background general.jsonl --out m.spam --json -
            """)
        #expect(!made.errors.contains("found only stores"), "\(made.errors)")
        #expect(made.output.contains("\"groups\" : 60"), "\(made.output)\(made.errors)")
        // The model has the labels of the background alone.
        let lost = "the background has no allow (16 messages), so the model does not know it"
        #expect(made.errors.contains(lost), "\(made.errors)")
    }

    /// Whoever measures on what taught, with labels given since, is told; at the model's own limit.
    @Test func whatTaughtWithoutLabelsIsNoticed() throws {
        let bench = try bench()
        let made = try bench.run(
            """
            spamkit train --unlabelled phone.jsonl --background general.jsonl --max-false-junk 5% --out m.spam
            sed 's/"label":"[a-z]*",//' phone.jsonl > bare.jsonl
            sed 's/"label":"[a-z]*"/"label":"ham"/; /bonus/s/"label":"[a-z]*"/"label":"junk"/' phone.jsonl > right.jsonl
            """)
        let plans = ["dinner", "walk", "cinema", "breakfast", "choir", "garden"]
        let new = plans.enumerated().map { i, plan in
            "{\"label\":\"\(i % 2 == 0 ? "ham" : "junk")\",\"text\":\"\(plan) \(plans[(i + 1) % 6]) x\(i)\",\"template\":\"n\(i)\"}\n"
        }
        try bench.write(new.joined(), to: "new.jsonl")
        #expect(made.status == 0, "\(made.errors)")
        let taught = try bench.run("spamkit evaluate m.spam phone.jsonl").output.replacing("\n", with: " ")
        #expect(
            taught.hasPrefix("These figures say nothing of new messages: 60 of 60 test messages are in the training data"),
            "\(taught)")
        let unseen = try bench.run("spamkit evaluate m.spam new.jsonl --trained-on bare.jsonl general.jsonl")
        #expect(unseen.status == 0 && !unseen.output.contains("nothing of new messages"), "\(unseen.output)\(unseen.errors)")
        #expect(unseen.output.contains("0 of 6 test messages share a template with the 460 training"), "\(unseen.output)")
        #expect(unseen.output.contains("recall at 1 % false junk") && !unseen.output.contains("0.2 %"), "\(unseen.output)")
        let compared = try bench.run("spamkit compare m.spam m.spam phone.jsonl")
        #expect(compared.errors.contains("m.spam: These figures say nothing of new messages: 60 of 60"), "\(compared.errors)")
        let calibrated = try bench.run("spamkit calibrate m.spam right.jsonl --max-false-junk 20% --out n.spam --json -")
        #expect(
            calibrated.status == 0 && calibrated.output.contains("60 of 60 messages are in the model"), "\(calibrated.errors)")
    }

    /// Labels of chosen messages have another share of junk than the phone that the model knows.
    @Test func calibrateKeepsThePhonesTraffic() throws {
        let bench = try bench()
        func traffic(_ model: String) throws -> Substring? {
            try bench.run("spamkit inspect \(model)").output.split(separator: "\n").first { $0.contains("assumes of phones") }
        }
        let words = ["zebra", "quartz", "violin", "pepper", "lantern", "harbor", "meadow", "copper"]
        func row(_ i: Int, _ kind: Int, of: String) -> String {
            let place = "\(words[i % 8]) \(words[i / 8 % 8]) \(i)"
            let text = ["see you at \(place), mum", "parcel \(place) has left", "free \(place) prize, call"][kind]
            let label = ["allow", "transaction", "junk"][kind]
            return "{\"label\":\"\(label)\",\"text\":\"\(text) \(of)\",\"template\":\"\(of)\(i)\"}\n"
        }
        try bench.write((0..<400).map { row($0, $0 % 3, of: "general") }.joined(), to: "three.jsonl")
        try bench.write((0..<120).map { row($0, $0 % 6 == 0 ? 2 : $0 % 2, of: "phone") }.joined(), to: "mine.jsonl")
        try bench.write((0..<60).map { row($0, $0 % 4 < 2 ? 2 : $0 % 4 - 2, of: "asked") }.joined(), to: "labels.jsonl")
        let made = try bench.run(
            """
            spamkit train --unlabelled mine.jsonl --background three.jsonl --out m.spam
            spamkit calibrate m.spam labels.jsonl --max-false-junk 50% --out n.spam
            """)
        #expect(made.status == 0, "\(made.errors)")
        let before = try traffic("m.spam"), after = try traffic("n.spam")
        #expect(before != nil && before == after, "\(before ?? "") \(after ?? "")")
    }

    /// Messages of a store that have labels teach by these, the others without.
    @Test func aStoreMayBeLabelledInPart() throws {
        let bench = try bench()
        _ = try bench.run("sed 's/\"label\":\"[a-z]*\",//' phone.jsonl > bare.jsonl")
        #expect(try bench.run("spamkit import bare.jsonl --into s.sqlite").status == 0)
        #expect(try bench.run("spamkit corpus relabel s.sqlite 1 junk").status == 0)
        let made = try bench.run("spamkit train s.sqlite --unlabelled s.sqlite --background general.jsonl --out m.spam")
        #expect(made.status == 0 && !made.errors.contains("ignored"), "\(made.errors)")
        #expect(
            made.errors.contains("s.sqlite: 59 messages without a label taught, as --unlabelled asks\n")
                && !made.errors.contains("left out"), "\(made.errors)")
        #expect(try bench.run("spamkit inspect m.spam").output.contains("without labels: 59 messages, "))
    }

    /// Few labels of a store tell little; its other messages can teach.
    @Test func trainAndLabelNameTheOtherMessages() throws {
        let bench = try bench()
        let made = try bench.run(
            """
            sed 's/"label":"[a-z]*",//' phone.jsonl > bare.jsonl; spamkit import bare.jsonl --into s.sqlite -q
            printf 'ajajajajajajajajajajq' | spamkit label s.sqlite
            touch mine.spam; printf 'aq' | spamkit label s.sqlite
            spamkit train s.sqlite --background general.jsonl --max-false-junk 1% --out m.spam
            """)
        let said = made.output.replacing(#/\s+/#, with: " ")
        #expect(
            made.errors.contains(
                "spamkit train s.sqlite --unlabelled s.sqlite --background Datasets/starter/train.jsonl --out mine.spam"),
            "\(made.errors)")
        #expect(made.errors.contains(" --out mine-2.spam\n"), "\(made.errors)")
        #expect(
            made.errors.contains("while labels are few: --unlabelled s.sqlite --background general.jsonl\n"), "\(made.errors)")
        #expect(
            made.errors.contains("until then nobody knows how many go to Junk") && !made.errors.contains("stricter"),
            "\(made.errors)")
        #expect(
            said.contains(" too few to say how many others go there: at most ") && said.contains("worse on other phones")
                && !said.contains("1,000 messages in"), "\(made.output)")
    }

    @Test func crossvalLearnsFromThemToo() throws {
        let bench = try bench()
        _ = try bench.run("head -40 phone.jsonl > own.jsonl; tail -20 phone.jsonl > rest.jsonl")
        func measured(_ options: String) throws -> String {
            let run = try bench.run("spamkit crossval own.jsonl \(options) --background general.jsonl --by template --folds 2")
            #expect(run.status == 0, "\(run.errors)")
            return run.output
        }
        #expect(try measured("--unlabelled rest.jsonl") != measured(""))
    }

    @Test func fewMessagesLeaveTheModelOfTheBackground() throws {
        let bench = try bench()
        _ = try bench.run("head -12 phone.jsonl > few.jsonl")
        let made = try bench.run("spamkit train --unlabelled few.jsonl --background general.jsonl --out few.spam")
        #expect(
            made.status == 0 && made.errors.contains("12 messages without labels taught nothing"), "\(made.errors)")
        _ = try bench.run("spamkit train --background general.jsonl --out alone.spam")
        #expect(try bench.run("cmp few.spam alone.spam").status == 0)
    }

    @Test(arguments: [
        ("--unlabelled phone.jsonl phone.jsonl --background general.jsonl", 64),
        ("phone.jsonl --unlabelled phone.jsonl --background general.jsonl", 64),
        ("--unlabelled phone.jsonl --background general.jsonl --folds 0", 64),
    ])
    func whatCannotBeIsRefused(_ options: String, status: Int32) throws {
        #expect(try bench().run("spamkit train \(options) --out m.spam").status == status)
    }

    /// Few labels of a store are told that its other messages can teach too; many are not.
    @Test func otherMessagesOfAStoreAreOfferedWhileLabelsAreFew() throws {
        let bench = try Workbench()
        for (labels, isOffered) in [(20, true), (60, false)] {
            let said = try bench.run(
                """
                rm -f c.sqlite; awk 'BEGIN { print "text,label"; for (i = 0; i < 70; i++) {
                    word = sprintf("%c%c%c", 97 + i % 26, 97 + (i * 7 + 3) % 26, 97 + (i * 11 + 5) % 26)
                    printf "%s %s at %s,%s\\n", word, i % 2 ? "prize" : "home", word, i < \(labels) ? (i % 2 ? "spam" : "ham") : ""
                } }' > a.csv
                spamkit import a.csv --into c.sqlite -q; spamkit train c.sqlite --out m.spam
                """)
            let words = "c.sqlite: its messages without labels can teach too, while labels are few: --unlabelled c.sqlite"
            #expect(said.errors.contains(words) == isOffered, "\(said.errors)")
        }
    }
}
