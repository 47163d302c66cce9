// Simulation: what a user would have seen, as counts, for people and for machines.

import MessageFilterExtension
import SpamFilter

/// Messages by their labels. One without a label counts as `unlabeled`.
public struct JunkCounts: Sendable, Hashable, Encodable {
    public var wanted = 0
    public var junk = 0
    var unlabeled = 0

    public var all: Int { wanted + junk + unlabeled }

    mutating func add(_ label: Label?) {
        switch label {
        case nil: unlabeled += 1
        case .some(.junk): junk += 1
        case .some: wanted += 1
        }
    }

    static func += (a: inout JunkCounts, b: JunkCounts) {
        a.wanted += b.wanted
        a.junk += b.junk
        a.unlabeled += b.unlabeled
    }
}

/// Counts of deliveries so far.
public struct FlowCounts: Sendable, Hashable {
    public private(set) var messages = JunkCounts()
    private var ways = [Int](repeating: 0, count: Delivery.Way.allCases.count)
    private var actions = [Int](repeating: 0, count: Action.allCases.count)
    public private(set) var deferred = 0
    private(set) var failedDeferrals = 0
    public private(set) var shown = JunkCounts()
    /// Put in Junk on arrival, without a notification.
    private(set) var putInJunk = JunkCounts()
    /// Those of them put there only by an earlier verdict.
    public private(set) var stuck = JunkCounts()
    /// Shown before, and put in Junk with their thread.
    private(set) var moved = JunkCounts()
    /// Those in Junk that came back with their thread.
    private(set) var restored = JunkCounts()
    /// Those in Junk of conversations that were deleted, and how many of these had wanted ones.
    private(set) var deleted = JunkCounts()
    private(set) var deletedThreads = 0

    public func count(_ way: Delivery.Way) -> Int { ways[way.rawValue] }

    /// Messages that reached the filter and got this last answer.
    public func count(_ action: Action) -> Int { actions[action.rawValue] }

    mutating func add(_ delivery: Delivery, label: Label?) {
        messages.add(label)
        ways[delivery.way.rawValue] += 1
        if delivery.way == .filter { actions[delivery.answer.action.rawValue] += 1 }
        if delivery.deferral != .notMade { deferred += 1 }
        if delivery.deferral == .failed { failedDeferrals += 1 }
        if delivery.folder == .junk { putInJunk.add(label) } else { shown.add(label) }
        if delivery.isStuck { stuck.add(label) }
        moved += delivery.moved
    }

    mutating func restore(_ thread: JunkCounts) { restored += thread }

    mutating func delete(_ thread: JunkCounts) {
        deleted += thread
        if thread.wanted > 0 { deletedThreads += 1 }
    }
}

/// What a user would have seen.
public struct FlowReport: Sendable, Hashable, Encodable {
    public let messages: JunkCounts
    /// Messages by why they reached the filter or did not; see `Delivery.Way`.
    let byWay: [String: Int]
    /// Messages that reached the filter, by its last answer.
    let byAction: [String: Int]
    public let deferred: Int
    let failedDeferrals: Int
    let putInJunk: JunkCounts
    public let stuck: JunkCounts
    let moved: JunkCounts
    let restored: JunkCounts
    /// Wanted messages that are in Junk at the end, or were when they were deleted.
    let lostMessages: Int
    let lostThreads: Int
    /// Junk that was shown on arrival.
    let junkSeen: Int
    /// Junk that went to Junk without a notification.
    let notificationsSpared: Int

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
        moved = counts.moved
        restored = counts.restored
        let lost = flow.threads.values.filter { $0.inJunk.wanted > 0 }
        lostMessages = lost.reduce(counts.deleted.wanted) { $0 + $1.inJunk.wanted }
        lostThreads = lost.count + counts.deletedThreads
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
            moved there later     \(kinds(moved))
            came back             \(kinds(restored))
            lost                  \(lostMessages) wanted message\(lostMessages == 1 ? "" : "s") in \(lostThreads) thread\(lostThreads == 1 ? "" : "s")
            junk seen             \(junkSeen)
            notifications spared  \(notificationsSpared)

            """
    }
}
