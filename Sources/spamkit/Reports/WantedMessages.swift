// The wanted messages of a test set in groups of like ones, by the groups of spamkit split.

import Corpus
import CorpusStore
import SpamEvaluation
import SpamFilterIO
import Statistics

/// Collects wanted messages, to find how many of them are unlike each other.
struct WantedMessages {
    /// More are not grouped: that takes some 450 bytes a message, and a third of the time of
    /// measuring.
    private static let most = 500_000

    private var messages: [LabeledMessage] = []
    private var isTooMany = false

    /// Adds the next message of a test set. Junk is left out.
    mutating func add(_ message: LabeledMessage) {
        guard message.label.action != .junk, !isTooMany else { return }
        messages.append(message)
        isTooMany = messages.count > WantedMessages.most
        if isTooMany { messages = [] }
    }

    /// `nil` where there are too many, of which people are told.
    ///
    /// - Parameter paths: the files and stores that the messages are of. Of one store its own
    ///   groups are taken.
    func groups(of evaluation: Evaluation, from paths: [String]) -> WantedGroups? {
        guard !isTooMany else {
            note("more than \(grouped(WantedMessages.most)) wanted messages are not grouped: each counts for one of its own")
            return nil
        }
        return WantedGroups(of: evaluation, groups: templateGroups(of: messages, from: paths).map(UInt64.init))
    }
}

/// The group of each message, as spamkit split finds them.
///
/// - Parameter paths: the files and stores that the messages are of. Of one store its own groups
///   are taken, so that the parts of a split by template share none.
func templateGroups(of messages: [LabeledMessage], from paths: [String]) -> [Int] {
    let stores = paths.filter { CorpusStore.isStore($0) }
    return CorpusStore.templateGroups(
        of: messages, keepsGroups: stores.allSatisfy { isSameFile($0, stores[0]) })
}
