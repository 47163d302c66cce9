// spamkit calibrate: a ready model gets other cutoffs.

import Foundation
import Testing

@Suite struct CalibrateTests {
    /// A model, labelled messages that it has not seen, and a file of them without labels.
    private func bench() throws -> Workbench {
        let bench = try Workbench(), roots = ["supper", "parcel", "bonus"]
        let endings = ["al", "be", "co", "du", "ek", "fi", "go", "hu", "ip", "jo", "ka", "lo"]
        /// Eight words, most of them of the row's own label.
        func rows(_ range: Range<Int>, hasLabels: Bool = true) -> String {
            var state = UInt64(range.lowerBound)
            func draw(_ n: Int) -> Int {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Int(state >> 33) % n
            }
            return range.map { i in
                let words = (0..<8).map { _ in roots[draw(10) < 6 ? i % 3 : draw(3)] + endings[draw(12)] }
                let label = ["ham", "transaction/orders", "spam"][i % 3], start = hasLabels ? "{\"label\":\"\(label)\"," : "{"
                return "\(start)\"text\":\"\(words.joined(separator: " "))\",\"template\":\"\(i)\"}\n"
            }.joined()
        }
        try bench.write(rows(0..<600), to: "in.jsonl")
        try bench.write(rows(600..<900), to: "new.jsonl")
        try bench.write(rows(600..<900, hasLabels: false), to: "bare.jsonl")
        try bench.write(
            rows(600..<900).split(separator: "\n").filter { !$0.contains("spam") }.joined(separator: "\n"), to: "wanted.jsonl")
        let made = try bench.run("spamkit train in.jsonl --out m.spam --max-false-junk 2%")
        #expect(made.status == 0, "\(made.errors)")
        return bench
    }

    private struct Record: Decodable {
        struct Promise: Decodable {
            struct Part: Decodable {
                let groups: Int
                let upperLimit: Double
            }
            let bound: Double
            let wanted, falseJunk: Int
            let actions: [Part]
        }
        let messages, junk: Int
        let falseJunk: Promise
        let junkCutoff, junkCutoffBefore: Float
    }

