// Simulation: what a user would have seen, as counts.

import MessageFilterExtension
import SpamFilter

/// Messages by their labels. One without a label counts as `unlabeled`.
public struct JunkCounts: Sendable, Hashable, Encodable {
    public var wanted = 0
    public var junk = 0
    public var unlabeled = 0

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
    public private(set) var failedDeferrals = 0
    public private(set) var shown = JunkCounts()
    /// Put in Junk on arrival, without a notification.
    public private(set) var putInJunk = JunkCounts()
    /// Those of them put there only by an earlier verdict.
    public private(set) var stuck = JunkCounts()
    /// Those of them that came back after replies.
    public private(set) var restored = JunkCounts()

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
    }

    mutating func restore(_ thread: JunkCounts) { restored += thread }
}
