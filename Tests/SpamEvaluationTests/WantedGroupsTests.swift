import Foundation
import SpamFilter
import Statistics
import Testing

@testable import SpamEvaluation

@Suite struct WantedGroupsTests {
    /// Three templates of a bank, forty others, and junk; `lost` of the first template in Junk.
    private func report(lost: Int = 0) -> EvaluationReport {
        let bank = (0..<900).map { Outcome("transaction/finance", $0 % 3 == 0 && $0 / 3 < lost ? "junk" : "transaction") }
        let others = (0..<40).map { _ in Outcome("allow", "allow") }
        let evaluation = Evaluation(bank + [Outcome("junk", "junk")] + others)
        var report = EvaluationReport(evaluation)
        report.wantedGroups = WantedGroups(of: evaluation, groups: (0..<900).map { $0 % 3 } + (0..<40).map { 100 + $0 })
        return report
    }

    /// As a training says it, and never narrower.
    @Test func theHeadlineCountsGroups() throws {
        let limit = try #require(BinomialInterval.clopperPearsonUpper(successes: 0, trials: 43))
        for text in [report().text, report().overview, report().markdown] {
            let words = text.replacing("\n", with: " ")
            #expect(
                words.hasPrefix(
                    "0 of 940 wanted messages in Junk (0 %); near duplicates counted once: 0 of 43, so at most \(shortNumber(100 * limit, of: 940)) % (95 % confidence). 1 of 1 junk messages caught"
                ), "\(words)")
            #expect(words.contains("Wilson intervals, too narrow for near duplicates; junk is not grouped"))
        }
        // A third of one of 43 groups is one group, but 11 % of messages: the limit is of groups.
        #expect(report(lost: 100).wantedGroups?.inJunk == 1)
        #expect(
            report(lost: 300).text.replacing("\n", with: " ").contains(
                "these are 1 of 43 groups of near duplicates, at most 11 % of such groups (95 %"))
    }

    @Test func labelsOfFewGroupsAreMarked() {
        for text in [report().text, report().overview] {
            #expect(text.contains("transaction/finance *") && !text.contains("allow *"), "\(text)")
            #expect(text.contains("* Near duplicates of fewer than 30 groups: the interval is too narrow."))
        }
        var ungrouped = report()
        ungrouped.wantedGroups = nil
        #expect(!ungrouped.overview.contains("*") && ungrouped.text.contains("(0 %), at most 0.41 % (95 % confidence)"))
    }

    @Test func groupsAreInTheJSON() throws {
        let text = String(decoding: try JSONEncoder().encode(report(lost: 30)), as: UTF8.self)
        #expect(
            text.contains(#""wantedGroups":{"#) && text.contains(#""inJunk":1"#) && text.contains(#""transaction\/finance":3"#))
    }

    /// However little they lose; and scores know nothing of protection.
    @Test func protectedLabelsAreAlwaysShown() {
        let worse = Label.all.filter { $0 != .junk && $0.action != .transaction }
        let outcomes = worse.flatMap { label in (0..<40).map { Outcome("\(label)", $0 == 0 ? "junk" : "\(label)") } }
        let kept = ["transaction/orders", "transaction/finance", "transaction/others", "transaction/health"]
        var report = EvaluationReport(
            Evaluation(
                outcomes + kept.flatMap { label in (0..<40).map { _ in Outcome(label, label) } } + [Outcome("junk", "junk")]))
        #expect(!report.overview.contains("transaction/finance") && !report.overview.contains("protected"))
        report.protected = [Label("transaction/orders")!, Label("transaction/finance")!]
        for label in report.protected { #expect(report.overview.contains("  \(label) "), "\(report.overview)") }
        #expect(report.overview.contains("other labels") && !report.overview.contains("transaction/health"))
        let alone = "The scores alone: cutoffs that fit these messages, without protection\n  best recall at 0.2 %"
        #expect(report.overview.contains(alone))
        #expect(report.text.contains("Junk ranking: the scores alone, without protection"))
    }

    /// Two days do not fit in a row; the first one does.
    @Test func aPeriodIsNamedByItsFirstDay() {
        let parts = ["2024-12-04 to 2025-01-10", "2025-01-11 to 2025-03-02"].map {
            SourceFigures(name: $0, trained: 9, overlap: 0, problem: nil, evaluation: Evaluation(EvaluationTests.tenMessages))
        }
        let text = parts.text(as: "time")
        #expect(text.contains("  from ") && text.contains("  2024-12-04  ") && !text.contains("…"), "\(text)")
        #expect(text.replacing("\n", with: " ").contains("the last is 2025-01-11 to 2025-03-02."))
        #expect(parts.text(as: "source").contains("the worst ranking first"))
    }
}
