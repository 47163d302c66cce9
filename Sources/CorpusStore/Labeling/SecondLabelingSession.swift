// Store: a second person labels messages that somebody else has labelled, to measure how far both
// agree. The first label is not shown, and stays.

import GRDB
import SpamFilter

/// Messages that have a label of somebody else, in random order, each text once.
///
/// Useful messages first would not do here: they are the difficult ones, on which people agree less
/// than on others.
public struct SecondLabelingSession: Labeling, Sendable {
    private let store: CorpusStore
    private let person: String
    private var queue: ArraySlice<FirstLabel> = []
    private var done: [(message: FirstLabel, isLabelled: Bool)] = []

    public var labelledCount: Int { done.count { $0.isLabelled } }
    public var leftCount: Int { queue.count }

    /// A queue of messages that somebody else has labelled.
    ///
    /// - Parameters:
    ///   - store: where labels go.
    ///   - person: who labels. Messages with a label of theirs are left out.
    ///   - seed: of the order.
    /// - Complexity: O(messages).
    public init(_ store: CorpusStore, person: String, seed: UInt64 = 1) throws(StoreError) {
        self.store = store
        self.person = person
        queue = try SecondLabelingSession.firstLabels(store, except: person).sorted { $0.place(seed) < $1.place(seed) }[...]
    }

    public mutating func current() throws(StoreError) -> StoredMessage? {
        while let next = queue.first {
            if let stored = try store.message(next.id) { return stored }
            queue.removeFirst()
        }
        return nil
    }

    @discardableResult
    public mutating func apply(_ action: LabelingAction, seen: String?) throws(StoreError) -> Int {
        switch action {
        case .label(let label), .labelTemplate(let label):
            guard let message = queue.first else { return 0 }
            guard let isGiven = try give(label, to: message, seen) else { return 0 }
            if isGiven { done.append((message, true)) }
            queue.removeFirst()
        case .skip:
            if let message = queue.popFirst() { done.append((message, false)) }
        case .undo:
            guard let last = done.last else { return 0 }
            if last.isLabelled { try takeBack(from: last.message.id) }
            done.removeLast()
            queue = [last.message] + queue
        case .quit: break
        }
        return 0
    }

    /// One message of each text that somebody else has labelled, and that the person has not.
    private static func firstLabels(_ store: CorpusStore, except person: String) throws(StoreError) -> [FirstLabel] {
        try store.database.read { db in
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT messageID, max(revision) FROM label GROUP BY messageID HAVING label NOT NULL AND givenBy <> ?
                    """, arguments: [person])
            var revisions: [Int64: Int64] = [:]
            while let row = try rows.next() { revisions[try row.value(0)] = try row.value(1) }
            let known = Set(
                try Int64.fetchAll(db, sql: "SELECT messageID FROM secondLabel WHERE givenBy = ?", arguments: [person]))
            var texts: Set<UInt64> = [], candidates: [(label: FirstLabel, text: UInt64)] = []
            try StoredMessage.scan(db) { stored in
                var hash = SipHash(key: (8, 0))
                hash.add(stored.message.body)
                if known.contains(stored.number) { texts.insert(hash.value) }
                guard let revision = revisions[stored.number] else { return }
                candidates.append((FirstLabel(id: stored.number, revision: revision), hash.value))
            }
            return candidates.filter { texts.insert($0.text).inserted }.map(\.label)
        }
    }

    /// - Returns: whether the first label is there still; `nil` where the text is another one.
    private func give(_ label: Label, to message: FirstLabel, _ seen: String?) throws(StoreError) -> Bool? {
        try store.database.write { db in
            let text = try String.fetchOne(db, sql: "SELECT text FROM message WHERE id = ?", arguments: [message.id])
            if let seen, let text, seen != StoredMessage.mark(ofText: text) { return nil }
            try db.execute(
                sql: """
                    INSERT OR REPLACE INTO secondLabel
                    SELECT messageID, ?, revision, ?, ? FROM label WHERE messageID = ? AND revision = ?
                    """,
                arguments: [
                    person, label.description, try StoreDatabase.momentAfterImports(db), message.id, message.revision,
                ])
            return db.changesCount > 0
        }
    }

    private func takeBack(from id: Int64) throws(StoreError) {
        try store.database.write { db in
            try db.execute(sql: "DELETE FROM secondLabel WHERE messageID = ? AND givenBy = ?", arguments: [id, person])
        }
    }
}

/// The label that a message has, by its revision.
private struct FirstLabel {
    let id: Int64
    let revision: Int64

    func place(_ seed: UInt64) -> UInt64 {
        var hash = SipHash(key: (seed, 8))
        hash.add(UInt64(bitPattern: id))
        return hash.value
    }
}
