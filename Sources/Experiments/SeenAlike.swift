// Experiments: which test messages a model may have learned by heart.

import Corpus
import SpamEvaluation
import SpamTraining
import Statistics

extension TrainingOverlap {
    /// Counts the test messages that share a template with a training message: its name, or as near
    /// duplicates, whose names do not matter.
    ///
    /// - Complexity: reads all messages once.
    public init(of test: [LabeledMessage], with training: [LabeledMessage]) throws(TrainingError) {
        let groups = try TrainingRun.groups(
            of: (training + test).lazy.map { message in
                var unnamed = message
                unnamed.group = nil
                return unnamed
            })
        let seen = Set(groups.prefix(training.count))
        let names = Set(training.compactMap(\.namedGroup))
        let seenAlike = test.indices.filter { i in
            seen.contains(groups[training.count + i]) || test[i].namedGroup.map(names.contains) ?? false
        }
        self.init(
            trained: training.count, seenAlike: Rate(seenAlike.count, of: test.count),
            groups: Set(seenAlike.map { test[$0].namedGroup ?? groups[training.count + $0] }).count)
    }
}
