// Simulation: the system around a filter. In: events, in order. Out: where each message goes and
// why.
//
// Said by Apple:
// - Messages from contacts and iMessages never reach a filter.
// - After several replies in a thread its messages no longer reach the filter, and a thread in Junk
//   comes back.
// - A junk message moves its thread to Junk, without a notification.
// - One filter is on, or none.
// - A query is deferred to the network at most once.
// - With more than five declared sub-actions there are no sub-folders.
//
// Reported by developers, the first two of iOS 26, and optional here: what comes later in a thread
// in Junk stays there, whatever its verdict; in a thread that began with a transaction, junk moves
// and holds nothing else. "Several" replies are three. Deleting the conversation ends all this.
// Sub-folders are those declared when the filter was switched on.
//
// Assumed: a thread without a name is of one sender, as rules compare senders; where junk does not
// stick, a thread is where its last message went; without a filter no new message is in Junk; a
// contact's message is shown even if its thread is in Junk; replies count from the beginning of the
// thread, also while no filter was on; a person deletes a conversation in Junk unread.

import MessageFilterExtension
import SpamFilter

/// A filter as the system sees it.
public struct InstalledFilter {
    /// The sub-actions it declares when it is switched on.
    public let declared: [SubAction]
    public let defersToNetwork: Bool
    /// Its answer without a network.
    public let answer: (Message) -> Answer

    public init(declared: [SubAction] = [], defersToNetwork: Bool = false, answer: @escaping (Message) -> Answer) {
        self.declared = declared
        self.defersToNetwork = defersToNetwork
        self.answer = answer
    }
}

/// The system: its threads and its filter.
public struct SystemFlow {
    /// Replies after which the messages of a thread no longer reach a filter.
    static let repliesThatEndFiltering = 3

    /// The answer of the app's server to a query; `nil` where it cannot be reached.
    public typealias Server = (NetworkQuery) -> Answer?

    struct Thread {
        var replies = 0
        /// The answer to its first message; `nil` before it.
        var first: Action?
        var isInJunk = false
        /// What is shown of it, and what is in Junk.
        var shown = JunkCounts()
        var inJunk = JunkCounts()
    }

    /// A thread by its name. Names that are the same as senders are one.
    enum ThreadKey: Hashable {
        case sender(SenderKey)
        case name(String)

        init(_ name: String) {
            let key = SenderKey(name)
            self = key.isUsable ? .sender(key) : .name(name)
        }
    }

    private let filter: InstalledFilter
    private let server: Server?
    private let junkSticks: Bool
    private var isOn = true
    /// None where the filter declares too many.
    private let declared: Set<SubAction>
    private var isNetworkUp = true
    private(set) var threads: [ThreadKey: Thread] = [:]
    public private(set) var counts = FlowCounts()

    /// - Parameters:
    ///   - filter: is on at the start.
    ///   - server: asked where the filter defers.
    ///   - junkSticks: whether later messages of a thread in Junk go there too, despite their
    ///     verdicts.
    public init(_ filter: InstalledFilter, server: Server? = nil, junkSticks: Bool = true) {
        self.filter = filter
        self.server = server
        self.junkSticks = junkSticks
        declared = filter.declared.count > DecisionPolicy.mostDeclared ? [] : Set(filter.declared)
    }

    /// Makes an event happen. Returns where a message went, `nil` for other events.
    ///
    /// - Complexity: O(bytes of the message).
    @discardableResult
    public mutating func happen(_ event: ThreadEvent) -> Delivery? {
        switch event {
        case .message(let message): return deliver(message)
        case .reply(let thread): reply(in: ThreadKey(thread))
        case .deletion(let thread):
            let deleted = threads.removeValue(forKey: ThreadKey(thread))
            if let deleted { counts.delete(deleted.inJunk) }
        case .network(let isUp): isNetworkUp = isUp
        case .filter(let isOn): self.isOn = isOn
        }
        return nil
    }

    private mutating func reply(in key: ThreadKey) {
        var thread = threads[key] ?? Thread()
        thread.replies += 1
        if thread.replies == SystemFlow.repliesThatEndFiltering { restore(&thread) }
        threads[key] = thread
    }

    private mutating func restore(_ thread: inout Thread) {
        counts.restore(thread.inJunk)
        thread.shown += thread.inJunk
        (thread.inJunk, thread.isInJunk) = (JunkCounts(), false)
    }

    private mutating func deliver(_ incoming: IncomingMessage) -> Delivery {
        let key = ThreadKey(incoming.thread)
        var thread = threads[key] ?? Thread()
        let way = way(of: incoming, in: thread)
        var answer = Answer.none, deferral = Delivery.Deferral.notMade
        if way == .filter {
            answer = filter.answer(incoming.message)
            if answer.action == .none, filter.defersToNetwork { (answer, deferral) = deferred(incoming.message) }
            if !declared.contains(answer.subAction) { answer = Answer(answer.action) }
        }
        thread.first = thread.first ?? answer.action
        let isStuck = way == .filter && junkSticks && thread.isInJunk && answer.action != .junk
        var moved = JunkCounts()
        if answer.action == .junk, thread.first != .transaction {
            (moved, thread.shown, thread.isInJunk) = (thread.shown, JunkCounts(), true)
            thread.inJunk += moved
        } else if way == .filter, thread.isInJunk, !isStuck {
            restore(&thread)
        }
        let delivery = Delivery(
            way: way, answer: answer, deferral: deferral, folder: isStuck ? .junk : Delivery.Folder(answer.action),
            isStuck: isStuck, moved: moved)
        if delivery.folder == .junk { thread.inJunk.add(incoming.label) } else { thread.shown.add(incoming.label) }
        threads[key] = thread
        counts.add(delivery, label: incoming.label)
        return delivery
    }

    private func way(of incoming: IncomingMessage, in thread: Thread) -> Delivery.Way {
        if incoming.service == .iMessage { return .iMessage }
        if incoming.isFromContact { return .contact }
        if thread.replies >= SystemFlow.repliesThatEndFiltering { return .replied }
        return isOn ? .filter : .off
    }

    private func deferred(_ message: Message) -> (Answer, Delivery.Deferral) {
        guard isNetworkUp, let answer = server?(NetworkQuery(sender: message.sender, text: message.body)) else {
            return (.none, .failed)
        }
        return (answer, .answered)
    }
}

/// Where a message goes and why.
public struct Delivery: Sendable, Hashable {
    /// Why a message reaches the filter or does not: the first that applies.
    public enum Way: Int, Sendable, CaseIterable {
        case iMessage, contact, replied, off, filter

        public var name: String { "\(self)" }
    }

    public enum Deferral: String, Sendable {
        case notMade, answered, failed
    }

    public enum Folder: String, Sendable {
        case inbox, junk, promotions, transactions
    }

    public let way: Way
    /// The last answer of the filter; `none` where it was not asked.
    public let answer: Answer
    public let deferral: Deferral
    public let folder: Folder
    /// Whether it is in Junk for an earlier verdict and not its own.
    public let isStuck: Bool
    /// What was shown of its thread, and is now in Junk with it.
    public let moved: JunkCounts
}

extension Delivery.Folder {
    /// Where the system files a message with this answer.
    init(_ action: Action) {
        switch action {
        case .none, .allow: self = .inbox
        case .junk: self = .junk
        case .promotion: self = .promotions
        case .transaction: self = .transactions
        }
    }
}
