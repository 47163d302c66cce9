// Store: its size, content and integrity.

import Foundation
import GRDB

/// What a store holds.
public struct StoreStatistics: Sendable, Equatable, Encodable {
    /// The messages of one source.
    public struct Source: Sendable, Equatable, Encodable {
        /// What the source is called.
        public let name: String
        /// The licence of its texts, as far as it was given.
        public let licence: String?
        /// Where it is from, as far as it was given.
        public let provenance: String?
        /// Its messages.
        public let messages: Int
        /// By the last label given; "" for none.
        public let labels: [String: Int]
    }

    /// All messages.
    public let messages: Int
    /// Files that were imported.
    public let files: Int
    /// Rows that were refused.
    public let rejected: Int
    /// Template groups, as far as they were made.
    public let groups: Int
    /// The names of splits.
    public let splits: [String]
    /// Trainings that are on record.
    public let modelRuns: Int
    /// By the label that counts; "" for none.
    public let labels: [String: Int]
    /// By source, in alphabetical order.
    public let sources: [Source]
    /// The size of the file, in bytes.
    public let bytes: Int
    /// `ok`, or what is wrong.
    public let integrity: String
}

extension CorpusStore {
    /// Counts everything and has SQLite check every page.
    ///
    /// - Complexity: O(bytes of the store).
    public func statistics() throws(StoreError) -> StoreStatistics {
        try read { db in
            func count(_ sql: String) throws -> Int { try Int.fetchOne(db, sql: sql) ?? 0 }
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT sourceID, coalesce((SELECT label FROM label WHERE messageID = message.id ORDER BY revision DESC LIMIT 1), ''),
                        count(*)
                    FROM message GROUP BY 1, 2
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
            return try StoreStatistics(
                messages: labels.values.reduce(0, +), files: count("SELECT count(*) FROM file"),
                rejected: count(
                    """
                    SELECT count(*) FROM reject
                    WHERE fileID IN (SELECT max(id) FROM file GROUP BY coalesce(firstID, id))
                    """), groups: count("SELECT count(DISTINCT groupID) FROM groupMember"),
                splits: String.fetchAll(db, sql: "SELECT name FROM split ORDER BY id"),
                modelRuns: count("SELECT count(*) FROM modelRun"),
                labels: labels, sources: sources, bytes: count("PRAGMA page_count") * count("PRAGMA page_size"),
                integrity: dangling > 0 ? "\(dangling) rows refer to nothing" : problems.joined(separator: "; "))
        }
    }
}
