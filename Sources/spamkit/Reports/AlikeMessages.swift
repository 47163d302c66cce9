// Messages that are alike: the groups of wanted messages, and the test messages that a model may
// have learned by heart, as they are in one group with a message trained on.

import Corpus
import CorpusStore
import Experiments
import SpamEvaluation
import SpamFilterIO
import Statistics

extension TrainingOverlap {
    init(of test: [LabeledMessage], with training: [LabeledMessage], from paths: [String]) {
        self.init(trained: training.count, seen: TrainingOverlap.seenGroups(of: test, with: training, from: paths))
    }

    /// - Parameter seen: the group of each test message that training has too.
    init(trained: Int, seen: [Int?]) {
        let alike = seen.compactMap { $0 }
        self.init(trained: trained, seenAlike: Rate(alike.count, of: seen.count), groups: Set(alike).count)
    }

    /// The group of each test message that shares a template with training; `nil` of others.
    ///
    /// - Parameter paths: the files and stores that the messages are of.
    /// - Complexity: reads all messages once.
    static func seenGroups(of test: [LabeledMessage], with training: [LabeledMessage], from paths: [String]) -> [Int?] {
        // Of one store its own groups are taken: the parts of a split by template share none.
        let stores = paths.filter { CorpusStore.isStore($0) }
        let groups = Groups.places(
            of: training + test, keepsGroups: stores.allSatisfy { isSameFile($0, stores[0]) })
        let seen = Set(groups.prefix(training.count))
        return groups.dropFirst(training.count).map { seen.contains($0) ? $0 : nil }
    }
}

extension EvaluationReport {
    /// Tells messages of templates that training has from the others.
    ///
    /// - Parameter paths: the files and stores that the messages are of.
    mutating func compare(
        _ evaluation: Evaluation, of test: TestSet, with training: [LabeledMessage], from paths: [String]
    ) throws {
        let seen = TrainingOverlap.seenGroups(of: test.messages, with: training, from: paths)
        overlap = TrainingOverlap(trained: training.count, seen: seen)
        unseenTemplates = try UnseenTemplates(test.messages, evaluation, seen: seen)
    }
}

extension UnseenTemplates {
    /// `nil` where all messages are of seen templates, or none.
    ///
    /// - Parameter seen: the group of each message that training has too.
    init?(_ messages: [LabeledMessage], _ evaluation: Evaluation, seen: [Int?]) throws {
        let unseen = seen.indices.filter { seen[$0] == nil }
        guard !unseen.isEmpty, unseen.count < seen.count else { return nil }
        var figures = Evaluation(), wanted = WantedMessages()
        for place in unseen {
            figures.add(evaluation.outcomes[place])
            wanted.add(messages[place])
        }
        self.init(figures, groups: try wanted.groups(of: figures))
    }
}

func notedGroups(_ wanted: WantedMessages, of evaluation: Evaluation) throws -> WantedGroups? {
    if wanted.isTooMany {
        note(
            "More than \(grouped(WantedMessages.most)) wanted messages: near duplicates were not grouped, so intervals are too narrow."
        )
    }
    return try wanted.groups(of: evaluation)
}
