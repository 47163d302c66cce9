// Simulation: the counts at the end, for people and for machines.

import SpamFilter

/// What a user would have seen.
public struct FlowReport: Sendable, Hashable, Encodable {
    public let messages: JunkCounts
    /// Messages by why they reached the filter or did not; see `Delivery.Way`.
    public let byWay: [String: Int]
    /// Messages that reached the filter, by its last answer.
    public let byAction: [String: Int]
    public let deferred: Int
    public let failedDeferrals: Int
    public let putInJunk: JunkCounts
    public let stuck: JunkCounts
    public let restored: JunkCounts
    /// Wanted messages that are in Junk at the end.
    public let lostMessages: Int
    /// Their senders, as rules compare senders; the thread where a message has no sender.
    public let lostSenders: Int
    /// Junk that was shown on arrival.
    public let junkSeen: Int
    /// Junk that went to Junk without a notification.
    public let notificationsSpared: Int

    /// - Complexity: O(threads).
    public init(_ flow: SystemFlow) {
        let counts = flow.counts
        messages = counts.messages
        byWay = Dictionary(uniqueKeysWithValues: Delivery.Way.allCases.map { ($0.name, counts.count($0)) })
        byAction = Dictionary(uniqueKeysWithValues: Action.allCases.map { ($0.name, counts.count($0)) })
        deferred = counts.deferred
        failedDeferrals = counts.failedDeferrals
        putInJunk = counts.putInJunk
        stuck = counts.stuck
        restored = counts.restored
        var lost = 0
        var senders: Set<SystemFlow.Sender> = []
        for thread in flow.threads.values {
            for (sender, messages) in thread.inJunk where messages.wanted > 0 {
                lost += messages.wanted
                senders.insert(sender)
            }
        }
        lostMessages = lost
        lostSenders = senders.count
        junkSeen = counts.shown.junk
        notificationsSpared = counts.putInJunk.junk
    }

    public var text: String {
        func listed(_ counts: [String: Int], _ order: [String]) -> String {
            order.map { "\($0) \(counts[$0] ?? 0)" }.joined(separator: ", ")
        }
        func kinds(_ counts: JunkCounts) -> String {
            "\(counts.all): wanted \(counts.wanted), junk \(counts.junk)"
                + (counts.unlabeled > 0 ? ", unlabelled \(counts.unlabeled)" : "")
        }
        return """
            messages              \(kinds(messages))
            reached the filter    \(byWay["filter"] ?? 0); not: \(listed(byWay, Delivery.Way.allCases.filter { $0 != .filter }.map(\.name)))
            answered              \(listed(byAction, Action.allCases.map(\.name)))
            deferred              \(deferred), without an answer \(failedDeferrals)
            put in Junk           \(kinds(putInJunk))
              by an earlier one   \(kinds(stuck))
              back after replies  \(kinds(restored))
            lost                  \(lostMessages) wanted message\(lostMessages == 1 ? "" : "s") of \(lostSenders) sender\(lostSenders == 1 ? "" : "s")
            junk seen             \(junkSeen)
            notifications spared  \(notificationsSpared)

            """
    }
}
