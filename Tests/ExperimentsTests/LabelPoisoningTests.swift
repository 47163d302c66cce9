// Models of a corpus some of whose labels are flipped.

import SpamEvaluation
import SpamFilter
import Testing
import TrainingFixtures

@testable import Experiments
@testable import SpamTraining

@Suite struct LabelPoisoningTests {
    private let messages = (0..<40).flatMap { _ in InventedMessages.all }

    @Test(arguments: LabelPoisoning.shares)
    func soManyLabelsAreFlipped(share: Double) {
        let poisoning = LabelPoisoning(messages, settings: TrainingSettings(), seed: 1)
        let flipped = poisoning.labels(flipping: share)
        let changed = zip(messages, flipped).filter { $0.label != $1 }
        #expect(changed.count == Int((share * Double(messages.count)).rounded()))
        #expect(changed.allSatisfy { ($0.label == .junk) != ($1 == .junk) })
        #expect(poisoning.labels(flipping: share) == flipped)
        if share > 0 {
            #expect(LabelPoisoning(messages, settings: TrainingSettings(), seed: 2).labels(flipping: share) != flipped)
        }
    }

    @Test func flippedLabelsHurtAndTheFirstRowIsTheCorpusItself() throws {
        var settings = TrainingSettings()
        settings.folds = 0
        settings.minDocumentFrequency = 1
        let corpus = InventedMessages.all
        let poisoning = LabelPoisoning(corpus, settings: settings, seed: 1)
        let clean = poisoning.measure(flipping: 0, on: corpus)
        let own = try train(corpus) { $0 = settings }.evaluation(on: corpus)
        #expect(
            clean.recall == own.confusion.figures(of: .junk).recall
                && clean.ap == own.junkRanking().averagePrecision && clean.flipped == 0)
        let all = poisoning.measure(flipping: 1, on: corpus)
        #expect(try #require(all.ap) < #require(clean.ap))
        let one = LabelPoisoning([corpus[0]], settings: settings, seed: 1).measure(flipping: 0, on: corpus)
        #expect(one.recall == nil && one.problem?.contains("one class") == true)
    }
}
