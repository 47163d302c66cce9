// Store: which messages are of one template. Ten parcel notices that differ in a number are one
// message ten times, and must be on one side of a split.

import Corpus
import GRDB
import SpamFilter

/// Numbers of repeated messages.
public struct DuplicateCounts: Sendable, Equatable {
    /// How many messages the store has.
    public internal(set) var messages = 0
    /// How many messages have the text of an earlier message.
    public internal(set) var exact = 0
    /// How many messages have the features of an earlier message: case, width, digits and hidden
    /// letters do not count.
    public internal(set) var folded = 0
    /// How many groups there are, including those of a single message.
    public internal(set) var groups = 0
    /// In a random split with one fifth for testing: the share of test messages that have one of
    /// their group in the training part, in 0...1.
    public internal(set) var leaked = 0.0
}

/// A group of many messages alike.
public struct LargeGroup: Sendable, Equatable {
    /// The number of the group.
    public let id: Int64
    /// How many messages it has.
    public let messages: Int
    /// Its messages by label; "" for none.
    public let labels: [String: Int]
    /// The number of the first of its messages.
    public let first: Int64
}

extension CorpusStore {
    /// Groups the messages without a group, joining them to existing groups. Existing groups stay
    /// apart.
    ///
    /// - Complexity: O(messages) to read, O(32 distinct messages) look-ups; 130 bytes a distinct
    ///   message.
    @discardableResult
    public func group() throws -> DuplicateCounts {
        var search = TemplateSearch()
        // One transaction: of two processes that group at once, the second finds the groups of the
        // first.
        try write { db in
            try CorpusStore.scan(db) { search.add($0.row, number: $0.number, group: $0.groupNumber) }
            try CorpusStore.write(search.finish(), db)
        }
        return try counts(search)
    }

    /// For each message the place of the first one of its group, as `group()` finds groups. Places
    /// count from 0.
    ///
    /// - Parameter messages: read once.
    /// - Parameter keepsGroups: the messages that have a `groupNumber` are of one store; its groups
    ///   stay as they are.
    /// - Complexity: as of `group()`.
    public static func templateGroups(of messages: some Sequence<LabeledMessage>, keepsGroups: Bool) -> [Int] {
        var search = TemplateSearch()
        for (place, message) in messages.enumerated() {
            search.add(message.row, number: Int64(place), group: keepsGroups ? message.groupNumber : nil)
        }
        return search.finish().roots
    }

    private static func write(_ found: FoundGroups, _ db: Database) throws {
        var ids: [Int: Int64] = [:]
        let insertGroup = try db.makeStatement(sql: "INSERT INTO templateGroup VALUES (NULL, ?)")
        let insertMember = try db.makeStatement(sql: "INSERT INTO groupMember VALUES (?, ?)")
        for (row, root) in found.roots.enumerated() where found.known[row] == nil {
            if ids[root] == nil {
                if let known = found.groupOfRoot[root] {
                    ids[root] = known
                } else {
                    insertGroup.setUncheckedArguments([Int64(bitPattern: found.keys[root])])
                    try insertGroup.execute()
                    ids[root] = db.lastInsertedRowID
                }
            }
            insertMember.setUncheckedArguments([found.ids[row], ids[root]!])
            try insertMember.execute()
        }
    }

    /// Whether messages were added since groups were made.
    public func hasUngrouped() throws(StoreError) -> Bool {
        try read { db in
            try Bool.fetchOne(db, sql: "SELECT (SELECT count(*) FROM message) > (SELECT count(*) FROM groupMember)") ?? false
        }
    }

    private func counts(_ search: borrowing TemplateSearch) throws -> DuplicateCounts {
        var counts = DuplicateCounts()
        counts.messages = search.count
        counts.exact = search.exact
        counts.folded = search.folded
        let sizes = try read { try Int.fetchAll($0, sql: "SELECT count(*) FROM groupMember GROUP BY groupID") }
        counts.groups = sizes.count
        // A message leaks when another of its group is drawn into the training part.
        let leaked = sizes.reduce(0.0) { sum, size in
            var share = 1.0
            for _ in 1..<min(size, 40) { share *= 0.2 }
            return sum + Double(size) * (size > 1 ? 1 - share : 0)
        }
        counts.leaked = counts.messages == 0 ? 0 : leaked / Double(counts.messages)
        return counts
    }

    /// The groups of the most messages, two or more each, the largest first.
    ///
    /// - Parameter limit: how many groups there are at most.
    /// - Complexity: O(messages).
    public func largestGroups(_ limit: Int) throws(StoreError) -> [LargeGroup] {
        try read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT groupID, count(*) AS size, min(messageID) FROM groupMember GROUP BY groupID HAVING size > 1
                    ORDER BY size DESC, groupID LIMIT ?
                    """, arguments: [limit])
            return try rows.map { row in
                let group: Int64 = try row.value(0)
                var labels: [String: Int] = [:]
                let counts = try Row.fetchAll(
                    db,
                    sql: """
                        SELECT coalesce((SELECT label FROM label WHERE label.messageID = groupMember.messageID
                            ORDER BY revision DESC LIMIT 1), ''), count(*)
                        FROM groupMember WHERE groupID = ? GROUP BY 1
                        """, arguments: [group])
                for row in counts { labels[try row.value(0)] = try row.value(1) }
                return try LargeGroup(id: group, messages: row.value(1), labels: labels, first: row.value(2))
            }
        }
    }

    /// The text of a message; `nil` without one of this number.
    public func text(of id: Int64) throws(StoreError) -> String? {
        try message(id)?.message.body
    }
}
