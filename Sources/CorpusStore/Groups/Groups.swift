// Store: which messages are of one template. Ten parcel notices that differ in a number are one
// message ten times, and must be on one side of a split.

import Corpus
import Foundation
import GRDB
import SpamFilter

/// Numbers of repeated messages.
public struct DuplicateCounts: Sendable, Equatable {
    /// How many messages the store has.
    public let messages: Int
    /// How many messages have the text of an earlier message.
    public let exact: Int
    /// How many messages have the features of an earlier message: case, width, digits and hidden
    /// letters do not count.
    public let folded: Int
    /// How many groups there are, including those of a single message.
    public let groups: Int
    /// In a random split with one fifth for testing, which parts no equal texts: the share of test
    /// messages that have another text of their group in the training part, in 0...1.
    package let leaked: Double
    /// The same where equal texts are not kept in one part, as in the random splits of other tools.
    package let leakedOfPlainSplit: Double
}

/// A group of many messages alike.
public struct LargeGroup: Sendable, Equatable {
    /// How many messages it has.
    public let messages: Int
    /// Its messages by label; "" for none.
    public let labels: [String: Int]
    /// The number of the first of its messages.
    public let first: Int64
}

/// How many groups join what a store keeps apart.
public struct GroupSpans: Sendable, Equatable {
    /// How many groups have messages of two sources or more.
    public fileprivate(set) var sources = 0
    /// How many groups have messages of two labels or more. A label with a sub-action and the same
    /// without one are one; a message without a label has none.
    public var labels: Int { ofSeveralLabels.count }
    /// The numbers of these groups.
    fileprivate(set) var ofSeveralLabels: Set<Int64> = []
}

/// A message of the template of another.
public struct MessageAlike: Sendable, Equatable {
    /// The number of the message.
    public let id: Int64
    /// Whether it has the same text, letter for letter.
    public let isRepeat: Bool
}

extension CorpusStore {
    /// The template groups of the messages.
    public var groups: Groups { Groups(database: database) }
}

/// The template groups of a store. New messages have none until `update()`.
public struct Groups: Sendable {
    let database: StoreDatabase

    /// Groups the messages without a group, joining them to existing groups. Existing groups stay
    /// apart.
    ///
    /// - Complexity: O(messages) to read, O(32 distinct messages) look-ups; 130 bytes a distinct
    ///   message.
    @discardableResult
    public func update() throws -> DuplicateCounts {
        var search = TemplateSearch()
        // One transaction: of two processes that group at once, the second finds the groups of the
        // first.
        try database.write { db in
            try StoredMessage.scan(db) { search.add($0.row, number: $0.number, group: $0.groupNumber) }
            try Groups.write(search.finish(), db)
        }
        return try counts(search)
    }

    /// Whether messages were added since groups were made.
    public func hasUngrouped() throws(StoreError) -> Bool {
        try database.read { db in
            try Bool.fetchOne(db, sql: "SELECT (SELECT count(*) FROM message) > (SELECT count(*) FROM groupMember)") ?? false
        }
    }

    /// The groups of the most messages, two or more each, the largest first.
    ///
    /// - Parameter limit: how many groups there are at most.
    /// - Complexity: O(messages).
    public func largest(_ limit: Int) throws(StoreError) -> [LargeGroup] { try largest(limit) { _ in true } }

    /// Those of several labels, as ``largest(_:)``.
    package func largest(_ limit: Int, ofSeveralLabels spans: GroupSpans) throws(StoreError) -> [LargeGroup] {
        spans.labels == 0 ? [] : try largest(limit, where: spans.ofSeveralLabels.contains)
    }

    private func largest(_ limit: Int, where isAsked: (Int64) -> Bool) throws(StoreError) -> [LargeGroup] {
        try database.read { db in
            var found: [(group: Int64, messages: Int, first: Int64)] = []
            let all = """
                SELECT groupID, count(*) AS size, min(messageID) FROM groupMember GROUP BY groupID HAVING size > 1
                ORDER BY size DESC, groupID
                """
            let rows = try Row.fetchCursor(db, sql: all)
            while found.count < limit, let row = try rows.next() {
                let group = try row.value(0) as Int64
                if isAsked(group) { found.append((group, try row.value(1), try row.value(2))) }
            }
            // Of all groups at once: each look-up reads the whole table.
            var labels = Dictionary(uniqueKeysWithValues: found.map { ($0.group, [String: Int]()) })
            for row in try found.isEmpty ? [] : Groups.labels(db, where: "1", []) where labels[row.group] != nil {
                labels[row.group]![row.label, default: 0] += row.count
            }
            return found.map { LargeGroup(messages: $0.messages, labels: labels[$0.group]!, first: $0.first) }
        }
    }

