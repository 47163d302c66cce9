// Store: whether a file that says it is a store has the tables of one. Anybody may have written it.

import GRDB
import GRDBSQLite

extension Database {
    /// For a file from anywhere: no code of its schema runs, damaged pages are found when they are
    /// read, and no value is longer than 64 MiB, four times the longest row that is imported.
    func distrustFile(longestValue: Int32 = 64 << 20) {
        sqlite3_exec(sqliteConnection, "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON", nil, nil, nil)
        sqlite3_limit(sqliteConnection, SQLITE_LIMIT_LENGTH, longestValue)
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
    /// - Parameter writes: whether rows will be added: their numbers must be such as are read
    ///   later.
    /// - Complexity: O(tables + sources + files), some milliseconds.
    static func check(_ db: Database, path: String, writes: Bool) throws {
        func refuse(unless holds: Bool, _ details: String) throws {
            if !holds { throw StoreError.damaged(path: path, details: details) }
        }
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        try refuse(
            unless: expected.indices.contains(version) && objects(of: db) == expected[version], "tables of another schema")
        let largest = (1 << 53) - (writes ? numbersToAdd : 0)
        for (table, column) in numbers {
            let row = try Row.fetchOne(db, sql: "SELECT min(\(column)), max(\(column)) FROM \(table)")
            let least: Int64? = try row?.value(0), most: Int64? = try row?.value(1)
            try refuse(
                unless: (least ?? 1) >= 1 && (most ?? 1) <= largest, "a number in \(table) that no store gives")
        }
        for (table, column, type) in types + (version > 1 ? typesSinceKeys : []) + (version > 2 ? typesSinceIDs : []) {
            // typeof is asked of the value: SQLite takes the declaration's word for IS NULL.
            let other = try Int.fetchOne(
                db, sql: "SELECT 1 FROM \(table) WHERE typeof(\(column)) NOT IN (\(type)) LIMIT 1")
            try refuse(unless: other == nil, "a value of another type in \(table)")
        }
        try meterNames(db)
        if version < 2 {
            // Each split gets a row for each label.
            let splits = try Int.fetchOne(db, sql: "SELECT count(*) FROM split") ?? 0
            let labels = try Int.fetchOne(db, sql: "SELECT count(*) FROM label WHERE revision = 1 AND givenBy <> 'file'") ?? 0
            try refuse(unless: splits <= mostSplits && splits * labels <= mostSplitLabels, "\(splits) splits of \(labels) labels")
        }
    }

    /// These are held in memory at once, and rows of a crafted store may share pages.
    private static func meterNames(_ db: Database) throws {
        let texts = try TextMeter(db)
        for columns in [
            "name, licence, provenance FROM source", "name, digest, format, encoding FROM file", "name, by FROM split",
            "stratum FROM splitStratum",
        ] {
            let rows = try RowReader(db, sql: "SELECT \(columns)", texts: texts)
            let count = CInt(columns.split(separator: ",").count)
            while try rows.step() {
                for column in 0..<count { _ = rows.text(column) }
            }
            try texts.check()
        }
    }

    /// No store has so many rows, and a computer adds so many in a year.
    private static let numbersToAdd = 1 << 32
    private static let mostSplits = 1000, mostSplitLabels = 10_000_000

    private static let numbers = [
        ("source", "id"), ("file", "id"), ("message", "id"), ("label", "messageID"), ("templateGroup", "id"),
        ("groupMember", "messageID"), ("split", "id"), ("modelRun", "id"), ("sqlite_sequence", "seq"),
    ]

    /// Columns that are read as what they are declared.
    private static let types = [
        ("source", "name", "'text'"), ("file", "name", "'text'"), ("file", "isMasked", "'integer'"), ("split", "name", "'text'"),
        ("split", "by", "'text'"), ("split", "testShare", "'real'"), ("split", "folds", "'integer'"),
        ("split", "seed", "'integer'"), ("splitStratum", "stratum", "'text'"), ("splitStratum", "threshold", "'real'"),
        ("searchIndex", "indexedTo", "'integer'"), ("sqlite_sequence", "seq", "'integer'"),
    ]
    private static let typesSinceKeys = [("file", "maskCheck", "'integer', 'null'")]
    private static let typesSinceIDs = [("file", "firstID", "'integer', 'null'"), ("file", "updated", "'integer'")]

    /// By version. SQLite writes a schema down as it was given, and the search index has had the
    /// same tables in every release.
    private static let expected: [[String]] = (0...Schema.steps.count).map { version in
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

    /// Type, name, table and statement of everything, sorted.
    private static func objects(of db: Database) throws -> [String] {
        let rows = try Row.fetchAll(db, sql: "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master")
        return try rows.map { row in try (0..<4).map { try row.value($0) ?? "" }.joined(separator: "\0") }.sorted()
    }
}
