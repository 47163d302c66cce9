// Store: one person labels messages: the queue, the keys and undo, for a terminal or a page.

import Corpus
import GRDB
import SpamFilter

/// The meaning of a key.
public enum LabelingAction: Sendable, Equatable {
    case label(Label)
    case skip
    case undo
    case quit
}

/// Keys to actions: one key for an action of the system, a second one for its sub-action.
public struct LabelingKeys: Sendable {
    /// The action whose sub-action the next key chooses.
    public private(set) var pending: Action?

    public init() {}

    private static let actions: [Character: Label] = ["a": .allow, "j": .junk]
    private static let groups: [(key: Character, action: Action, subActions: [(Character, SubAction)])] = [
        ("p", .promotion, [("f", .promotionalOffers), ("c", .promotionalCoupons), ("o", .promotionalOthers)]),
        (
            "t", .transaction,
            [
                ("f", .transactionalFinance), ("o", .transactionalOrders), ("r", .transactionalReminders),
                ("h", .transactionalHealth),
                ("w", .transactionalWeather), ("c", .transactionalCarrier), ("b", .transactionalRewards),
                ("g", .transactionalPublicServices), ("x", .transactionalOthers),
            ]
        ),
    ]

    /// The keys that may be pressed now, as one line.
    public var help: String {
        guard let pending, let group = Self.groups.first(where: { $0.action == pending }) else {
            return "a allow  j junk  p promotion…  t transaction…  s skip  u undo  q quit"
        }
        let names = group.subActions.map { key, sub in "\(key) \(Label(pending, sub)?.description ?? "")" }
        return names.joined(separator: "  ") + "  space: no sub-action  u back"
    }

    /// `nil` where more keys are needed or the key means nothing.
    public mutating func press(_ key: Character) -> LabelingAction? {
        if let action = pending {
            pending = nil
            if key == " " { return Label(action).map { .label($0) } }
            if key == "u" { return nil }
            let group = Self.groups.first { $0.action == action }
            if let sub = group?.subActions.first(where: { $0.0 == key })?.1 { return Label(action, sub).map { .label($0) } }
            pending = action
            return nil
        }
        if let label = Self.actions[key] { return .label(label) }
        if let group = Self.groups.first(where: { $0.key == key }) {
            pending = group.action
            return nil
        }
        switch key {
        case "s": return .skip
        case "u": return .undo
        case "q": return .quit
        default: return nil
        }
    }
}

/// The messages without a label, in the order of what a label is worth.
///
/// Worth is uncertainty / (1 + messages of the group that have a label or come earlier): a message
/// that a model is sure of teaches little, and so does the tenth of a template. Labels are stored
/// at once, so a new session goes on where this one ends.
public struct LabelingSession {
    private let store: CorpusStore
    private let person: String
    private var queue: ArraySlice<Int64>
    /// The messages that were labelled, with the number of the revision, or skipped, in order.
    private var done: [(id: Int64, revision: Int64?)] = []

    /// Messages labelled in this session.
    public var labelledCount: Int { done.count { $0.revision != nil } }
    /// Messages still to come, without the skipped ones.
    public var leftCount: Int { queue.count }
    /// Messages of the queue that another person labelled since this session began. Their labels
    /// stay.
    public private(set) var othersCount = 0

    /// - Parameters:
    ///   - person: who labels, for the store.
    ///   - uncertainty: in 0...1, of a message; 1 where nothing is known.
    public init(_ store: CorpusStore, person: String, uncertainty: (Message) -> Double) throws {
        self.store = store
        self.person = person
        var candidates: [(id: Int64, group: Int64?, uncertainty: Double)] = []
        var served: [Int64: Int] = [:]
        try store.forEachMessage { stored in
            if stored.label == nil {
                candidates.append((stored.id, stored.group, uncertainty(stored.message)))
            } else if let group = stored.group {
                served[group, default: 0] += 1
            }
        }
        candidates.sort { $0.uncertainty != $1.uncertainty ? $0.uncertainty > $1.uncertainty : $0.id < $1.id }
        var worth: [(id: Int64, worth: Double)] = []
        for candidate in candidates {
            let before = candidate.group.map { served[$0] ?? 0 } ?? 0
            if let group = candidate.group { served[group] = before + 1 }
            worth.append((candidate.id, candidate.uncertainty / Double(1 + before)))
        }
        worth.sort { $0.worth != $1.worth ? $0.worth > $1.worth : $0.id < $1.id }
        queue = worth.map(\.id)[...]
    }

    /// The message to be labelled now; `nil` when all are labelled. Messages that another session
    /// has labelled meanwhile are skipped.
    public mutating func current() throws(StoreError) -> StoredMessage? {
        while let id = queue.first {
            if let stored = try store.message(id), stored.label == nil { return stored }
            queue.removeFirst()
            othersCount += 1
        }
        return nil
    }

    /// Labels the current message, skips it, or takes the last step back. `quit` does nothing.
    ///
    /// Labels that another person has given meanwhile stay: over the message that was shown, and
    /// over the label to be taken back.
    public mutating func apply(_ action: LabelingAction) throws(StoreError) {
        switch action {
        case .label(let label):
            guard let id = queue.popFirst() else { return }
            if let revision = try store.give(label, to: id, by: person, where: { _, isLabelled in !isLabelled }) {
                done.append((id, revision))
            } else {
                othersCount += 1
            }
        case .skip:
            guard let id = queue.popFirst() else { return }
            done.append((id, nil))
        case .undo:
            guard let last = done.popLast() else { return }
            if let revision = last.revision {
                let taken = try store.give(nil, to: last.id, by: person, where: { newest, _ in newest == revision })
                guard taken != nil else {
                    othersCount += 1
                    return
                }
            }
            queue = [last.id] + queue
        case .quit: break
        }
    }
}
