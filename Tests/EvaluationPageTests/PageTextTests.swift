import Foundation
import SpamEvaluation
import SpamFilter
import Statistics
import Testing

@testable import EvaluationPage

@Suite struct PageTextTests {
    static let verdicts: [(falseJunk: Rate, caught: Rate, sentence: String)] = [
        (
            Rate(4, of: 3120), Rate(1204, of: 1292),
            "1 of 1,000 wanted in Junk (at most 4) · 93 of 100 junk caught"
        ),
        (
            Rate(0, of: 100_000), Rate(9996, of: 10_000),
            "0 of 100,000 wanted in Junk (at most 4) · 9,996 of 10,000 junk caught"
        ),
        (Rate(1, of: 3000), Rate(0, of: 50), "fewer than 1 of 1,000 wanted in Junk (at most 2) · 0 of 100 junk caught"),
        (Rate(0, of: 50), Rate(91, of: 100), "0 of 1,000 wanted in Junk (at most 72) · 91 of 100 junk caught"),
        (Rate(0, of: 0), Rate(1, of: 1), "No wanted message in the test set · 100 of 100 junk caught"),
        (Rate(1, of: 2), Rate(0, of: 0), "500 of 1,000 wanted in Junk (at most 906) · no junk in the test set"),
        (Rate(0, of: 0), Rate(0, of: 0), "No messages in the test set"),
    ]

    @Test(arguments: verdicts.indices)
    func theHeadlineIsOneLine(row: Int) {
        let (falseJunk, caught, sentence) = Self.verdicts[row]
        #expect(headline(falseJunk: falseJunk, caught: caught) == sentence)
    }

    @Test func theWidestLimitIsSaid() throws {
        let drawn = try JSONDecoder().decode(PercentileInterval.self, from: Data(#"{"lower": 0, "upper": 0.01}"#.utf8))
        #expect(headline(falseJunk: Rate(4, of: 3120), caught: Rate(9, of: 10), drawn: drawn).contains("(at most 10)"))
        var evaluation = Evaluation()
        for _ in 0..<900 { evaluation.add(Outcome(truth: .allow, predicted: .allow, action: .allow, junkLogOdds: -1)) }
        let groups = WantedGroups(of: evaluation, groups: (0..<900).map { $0 % 3 })
        #expect(headline(falseJunk: Rate(0, of: 900), caught: Rate(9, of: 10), groups: groups).contains("(at most 632)"))
    }

    static let languages: [(text: String, said: String?, tag: String?)] = [
        ("무료 대출", nil, "ko"), ("漢字とかな", nil, "ja"), ("加微信领取", nil, "zh"), ("Free entry", nil, nil), ("", nil, nil),
        ("漢字", "ja", "ja"), ("漢字", "zh-Hant", "zh-Hant"), ("Hi", "\" onload=x", nil), ("대출", "<b>", "ko"),
    ]

    @Test(arguments: languages.indices)
    func textIsDrawnAsItsLanguage(row: Int) {
        let (text, said, tag) = Self.languages[row]
        #expect(languageTag(of: text, said: said) == tag)
    }

    @Test(arguments: [
        "", "plain", "<b>&\"'", "무료 👨‍👩‍👧 대출", "é\u{301}\u{302}", "1\u{20E3}", "1\u{FE0F}\u{20E3}", "line\nbreak\r\nand\ttab",
        "<\u{301}",
    ])
    func piecesAreTheWholeText(text: String) {
        for step in 1...3 {
            let clues = stride(from: 0, to: text.utf8.count - step, by: step).map {
                (Optional($0..<$0 + step), Double($0 % 5) - 2)
            }
            let pieces = HighlightedText(text, mistake(text, clues: clues).explanation).pieces
            #expect(pieces.map(\.html).joined() == escaped(text))
        }
    }

    @Test func whatCannotBeSeenIsShownByItsNumber() {
        let text = "fr\u{200B}ee \u{202E}olleh \u{0600}<b1\u{200D}2\u{2800}"
        let html = HighlightedText(text, mistake(text).explanation).pieces.map(\.html).joined()
        #expect(
            html
                == "fr<span class=\"unseen\">U+200B</span>ee <span class=\"unseen\">U+202E</span>olleh <span class=\"unseen\">U+0600</span>&lt;b1<span class=\"unseen\">U+200D</span>2<span class=\"unseen\">U+2800</span>"
        )
    }

    @Test func cluesColourWhatTheyWereReadFrom() {
        let text = "win cash now"
        let explanation = mistake(text, clues: [(0..<3, 3), (4..<8, 1), (4..<8, 0.6), (9..<12, -1), (nil, 0.5)]).explanation
        let highlighted = HighlightedText(text, explanation)
        #expect(highlighted.pieces.map(\.weight) == ["junk3", nil, "junk2", nil, "wanted2"])
        #expect(highlighted.clues.map(\.words) == ["win", "cash", "now", "(sender: with calling code)"])
        #expect(highlighted.clues.map(\.contribution) == ["+3.000", "+1.600", "−1.000", "+0.500"])
    }

    /// Where the three heaviest speak against what was decided, one that speaks for it is shown.
    @Test(arguments: [
        ([-3.0, -2, -1, 0.5], ["d", "a", "b"]), ([-3, -2, 1, 0.5], ["a", "b", "c"]), ([-3, -2, -1, -0.5], ["a", "b", "c"]),
        ([-3, -2], ["a", "b"]),
    ])
    func aClueThatDecidesIsShown(contributions: [Double], shown: [String]) {
        let text = "a b c d", clues = contributions.enumerated().map { (2 * $0..<2 * $0 + 1, $1) }
        #expect(MergedClue.deciding(mistake(text, clues: clues).explanation, in: text, most: 3).map(\.shown) == shown)
    }

    @Test func cluesNameWhatCannotBeSeen() {
        let text = "fr\u{34F}ee"
        let clues = HighlightedText(text, mistake(text, clues: [(0..<text.utf8.count, 3)]).explanation).clues
        #expect(clues.map(\.words) == ["fr[U+034F]ee"])
    }

    @Test func longMessagesAreCutAndSaidSo() {
        let text = String(repeating: "a", count: 1234)
        #expect(HighlightedText(text, mistake(text).explanation).pieces.last?.html.contains("834 more characters") == true)
    }
}
