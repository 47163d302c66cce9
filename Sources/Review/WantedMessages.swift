// Review: the wanted messages of a test set in groups of like ones, by the groups of spamkit split.

import Corpus
import CorpusStore
import SpamEvaluation
import SpamFilterIO
import Statistics

/// Collects wanted messages, to find how many of them are unlike each other.
package struct WantedMessages {
    /// More are not grouped: that takes some 450 bytes a message, and a third of the time of
    /// measuring.
    package static let most = 500_000

    private var messages: [LabeledMessage] = []
    package private(set) var isTooMany = false

    package init() {}

    /// Adds the next message of a test set. Junk is left out.
    package mutating func add(_ message: LabeledMessage) {
        guard message.label.action != .junk, !isTooMany else { return }
        messages.append(message)
        isTooMany = messages.count > WantedMessages.most
        if isTooMany { messages = [] }
    }

    /// `nil` where there are too many.
    ///
    /// - Parameter paths: the files and stores that the messages are of. Of one store its own
    ///   groups are taken.
    package func groups(of evaluation: Evaluation, from paths: [String]) -> WantedGroups? {
        guard !isTooMany else { return nil }
        return WantedGroups(of: evaluation, groups: templateGroups(of: messages, from: paths).map(UInt64.init))
    }
}

/// The group of each message, as spamkit split finds them.
///
/// - Parameter paths: the files and stores that the messages are of. Of one store its own groups
///   are taken, so that the parts of a split by template share none.
package func templateGroups(of messages: [LabeledMessage], from paths: [String]) -> [Int] {
    let stores = paths.filter { CorpusStore.isStore($0) }
    return CorpusStore.templateGroups(
        of: messages, keepsGroups: stores.allSatisfy { isSameFile($0, stores[0]) })
}
