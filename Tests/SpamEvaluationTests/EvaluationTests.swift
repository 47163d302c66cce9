import Foundation
import SpamEvaluation
import SpamFilter
import Statistics
import Testing

@Suite struct EvaluationTests {
    /// Ten messages: 4 allow, 3 junk, 3 transaction/finance.
    ///
    ///                  allow  junk  transaction  unsure
    ///     allow            2     1            0       1
    ///     junk             1     2            0       0
    ///     transaction      0     1            2       0
    static let tenMessages = [
        Outcome("allow", "allow", score: -3), Outcome("allow", "allow", score: -2), Outcome("allow", "junk", score: 2),
        Outcome("allow", "junk", Action.none, score: 1),
        Outcome("junk", "junk", score: 5), Outcome("junk", "junk", score: 2), Outcome("junk", "allow", score: -1),
        Outcome("transaction/finance", "transaction/finance", score: -4),
        Outcome("transaction/finance", "transaction/orders", score: -5),
        Outcome("transaction/finance", "junk", score: 3),
    ]

    @Test func byHand() {
        let evaluation = Evaluation(Self.tenMessages)
        #expect(evaluation.n == 10 && evaluation.junk == 3)
        let confusion = evaluation.confusion
        #expect(confusion[.allow, .none] == 1 && confusion[.transaction, .junk] == 1)

        let junk = confusion.figures(of: .junk)
        #expect(junk.precision == Rate(2, of: 4) && junk.recall == Rate(2, of: 3) && junk.support == 3)
        #expect(agree(junk.f1, 4.0 / 7))
        // 2 right of 5 given or deserved: Wilson's limits of 2/5, each J to 2 J / (1 + J).
        #expect(agree(junk.f1Interval95?.lower, 2 * 0.11762077423264788 / 1.11762077423264788))
        #expect(agree(junk.f1Interval95?.upper, 2 * 0.7692757187239871 / 1.7692757187239871))
        let allow = confusion.figures(of: .allow)
        #expect(allow.precision == Rate(2, of: 3) && allow.recall == Rate(2, of: 4) && agree(allow.f1, 4.0 / 7))
        let transaction = confusion.figures(of: .transaction)
        #expect(transaction.precision == Rate(2, of: 2) && transaction.recall == Rate(2, of: 3) && agree(transaction.f1, 0.8))

        #expect(agree(confusion.microF1, 12.0 / 19))  // 6 right, 9 decided, 10 in all
        #expect(agree(confusion.macroF1, (4.0 / 7 + 4.0 / 7 + 0.8) / 3))  // no promotion in truth
        #expect(confusion.falseJunk == Rate(2, of: 7))
        #expect(evaluation.falseJunk(of: .allow) == Rate(1, of: 4))
        #expect(evaluation.falseJunk(of: Label("transaction/finance")!) == Rate(1, of: 3))
        #expect(evaluation.falseJunk(of: Label("transaction")!) == Rate(0, of: 0))
        #expect(evaluation.labels == [.allow, .junk, Label("transaction/finance")!])
        #expect(confusion.unsure == Rate(1, of: 10))
        #expect(evaluation.rightSubAction == Rate(1, of: 2))
        #expect(evaluation.shownSubAction == Rate(0, of: 2))
        // 2 true and 2 false positives, 5 true and 1 false negatives.
        #expect(agree(confusion.mcc, 8 / Double(4 * 3 * 7 * 6).squareRoot()))
        // Pairs: 5 beats 7 wanted, 2 beats 5 and ties 1, -1 beats 4.
        #expect(agree(evaluation.junkRanking().auc, (7 + 5.5 + 4) / 21))
    }

    /// A phone shows what the verdict names, not the most probable label.
    @Test(
        arguments: [
            ("transaction/finance", "transaction/finance", .transactionalFinance, Rate(1, of: 1), Rate(1, of: 1)),
            ("transaction/finance", "transaction/finance", .none, Rate(0, of: 1), Rate(1, of: 1)),
            ("transaction/finance", "transaction/orders", .transactionalFinance, Rate(1, of: 1), Rate(0, of: 1)),
            ("transaction", "transaction/orders", .none, Rate(0, of: 0), Rate(0, of: 0)),
            ("transaction", "transaction", .transactionalOrders, Rate(0, of: 0), Rate(0, of: 0)),
            ("transaction/finance", "junk", .none, Rate(0, of: 0), Rate(0, of: 0)),
        ] as [(String, String, SubAction, Rate, Rate)])
    func shownSubActionsAreThoseOfVerdicts(truth: String, label: String, shown: SubAction, asShown: Rate, ofLabel: Rate) {
        let evaluation = Evaluation([Outcome(truth, label, shown: shown)])
        #expect(evaluation.shownSubAction == asShown && evaluation.rightSubAction == ofLabel)
    }

    /// Where some label has a sub-action, one too many is wrong; where none has, none can be right.
    @Test func subActionsAreMeasuredWhereLabelsHaveThem() {
        let tooMany = Outcome("transaction", "transaction/orders", shown: .transactionalOrders)
        #expect(Evaluation([tooMany]).shownSubAction == Rate(0, of: 0))
        let both = Evaluation([tooMany, Outcome("transaction/finance", "transaction/finance", shown: .transactionalFinance)])
        #expect(both.shownSubAction == Rate(1, of: 2) && both.rightSubAction == Rate(1, of: 2))
    }

