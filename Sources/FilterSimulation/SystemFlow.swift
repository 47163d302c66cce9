// Simulation: the system around a filter. In: events, in order. Out: where each message goes and
// why.
//
// Documented by Apple:
// - Messages from contacts and iMessages never reach a filter.
// - After three replies in a thread its messages no longer reach the filter, and a thread in Junk
//   comes back.
// - A query is deferred to the network at most once.
// - Sub-folders are those declared when the filter was switched on; with more than five, none.
//
// Reported by developers, and optional here: junk sticks to a sender, as rules compare senders, or
// to the thread where a message has no sender. A thread that comes back frees its senders.
//
// Assumed: without a filter no new message is in Junk; a contact's message is shown even if its
// thread is in Junk; replies count from the beginning of the thread, also while no filter was on.

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
        var inJunk: [Sender: JunkCounts] = [:]
    }

    /// To whom junk sticks.
    enum Sender: Hashable {
        case known(SenderKey)
        case ofThread(String)

        init(_ incoming: IncomingMessage) {
            if let key = incoming.message.sender.map({ SenderKey($0) }), key.isUsable {
                self = .known(key)
            } else {
                self = .ofThread(incoming.thread)
            }
        }
    }

    private let filter: InstalledFilter
    private let server: Server?
    private let junkSticks: Bool
    private var isOn = true
    /// None where the filter declares too many.
    private let declared: Set<SubAction>
    private var isNetworkUp = true
    private(set) var threads: [String: Thread] = [:]
    private var junkSenders: Set<Sender> = []
    public private(set) var counts = FlowCounts()

    /// - Parameters:
    ///   - filter: is on at the start.
    ///   - server: asked where the filter defers.
    ///   - junkSticks: whether later messages of a sender in Junk go there too, despite their
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
        case .reply(let thread): reply(in: thread)
        case .network(let isUp): isNetworkUp = isUp
        case .filter(let isOn): self.isOn = isOn
        }
        return nil
    }

    private mutating func reply(in name: String) {
        threads[name, default: Thread()].replies += 1
        guard threads[name]!.replies == SystemFlow.repliesThatEndFiltering else { return }
        for (sender, messages) in threads[name]!.inJunk {
            counts.restore(messages)
            junkSenders.remove(sender)
        }
        threads[name]!.inJunk = [:]
    }

    private mutating func deliver(_ incoming: IncomingMessage) -> Delivery {
        let thread = threads[incoming.thread] ?? Thread()
        let way: Delivery.Way =
            if incoming.service == .iMessage {
                .iMessage
            } else if incoming.isFromContact {
                .contact
            } else if thread.replies >= SystemFlow.repliesThatEndFiltering {
                .replied
            } else if !isOn {
                .off
            } else {
                .filter
            }
        var answer = Answer.none, deferral = Delivery.Deferral.notMade
        if way == .filter {
            answer = filter.answer(incoming.message)
            if answer.action == .none, filter.defersToNetwork { (answer, deferral) = deferred(incoming.message) }
            if !declared.contains(answer.subAction) { answer = Answer(answer.action) }
        }
        let isStuck = way == .filter && junkSticks && answer.action != .junk && junkSenders.contains(Sender(incoming))
        let delivery = Delivery(
            way: way, answer: answer, deferral: deferral, folder: isStuck ? .junk : Delivery.Folder(answer.action),
            isStuck: isStuck)
        counts.add(delivery, label: incoming.label)
        if delivery.folder == .junk {
            let sender = Sender(incoming)
            junkSenders.insert(sender)
            threads[incoming.thread, default: Thread()].inJunk[sender, default: JunkCounts()].add(incoming.label)
        }
        return delivery
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
