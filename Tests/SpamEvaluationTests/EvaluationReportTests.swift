import Foundation
import SpamFilter
import Testing

@testable import SpamEvaluation

@Suite struct EvaluationReportTests {
    static let keys: Set = [
        "phone", "trace",
        "n", "junk", "nanScores", "confusion", "classes", "microF1", "macroF1", "falseJunk", "falseJunkByLabel", "unsureByLabel",
        "unsure",
        "shownSubAction", "rightSubAction", "auc", "ap", "recallAt", "mcc", "accuracy", "microPrecision", "macroPrecision",
        "macroRecall",
        "coverage",
        "risk", "published", "calibration", "costs", "cost", "bootstrap", "folders", "slices", "senders", "overlap",
        "unseenTemplates",
        "acrossSources",
        "curves", "wantedGroups",
    ]

    /// Test sets on which something is undefined, and a phrase of the text that says so.
    static let edgeCases: [(outcomes: [Outcome], phrase: String)] = [
        ([], "No messages in the test set."),
        ([Outcome("allow", "allow")], "undefined (no junk in the test set)"),
        ([Outcome("junk", "junk")], "undefined (no wanted message in the test set)"),
        ([Outcome("junk", "junk"), Outcome("allow", "allow")], "ROC-AUC                          0.5000"),
        ([Outcome("junk", "junk", Action.none)], "undefined (no message was called junk)"),
        ([Outcome("allow", "allow", score: .nan), Outcome("junk", "junk")], "undefined (scores that are not numbers: 1)"),
        ([Outcome("allow", "allow", score: -.infinity), Outcome("junk", "junk", score: .infinity)], "1.0000"),
    ]

    @Test(arguments: edgeCases.indices)
    func whatIsUndefinedIsSaidSo(row: Int) throws {
        let (outcomes, phrase) = Self.edgeCases[row]
        let report = EvaluationReport(Evaluation(outcomes))
        #expect(report.text.contains(phrase), "\(report.text)")
        #expect(!report.text.lowercased().contains("nan"))
        // JSONEncoder throws on NaN and infinity.
        let json = try JSONEncoder().encode(report)
        let fields = try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
        #expect(Set(fields.keys) == Self.keys)
    }

    @Test func jsonHasTheDocumentedShape() throws {
        let report = EvaluationReport(Evaluation(EvaluationTests.tenMessages))
        let json = try JSONEncoder().encode(report)
        let fields = try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
        #expect(Set(fields.keys) == Self.keys)

        let confusion = try #require(fields["confusion"] as? [String: [String: Int]])
        #expect(Set(confusion.keys) == ["allow", "junk", "promotion", "transaction"])
        #expect(confusion["allow"] == ["allow": 2, "junk": 1, "promotion": 0, "transaction": 0, "none": 1])
        let classes = try #require(fields["classes"] as? [[String: Any]])
        #expect(classes.map { $0["label"] as? String } == ["allow", "junk", "promotion", "transaction"])
        #expect(Set(classes[2].keys) == ["label", "precision", "recall", "f1", "f1Lower", "f1Upper", "support"])
        #expect(classes[2]["f1"] is NSNull)
        let falseJunk = try #require(fields["falseJunk"] as? [String: Double])
        #expect(Set(falseJunk.keys) == ["count", "of", "rate", "lower", "upper"] && falseJunk["count"] == 2)
        let byLabel = try #require(fields["falseJunkByLabel"] as? [String: Any])
        #expect(Set(byLabel.keys) == ["allow", "transaction/finance"])
        let recallAt = try #require(fields["recallAt"] as? [String: Any])
        #expect(Set(recallAt.keys) == ["0.1%", "0.2%", "0.5%", "1%"])
    }

    /// What is documented is what there is: every name of a figure, and every key of the JSON.
    @Test func everyFigureAndKeyIsDocumented() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/SpamEvaluation/SpamEvaluation.docc/Figures.md")
        let text = String(decoding: try Data(contentsOf: page), as: UTF8.self)
        for name in Figure.spellings {
            let name = name.replacing("(label)", with: "(LABEL)").replacing("(action)", with: "")
            #expect(text.contains("`\(name)`"), "\(name)")
        }
        for key in Self.keys { #expect(text.contains("`\(key)`"), "\(key)") }
        for key in Figure.all.compactMap(\.key) {
            #expect(text.contains("`\(key.split(separator: "/")[0])`"), "\(key)")
        }
    }

    @Test func textIsThatOfTheTenMessages() throws {
        let text = EvaluationReport(Evaluation(EvaluationTests.tenMessages)).text
        if ProcessInfo.processInfo.environment["SPAMKIT_RECORD_GOLDEN"] == "1" {
            let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Reference")
            try Data(text.utf8).write(to: folder.appending(path: "ten-messages.txt"))
        }
        #expect(text == String(decoding: try ReferenceFile.data("ten-messages.txt"), as: UTF8.self))
    }

    /// A good share of right verdicts says nothing of a label that is left unsure.
    @Test func theOverviewNamesLabelsThatAreLeftUnsure() throws {
        let orders = Label("transaction/orders")!
        let counts: [(Label, Action, Int)] = [
            (orders, .none, 3), (orders, .transaction, 1), (.allow, .allow, 6), (.junk, .junk, 2),
        ]
        var evaluation = Evaluation()
        for (truth, action, count) in counts {
            for _ in 0..<count { evaluation.add(Outcome(truth: truth, predicted: truth, action: action, junkLogOdds: 0)) }
        }
        let report = EvaluationReport(evaluation)
        let lines = report.overview.split(separator: "\n").map(String.init)
        let start = try #require(lines.firstIndex { $0.hasPrefix("Left unsure") })
        let seen = lines[start...].dropFirst().prefix(4).map { $0.split(separator: " ") }
        #expect(seen.map(\.first) == ["all", "junk", "wanted", "transaction/orders"])
        #expect(seen.map(\.last) == ["3/12", "0/2", "3/10", "3/4"], "\(report.overview)")
        #expect(try #require(report.markdown.split(separator: "\n").first { $0.contains("all messages") }).contains("3/12"))
        // More labels are counted together.
        for (place, label) in Label.all.enumerated() where label != .junk {
            for message in 0...(20 - place) {
                evaluation.add(Outcome(truth: label, predicted: label, action: message == 0 ? .none : .allow, junkLogOdds: 0))
            }
        }
        let many = EvaluationReport(evaluation).overview
        #expect(many.contains("other labels"), "\(many)")
    }

    @Test func textAndOverviewStayWithinEightyColumns() {
        // Every label, and counts of six digits.
        let label = Label("transaction/publicServices")!
        var evaluation = Evaluation(Label.all.map { Outcome(truth: $0, predicted: label, action: .junk, junkLogOdds: 0) })
        for _ in 0..<100_000 { evaluation.add(Outcome("allow", "junk")) }
        for outcomes in [evaluation, Evaluation(EvaluationTests.tenMessages), Evaluation()] {
            let report = EvaluationReport(outcomes)
            for text in [report.text, report.overview] {
                #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(text)")
                #expect(text.split(separator: "\n").allSatisfy { $0.last != " " })
            }
            #expect(report.overview.split(separator: "\n", omittingEmptySubsequences: false).count <= 29)
        }
    }
}
