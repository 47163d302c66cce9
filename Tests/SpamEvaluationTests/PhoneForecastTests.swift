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
            found.sentence()
                == "1,000 messages in the mix that the model assumes: 5.0 wanted in Junk, 150 junk caught, 50 junk missed. The mix: 75.0 % transaction, 20.0 % junk, 5.0 % allow."
        )
    }

    @Test func anActionWithoutTestMessagesIsUnknown() {
        #expect(PhoneForecast(confusion, shares: [.allow: 0.5, .promotion: 0.1, .junk: 0.4]) == nil)
        #expect(PhoneForecast(confusion, shares: [:]) == nil)
    }

    /// One code in 200 messages says little, but without it nothing would be said.
    @Test func aSmallShareIsLeftOut() throws {
        let found = try #require(
            PhoneForecast(confusion, shares: [.allow: 0.05, .transaction: 0.745, .junk: 0.2, .promotion: 0.005]))
        #expect(abs(found.shares.values.reduce(0, +) - 1) < 1e-9)
        #expect(
            found.sentence().hasSuffix("5.0 % allow; left out, since the test set has none: 0.5 % promotion."),
            "\(found.sentence())")
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
        // One message of each: Wilson's limits are wide.
        let forecast = try #require(report.phoneSentence)
        #expect(
            forecast.contains("0 wanted in Junk (at most 397), 500 junk caught, 0 junk missed."), "\(forecast)")
        report.traffic = [.allow: 0.4, .promotion: 0.1, .junk: 0.5]
        #expect(
            report.phoneSentence
                == "No test message is labelled promotion: nothing is known of these, so there is no forecast for a phone.")
        // Phones have them, whether the model knows them or not.
        report.traffic = [:]
        report.untested = evaluation.untested()
        #expect(report.overview.contains("No test message is labelled promotion or transaction: nothing is known of these.\n"))
        // A model's own labels are named where their action was tested.
        let finance = try #require(Label("transaction/finance")), orders = try #require(Label("transaction/orders"))
        evaluation.add(Outcome(truth: orders, predicted: orders, action: .transaction, junkLogOdds: -1))
        #expect(evaluation.untested(of: [.allow, .junk, finance, orders]) == ["promotion", "transaction/finance"])
    }

    /// Names count only where messages do not speak against them: next month's file may have the
    /// name of this month's.
    @Test(
        arguments: [
            ([], (0, 0), (0, 0), ""), ([], (1, 1), (0, 0), ""), ([], (2, 5), (0, 0), ""), ([], (2, 4), (0, 0), "These"),
            ([], (64, 64), (0, 0), "These"), ([], (8, 32), (0, 0), "These"), ([], (8, 33), (0, 0), ""),
            ([], (0, 9), (3, 3), "These"), (["mine.tsv"], (0, 9), (0, 0), ""),
            (["mine.tsv"], (1, 9), (0, 0), ""), (["mine.tsv"], (2, 9), (0, 0), "These"),
            (["mine.tsv"], (0, 0), (0, 0), "The model's"),
        ] as [([String], (Int, Int), (Int, Int), String)])
    func aTraceNeedsASign(files: [String], own: (Int, Int), background: (Int, Int), start: String) {
        let trace = TrainingTrace(
            files: files, own: Rate(own.0, of: own.1), background: Rate(background.0, of: background.1))
        #expect((trace == nil) == start.isEmpty)
        if let trace { #expect(trace.sentence(of: 9).hasPrefix(start + " ")) }
    }

    @Test func aTraceNamesBackgroundAndFiles() {
        let trace = TrainingTrace(files: ["a.csv"], own: Rate(2, of: 9), background: Rate(3, of: 3))
        #expect(
            trace?.sentence(of: 9)
                == "These figures say nothing of new messages: the model's card names a.csv as training data; 2 or more of 9 test messages are in the "
                + "training data, but for digits and links; 3 of a sample of 3 test messages are in the "
                + "background, but for digits and links. Measure on other messages.")
    }
}
