// Store: what was imported, and the last import taken back.

import Foundation
import GRDB

/// A file that was imported.
public struct ImportRecord: Sendable, Equatable, Encodable {
    /// The number of the import, which tells imports of one name apart. It is never given again.
    public let number: Int64
    /// The name of the file.
    public let name: String
    /// The sources that its messages are of, in alphabetical order.
    public let sources: [String]
    /// When it was imported, in seconds since 1970.
    public let importedAt: Int
    /// How many rows the file has, good and bad.
    public let rows: Int
    /// How many messages it added.
    public let added: Int
    /// How many messages of earlier imports it changed.
    public let updated: Int
    /// How many rows were refused.
    public let rejected: Int
    /// How many of the messages that it added the store still has.
    public let messages: Int
}

/// A row of a file that was left out.
public struct RejectedRow: Sendable, Equatable, Encodable {
    /// The number of the import.
    public let number: Int64
    /// The name of its file.
    public let name: String
    /// From 1; 0 where the format has no lines.
    public let line: Int
    /// What was expected and found, without words of the row.
    public let reason: String
}

/// What the last import did, and what is left of it.
public struct UndoneImport: Sendable, Equatable, Encodable {
    /// The number of the import.
    public let number: Int64
    /// The name of its file.
    public let name: String
    /// The messages that it added.
    public let removal: Removal
    /// How many labels it gave to messages of earlier imports, which are taken back.
    public let labels: Int
    /// How many labels second people gave beside those, which go with them.
    public let secondLabels: Int
    /// How many messages of earlier imports it changed. What it wrote over is not known any more.
    public let updated: Int
}

extension CorpusStore {
    /// The files that were imported, in the order of import.
    ///
    /// - Complexity: O(messages).
    public func imports() throws(StoreError) -> [ImportRecord] {
        try read { db in
            var sources: [Int64: [String]] = [:]
            for row in try Row.fetchAll(
                db, sql: "SELECT fileID, name FROM sourceFile JOIN source ON id = sourceID ORDER BY name")
            {
                sources[try row.value(0), default: []].append(try row.value(1))
            }
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT id, name, importedAt, rows, added, updated, rejected, coalesce(messages, 0) FROM file
                    LEFT JOIN (SELECT fileID, count(*) AS messages FROM message GROUP BY fileID) ON fileID = id ORDER BY id
                    """)
            return try rows.map { row in
                try ImportRecord(
                    number: row.value(0), name: row.value(1), sources: sources[row.value(0)] ?? [], importedAt: row.value(2),
                    rows: row.value(3), added: row.value(4), updated: row.value(5), rejected: row.value(6),
                    messages: row.value(7))
            }
        }
    }

    /// The rows that imports left out, in the order of imports and lines.
    ///
    /// - Complexity: O(rows left out).
    public func rejectedRows() throws(StoreError) -> [RejectedRow] {
        try read { db in
            try Row.fetchAll(
                db, sql: "SELECT fileID, name, line, reason FROM reject JOIN file ON id = fileID ORDER BY fileID, line"
            ).map { row in
                try RejectedRow(number: row.value(0), name: row.value(1), line: row.value(2), reason: row.value(3))
            }
        }
    }

    /// Takes the last import back: the messages that it added go for good, with all labels that
    /// they were given since, and so do the labels that it gave to messages of earlier imports.
    ///
    /// - Parameter isTrial: only counts.
    /// - Throws: `StoreError.noImports`.
    /// - Complexity: O(bytes of the store).
    public func undoLastImport(isTrial: Bool = false) throws(StoreError) -> UndoneImport {
        if isTrial { return try read { try LastImport($0, path: path).undone($0) } }
        return try writeForGood { db in
            let last = try LastImport(db, path: path)
            let undone = try last.undone(db)
            try last.remove(db)
            return undone
        }
    }
}

private struct LastImport {
    private let id: Int64
    private let name: String
    private let updated: Int
    private let messages: [Int64]
    /// The labels that it gave to messages of earlier imports: under its name, in its second, which
    /// no other import of that name has.
    private static let itsLabels = """
        FROM label WHERE givenBy = 'file ' || (SELECT name FROM file WHERE id = ?1)
            AND givenAt = (SELECT importedAt FROM file WHERE id = ?1)
            AND messageID IN (SELECT id FROM message WHERE fileID <> ?1)
        """

    init(_ db: Database, path: String) throws {
        guard let row = try Row.fetchOne(db, sql: "SELECT id, name, updated FROM file ORDER BY id DESC LIMIT 1") else {
            throw StoreError.noImports(path: path)
        }
        id = try row.value(0)
        name = try row.value(1)
        updated = try row.value(2)
        messages = try Int64.fetchAll(db, sql: "SELECT id FROM message WHERE fileID = ? ORDER BY id", arguments: [id])
    }

    func undone(_ db: Database) throws -> UndoneImport {
        try UndoneImport(
            number: id, name: name, removal: CorpusStore.removal(of: messages, db),
            labels: Int.fetchOne(db, sql: "SELECT count(*) \(LastImport.itsLabels)", arguments: [id]) ?? 0,
            secondLabels: Int.fetchOne(
                db,
                sql: """
                    SELECT count(*) FROM secondLabel
                    WHERE (messageID, revision) IN (SELECT messageID, revision \(LastImport.itsLabels))
                    """, arguments: [id]) ?? 0,
            updated: updated)
    }

    func remove(_ db: Database) throws {
        try db.execute(sql: "DELETE \(LastImport.itsLabels)", arguments: [id])
        let row = try Row.fetchOne(db, sql: "SELECT digest, firstID FROM file WHERE id = ?", arguments: [id])
        try CorpusStore.remove(messages, db)
        try CorpusStore.removeFiles([id], db)
        // The import before it of the same bytes is known by them again.
        guard let first: Int64 = try row?.value(1) else { return }
        try db.execute(
            sql: "UPDATE file SET digest = ?1 WHERE id = (SELECT max(id) FROM file WHERE id = ?2 OR firstID = ?2)",
            arguments: [try row?.value(0) as Data?, first])
    }
}
