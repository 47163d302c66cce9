// Experiments: the wanted messages of a test set in groups of like ones, as training groups them.

import LabeledMessages
import SpamEvaluation
import SpamTraining

/// Collects wanted messages, to find how many of them are unlike each other.
public struct WantedMessages {
    /// More are not grouped: that takes some 600 bytes a message, and a third of the time of
    /// measuring.
    package static let most = 500_000

    private var messages: [LabeledMessage] = []
    /// Whether more came than are grouped.
    package private(set) var isTooMany = false

    /// No message yet.
    public init() {}

    /// Adds the next message of a test set. Junk is left out.
    public mutating func add(_ message: LabeledMessage) {
        guard message.label.action != .junk, !isTooMany else { return }
        messages.append(message)
        isTooMany = messages.count > WantedMessages.most
        if isTooMany { messages = [] }
    }

    /// Their groups, with the junk verdicts of each; `nil` where there are too many.
    ///
    /// Those of training, so that all reports count the same groups. `spamkit split` joins only
    /// what is more alike: Benchmarks/decisions/groups.md.
    ///
    /// - Parameter evaluation: the outcomes of all messages of the test set, in their order.
    public func groups(of evaluation: Evaluation) throws -> WantedGroups? {
        guard !isTooMany else { return nil }
        return WantedGroups(of: evaluation, groups: try TrainingRun.groups(of: messages))
    }
}
