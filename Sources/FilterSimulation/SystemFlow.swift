// Simulation: the system around a filter. In: what happens, in order. Out: where each message goes and why.
//
// The rules are those that Apple documents: contacts never reach a filter, nor does iMessage; after three replies in a thread its messages
// reach it no more, and a thread in Junk comes back; a deferral is made once; sub-folders are those declared when the filter was switched
// on, and none with more than five. That junk sticks to a sender, as rules compare senders (to the thread where a message has none), is reported
// by developers, not documented, and can be left out; a thread that comes back frees its senders.
// Not known, and taken to be so: one filter is on at a time; without a filter nothing is in Junk that comes in; a contact's message is
// shown though its thread is in Junk; replies count from the thread's beginning, whether or not a filter was on.

import MessageFilterExtension
import SpamFilter

/// A filter as the system knows it.
public struct InstalledFilter {
    public let name: String
    /// What it declares when it is switched on.
    public let declared: [SubAction]
    public let defersToNetwork: Bool
    /// Its answer without a network.
    public let answer: (Message) -> FilterAnswer

    public init(
        name: String, declared: [SubAction] = [], defersToNetwork: Bool = false, answer: @escaping (Message) -> FilterAnswer
    ) {
        self.name = name
        self.declared = declared
        self.defersToNetwork = defersToNetwork
        self.answer = answer
    }
}

/// The system: its threads and its filters.
public struct SystemFlow {
    /// After so many replies a thread is the user's own.
    public static let repliesThatEndFiltering = 3

    /// What the app's server sends back for the bytes of a query; `nil` where it cannot be reached.
    public typealias Server = (NetworkQuery) -> FilterAnswer?

    struct Thread {
        var replies = 0
        var inJunk: [Sender: JunkCounts] = [:]
    }

    /// Whom junk sticks to.
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

    private let filters: [String: InstalledFilter]
    private let server: Server?
    private let junkSticks: Bool
    private var on: InstalledFilter?
    private var declared: Set<SubAction> = []
    private var isNetworkUp = true
    private(set) var threads: [String: Thread] = [:]
    private var junkSenders: Set<Sender> = []
    public private(set) var counts = FlowCounts()

    /// - Parameters:
    ///   - filters: of different names. The first is on from the beginning, unless `isOn` is false.
    ///   - server: asked where a filter defers.
    ///   - junkSticks: whether the later messages of a sender in Junk go there too, whatever the filter says of them.
    public init(_ filters: [InstalledFilter], isOn: Bool = true, server: Server? = nil, junkSticks: Bool = true) {
        self.filters = Dictionary(filters.map { ($0.name, $0) }) { first, _ in first }
        self.server = server
        self.junkSticks = junkSticks
        if isOn, let first = filters.first { switchOn(first) }
    }

    /// What `happen` had to be told better.
    public enum Problem: Error, Equatable, CustomStringConvertible {
        case unknownFilter

        public var description: String {
            "expected the name of a filter that is installed, or off, found another one; a filter's name is that of its file without .spam"
        }
    }

    /// Lets something happen; returns where a message went, `nil` for other events.
    ///
    /// - Complexity: O(bytes of the message).
    @discardableResult
    public mutating func happen(_ event: ThreadEvent) throws(Problem) -> Delivery? {
        switch event {
        case .message(let message): return deliver(message)
        case .reply(let thread): reply(in: thread)
        case .network(let isUp): isNetworkUp = isUp
        case .filter(nil): on = nil
        case .filter(let name?):
            guard let filter = filters[name] else { throw .unknownFilter }
            switchOn(filter)
        }
        return nil
    }

    /// The only moment at which the system asks what a filter declares.
    private mutating func switchOn(_ filter: InstalledFilter) {
        on = filter
        declared = filter.declared.count > DecisionPolicy.mostDeclared ? [] : Set(filter.declared)
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
            } else if on == nil {
                .off
            } else {
                .filter
            }
        var answer = FilterAnswer.none, deferral = Delivery.Deferral.notMade
        if way == .filter, let on {
            answer = on.answer(incoming.message)
            if answer.action == .none, on.defersToNetwork { (answer, deferral) = deferred(incoming.message) }
            if !declared.contains(answer.subAction) { answer = FilterAnswer(answer.action) }
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

    private func deferred(_ message: Message) -> (FilterAnswer, Delivery.Deferral) {
        guard isNetworkUp, let answer = server?(NetworkQuery(sender: message.sender, text: message.body)) else {
            return (.none, .failed)
        }
        return (answer, .answered)
    }
}
