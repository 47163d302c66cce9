// Store: one person labels messages: the queue and undo, for a terminal or a page.

import Corpus
import GRDB
import SpamFilter

/// The messages without a label, in the order of what a label teaches.
///
/// A label teaches about every message that is like it, and most where a model is unsure. So the
/// first message of each template group comes before all second ones, and among those the order is
/// `CoverageOrder`'s (Benchmarks/decisions/active-labels.md). Exact repeats of a message get its
/// label with it. Labels are stored at once, so a new session goes on where this one ends.
public struct LabelingSession: Labeling, Sendable {
    private let store: CorpusStore
    private let person: String
    private var queue: ArraySlice<Queued> = []
    private var done: [Step] = []
    /// Messages that the person has labelled outside this queue.
    private var aside: [Int64: Queued] = [:]

    /// What was done to the message that was shown.
    private struct Step {
        let shown: Queued
        /// The labels given, that of the message first; empty where it was skipped.
        let labels: [GivenLabel]
    }

    private struct Queued {
        let id: Int64
        let reason: LabelingReason
    }

    public var labelledCount: Int { done.count { !$0.labels.isEmpty } }
    /// How many messages were labelled with those: exact repeats, and others of a template.
    package var alongCount: Int { done.reduce(0) { $0 + max(0, $1.labels.count - 1) } }
    public var leftCount: Int { queue.count }
    /// How many messages of the queue another person labelled since this session began. Their
    /// labels stay.
    public private(set) var othersCount = 0
    /// Why the current message is asked for; `nil` where none is left.
    public var reason: LabelingReason? { queue.first?.reason }

    /// A queue of all messages without a label, but those without text.
    ///
    /// - Parameters:
    ///   - store: where labels go.
    ///   - person: who labels, for the store.
    ///   - uncertainty: in 0...1, of a message; `nil` where nothing is known.
    /// - Complexity: as of `order(by:)`.
    public init(_ store: CorpusStore, person: String, uncertainty: (Message) -> Double?) throws {
        self.store = store
        self.person = person
        try order(by: uncertainty)
    }

    /// Orders the messages anew that are still to come, as by a model that has learned from the
    /// labels so far.
    ///
    /// - Parameter uncertainty: in 0...1, of a message; `nil` where nothing is known.
    /// - Complexity: O(n log n) for the n messages of the store and n calls of `uncertainty`; half
    ///   a second more for the order of the first 2,000.
    public mutating func order(by uncertainty: (Message) -> Double?) throws {
        let skipped = Set(done.lazy.filter(\.labels.isEmpty).map(\.shown.id))
        var candidates: [Candidate] = []
        var served: [Int64: Int] = [:], sizes: [Int64: Int] = [:]
        var known: [Int64] = []
        try store.forEachMessage { stored in
            if let group = stored.groupNumber { sizes[group, default: 0] += 1 }
            // Of a message without text nobody can tell a label.
            guard stored.message.body.contains(where: { !$0.isWhitespace }) else { return }
            if stored.label == nil, !skipped.contains(stored.number) {
                candidates.append(
                    Candidate(id: stored.number, group: stored.groupNumber, uncertainty: uncertainty(stored.message)))
                return
            }
            let isFirst = stored.groupNumber.map { served.updateValue(served[$0, default: 0] + 1, forKey: $0) == nil } ?? true
            if isFirst { known.append(stored.number) }
        }
        // Within a group, by uncertainty.
        candidates.sort { ($1.doubt, $0.id) < ($0.doubt, $1.id) }
        for i in candidates.indices {
            guard let group = candidates[i].group else { continue }
            candidates[i].size = sizes[group] ?? 1
            candidates[i].before = served[group] ?? 0
            served[group] = candidates[i].before + 1
        }
        candidates.sort { ($0.before, -$0.worth, $0.id) < ($1.before, -$1.worth, $1.id) }
        let first = candidates.prefix { $0.before == 0 }.prefix(Self.mostCompared)
        let order = CoverageOrder(
            try messages(first.map(\.id)), worth: first.map(\.worth), known: try messages(known.suffix(Self.mostCompared))
        ).order()
        queue =
            (order.map { first[$0.row].queued(covered: $0.covered) }
            + candidates.dropFirst(first.count).map { $0.queued(covered: 1) })[...]
    }

    /// 16 MB of similarities.
    private static let mostCompared = 2000

    private struct Candidate {
        let id: Int64
        let group: Int64?
        let uncertainty: Double?
        /// The messages of its template group.
        var size = 1
        /// Those that are labelled, skipped or come earlier.
        var before = 0

        var doubt: Double { uncertainty ?? 1 }
        /// Each message of the group, as much as it is unsure; what a model is sure of is worth
        /// something too.
        var worth: Double { Double(size) * max(doubt, 0.05) }

        func queued(covered: Float) -> Queued {
            Queued(id: id, reason: LabelingReason(before: before, uncertainty: uncertainty, size: size, covered: covered))
        }
    }

    private func messages(_ ids: some Sequence<Int64>) throws(StoreError) -> [Message] {
        var messages: [Message] = []
        for id in ids { if let stored = try store.message(id) { messages.append(stored.message) } }
        return messages
    }

