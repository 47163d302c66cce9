// Studio: trains on the store's labels while people go on labelling. Labels in, a model that asks
// from now on and the difference it made out.

import CorpusStore
import SpamFilter
import SpamTraining
import Statistics

/// What a training has made.
public struct TrainingOutcome: Sendable, Equatable, Codable {
    let model: ModelSummary
    let trainedOn: Int
    /// Labelled messages that were held out, to measure on.
    let heldOut: Int
    /// Against the model that asked before; `nil` where there was none, or nothing is held out.
    let difference: ModelDifference?
}

/// Trains models on the labels of a store.
public struct Training: Sendable {
    let store: CorpusStore
    let models: ModelShelf
    let comparison: ModelComparison
    let pace: LearningPace
    let job: Job<TrainingOutcome>

    /// Trains a model of all labels but those held out; see `outcome`.
    ///
    /// - Throws: `StudioError.busy`.
    public func start(_ settings: TrainingSettings = TrainingSettings()) throws(StudioError) {
        let before = models.asking
        try job.start { job in
            var settings = settings
            settings.trainer = StoppableTrainer(settings.trainer, job)
            try store.groups.addNew()
            var run = TrainingRun(settings), heldOut = 0
            try store.forEachMessage { stored in
                guard let message = stored.labeled else { return }
                if HeldOut.holds(stored) { heldOut += 1 } else { run.add(message) }
                if run.rowCount % 1024 == 0 { try job.check() }
            }
            let count = run.rowCount
            guard count > 0 else { throw StudioError.nothingToLearnFrom }
            let sources = run.sourceCounts
            var card = ModelCard()
            card.trainedOn = sources.corpus.sorted { $0.key < $1.key }.map { "\($0.key) (\(counted($0.value, "message")))" }
            let trained = try run.finish(card: card) { job.advance($0, of: $1) }
            try job.check()
            let model = try models.made(of: trained.bytes, trainedOn: count)
            let difference = try before.flatMap { heldOut > 0 ? try comparison.difference($0, model, job) : nil }
            let outcome = TrainingOutcome(
                model: ModelSummary(model, isAsking: true), trainedOn: count, heldOut: heldOut, difference: difference)
            // Who cancels during the comparison has no new model either.
            try job.check()
            models.add(model)
            pace.learned()
            return outcome
        }
    }

    /// What the last training has made.
    public func outcome() throws(StudioError) -> TrainingOutcome { try job.last() }
}
