// The page that evaluate writes: what it holds, and that messages are in it only when asked for.

import Foundation
import Testing

@Suite struct EvaluatePageTests {
    @Test func messagesAndWordsAreShownOnlyWhenAskedFor() throws {
        let bench = try Workbench()
        let words = ["zebra", "quartz", "violin", "pepper", "lantern", "harbor", "meadow", "copper"]
        let rows = (0..<400).map { i in
            let word = words[(i / 2) % words.count]
            return i % 2 == 0 ? "ham\tsee you at the \(word) at \(i)" : "spam\tfree \(word) prize, call \(i) now"
        }
        // Wrong on purpose: mistakes to show.
        try bench.write((rows + ["ham\tfree zebra prize, call 1 now <b>"]).joined(separator: "\n") + "\n", to: "in.tsv")
        let made = try bench.run(
            "spamkit train in.tsv --out m.spam --max-false-junk 0.2 --features f.tsv && spamkit attack m.spam in.tsv --json a.json --strength full && spamkit evaluate m.spam in.tsv --html bare.html && spamkit evaluate m.spam in.tsv --html full.html --features f.tsv --attack a.json --show-text"
        )
        #expect(made.status == 0, "\(made.errors)")
        let bare = try bench.run("cat bare.html").output
        let full = try bench.run("cat full.html").output
        for word in words { #expect(!bare.contains(word) && full.contains(word), "\(word)") }
        #expect(full.contains("<blockquote") && !bare.contains("<blockquote"))
        #expect(full.contains("in.tsv, row 401") && full.contains("Hidden words") && full.contains("What weighs most"))
        #expect(bare.contains("m.spam on in.tsv") && bare.contains("of 201</td>"))
    }
}
