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

    @Test func messagesLikeThoseTrainedOnAreMeasuredWhenForced() throws {
        let bench = try bench()
        #expect(
            try bench.run("head -50 in.jsonl > part.jsonl; spamkit train in.jsonl --out m.spam --validate part.jsonl").status == 1
        )
        #expect(try bench.run("test -e m.spam").status != 0)
        let forced = try bench.run("spamkit train in.jsonl --out m.spam --validate part.jsonl --allow-overlap")
        #expect(forced.status == 0 && forced.output.contains("50 messages: 25 wanted, 25 junk"), "\(forced.errors)")
    }

    @Test func costsMoveTheCutoffs() throws {
        let bench = try bench()
        let made = try bench.run("spamkit train in.jsonl --out m.spam --cost falseJunk=10,missedJunk=1,unsure=0.2")
        #expect(made.status == 0 && made.output.contains("a message costs "), "\(made.errors)")
        // ln 49 and ln .25.
        let model = try bench.run("spamkit inspect m.spam").output
        #expect(model.contains("junk from 3.8918202, unsure from -1.3862944"), "\(model)")
    }

    /// Two junk messages that somebody took for wanted ones hold the cutoff up.
    @Test func labelsThatLookWrongAreNamed() throws {
        let bench = try bench()
        let right = try bench.run("spamkit train in.jsonl --max-false-junk 0.02 --out m.spam")
        #expect(right.status == 0 && !right.errors.contains("look more like junk"), "\(right.errors)")
        let flip = "sed '100s/spam/ham/; 300s/spam/ham/' in.jsonl > flipped.jsonl"
        let wrong = try bench.run("\(flip) && spamkit train flipped.jsonl --max-false-junk 0.02 --out m.spam")
        #expect(
            wrong.errors.contains("wanted messages that look more like junk than half of the junk does: 2; "), "\(wrong.errors)")
        #expect(wrong.errors.contains("spamkit corpus suspects") && !wrong.errors.contains("prize"))
    }
}
