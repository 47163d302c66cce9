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
        try bench.write(rows.joined(separator: "\n") + "\n", to: "in.tsv")
        // Whatever the verdict, one of both labels is a mistake, and shown.
        let mistakes = words.flatMap { ["ham\tfree \($0) prize, call now <b>", "spam\tfree \($0) prize, call now <b>"] }
        try bench.write(mistakes.joined(separator: "\n") + "\n", to: "test.tsv")
        let made = try bench.run(
            "spamkit train in.tsv --out m.spam --max-false-junk 0.2 --features f.tsv && spamkit attack m.spam test.tsv --json a.json && spamkit evaluate m.spam test.tsv --html bare.html && spamkit evaluate m.spam test.tsv --html full.html --include f.tsv --include a.json --show-text"
        )
        #expect(made.status == 0, "\(made.errors)")
        let bare = try bench.run("cat bare.html").output
        let full = try bench.run("cat full.html").output
        for word in words { #expect(!bare.contains(word), "\(word)") }
        #expect(words.contains { full.contains($0) })
        #expect(full.contains("<blockquote") && !bare.contains("<blockquote"))
        #expect(full.contains("test.tsv, row ") && full.contains("&lt;b&gt;") && full.contains(">Hidden words</h2>"))
        #expect(full.contains("near duplicate") && full.contains(">kind</th>"))
        #expect(bare.contains("m.spam on test.tsv") && bare.contains("of 8</td>"))
    }

    /// The slider starts at the model's own cutoff, with the figures of the page's head.
    @Test func whatAModelProtectsStaysOutOfJunkOnTheSlider() throws {
        let bench = try Workbench()
        let made = try bench.run(
            """
            spamkit train Datasets/starter/train.jsonl --trainer nb --max-false-junk 5% --protect transaction --out m.spam \
            > train.txt && spamkit evaluate m.spam Datasets/starter/test.jsonl --html page.html
            """)
        #expect(made.status == 0, "\(made.errors)")
        let page = try bench.run("cat page.html").output
        let tiles = page.matches(of: #/<dd class="value number">([^<]*)</#).map { String($0.output.1) }
        let slider = page.matches(of: #/ id="rate-[a-z]+">([^<]*)</#).map { String($0.output.1) }
        #expect(tiles.count == 4 && slider == tiles, "\(tiles) \(slider)")
        // The limit is that of groups, as in the first sentence of the report.
        let limit = try #require(made.output.firstMatch(of: #/at most ([0-9.]+ %)/#)?.output.1)
        #expect(page.contains("<dd class=\"detail\">at most \(limit) · "), "\(limit)")
        #expect(page.contains("The model protects some labels: their messages go to Junk only from +"))
    }
}
