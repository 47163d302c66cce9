// Store: one person labels messages: the queue and undo, for a terminal or a page.

import Corpus
import GRDB
import SpamFilter

/// The messages without a label, in the order of what a label teaches.
///
/// A label teaches about every message that is like it, and most where a model is unsure. So the
/// first message of each template group comes before all second ones, and among those the order is
/// `CoverageOrder`'s (Benchmarks/decisions/active-labels.md). Labels are stored at once, so a new
/// session goes on where this one ends.
public struct LabelingSession {
    private let store: CorpusStore
    private let person: String
    private var queue: ArraySlice<Int64> = []
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
        try order(by: uncertainty)
    }

    /// Orders the messages anew that are still to come, as by a model that has learned from the
    /// labels so far.
    ///
    /// - Parameter uncertainty: in 0...1, of a message; 1 where nothing is known.
    /// - Complexity: O(n log n) for the n messages of the store and n calls of `uncertainty`; half
    ///   a second more for the order of the first 2,000.
    public mutating func order(by uncertainty: (Message) -> Double) throws {
        let skipped = Set(done.lazy.filter { $0.revision == nil }.map(\.id))
        var candidates: [Candidate] = []
        var served: [Int64: Int] = [:], sizes: [Int64: Int] = [:]
        var known: [Int64] = []
        try store.forEachMessage { stored in
            if let group = stored.group { sizes[group, default: 0] += 1 }
            if stored.label == nil, !skipped.contains(stored.id) {
                candidates.append(Candidate(id: stored.id, group: stored.group, uncertainty: uncertainty(stored.message)))
                return
            }
            let isFirst = stored.group.map { served.updateValue(served[$0, default: 0] + 1, forKey: $0) == nil } ?? true
            if isFirst { known.append(stored.id) }
        }
        // Within a group, by uncertainty.
        candidates.sort { ($1.uncertainty, $0.id) < ($0.uncertainty, $1.id) }
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
        queue = (order.map { first[$0].id } + candidates.dropFirst(first.count).map(\.id))[...]
    }

    /// 16 MB of similarities.
    private static let mostCompared = 2000

    private struct Candidate {
        let id: Int64
        let group: Int64?
        let uncertainty: Double
        /// The messages of its template group.
        var size = 1
        /// Those that are labelled, skipped or come earlier.
        var before = 0

        /// Each message of the group, as much as it is unsure; what a model is sure of is worth
        /// something too.
        var worth: Double { Double(size) * max(uncertainty, 0.05) }
    }

    private func messages(_ ids: some Sequence<Int64>) throws(StoreError) -> [Message] {
        var messages: [Message] = []
        for id in ids { if let stored = try store.message(id) { messages.append(stored.message) } }
        return messages
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
