// Cross-validation with progress on standard error. Messages in, figures of each part out.

import Corpus
import Experiments
import SpamEvaluation
import SpamFilter
import SpamTraining

extension CrossValidation {
    /// Measures each part by a model of all others; by time, of all before it.
    ///
    /// - Parameter each: gets the place of each measured message, its part, its group, its verdict,
    ///   and the model's classes.
    static func parts(
        of messages: [LabeledMessage], by division: CorpusDivision, folds: Int, _ settings: TrainingSettings,
        each: (Int, String, UInt64, Verdict, [Label]) -> Void = { _, _, _, _, _ in }
    ) throws -> [CrossValidationPart] {
        let validation = try CrossValidation(messages, by: division, folds: folds, settings: settings)
        return validation.names.indices.map { part in
            let others = division == .time ? "before" : "others"
            note("\(validation.names[part]): training on all \(others), \(part + 1) of \(validation.names.count)")
            let bar = TrainingProgress()
            defer { bar.finish() }
            return validation.measure(
                part: part, card: { ModelCard(sources: $0) },
                progress: { bar.advance($0, of: $1) }
            ) { message, group, verdict, classes in
                each(message, validation.names[part], group, verdict, classes)
            }
        }
    }

    /// Each source by a model of all others, trained with the default settings of `train`.
    static func sources(of messages: [LabeledMessage]) throws -> [SourceFigures] {
        // By source there are as many parts as sources, whatever `folds` is.
        try parts(of: messages, by: .source, folds: 2, TrainingSettings()).map(SourceFigures.init)
    }
}
