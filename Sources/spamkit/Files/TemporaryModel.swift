// A model for one run of the tool, trained on the labels of a store.

import Corpus
import CorpusStore
import SpamFilterIO
import SpamTraining

enum TemporaryModel {
    /// More messages without a label teach little more, and each ten labels train anew. At most
    /// twice as many are taken, spread over the store.
    private static let mostUnlabelled = 2000

    /// - Parameters:
    ///   - background: messages of other phones, beside the labels. With it, messages without a
    ///     label teach too.
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
                for message in background { run.add(message) }
                guard !background.isEmpty, isCalibrated else {
                    try store.forEachMessage { stored in
                        if let message = stored.labeled { run.add(message) }
                    }
                    return try run.finish()
                }
                var pool = UnlabelledMessages(settings)
                var unlabelled: [CorpusRow] = [], stride = 1, seen = 0
                try store.forEachMessage { stored in
                    if let message = stored.labeled {
                        pool.add(labelled: message)
                        return
                    }
                    if seen % stride == 0 { unlabelled.append(stored.row) }
                    seen += 1
                    guard unlabelled.count == 2 * mostUnlabelled else { return }
                    unlabelled = unlabelled.indices.filter { $0 % 2 == 0 }.map { unlabelled[$0] }
                    stride *= 2
                }
                for row in unlabelled { pool.add(row) }
                return try run.finish(beside: pool)
            }
        } catch let error as TrainingError {
            if saysWhyNot { note("\(store.path): no model to ask: \(advice(on: error))") }
            return nil
        }
        return AskingModel(try ModelFile(copying: trained.bytes, named: store.path))
    }
}
