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
    private let texts: TextMeter

    init(_ db: Database, sql: String, ids: ClosedRange<Int64>? = nil, texts: TextMeter? = nil) throws {
        self.db = db
        self.texts = try texts ?? TextMeter(db)
        owner = try db.makeStatement(sql: sql)
        if let ids { owner.setUncheckedArguments([ids.lowerBound, ids.upperBound]) }
        statement = owner.sqliteStatement
    }

    /// Begins anew, with the rows of one id.
    func restart(at id: Int64) { owner.setUncheckedArguments([id, id]) }

    /// `false` after the last row.
    func step() throws -> Bool {
        try texts.check()
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
    ///
    /// - Parameter shared: so many bytes are not metered, because many rows may have the same text.
    func text(_ column: CInt, shared: Int = 0) -> String? {
        guard let bytes = sqlite3_column_text(statement, column) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, column))
        texts.bytes += max(0, count - shared)
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    /// The bytes of a text or a blob, none for NULL.
    func bytes(_ column: CInt) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(statement, column), count = Int(sqlite3_column_bytes(statement, column))
        texts.bytes += count
        return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
    }

    func isNull(_ column: CInt) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }
    func isInteger(_ column: CInt) -> Bool { sqlite3_column_type(statement, column) == SQLITE_INTEGER }
    func isText(_ column: CInt) -> Bool { sqlite3_column_type(statement, column) == SQLITE_TEXT }

    /// A label by its word; `nil` for NULL.
    func label(_ column: CInt, _ words: LabelWords) -> Label? {
        guard let bytes = sqlite3_column_text(statement, column) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, column))
        texts.bytes += count
        return words.label(UnsafeBufferPointer(start: bytes, count: count))
    }
}

/// The bytes of texts that were read from a database. Rows of a crafted one may share pages, so
/// that a small file holds texts without end.
final class TextMeter {
    var bytes = 0
    private let most: Int

    /// A database holds its texts, if not in UTF-8 then in UTF-16, of which some have half as many
    /// bytes again in UTF-8.
    ///
    /// - Parameter fileBytes: of the file and its log. What they say of themselves may be wrong.
    init(fileBytes: Int) { most = 2 * fileBytes }

    /// - Precondition: the database's file has a name.
    convenience init(_ db: Database) throws {
        guard let path = sqlite3_db_filename(db.sqliteConnection, "main").map({ String(cString: $0) }) else {
            throw DatabaseError(resultCode: .SQLITE_CANTOPEN)
        }
        self.init(fileBytes: FileSize.of(path) + FileSize.of(path + "-wal"))
    }

    func check() throws {
        guard bytes <= most else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "texts that are twice as long as the file")
        }
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