    @Test func figuresAreThoseOfScikitLearn() throws {
        struct Expected: Decodable {
            struct Class: Decodable { let precision, recall, f1: Double, support: Int }
            let n, junk, falseJunk: Int
            let confusion: [String: [String: Int]]
            let classes: [String: Class]
            struct Bin: Decodable { let junk, meanPredicted: Double }
            let microF1, macroF1, auc, ap, mcc: Double
            let accuracy, microPrecision, microRecall, macroPrecision, macroRecall, risk, cost: Double
            let logLoss, brier, ece: Double
            let bins: [Bin]
            let published: [String: Double]
            let recallAt: [String: Double]
        }
        let expected = try JSONDecoder().decode(Expected.self, from: ReferenceFile.data("figures.json"))
        let costs = try MistakeCosts(parsing: "falseJunk=10,missedJunk=1,unsure=0.2")
        let report = EvaluationReport(Evaluation(try ReferenceFile.outcomes()), costs: costs)
        #expect(report.n == expected.n && report.junk == expected.junk)
        #expect(report.rate(.falseJunk) == Rate(expected.falseJunk, of: expected.n - expected.junk))
        for (truth, row) in expected.confusion {
            for (verdict, count) in row {
                let found = report.measured.confusion[
                    try ReferenceFile.action(truth), try ReferenceFile.action(verdict)]
                #expect(found == count)
            }
        }
        for figures in Outcome.actions.map(report.measured.confusion.figures(of:)) {
            let row = try #require(expected.classes[figures.action.name])
            #expect(agree(figures.precision.value, row.precision))
            #expect(agree(figures.recall.value, row.recall))
            #expect(agree(figures.f1, row.f1))
            #expect(figures.support == row.support)
        }
        let values: [(String, Double)] = [
            ("micro-f1", expected.microF1), ("macro-f1", expected.macroF1), ("auc", expected.auc), ("ap", expected.ap),
            ("mcc", expected.mcc), ("accuracy", expected.accuracy), ("micro-recall", expected.microRecall),
            ("micro-precision", expected.microPrecision), ("macro-precision", expected.macroPrecision),
            ("macro-recall", expected.macroRecall), ("risk", expected.risk), ("cost", expected.cost),
        ]
        for (name, value) in values { #expect(agree(report[try #require(Figure(name))], value), "\(name)") }
        for (key, value) in expected.published {
            let name = key == "oneMinusROCA" ? "1-roca" : key
            #expect(agree(report[try #require(Figure(name))], value), "\(name)")
        }
        let calibration = try #require(report.measured.calibration)
        #expect(agree(calibration.logLoss, expected.logLoss) && agree(calibration.brier, expected.brier))
        #expect(agree(calibration.ece, expected.ece))
        let filled = calibration.bins.filter { $0.count > 0 }
        #expect(filled.count == expected.bins.count)
        for (bin, row) in zip(filled, expected.bins) {
            #expect(agree(bin.junk.value, row.junk) && agree(bin.meanPredicted, row.meanPredicted))
        }
        for bound in FalseJunkBound.allCases {
            #expect(agree(report[.recallAt(bound)], expected.recallAt[bound.rawValue]))
        }
    }

    @Test func anyOrderGivesTheSameFigures() throws {
        let outcomes = try ReferenceFile.outcomes()
        let report = EvaluationReport(Evaluation(outcomes))
        #expect(EvaluationReport(Evaluation(outcomes.reversed())) == report)
        #expect(EvaluationReport(Evaluation(outcomes.sorted { $0.junkLogOdds < $1.junkLogOdds })) == report)
        #expect(EvaluationReport(Evaluation(outcomes.sorted { $0.truth < $1.truth })) == report)
    }

    @Test func twiceTheRowsChangeCountsButNoShare() throws {
        let outcomes = try ReferenceFile.outcomes()
        let once = EvaluationReport(Evaluation(outcomes))
        let twice = EvaluationReport(Evaluation(outcomes + outcomes))
        #expect(twice.rate(.falseJunk) == Rate(2 * once.rate(.falseJunk).count, of: 2 * once.rate(.falseJunk).of))
        for name in ["micro-f1", "macro-f1", "auc", "ap", "mcc"] {
            let figure = try #require(Figure(name))
            #expect(agree(twice[figure], once[figure]), "\(name)")
        }
    }

    @Test func everyMessageCountsOncePerLabel() throws {
        let evaluation = Evaluation(try ReferenceFile.outcomes())
        let rows = evaluation.labels.filter { $0 != .junk }.map(evaluation.falseJunk(of:))
        #expect(rows.reduce(0) { $0 + $1.count } == evaluation.confusion.falseJunk.count)
        #expect(rows.reduce(0) { $0 + $1.of } == evaluation.confusion.falseJunk.of)
    }

    @Test func everyLabelAndVerdictHasItsOwnCount() {
        var evaluation = Evaluation()
        for label in Label.all {
            for action in Action.allCases {
                let before = evaluation.count(labeled: label, verdict: action)
                evaluation.add(Outcome(truth: label, predicted: label, action: action, junkLogOdds: 0))
                #expect(before == 0 && evaluation.count(labeled: label, verdict: action) == 1)
            }
        }
        #expect(evaluation.n == Label.all.count * Action.allCases.count)
        #expect(evaluation.labels == Label.all)
    }

    @Test func aNaNScoreLeavesTheVerdictsButNotTheRanking() {
        let evaluation = Evaluation(Self.tenMessages + [Outcome("allow", "allow", score: .nan)])
        #expect(evaluation.n == 11 && evaluation.nanScores == 1)
        #expect(evaluation.confusion.falseJunk == Rate(2, of: 8))
        #expect(evaluation.junkRanking().auc == nil && evaluation.junkRanking().averagePrecision == nil)
    }
}
