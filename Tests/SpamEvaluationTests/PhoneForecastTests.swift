// What a thousand messages of a phone would meet, and signs that a test set was trained on.

import SpamFilter
import Statistics
import Testing

@testable import SpamEvaluation

@Suite struct PhoneForecastTests {
    /// 1 of 10 chats and none of 20 codes in Junk; 3 of 4 junk messages found.
    private var confusion: ConfusionTable {
        var table = ConfusionTable()
        let counts: [(Action, Action, Int)] = [
            (.allow, .allow, 9), (.allow, .junk, 1), (.transaction, .transaction, 20), (.junk, .junk, 3), (.junk, .allow, 1),
        ]
        for (truth, verdict, count) in counts { table.add(count, cell: ConfusionTable.cell(truth, verdict)) }
        return table
    }

    @Test func ratesAreWeighedByShares() throws {
        let found = try #require(PhoneForecast(confusion, shares: [.allow: 0.05, .transaction: 0.75, .junk: 0.2, .promotion: 0]))
        #expect(abs(found.falseJunk - 5) < 1e-9 && abs(found.junkFound - 150) < 1e-9 && abs(found.junkMissed - 50) < 1e-9)
        #expect(
            found.sentence
                == "1,000 messages in the mix that the model assumes: 5.0 wanted in Junk, 150 junk caught, 50 junk missed. The mix: 75.0 % transaction, 20.0 % junk, 5.0 % allow."
        )
    }

    @Test func anActionWithoutTestMessagesIsUnknown() {
        #expect(PhoneForecast(confusion, shares: [.allow: 0.5, .promotion: 0.1, .junk: 0.4]) == nil)
        #expect(PhoneForecast(confusion, shares: [:]) == nil)
    }

    /// A missing sentence would be taken for a small figure.
    @Test func aLackingActionIsNamed() throws {
        var evaluation = Evaluation()
        for label in [Label.allow, .junk] {
            evaluation.add(Outcome(truth: label, predicted: label, action: label.action, junkLogOdds: label == .junk ? 1 : -1))
        }
        var report = EvaluationReport(evaluation)
        #expect(report.phoneSentence == nil)
        report.traffic = [.allow: 0.5, .junk: 0.5]
        #expect(report.overview.contains("1,000 messages in the mix"))
        report.traffic = [.allow: 0.4, .promotion: 0.1, .junk: 0.5]
        let sentence = "The test set has no promotion, so there is no forecast for the mix that the model assumes"
        #expect(try #require(report.phoneSentence).hasPrefix(sentence))
        #expect(report.overview.contains("has no promotion"))
    }

    @Test(
        arguments: [
            ([], 0, 0, false), ([], 1, 1, false), ([], 2, 5, false), ([], 2, 4, true), ([], 64, 64, true),
            (["mine.tsv"], 0, 9, true),
        ] as [([String], Int, Int, Bool)])
    func aTraceNeedsASign(files: [String], known: Int, told: Int, isThere: Bool) {
        let trace = TrainingTrace(files: files, trainedOn: Rate(known, of: told))
        #expect((trace != nil) == isThere)
        if let trace { #expect(trace.sentence.hasPrefix("These figures are too good")) }
    }
}
