// A model for one run of the tool, trained on the labels of a store.

import Corpus
import CorpusStore
import SpamFilterIO
import SpamTraining

enum TemporaryModel {
    /// - Parameters:
    ///   - background: messages of other phones, beside the labels.
    ///   - isCalibrated: whether its probabilities are to be believed; takes twice as long.
    ///   - saysWhyNot: whether a note says what is missing.
    /// - Returns: `nil` where there are too few labels to learn from.
    static func trained(
        on store: CorpusStore, background: [LabeledMessage] = [], isCalibrated: Bool = false,
        saysWhyNot: Bool = true
    ) throws -> AskingModel? {
        var settings = TrainingSettings()
        if !isCalibrated { settings.folds = 0 }
        let trained: TrainedModel
        do {
            trained = try waiting("learning from the labels") {
                var run = TrainingRun(settings)
                try store.forEachMessage { stored in
                    if let message = stored.labeled { run.add(message) }
                }
                for message in background { run.add(message) }
                return try run.finish()
            }
        } catch let error as TrainingError {
            if saysWhyNot { note("\(store.path): no model to ask: \(advice(on: error))") }
            return nil
        }
        return AskingModel(try ModelFile(copying: trained.bytes, named: store.path))
    }
}