    /// The message to be labelled now; `nil` when all are labelled. Messages that another session
    /// has labelled meanwhile are skipped, and so are those that are gone.
    public mutating func current() throws(StoreError) -> StoredMessage? {
        while let next = queue.first {
            let stored = try store.message(next.id)
            if let stored, stored.label == nil { return stored }
            queue.removeFirst()
            if stored != nil { othersCount += 1 }
        }
        return nil
    }

    /// The message to be labelled now, beside others who label at the same time: what one of them
    /// is looking at comes later, as long as there is anything else. `nil` when all are labelled.
    ///
    /// - Parameter others: the messages that others are looking at.
    public mutating func current(besides others: Set<Int64>) throws(StoreError) -> StoredMessage? {
        guard let first = try current(), others.contains(first.number) else { return try current() }
        for place in queue.indices where !others.contains(queue[place].id) {
            guard let stored = try store.message(queue[place].id), stored.label == nil else { continue }
            queue.insert(queue.remove(at: place), at: queue.startIndex)
            return stored
        }
        return first
    }

    /// Messages that the person labels outside this queue are not asked for, and are not others'.
    public mutating func setAside(_ ids: [Int64]) {
        let ids = Set(ids)
        for queued in queue where ids.contains(queued.id) { aside[queued.id] = queued }
        queue.removeAll { ids.contains($0.id) }
    }

    /// Messages that were set aside come next: their label was taken back.
    public mutating func putBack(_ ids: [Int64]) {
        let queued = Set(queue.lazy.map(\.id))
        queue = ids.compactMap { aside.removeValue(forKey: $0) }.filter { !queued.contains($0.id) } + queue
    }

    /// The messages without a label of the current message's template, without itself; empty where
    /// no message is left.
    public func alike() throws(StoreError) -> [MessageAlike] {
        guard let id = queue.first?.id else { return [] }
        return try store.groups.unlabelled(alike: id)
    }

    /// See `Labeling.apply(_:seen:)`. Labels that another person has given meanwhile stay: over the
    /// message that was shown, and over the label to be taken back.
    @discardableResult
    public mutating func apply(_ action: LabelingAction, seen: String?) throws(StoreError) -> Int {
        switch action {
        case .label(let label): return try give(label, isForTemplate: false, seen)
        case .labelTemplate(let label): return try give(label, isForTemplate: true, seen)
        case .skip:
            if let shown = queue.popFirst() { done.append(Step(shown: shown, labels: [])) }
        case .undo: return try undo()
        case .quit: break
        }
        return 0
    }

    private mutating func give(_ label: Label, isForTemplate: Bool, _ seen: String?) throws(StoreError) -> Int {
        guard let shown = queue.first else { return 0 }
        let along = try alike().filter { isForTemplate || $0.isRepeat }.map(\.id)
        // Where somebody else was quicker, their label is right for the repeats, too. A message
        // that is gone is not asked about.
        var isOpen: Bool?
        let marks = seen.map { [shown.id: $0] } ?? [:]
        let given = try store.labels.give({ _ in label }, to: [shown.id] + along, by: person, seen: marks) { id, _, label in
            if id == shown.id { isOpen = label == nil }
            return isOpen == true && label == nil
        }
        // Gone, or another text: `current` tells which.
        if isOpen == nil { return 0 }
        queue.removeFirst()
        guard isOpen == true else {
            othersCount += 1
            return 0
        }
        done.append(Step(shown: shown, labels: given))
        if given.count > 1 {
            let ids = Set(given.map(\.id))
            queue.removeAll { ids.contains($0.id) }
        }
        return given.count - 1
    }

    private mutating func undo() throws(StoreError) -> Int {
        guard let last = done.last else { return 0 }
        let (messages, others) = try store.labels.takeBack(last.labels, by: person)
        let taken = Set(messages)
        othersCount += others
        done.removeLast()
        let isOpen = last.labels.isEmpty || taken.contains(last.shown.id)
        let along = taken.subtracting([last.shown.id])
        queue =
            (isOpen ? [last.shown] : []) + queue
            + last.labels.lazy.map(\.id).filter(along.contains).map { Queued(id: $0, reason: .moreOfTemplate) }
        return along.count
    }
}

/// Why a message is asked for: the first of these that holds.
public enum LabelingReason: Sendable, Equatable {
    /// One of its template was asked for before.
    case moreOfTemplate
    /// The model gives junk a quarter to three quarters.
    case unsure
    /// Nothing that is labelled, or comes before it, is much like it.
    case newKind
    /// The first of a template of several messages.
    case firstOfTemplate
    /// It is the most useful one that is left, and not much.
    case left

    /// - Parameters:
    ///   - uncertainty: 0.5 and more where the odds are 3 to 1 or less; `nil` without a model.
    ///   - covered: by labelled and earlier messages, 0...1.
    init(before: Int, uncertainty: Double?, size: Int, covered: Float) {
        if before > 0 {
            self = .moreOfTemplate
        } else if uncertainty ?? 0 >= 0.5 {
            self = .unsure
        } else if covered < 0.5 {
            self = .newKind
        } else {
            self = size > 1 ? .firstOfTemplate : .left
        }
    }

    /// The reason in a few words.
    public var words: String {
        switch self {
        case .moreOfTemplate: "another one of a template"
        case .unsure: "the model cannot tell whether it is junk"
        case .newKind: "nothing near it has a label yet"
        case .firstOfTemplate: "it has near duplicates"
        case .left: "no other message would teach more"
        }
    }
}