    /// How many groups have several sources or labels.
    ///
    /// - Complexity: O(messages).
    package func spans() throws(StoreError) -> GroupSpans {
        var sources: [Int64: String] = [:], labels: [Int64: Label] = [:]
        var severalSources: Set<Int64> = [], severalLabels: Set<Int64> = []
        try database.read { db in
            try StoredMessage.scan(db, readsText: false) { stored in
                guard let group = stored.groupNumber else { return }
                if let other = sources[group], other != stored.source { severalSources.insert(group) }
                sources[group] = stored.source
                guard let label = stored.label else { return }
                guard let other = labels[group], other != label else { return labels[group] = label }
                if other.action != label.action || other.subAction != .none && label.subAction != .none {
                    severalLabels.insert(group)
                } else if other.subAction == .none {
                    labels[group] = label
                }
            }
        }
        return GroupSpans(sources: severalSources.count, ofSeveralLabels: severalLabels)
    }

    /// The messages without a label of the template group of a message, in the order of their ids,
    /// without itself. A message without a group has none.
    ///
    /// - Complexity: O(messages of the store), 50 ms for a million.
    func unlabelled(alike id: Int64) throws(StoreError) -> [MessageAlike] {
        try database.read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT messageID, text = (SELECT text FROM message WHERE id = ?1)
                    FROM groupMember JOIN message ON message.id = messageID
                    WHERE \(Groups.areMates) AND \(LabelRevision.current(of: "groupMember.messageID")) IS NULL ORDER BY messageID
                    """, arguments: [id])
            return try rows.map { try MessageAlike(id: $0.value(0), isRepeat: $0.value(1)) }
        }
    }

    /// The messages of the template group of a message, without itself, in the order of their ids:
    /// how many there are, by label ("" for none), and the first of them. Empty without a group.
    ///
    /// - Parameter id: the number of the message.
    /// - Parameter most: how many of the first there are at most.
    /// - Complexity: as of `unlabelled(alike:)`.
    public func mates(of id: Int64, most: Int) throws(StoreError) -> (labels: [String: Int], first: [Int64]) {
        try database.read { db in
            let sql = "SELECT messageID FROM groupMember WHERE \(Groups.areMates) ORDER BY messageID LIMIT \(most)"
            let labels = try Groups.labels(db, where: Groups.areMates, [id]).map { ($0.label, $0.count) }
            return (Dictionary(labels, uniquingKeysWith: +), try Int64.fetchAll(db, sql: sql, arguments: [id]))
        }
    }

    /// The condition in SQL for the other members of the group of a message, ?1.
    private static let areMates = "groupID = (SELECT groupID FROM groupMember WHERE messageID = ?1) AND messageID <> ?1"

    /// How many members of each group have each label, "" for none. Labels of a crafted store may
    /// differ in bytes that no text has, and so be here twice.
    private static func labels(
        _ db: Database, where condition: String, _ arguments: StatementArguments
    ) throws -> [(group: Int64, label: String, count: Int)] {
        let label = "coalesce(\(LabelRevision.current(of: "groupMember.messageID")), '')"
        let rows = try Row.fetchAll(
            db, sql: "SELECT groupID, \(label), count(*) FROM groupMember WHERE \(condition) GROUP BY 1, 2", arguments: arguments)
        return try rows.map { (try $0.value(0), try $0.value(1), try $0.value(2)) }
    }

    /// For each message the place of the first one of its group, as `update()` finds groups. Places
    /// count from 0.
    ///
    /// - Parameter messages: read once.
    /// - Parameter keepsGroups: the messages that have a `groupNumber` are of one store; its groups
    ///   stay as they are.
    /// - Complexity: as of `update()`.
    public static func places(of messages: some Sequence<LabeledMessage>, keepsGroups: Bool) -> [Int] {
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
        func newGroup(_ key: UInt64) throws -> Int64 {
            insertGroup.setUncheckedArguments([Int64(bitPattern: key)])
            try insertGroup.execute()
            return db.lastInsertedRowID
        }
        for (row, root) in found.roots.enumerated() where found.known[row] == nil {
            if ids[root] == nil { ids[root] = try found.groupOfRoot[root] ?? newGroup(found.keys[root]) }
            insertMember.setUncheckedArguments([found.ids[row], ids[root]!])
            try insertMember.execute()
        }
    }

    private func counts(_ search: borrowing TemplateSearch) throws -> DuplicateCounts {
        var groups: [Int64: (messages: Int, texts: Int)] = [:], texts: Set<UInt64> = []
        try database.read { db in
            try StoredMessage.scan(db) { stored in
                guard let group = stored.groupNumber else { return }
                var key = SipHash(key: (6, 0))
                key.add(stored.message.body)
                let isNew = texts.insert(key.value).inserted
                groups[group, default: (0, 0)].messages += 1
                if isNew { groups[group]!.texts += 1 }
            }
        }
        // A message leaks when another text of its group is drawn into the training part.
        func leaked(_ drawn: (_ group: (messages: Int, texts: Int)) -> Int) -> Double {
            let all = groups.values.reduce(0.0) { $0 + Double($1.messages) * (1 - pow(0.2, Double(drawn($1) - 1))) }
            return search.count == 0 ? 0 : all / Double(search.count)
        }
        return DuplicateCounts(
            messages: search.count, exact: search.exact, folded: search.folded, groups: groups.count,
            leaked: leaked(\.texts), leakedOfPlainSplit: leaked(\.messages))
    }
}
