// Store: the rows of one query, through SQLite's C interface. GRDB's rows take three times as long,
// and its texts end at a NUL.

import GRDB
import GRDBSQLite
import SpamFilter
import Statistics

/// A query that is stepped through once. Valid only within the database access that made it.
struct RowReader {
    private let owner: Statement
    private let statement: OpaquePointer
    private let db: Database

    init(_ db: Database, sql: String, ids: ClosedRange<Int64>? = nil) throws {
        self.db = db
        owner = try db.makeStatement(sql: sql)
        if let ids { owner.setUncheckedArguments([ids.lowerBound, ids.upperBound]) }
        statement = owner.sqliteStatement
    }

    /// `false` after the last row.
    func step() throws -> Bool {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw DatabaseError(resultCode: ResultCode(rawValue: code), message: db.lastErrorMessage)
        }
    }

    /// `nil` for NULL. SQLite converts a value that is no number.
    func number(_ column: CInt) -> Int64? { isNull(column) ? nil : id(column) }

    /// For a column that is never NULL.
    func id(_ column: CInt) -> Int64 { sqlite3_column_int64(statement, column) }

    /// `nil` for NULL. Bytes that are not UTF-8 become U+FFFD.
    func text(_ column: CInt) -> String? {
        guard let bytes = sqlite3_column_text(statement, column) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    func isNull(_ column: CInt) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }
    func isInteger(_ column: CInt) -> Bool { sqlite3_column_type(statement, column) == SQLITE_INTEGER }
    func isText(_ column: CInt) -> Bool { sqlite3_column_type(statement, column) == SQLITE_TEXT }

    /// A label by its word; `nil` for NULL.
    func label(_ column: CInt, _ words: LabelWords) -> Label? {
        guard let bytes = sqlite3_column_text(statement, column) else { return nil }
        return words.label(UnsafeBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, column))))
    }
}

/// Labels by their words.
struct LabelWords {
    private let labels: [UInt64: Label]

    init() {
        labels = Dictionary(
            uniqueKeysWithValues: Label.all.map { label in
                var word = label.description
                return (word.withUTF8 { stableHash($0) }, label)
            })
    }

    func label(_ word: UnsafeBufferPointer<UInt8>) -> Label? { labels[stableHash(word)] }
}