    @Test func labelsMoveTheCutoff() throws {
        let bench = try bench()
        let made = try bench.run("spamkit calibrate m.spam new.jsonl --max-false-junk 30% --out n.spam --json r.json")
        #expect(
            made.status == 0 && made.output.contains("Read     300 messages: 200 wanted, 100 junk"),
            "\(made.output)\(made.errors)")
        #expect(made.output.contains("measured on these messages: ") && made.output.contains("Next     spamkit evaluate n.spam"))
        let record = try JSONDecoder().decode(
            Record.self, from: Data(contentsOf: bench.folder.appendingPathComponent("r.json")))
        #expect(record.messages == 300 && record.junk == 100 && record.falseJunk.bound == 0.3)
        #expect(record.falseJunk.actions.map(\.groups) == [100, 100] && record.junkCutoff != record.junkCutoffBefore)
        let card = try bench.run("spamkit inspect n.spam --verify").output
        #expect(card.contains("trained on: in.jsonl") && card.contains("calibrated on: new.jsonl (300 messages)"), "\(card)")
        #expect(card.contains("maxFalseJunk 0.3"), "\(card)")
        #expect(made.output.contains(#/bytes; catches \d+ of 100 junk messages,\s+before \d+; puts/#), "\(made.output)")
        // The weights are the same, so features can be compared, and no scores.
        let drift = try bench.run("spamkit drift n.spam new.jsonl").output
        #expect(drift.contains("newly worded ") && drift.contains("score shift: not compared"), "\(drift)")
        // The model file does what was promised.
        let counted = try bench.run("spamkit evaluate n.spam new.jsonl").output
        #expect(counted.hasPrefix("\(record.falseJunk.falseJunk) of 200 wanted messages in Junk"), "\(counted)")
    }

    @Test func actionsOfFewGroupsAreNamedWithTheirLimit() throws {
        let bench = try bench()
        // 150 groups that lose none have a limit of 1.98 %.
        let made = try bench.run(
            "(grep -v spam in.jsonl | head -300; grep spam in.jsonl) > a.jsonl; spamkit train a.jsonl --out t.spam --max-false-junk 1%"
        )
        #expect(
            made.status == 0 && made.output.contains("allow: 0 of 150 in Junk, 150 groups: at most 2 %"),
            "\(made.output)\(made.errors)")
        #expect(made.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test func withoutLabelsItIsSaidWhatToExpect() throws {
        let bench = try bench()
        let made = try bench.run("spamkit calibrate m.spam bare.jsonl --out b.spam")
        let words = made.output.replacing("\n         ", with: " ")
        #expect(made.status == 0 && words.contains("Read     300 messages without labels"), "\(words)\(made.errors)")
        #expect(words.contains(" of 300 messages in Junk. ") && words.contains("Only labels can measure it"), "\(words)")
        let card = try bench.run("spamkit inspect b.spam --verify").output
        #expect(card.contains("expected: ") && !card.contains("false junk: measured"), "\(card)")
    }

    @Test func whereSomeHaveLabelsTheseDecide() throws {
        let bench = try bench()
        let made = try bench.run(
            "cat new.jsonl bare.jsonl > both.jsonl; spamkit calibrate m.spam both.jsonl --max-false-junk 10% --out b.spam")
        #expect(
            made.status == 0
                && made.errors.contains("300 messages without a label left out: the cutoffs follow from labels alone"),
            "\(made.errors)")
        #expect(made.output.contains("Read     300 messages: "))
    }

    @Test(arguments: [
        ("m.spam new.jsonl --out m.spam", 64, "expected another file than those that are read"),
        ("m.spam new.jsonl --out new.jsonl", 64, "expected another file than those that are read"),
        ("in.jsonl new.jsonl --out n.spam", 1, "spamkit train writes models"),
        ("m.spam wanted.jsonl --out n.spam", 1, "0 of the 200 labelled messages are junk"),
        ("m.spam few.jsonl --out n.spam", 1, "9 different messages are too few: expected 20"),
        ("m.spam new.jsonl --protect promotion --out n.spam", 1, "expected promotion among the model's labels"),
        (
            "m.spam bare.jsonl --traffic allow=40%,junk=10%,promotion=10%,transaction=40% --out n.spam", 64,
            "expected messages with labels"
        ),
    ])
    func whatCannotBeIsRefused(_ arguments: String, status: Int32, words: String) throws {
        let bench = try bench()
        let refused = try bench.run("head -9 new.jsonl > few.jsonl; spamkit calibrate \(arguments)")
        let text = refused.errors.replacing("\n", with: " ")
        #expect(refused.status == status && text.contains(words), "\(refused.status) \(refused.errors)")
        #expect(try bench.run("test -e n.spam").status != 0)
    }

    /// A cutoff that catches nothing keeps every bound, and would be no filter.
    @Test func aModelThatRanksUpsideDownIsRefused() throws {
        let bench = try bench()
        _ = try bench.run("sed 's/\"spam\"/\"x\"/; s/\"ham\"/\"spam\"/; s/\"x\"/\"ham\"/' new.jsonl > odd.jsonl")
        let refused = try bench.run("spamkit calibrate m.spam odd.jsonl --out n.spam")
        #expect(refused.status == 1 && refused.output.isEmpty, "\(refused.output)")
        #expect(
            refused.errors.contains("catches some of 100 junk, found none") && refused.errors.contains("(spamkit train, with"),
            "\(refused.errors)")
        #expect(try bench.run("test -e n.spam").status != 0)
    }

    @Test func aSignatureIsDropped() throws {
        let bench = try bench()
        let made = try bench.run(
            """
            spamkit keygen --out key && spamkit sign m.spam --key key --sequence 3 --out s.spam \
            && spamkit calibrate s.spam new.jsonl --max-false-junk 10% --out n.spam
            """)
        #expect(
            made.status == 0 && made.errors.contains("the new model has no signature and no sequence number"), "\(made.errors)")
        let shown = try bench.run("spamkit inspect n.spam").output
        #expect(!shown.contains("signature") && !shown.contains("release"), "\(shown)")
    }

    @Test func messagesTrainedOnAreNoticed() throws {
        let bench = try bench()
        let made = try bench.run("spamkit calibrate m.spam in.jsonl --max-false-junk 10% --out n.spam")
        #expect(
            made.status == 0 && made.errors.contains("Warning: 64 of a sample of 64 messages are in the")
                && made.errors.contains(" are in the model's training data, but for digits and links, so these limits"),
            "\(made.errors)")
        let seen = "measured on texts that taught the model, so expect worse on others: "
        for text in [made.output, try bench.run("spamkit inspect n.spam").output] {
            let words = text.replacing(#/\s+/#, with: " ")
            #expect(words.contains(seen) && !words.contains("unseen:"), "\(text)")
        }
    }

    /// A mix of which a part was not measured allows no forecast, and its cutoff may lose that
    /// part.
    @Test func actionsThatNoMessageHasAreNamed() throws {
        let bench = try bench()
        let made = try bench.run(
            """
            grep -v transaction new.jsonl > two.jsonl
            spamkit calibrate m.spam two.jsonl --max-false-junk 10% --out n.spam
            """)
        #expect(
            made.errors.contains("Warning: no message with a label is transaction, so the new cutoff may put more"), "\(made)")
        #expect(made.status == 0 && !made.output.contains("1,000 messages"), "\(made.output)")
        let whole = try bench.run("spamkit calibrate m.spam new.jsonl --max-false-junk 10% --out n.spam")
        #expect(!whole.errors.contains("no message with a label") && whole.output.contains("1,000 messages"), "\(whole)")
    }

    /// What `label` asked is no random sample, and the store tells that a person labelled.
    @Test func chosenLabelsAreNoSampleOfThePhone() throws {
        let bench = try bench()
        let made = try bench.run(
            """
            spamkit import bare.jsonl --into s.sqlite -q; spamkit corpus relabel s.sqlite 1 junk
            spamkit import new.jsonl --into s.sqlite -q; spamkit calibrate m.spam s.sqlite --max-false-junk 10% --out n.spam
            """)
        #expect(
            made.status == 0
                && made.errors.contains(
                    "s.sqlite: people gave some labels; if they or spamkit label chose"),
            "\(made.errors)")
        let ofFile = try bench.run("spamkit calibrate m.spam new.jsonl --max-false-junk 10% --out n.spam").errors
        #expect(!ofFile.contains("people gave some"), "\(ofFile)")
        // The message is in one of the two parts.
        let ofParts = try bench.run(
            """
            spamkit split s.sqlite --test .5 > split.txt
            for part in train test; do
              spamkit calibrate m.spam s.sqlite --part $part --max-false-junk 10% --out n.spam 2>&1 | grep -c 'people gave some'
            done
            """)
        #expect(["1\n0\n", "0\n1\n"].contains(ofParts.output), "\(ofParts.output)\(ofParts.errors)")
    }
}
