// Store: one insert many times, through SQLite's C interface. GRDB boxes every value, which took as
// long as SQLite itself.

import GRDB
import GRDBSQLite

/// A statement that is bound and run once a row. Valid no longer than the `Statement` it was made
/// of.
struct RowWriter {
    private let owner: Statement
    private let statement: OpaquePointer

    init(_ db: Database, sql: String) throws {
        owner = try db.makeStatement(sql: sql)
        statement = owner.sqliteStatement
    }

    func bind(_ value: Int64?, at index: CInt) {
        if let value { sqlite3_bind_int64(statement, index, value) } else { sqlite3_bind_null(statement, index) }
    }

    func bind(_ value: Double, at index: CInt) { sqlite3_bind_double(statement, index, value) }

    func bind(_ value: String?, at index: CInt) {
        guard var value else {
            sqlite3_bind_null(statement, index)
            return
        }
        // SQLite copies the bytes, so they need not outlive the call.
        let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        value.withUTF8 { bytes in
            _ = bytes.withMemoryRebound(to: CChar.self) { text in
                // An empty text has no address, which SQLite would take for NULL.
                sqlite3_bind_text(statement, index, text.baseAddress ?? UnsafePointer(bitPattern: 1), CInt(text.count), copies)
            }
        }
    }

    func run(_ db: Database) throws {
        let code = sqlite3_step(statement)
        sqlite3_reset(statement)
        guard code == SQLITE_DONE else {
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: db.lastErrorMessage)
        }
    }
}
