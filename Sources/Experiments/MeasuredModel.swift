// Experiments: what a model that was just trained says of labelled messages.

import Corpus
import SpamEvaluation
import SpamFilter
import SpamTraining

extension TrainedModel {
    /// The outcomes of labelled messages.
    ///
    /// - Complexity: one verdict a message.
    public func evaluation(on messages: some Sequence<LabeledMessage>) -> Evaluation {
        var evaluation = Evaluation()
        bytes.withUnsafeBytes { bytes in
            // What was just written can be read.
            guard let view = try? ModelView(bytes) else { preconditionFailure("a model that its own reader refuses") }
            var classifier = Classifier(view)
            for message in messages {
                evaluation.add(Outcome(truth: message.label, classifier.classify(message.message)))
            }
        }
        return evaluation
    }
}
