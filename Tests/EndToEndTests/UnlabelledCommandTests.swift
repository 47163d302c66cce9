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
        #expect(words.contains("400 of the background; 60 without labels"), "\(made.output)")
        #expect(words.contains("of 60 messages some "), "\(made.output)")
        #expect(made.errors.contains("60 labels are ignored (--unlabelled)"), "\(made.errors)")
        let card = try bench.run("spamkit inspect m.spam").output
        #expect(card.contains("without labels: 60 messages, "), "\(card)")
        #expect(try bench.run("spamkit inspect m.spam --verify").status == 0)
    }

    @Test func fewMessagesLeaveTheModelOfTheBackground() throws {
        let bench = try bench()
        _ = try bench.run("head -12 phone.jsonl > few.jsonl")
        let made = try bench.run("spamkit train --unlabelled few.jsonl --background general.jsonl --out few.spam")
        #expect(
            made.status == 0 && made.errors.contains("nothing was learned from the 12 messages without labels"), "\(made.errors)")
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
}
