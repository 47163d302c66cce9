// What an attack counts: rates of the messages that a trick touches, and falls that the words of a
// message sum to.

import LabeledMessages
import Foundation
import SpamFilter
import SpamTraining
import Statistics
import Testing
import TrainingFixtures

@testable import SpamEvaluation

/// Writes known texts for known texts, whatever the strength.
private struct Rewording: AttackTrick {
    let name = "rewording"
    let scripts = [TrickScript.latin]
    let summary = "a table"
    let table: [String: String]

    func apply(_ text: Plaintext, _ strength: Strength, using random: inout SplitMix) -> String? {
        table.first { Plaintext($0.key) == text }?.value
    }
}

@Suite struct AttackRunTests {
    /// Two actions and one source: one vector decides, so that the bias is the same before and
    /// after.
    private let corpus = InventedMessages.all.filter { $0.label == .junk || $0.label == .allow }
    private let model: TrainedModel

    init() throws {
        model = try train(corpus) {
            $0.folds = 0
            $0.minDocumentFrequency = 1
        }
    }

    private func report(_ tricks: [any AttackTrick], _ rows: [LabeledMessage], seed: UInt64 = 1, namesWords: Bool = false) throws
        -> AttackReport
    {
        try withModel(model.bytes) { view in
            var run = AttackRun(view, tricks: tricks, seed: seed)
            for row in rows { run.add(row.message, row.label) }
            return run.report(goodWords: 0, namesWords: namesWords)
        }
    }

    @Test func ratesAreOfTheMessagesThatATrickTouches() throws {
        let junk = corpus.filter { $0.label == .junk }, wanted = corpus.filter { $0.label == .allow }
        // One junk message becomes wanted, one stays, one wanted message becomes junk; all others
        // are not touched.
        let trick = Rewording(table: [
            junk[0].message.body: wanted[0].message.body, junk[1].message.body: junk[2].message.body,
            wanted[1].message.body: junk[0].message.body,
        ])
        let report = try report([trick], corpus)
        #expect(report.junk == junk.count && report.wanted == wanted.count)
        #expect(report.clean.recall == Rate(8, of: 8) && report.clean.falseJunk == Rate(0, of: 8))
        #expect(report.tricks.map(\.strength) == Strength.allCases)
        for row in report.tricks {
            #expect(row.cleanRecall == Rate(2, of: 2) && row.recall == Rate(1, of: 2))
            #expect(row.cleanFalseJunk == Rate(0, of: 1) && row.falseJunk == Rate(1, of: 1))
            #expect(row.fell == 1 && row.words.isEmpty)
        }
        let figures = try #require(report.strengths.first)
        #expect(figures.tricks == 1 && figures.meanRecall == 0.5 && figures.meanCleanRecall == 1)
        #expect(figures.worstTrick == "rewording" && figures.worstFalseJunk == Rate(1, of: 1))
    }

    @Test func theFallIsTheSumOfItsWords() throws {
        let junk = corpus.filter { $0.label == .junk }, wanted = corpus.filter { $0.label == .allow }
        let table = Dictionary(uniqueKeysWithValues: zip(junk.map(\.message.body), wanted.map(\.message.body)))
        let report = try report([Rewording(table: table)], corpus, namesWords: true)
        let row = try #require(report.tricks.first)
        #expect(row.fell == junk.count)
        let fall = try #require(row.meanFall) * Double(row.fell)
        #expect(abs(row.falls.reduce(0) { $0 + $1.fall } - fall) < 1e-3 * abs(fall))
        #expect(row.words.count == AttackRun.mostWords && row.words.allSatisfy { $0.fall > 0 && $0.text != nil })
        #expect(row.falls.allSatisfy { $0.text == nil && $0.messages <= row.fell })
        #expect(row.falls.map(\.kind).contains("link"))
    }

    /// Whatever action is most probable, the clues of junk and the bias sum to its log-odds.
    @Test func cluesOfJunkSumToItsLogOdds() throws {
        let model = try train(InventedMessages.all) { $0.folds = 0 }
        try withModel(model.bytes) { view in
            var classifier = Classifier(view)
            for row in InventedMessages.all {
                let found = classifier.explainJunk(row.message)
                let explanation = try #require(found)
                #expect(explanation.favored == .junk)
                #expect(abs(explanation.score - explanation.verdict.junkLogOdds) < 1e-12)
                let sum = explanation.clues.reduce(explanation.bias) { $0 + $1.contribution }
                #expect(abs(sum - explanation.score) < 1e-4, "\(sum) \(explanation.score)")
            }
        }
    }

    @Test func theOrderOfTheCorpusDoesNotMatterToTheRates() throws {
        let tricks = TrickLibrary.all
        let straight = try report(tricks, corpus), turned = try report(tricks, corpus.reversed())
        #expect(straight.tricks.map(\.recall) == turned.tricks.map(\.recall))
        #expect(straight.tricks.map(\.falseJunk) == turned.tricks.map(\.falseJunk))
        #expect(try report(tricks, corpus) == straight)
    }

    @Test func jsonHasTheDocumentedKeysAndNoText() throws {
        var report = try report(TrickLibrary.all, corpus)
        report.poisoning = [PoisoningFigures(flippedShare: 0, flipped: 0, trained: 1, measured: nil, problem: "none")]
        let json = try JSONEncoder().encode(report)
        #expect(try JSONDecoder().decode(AttackReport.self, from: json) == report)
        let fields = try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
        #expect(Set(fields.keys) == ["seed", "junk", "wanted", "clean", "goodWords", "tricks", "strengths", "poisoning"])
        let rows = try #require(fields["tricks"] as? [[String: Any]])
        for row in rows {
            #expect(
                Set(row.keys) == [
                    "trick", "scripts", "strength", "recall", "cleanRecall", "falseJunk", "cleanFalseJunk",
                    "recallAtHalfAPercent", "fell",
                    "meanFall", "falls", "words",
                ])
        }
        let strengths = try #require(fields["strengths"] as? [[String: Any]])
        #expect(
            Set(strengths[0].keys) == [
                "strength", "tricks", "meanRecall", "meanCleanRecall", "worstTrick", "worstRecall", "worstFalseJunkTrick",
                "worstFalseJunk",
            ])
        let poisoning = try #require(fields["poisoning"] as? [[String: Any]])
        #expect(Set(poisoning[0].keys) == ["flippedShare", "flipped", "trained", "recall", "falseJunk", "ap", "problem"])
        #expect(poisoning[0]["recall"] is NSNull)
        // A word of the corpus that is no name of anything.
        #expect(!String(decoding: json, as: UTF8.self).contains("dinner"))
    }

    @Test(arguments: [0, 3, 16])
    func textStaysWithinAHundredColumns(rows: Int) throws {
        var report = try report(TrickLibrary.all, Array(corpus.prefix(rows)), namesWords: true)
        report.poisoning = [0, 0.01, 0.1].map {
            PoisoningFigures(flippedShare: $0, flipped: 1000, trained: 100_000, measured: Evaluation(), problem: nil)
        }
        for line in report.text.split(separator: "\n") { #expect(terminalColumns(String(line)) <= 100, "\(line)") }
        #expect(!report.text.contains("nan"))
        #expect(!report.text.unicodeScalars.contains { $0.properties.isDefaultIgnorableCodePoint })
    }
}
