// Store: its size, content and integrity.

import Foundation
import GRDB

/// What a store holds.
public struct StoreStatistics: Sendable, Equatable, Encodable {
    /// The messages of one source.
    public struct Source: Sendable, Equatable, Encodable {
        /// The name of the source.
        public let name: String
        /// The licence of its texts; `nil` where none was given.
        public let licence: String?
        /// Where it is from; `nil` where it was not given.
        let provenance: String?
        /// How many messages it has.
        public let messages: Int
        /// How many of its messages have each label, by the last label given; "" for none.
        public let labels: [String: Int]
    }

    /// How many messages the store has.
    public let messages: Int
    /// How many files were imported.
    public let files: Int
    /// How many rows of these files were refused, as they were read last.
    public let rejected: Int
    /// How many template groups there are, as far as they were made.
    public let groups: Int
    /// How many messages came after the groups were made, and are in none.
    public let ungrouped: Int
    /// The names of splits, in the order in which they were made.
    public let splits: [String]
    /// How many trainings are on record.
    public let modelRuns: Int
    /// How many messages have each label, by the one that counts; "" for none.
    public let labels: [String: Int]
    /// What each source holds, in alphabetical order.
    public let sources: [Source]
    /// The size of the database in bytes, its log left out.
    let bytes: Int
    /// `ok`, or what SQLite finds wrong.
    public let integrity: String
}

extension StoreStatistics {
    init(_ db: Database) throws {
        func count(_ sql: String) throws -> Int { try Int.fetchOne(db, sql: sql) ?? 0 }
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT sourceID, coalesce(\(LabelRevision.current(of: "message.id")), ''), count(*) FROM message GROUP BY 1, 2
                """)
        var labelsOfSource: [Int64: [String: Int]] = [:]
        var labels: [String: Int] = [:]
        for row in rows {
            let label: String = try row.value(1), count: Int = try row.value(2)
            labelsOfSource[try row.value(0), default: [:]][label] = count
            labels[label, default: 0] += count
        }
        let sources = try Row.fetchAll(db, sql: "SELECT id, name, licence, provenance FROM source ORDER BY name").map { row in
            let labels = labelsOfSource[try row.value(0)] ?? [:]
            return try StoreStatistics.Source(
                name: row.value(1), licence: row.value(2), provenance: row.value(3), messages: labels.values.reduce(0, +),
                labels: labels)
        }
        let problems = try String.fetchAll(db, sql: "PRAGMA integrity_check")
        let dangling = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").count
        let messages = labels.values.reduce(0, +)
        try self.init(
            messages: messages, files: count("SELECT count(*) FROM file"),
            rejected: count(
                """
                SELECT count(*) FROM reject
                WHERE fileID IN (SELECT max(id) FROM file GROUP BY coalesce(firstID, id))
                """), groups: count("SELECT count(DISTINCT groupID) FROM groupMember"),
            ungrouped: messages - count("SELECT count(*) FROM groupMember"),
            splits: String.fetchAll(db, sql: "SELECT name FROM split ORDER BY id"),
            modelRuns: count("SELECT count(*) FROM modelRun"),
            labels: labels, sources: sources, bytes: count("PRAGMA page_count") * count("PRAGMA page_size"),
            integrity: dangling > 0 ? "\(dangling) rows refer to nothing" : problems.joined(separator: "; "))
    }
}
