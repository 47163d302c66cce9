// Store: whether a file that says it is a store has the tables of one. Anybody may have written it.

import GRDB
import GRDBSQLite

extension Database {
    /// For a file from anywhere: no code of its schema runs, damaged pages are found when they are
    /// read, and no value is longer than 64 MiB, four times the longest row that is imported.
    func distrustFile() {
        sqlite3_exec(sqliteConnection, "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON", nil, nil, nil)
        sqlite3_limit(sqliteConnection, SQLITE_LIMIT_LENGTH, 64 << 20)
    }
}

extension Row {
    /// Throws where a damaged store has a value of another type: GRDB's subscripts trap.
    func value<Value: DatabaseValueConvertible>(_ column: Int) throws -> Value { try decode(Value.self, atIndex: column) }
    func value<Value: DatabaseValueConvertible>(_ column: String) throws -> Value { try decode(Value.self, forColumn: column) }
}

enum StoreCheck {
    /// Throws where a store has another schema than its version, or numbers that no store gives: an
    /// extra trigger or view would run, and a row of the largest number would never end.
    ///
    /// - Complexity: O(tables + sources + files), some milliseconds.
    static func check(_ db: Database, path: String) throws {
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        guard expected.indices.contains(version), try objects(of: db) == expected[version] else {
            throw StoreError.damaged(path: path, details: "tables of another schema")
        }
        for (table, column) in numbers {
            let row = try Row.fetchOne(db, sql: "SELECT min(\(column)), max(\(column)) FROM \(table)")
            let least: Int64? = try row?.value(0), most: Int64? = try row?.value(1)
            guard (least ?? 1) >= 1, (most ?? 1) <= 1 << 53 else {
                throw StoreError.damaged(path: path, details: "a number in \(table) that no store gives")
            }
        }
        for (table, column, type) in types {
            // typeof is asked of the value: SQLite takes the declaration's word for IS NULL.
            let other = try Int.fetchOne(db, sql: "SELECT 1 FROM \(table) WHERE typeof(\(column)) <> '\(type)' LIMIT 1")
            guard other == nil else {
                throw StoreError.damaged(path: path, details: "a value in \(table) that is no \(type)")
            }
        }
    }

    private static let numbers = [
        ("source", "id"), ("file", "id"), ("message", "id"), ("label", "messageID"), ("templateGroup", "id"),
        ("groupMember", "messageID"), ("split", "id"), ("modelRun", "id"),
    ]

    /// Columns that are read as what they are declared.
    private static let types = [
        ("source", "name", "text"), ("file", "name", "text"), ("split", "name", "text"), ("split", "by", "text"),
        ("split", "testShare", "real"), ("split", "folds", "integer"), ("split", "seed", "integer"),
        ("splitStratum", "stratum", "text"), ("splitStratum", "threshold", "real"), ("searchIndex", "indexedTo", "integer"),
    ]

    /// By version. SQLite writes a schema down as it was given.
    private static let expected: [Set<[String]>] = (0...Schema.steps.count).map { version in
        do {
            let reference = try DatabaseQueue()
            return try reference.write { db in
                for step in Schema.steps[..<version] { try db.execute(sql: step) }
                return try objects(of: db)
            }
        } catch {
            // SQLite without FTS5: no store can be opened at all.
            return []
        }
    }

    /// Type, name, table and statement of everything but the tables of the search index, of which
    /// the statements are FTS5's.
    private static func objects(of db: Database) throws -> Set<[String]> {
        try Set(
            Row.fetchAll(db, sql: "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master").map { row in
                let object: [String] = try (0..<4).map { try row.value($0) ?? "" }
                let isIndex = object[0] == "table" && indexTables.contains(object[1])
                return isIndex ? Array(object[..<3]) : object
            })
    }

    private static let indexTables: Set = ["messageText_data", "messageText_idx", "messageText_docsize", "messageText_config"]
}
