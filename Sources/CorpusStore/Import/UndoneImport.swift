// Store: the last import taken back.

import Foundation
import GRDB

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

/// The import that nothing was imported after.
struct LastImport {
    private let path: String
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
        self.path = path
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
            number: id, name: name, removal: Removal(of: messages, db),
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
        try Splits.keepSides(removing: Set(messages), db, path: path)
        try Removal.remove(messages: messages, db)
        try Removal.remove(files: [id], db)
        // The import before it of the same bytes is known by them again.
        guard let first: Int64 = try row?.value(1) else { return }
        try db.execute(
            sql: "UPDATE file SET digest = ?1 WHERE id = (SELECT max(id) FROM file WHERE id = ?2 OR firstID = ?2)",
            arguments: [try row?.value(0) as Data?, first])
    }
}
