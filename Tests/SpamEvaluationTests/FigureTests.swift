import SpamFilter
import Statistics
import Testing

@testable import SpamEvaluation

@Suite struct FigureTests {
    @Test(arguments: [
        "accuracy", "false-junk", "false-junk(transaction)", "false-junk(transaction/finance)", "recall", "recall(promotion)",
        "recall@0.2%",
        "precision(allow)", "f1", "ap", "log-loss", "ece", "1-roca", "cost", "micro-recall",
    ])
    func namesReadBack(spelling: String) throws {
        #expect(try #require(Figure(spelling)).description == spelling)
    }

    @Test func aNameInBracketsMayBeTheUsualOne() {
        #expect(Figure("recall(junk)") == Figure("recall"))
    }

    @Test(arguments: [
        "", "Recall", "recall@0.3%", "recall@", "false-junk(junk)", "false-junk()", "recall(transaction/finance)", "recall(none)",
        "auc(junk)", "recall)",
        "(junk)",
    ])
    func otherNamesAreNone(spelling: String) {
        #expect(Figure(spelling) == nil)
    }

    @Test func everySpellingIsAFigure() {
        for spelling in Figure.spellings {
            let example = spelling.replacing("(label)", with: "(promotion/offers)").replacing("(action)", with: "(allow)")
            #expect(Figure(example)?.description == example)
        }
    }

    /// Whatever the test set, a figure is a finite number or is undefined with a reason.
    @Test(arguments: EvaluationReportTests.edgeCases.indices)
    func noFigureIsEverNoNumber(row: Int) throws {
        let report = EvaluationReport(
            Evaluation(EvaluationReportTests.edgeCases[row].outcomes), costs: MistakeCosts(falseJunk: 1))
        for spelling in Figure.spellings {
            let name = spelling.replacing("(label)", with: "(allow)").replacing("(action)", with: "(transaction)")
            let found = report.found(try #require(Figure(name)))
            if let value = found.value {
                #expect(value.isFinite && Figure(name)!.range.contains(value), "\(name)")
            } else {
                #expect(!found.reason.isEmpty, "\(name)")
            }
            #expect(!found.spelling.contains("nan") && !found.spelling.contains("inf"))
        }
    }
}
