// Messages that are alike: the groups of wanted messages, and the test messages that a model may
// have learned by heart, as they are in one group with a message trained on.

import Corpus
import CorpusStore
import Experiments
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

func notedGroups(_ wanted: WantedMessages, of evaluation: Evaluation) throws -> WantedGroups? {
    if wanted.isTooMany {
        note("more than \(grouped(WantedMessages.most)) wanted messages are not grouped, so each counts as different")
    }
    return try wanted.groups(of: evaluation)
}
