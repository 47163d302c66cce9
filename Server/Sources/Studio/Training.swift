// Studio: trains on the store's labels while people go on labelling. Labels in, a model that asks
// from now on and the difference it made out.

import CorpusStore
import SpamFilter
import SpamTraining
import Statistics

/// What a training has made.
public struct TrainingOutcome: Sendable, Equatable, Codable {
    public let model: ModelSummary
    public let trainedOn: Int
    /// Labelled messages that were held out, to measure on.
    public let heldOut: Int
    /// Against the model that asked before; `nil` where there was none, or nothing is held out.
    public let difference: ModelDifference?
}

extension Studio {
    /// Trains a model of all labels but those held out; see `training`.
    ///
    /// - Throws: `StudioError.busy`.
    public func startTraining(_ settings: TrainingSettings = TrainingSettings()) throws(StudioError) {
        let before = shelf.asking
        try jobs.start(.training) { [self] job in
            var settings = settings
            settings.trainer = StoppableTrainer(settings.trainer, job)
            try groupNewMessages()
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
            let model = try shelf.made(of: trained.bytes, trainedOn: count)
            let difference = try before.flatMap { heldOut > 0 ? try self.difference($0, model, job) : nil }
            let outcome = TrainingOutcome(
                model: ModelSummary(model, isAsking: true), trainedOn: count, heldOut: heldOut, difference: difference)
            // Who cancels during the comparison has no new model either.
            try job.check()
            shelf.add(model)
            didLearn()
            results.withLock { $0.training = outcome }
        }
    }

    /// What the last training has made.
    public func training() throws(StudioError) -> TrainingOutcome {
        guard let outcome = results.withLock({ $0.training }) else { throw .nothingFound(.training) }
        return outcome
    }
}
