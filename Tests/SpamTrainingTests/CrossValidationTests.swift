import Corpus
import SpamEvaluation
import SpamFilter
import Testing

@testable import SpamTraining

@Suite struct CrossValidationTests {
    /// Three sources of forty wanted messages each, one of which has no junk; two messages a template.
    private let messages: [LabeledMessage] = ["post", "bank", "chat"].enumerated().flatMap { s, source in
        (0..<60).compactMap { i in
            let isJunk = i % 3 == 0
            if isJunk, source == "chat" { return nil }
            let text =
                isJunk ? "win a free prize at once \(source) \(i / 2)" : "your \(source) message about \(i % 7) has arrived"
            return LabeledMessage(Message(body: text), isJunk ? .junk : .allow, source: source, group: "\(i / 2)")
        }
    }

    private var settings: TrainingSettings {
        var settings = TrainingSettings()
        settings.minDocumentFrequency = 1
        settings.folds = 0
        return settings
    }

    private func parts(_ division: CorpusDivision, _ messages: [LabeledMessage]) -> [CrossValidationPart] {
        let validation = CrossValidation(messages, by: division, folds: 4, settings: settings)
        return validation.names.indices.map { validation.measure(part: $0) }
    }

    @Test func eachSourceIsLeftOutOnce() throws {
        let found = parts(.source, messages)
        #expect(found.map(\.name) == ["bank", "chat", "post"])
        #expect(found.map { $0.evaluation?.n } == [60, 40, 60] && found.map(\.trained) == [100, 120, 100])
        #expect(found.map { $0.evaluation?.junk } == [20, 0, 20])
        // A group is one of its source: the same name elsewhere is another template.
        #expect(found.allSatisfy { $0.overlap == 0 && $0.problem == nil })
        #expect(found[0].evaluation!.junkRanking().auc! > 0.99)
    }

    /// Without names of groups near duplicates are found, in other sources too.
    @Test func likeMessagesOfOtherSourcesAreCounted() {
        let copies = messages.map { LabeledMessage($0.message, $0.label, source: $0.source) }
        let more = copies + copies.filter { $0.source == "bank" }.map { LabeledMessage($0.message, $0.label, source: "copy") }
        let found = parts(.source, more)
        #expect(found.map(\.name) == ["bank", "chat", "copy", "post"])
        #expect(found[0].overlap == 60 && found[2].overlap == 60)
    }

    @Test func templatesStayTogether() {
        let found = parts(.template, messages)
        #expect(found.count == 4 && found.reduce(0) { $0 + $1.evaluation!.n } == messages.count)
        #expect(found.allSatisfy { $0.overlap == 0 && $0.trained + $0.evaluation!.n == messages.count && $0.evaluation!.n > 10 })
    }

    /// The only source with junk cannot be left out: it is said why, and the others are measured.
    @Test func aPartThatLeavesOneClassIsNotMeasured() {
        let found = parts(.source, messages.filter { $0.source != "post" })
        #expect(found.map(\.name) == ["bank", "chat"])
        #expect(found[0].evaluation == nil && found[0].problem == .oneClass(.allow, rows: 40))
        #expect(found[1].evaluation?.n == 40)
    }

    /// What parts measured adds up to what all of it would.
    @Test func evaluationsAddUp() {
        var all = Evaluation(), halves = [Evaluation(), Evaluation()]
        for i in 0..<100 {
            let outcome = Outcome(
                truth: Label.all[i % 16], predicted: Label.all[i % 5], action: i % 7 == 0 ? .none : Label.all[i % 5].action,
                junkLogOdds: i == 50 ? .nan : Double(i % 13) - 6)
            all.add(outcome)
            halves[i % 2].add(outcome)
        }
        halves[0].add(halves[1])
        #expect(EvaluationReport(halves[0]) == EvaluationReport(all))
        #expect(halves[0].nanScores == 1)
    }
}
