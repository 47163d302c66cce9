// What the page shows before all figures: folders, periods, and the limit on false junk.

import Foundation
import SpamEvaluation
import SpamFilter
import Testing

@testable import EvaluationPage

@Suite struct FirstScreenTests {
    /// The limit is on the slider and on both curves, and nowhere where none was asked for.
    @Test func theLimitThatWasAskedForIsDrawn() throws {
        var page = page(outcomes(400))
        #expect(!page.html().contains("limit-mark\"") && !page.html().contains("class=\"bound\""))
        page.cutoffs.maxFalseJunk = 0.02
        let html = page.html()
        expectSoundMarkup(html)
        #expect(html.contains("id=\"limit-mark\"") && html.contains("limit asked for: 2 % false junk."))
        #expect(html.matches(of: #/class="bound"/#).count == 2 && html.matches(of: #/>limit 2 %</#).count == 2)
        // Right of the mark the slider keeps the limit.
        let mark = try #require(html.firstMatch(of: #/<line x1="([0-9.]+)" x2/#).flatMap { Double($0.output.1) })
        let json = try #require(html.firstMatch(of: #/id="points">([^<]*)</#)?.output.1)
        let points = try JSONDecoder().decode(PagePoints.self, from: Data(json.utf8))
        let last = points.lost.count - 1, place = Int((mark / 1000 * Double(last)).rounded())
        #expect(Double(points.lost[last - place]) <= 0.02 * Double(points.wanted))
        #expect(Double(points.lost[last - place + 1]) > 0.02 * Double(points.wanted))
    }

    @Test func periodsAreDrawnInTheOrderOfTime() {
        let messages = outcomes(400)
        var columns = SliceColumns([.month, .lang])
        for i in messages.indices { columns.add { $0 == .lang ? "ko" : i < 100 ? "2026-02" : i < 300 ? "2026-01" : "no time" } }
        let html = page(messages) { report in
            var evaluation = Evaluation()
            for outcome in messages { evaluation.add(outcome) }
            report.slices = Slice.all(of: evaluation, by: columns)
        }.html()
        expectSoundMarkup(html)
        #expect(html.contains(">Over time</h2>") && html.contains("periods-lost-title") && html.contains("periods-recall-title"))
        let names = html.matches(of: #/<bdi>(2026-0[12]|no time)</#).map { String($0.output.1) }
        #expect(names == ["2026-01", "2026-02", "no time"])
        #expect(!html.contains("month: 2026"))
    }

    @Test func foldersComeSecond() {
        let html = page(outcomes(400)).html()
        let places = ["figures", "folders", "cutoff-heading", "all-figures", "lost", "verdicts"].map {
            html.range(of: "<h2 id=\"\($0)\">")!.lowerBound
        }
        #expect(places == places.sorted() && html.contains("<bdi>Transactions</bdi>"))
    }
}
