import Foundation
import SpamEvaluation
import SpamFilter
import Statistics
import Testing

@testable import EvaluationPage

@Suite struct HTMLReportTests {
    // MARK: - Undefined figures

    /// Test sets on which something is undefined, and what the page says of it.
    static let edgeCases: [(outcomes: [Outcome], phrases: [String])] = [
        (
            [],
            [
                "No messages in the test set", "Not drawn: there are no messages in the test set",
                "undefined: no messages in the test set",
            ]
        ),
        (
            [Outcome("allow", .allow, -1)],
            [
                "undefined: no junk in the test set", "0 of 1,000 wanted in Junk (at most 794) · no junk in the test set",
                "No curves: they need 30 junk messages, and the test set has 0.", "undefined: no message was called junk",
            ]
        ),
        (
            [Outcome("junk", .junk, 2)],
            ["undefined: no wanted message in the test set", "No wanted message in the test set · 100 of 100 junk caught"]
        ),
        (
            [Outcome("allow", .allow, .nan), Outcome("junk", .junk, 2)],
            ["1 scores are not numbers", "Not drawn: some scores are not numbers."]
        ),
        (
            [Outcome("allow", .allow, -.infinity), Outcome("junk", .junk, .infinity)],
            ["No curves: they need 30 junk messages, and the test set has 1.", "id=\"points\""]
        ),
        ([Outcome("allow", .none, 0), Outcome("junk", .none, 0)], ["undefined: nothing is put in Junk", "0.5000"]),
    ]

