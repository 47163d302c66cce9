// Which test messages a model may have learned by heart: those in one group with a message trained
// on, by the groups of spamkit split.

import Corpus
import CorpusStore
import SpamEvaluation
import SpamFilterIO
import Statistics

extension TrainingOverlap {
    /// - Parameter paths: the files and stores that the messages are of.
    /// - Complexity: reads all messages once.
    init(of test: [LabeledMessage], with training: [LabeledMessage], from paths: [String]) {
        // Of one store its own groups are taken: the parts of a split by template share none.
        let stores = paths.filter { CorpusStore.isStore($0) }
        let groups = Groups.places(
            of: training + test, keepsGroups: stores.allSatisfy { isSameFile($0, stores[0]) })
        let seen = Set(groups.prefix(training.count))
        let alike = groups.dropFirst(training.count).filter(seen.contains)
        self.init(trained: training.count, seenAlike: Rate(alike.count, of: test.count), groups: Set(alike).count)
    }
}
