import Foundation
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

    /// A row of the catalogue is all that a figure needs: text, the page's tables and JSON have it
    /// for that.
    @Test func aRowIsEnough() throws {
        let evaluation = Evaluation(EvaluationTests.tenMessages)
        let report = EvaluationReport(evaluation, costs: MistakeCosts(falseJunk: 1))
        let onPage = KeyFigures.allCases.flatMap { $0.lines(report).map(\.title) }
        let json = try #require(JSONSerialization.jsonObject(with: JSONEncoder().encode(report)) as? [String: Any])
        for figure in Figure.all where figure.applies(report.measured) {
            if let title = figure.titles.text, !title.hasPrefix("promotion") {
                #expect(report.text.contains("\(title) "), "\(figure)")
            }
            if let title = figure.titles.page { #expect(onPage.count { $0 == title } == 1, "\(figure)") }
            if let path = figure.key?.split(separator: "/").map(String.init) {
                let group = path.count == 1 ? json : json[path[0]] as? [String: Any]
                #expect(group?[path[path.count - 1]] != nil, "\(figure)")
            }
        }
    }

    @Test func drawsAreOfFiguresThatAreDrawn() {
        let drawn = Set(BootstrapIntervals.figures.map(\.name))
        #expect(Figure.all.allSatisfy { $0.drawnName.map(drawn.contains) ?? true })
    }

    /// For any test set, a figure is a finite number or is undefined with a reason.
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