    @Test(arguments: edgeCases.indices)
    func whatIsUndefinedIsSaidSo(row: Int) {
        let html = page(Self.edgeCases[row].outcomes).html()
        for phrase in Self.edgeCases[row].phrases { #expect(html.contains(phrase), "\(phrase)") }
        let shown = html.replacing(#/<(style|script)>.*?</(style|script)>/#.dotMatchesNewlines(), with: "")
        #expect(!shown.contains(#/\b([nN]a[nN]|inf|Infinity|Optional)\b/#))
        expectSoundMarkup(html)
    }

    // MARK: - Structure

    @Test func theMarkupIsSoundAndReadOutWell() throws {
        var page = page(outcomes(2000)) { report in
            report.senders = nil
            report.acrossSources = [
                SourceFigures(name: "자료", trained: 10, overlap: 0, problem: nil, evaluation: Evaluation()),
                SourceFigures(name: "b", trained: 0, overlap: 0, problem: "one class", evaluation: Evaluation()),
            ]
        }
        page.card = [CardFact(name: "size", value: "4096 bytes")]
        page.features = TopFeatures(byLabel: [(.junk, [TopFeatures.Feature(kind: "word", text: "대출", messages: 9, weight: 2)])])
        page.mistakes = ShownMistakes(
            falseJunk: ShownMistakes.Kind(total: 3, shown: [mistake("給料日", clues: [(0..<3, 1)])], sizes: [0: 1]),
            missedJunk: ShownMistakes.Kind(total: 0, shown: [], sizes: [:]))
        let html = page.html()
        expectSoundMarkup(html)
        #expect(html.hasPrefix("<!DOCTYPE html>"))
        for phrase in [
            "자료", "대출", "lang=\"zh\"", "not measured: one class", "3 in 1 template, and 2 messages more.", "None.", "4096 bytes",
        ] {
            #expect(html.contains(phrase), "\(phrase)")
        }
        for id in [
            "figures", "across", "cutoff-heading", "all-figures", "lost", "calibration", "verdicts", "features", "mistakes",
            "model",
        ] {
            #expect(html.contains("<h2 id=\"\(id)\">") && html.contains("<a href=\"#\(id)\">"), "\(id)")
        }
        #expect(page.html() == html)
        // Nothing is fetched.
        #expect(
            !html.contains(#/(src|href)="(?!#)/#) && !html.contains("http:") && !html.contains("https:")
                && !html.contains("@import"))
    }

    @Test func nearDuplicatesFoldBelowTheSurest() {
        var page = page(outcomes(40))
        page.part = "test"
        let shown = [("one", 0), ("two", 1), ("one more", 0)].map { mistake($0.0, language: "en", group: $0.1) }
        page.mistakes = ShownMistakes(
            falseJunk: ShownMistakes.Kind(total: 60, shown: shown, sizes: [0: 57, 1: 1]),
            missedJunk: ShownMistakes.Kind(total: 0, shown: [], sizes: [:]))
        let html = page.html()
        expectSoundMarkup(html)
        #expect(html.contains("60 in 2 templates, and 2 messages more."))
        #expect(html.contains("<summary>56 near duplicates, 1 of them here</summary>"))
        // Two groups, so the filter is there; and what it filters by.
        #expect(html.contains("id=\"filter\"") && html.contains("data-label=\"allow\" data-tongue=\"en\""))
        #expect(html.contains("<title>invented.spam on invented.tsv, part test</title>"), "\(html.prefix(600))")
    }

    @Test func whatWasNotGivenIsNotShownAndSaidWhy() {
        var page = page(outcomes(40))
        page.hints.mistakes = "Ask for them."
        let html = page.html()
        #expect(html.contains("Not shown: messages are private. Ask for them.</p>"))
        #expect(html.contains("Not shown: a model holds hashed features, no words.</p>"))
        #expect(!html.contains("<blockquote") && !html.contains("id=\"across\"") && !html.contains("id=\"senders\""))
    }

    @Test func whatTheFiguresLeaveOutIsSaid() {
        let messages = outcomes(400)
        var columns = SliceColumns([.lang])
        for i in messages.indices { columns.add { _ in i % 2 == 0 ? "ko" : "en" } }
        let html = page(messages) { report in
            var evaluation = Evaluation()
            for outcome in messages { evaluation.add(outcome) }
            report.slices = Slice.all(of: evaluation, by: columns)
            report.overlap = TrainingOverlap(trained: 1000, seenAlike: Rate(0, of: 400), groups: 0)
            report.acrossSources = [SourceFigures(name: "a", trained: 9, overlap: 0, problem: nil, evaluation: evaluation)]
        }.html()
        for phrase in [
            "0 of 400 test messages share a template with the 1,000 training messages; looser near duplicates may.",
            "use the default settings", "With many slices, luck can too.",
        ] {
            #expect(html.contains(phrase), "\(phrase)")
        }
        // Recall at a bound has a drawn interval or none.
        let rows = html.matches(of: #/recall at [0-9.]+ % false junk</bdi>.*/#).map { String($0.output) }
        #expect(rows.count == 4 && rows.allSatisfy { $0.contains(" %") && !$0.contains("<small>") }, "\(rows)")
    }

    @Test func theFirstTablesAreWhatTheModelsOwnCutoffDoes() {
        let messages = outcomes(400)
        let html = page(messages).html()
        let lost = messages.count { $0.truth != .junk && $0.junkLogOdds >= 1 }
        let unsure = messages.count { $0.truth == .junk && (0..<1).contains($0.junkLogOdds) }
        #expect(lost > 0 && html.contains(">\(lost)</td>") && html.contains("id=\"n-lost\">\(lost)<"))
        #expect(unsure > 0 && html.contains("id=\"n-unsureJunk\">\(unsure)<"))
    }

    /// Finance is protected below 3: it is unsure where others are junk.
    @Test func atTheModelsOwnCutoffTheSliderShowsTheHeadline() throws {
        let messages = outcomes(400).map { outcome in
            var outcome = outcome
            guard outcome.truth == Label("transaction/finance"), outcome.junkLogOdds < 3 else { return outcome }
            outcome.isHeldBack = true
            if outcome.action == .junk { outcome.action = .none }
            return outcome
        }
        func count(_ isJunk: Bool, _ action: Action) -> Int {
            messages.count { ($0.truth == .junk) == isJunk && $0.action == action }
        }
        let heldBack = messages.count { $0.isHeldBack }
        #expect(messages.contains { $0.isHeldBack && $0.junkLogOdds >= 1 })
        var page = page(messages)
        page.cutoffs.protected = 3
        let html = page.html()
        expectSoundMarkup(html)
        for (id, isJunk, action) in [
            ("lost", false, Action.junk), ("unsureWanted", false, .none), ("caught", true, .junk), ("unsureJunk", true, .none),
        ] {
            #expect(html.contains("id=\"n-\(id)\">\(count(isJunk, action))<"), "\(id)")
        }
        #expect(
            html.contains(
                "go to Junk only from +3.000 on, wherever the slider is. No cutoff puts \(heldBack) of these messages in Junk."
            ))
        // What the script reads. The laxest cutoff loses all but what is held back.
        let json = try #require(html.firstMatch(of: #/id="points">([^<]*)</#)?.output.1)
        let points = try JSONDecoder().decode(PagePoints.self, from: Data(json.utf8))
        #expect(points.lost[points.own] == count(false, .junk) && points.caught[points.own] == count(true, .junk))
        #expect(points.lost.last == points.wanted - heldBack)
        #expect(points.unsureWanted == count(false, .junk) + count(false, .none))
    }

    /// The command has the upper limit of what the cutoff loses as its bound; without a command
    /// there is none.
    @Test func theSliderLeadsToACommand() throws {
        let messages = outcomes(400)
        var page = page(messages)
        #expect(!page.html().contains("id=\"command\""))
        page.hints.calibration = "spamkit calibrate 'a<b.spam' FILE --out c.spam"
        let html = page.html()
        expectSoundMarkup(html)
        let lost = messages.count { $0.truth != .junk && $0.junkLogOdds >= 1 }, wanted = messages.count { $0.truth != .junk }
        let limit = try #require(Rate(lost, of: wanted).interval95).upper
        let shown = try #require(html.firstMatch(of: #/--out c.spam --max-false-junk ([0-9.]+)%</code>/#)?.output.1)
        let bound = try #require(Double(shown))
        #expect(bound >= 100 * limit && bound < 100 * limit + 0.01)
        #expect(!html.contains("'a<b.spam'"))
    }

    // MARK: - Text of others

    static let hostile = [
        "</script><img src=x onerror=alert(1)>", "</style><img src=x>", "<!--<script>", "\u{0600}<img src=x onerror=alert(1)>",
        "\"\u{0301} onmouseover=alert(1) x=\"", "'><img src=x>", "{{{style}}}{{#parts}}", "&lt;img&gt;", "\0<img>\0",
    ]

    @Test(arguments: hostile)
    func textIsShownAsText(text: String) {
        var columns = SliceColumns([.source])
        var evaluation = Evaluation()
        for outcome in outcomes(40) {
            columns.add { _ in text }
            evaluation.add(outcome)
        }
        var page = page(outcomes(40)) { report in
            report.slices = Slice.all(of: evaluation, by: columns)
            report.acrossSources = [SourceFigures(name: text, trained: 1, overlap: 0, problem: text, evaluation: Evaluation())]
        }
        page.model = text
        page.testSet = [text, text]
        page.part = text
        page.version = text
        page.card = [CardFact(name: text, value: text)]
        page.features = TopFeatures(byLabel: [(.junk, [TopFeatures.Feature(kind: "word", text: text, messages: 1, weight: 1)])])
        let bytes = 0..<text.utf8.count
        let mistakes = ShownMistakes.Kind(
            total: 2, shown: [mistake(text, language: text, place: text, clues: [(bytes, 1), (bytes.prefix(3), -2)])],
            sizes: [0: 2])
        page.mistakes = ShownMistakes(falseJunk: mistakes, missedJunk: mistakes)
        let html = page.html()
        #expect(!html.contains("<img") && !html.contains("<!--") && !html.unicodeScalars.contains("\0"))
        #expect(String(html.utf8.split(separator: UInt8(ascii: "<")).count { $0.starts(with: Array("script".utf8)) }) == "2")
        expectSoundMarkup(html)
        #expect(html.contains(escaped(text).prefix(8)))
    }

    // MARK: - Size

    @Test func thePageIsSmallWhateverTheTestSet() {
        var columns = SliceColumns([.source, .class])
        var evaluation = Evaluation()
        let long = String(repeating: "<무료&", count: 1000), name = String(repeating: "<무료&", count: 50)
        for (i, outcome) in outcomes(30_000).enumerated() {
            columns.add { dimension in dimension == .source ? "\(i % 3000) \(name)" : outcome.truth.description }
            evaluation.add(
                Outcome(
                    truth: outcome.truth, predicted: outcome.predicted, action: outcome.action,
                    junkLogOdds: outcome.junkLogOdds + Double(i) * 1e-7))
        }
        var page = page([]) { $0 = EvaluationReport(evaluation) }
        page.report.slices = Slice.all(of: evaluation, by: columns)
        page.report.acrossSources = (0..<3000).map {
            SourceFigures(name: "\($0)\(long)", trained: 1, overlap: 0, problem: nil, evaluation: Evaluation())
        }
        page.curve = evaluation.operatingCurve()
        // A mark for each letter, and each letter five bytes of markup.
        let clues = (0..<1200).map { ($0..<$0 + 1, $0 % 2 == 0 ? 1.0 : -0.4) }
        let mistakes = ShownMistakes.Kind(
            total: 9999, shown: (0..<400).map { mistake(long, group: $0 / 4, clues: clues) }, sizes: [:])
        page.mistakes = ShownMistakes(falseJunk: mistakes, missedJunk: mistakes)
        page.features = TopFeatures(
            byLabel: Label.all.map {
                ($0, (0..<100).map { _ in TopFeatures.Feature(kind: "word", text: long, messages: 1, weight: 1) })
            })
        page.testSet = (0..<5000).map { "\($0).jsonl" }
        let html = page.html()
        #expect(html.utf8.count < 2_000_000, "\(html.utf8.count) bytes")
        #expect(html.contains("9,839 messages more") && html.contains("more slices are only in the JSON report"))
    }
}
