// Experiments: what a model that was just trained says of labelled messages.

import Corpus
import SpamEvaluation
import SpamFilter
import SpamTraining

extension TrainedModel {
    /// The outcomes of labelled messages.
    ///
    /// - Parameter messages: with their right labels.
    /// - Parameter each: gets each verdict, and the model's classes.
    /// - Complexity: one verdict a message.
    public func evaluation(
        on messages: some Sequence<LabeledMessage>, each: (Verdict, [Label]) -> Void = { _, _ in }
    ) -> Evaluation {
        var evaluation = Evaluation()
        bytes.withUnsafeBytes { bytes in
            // What was just written can be read.
            guard let view = try? ModelView(bytes) else { preconditionFailure("a model that its own reader refuses") }
            var classifier = Classifier(view)
            let classes = view.labels
            for message in messages {
                let verdict = classifier.classify(message.message)
                evaluation.add(Outcome(truth: message.label, verdict))
                each(verdict, classes)
            }
        }
        return evaluation
    }
}
