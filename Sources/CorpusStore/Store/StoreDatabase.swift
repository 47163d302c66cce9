// Store: the one database of a store, and how it is opened, read and written. Brings its tables up
// to date.

import Corpus
import Foundation
import GRDB

/// The handle that everything about a store shares.
///
/// Each change is one transaction: after a crash or on a full disk it is there completely or not at
/// all. Writers wait for each other, readers for none (WAL).
final class StoreDatabase: Sendable {
    /// The path as it was given.
    let path: String
    let sqlite: any DatabaseWriter
    private let readsOnly: Bool
    private let file: StoreFile
    private let wait: WriterWait

    init(path: String, _ file: StoreFile, creates: Bool, readsOnly: Bool, _ wait: WriterWait) throws(StoreError) {
        self.path = path
        self.file = file
        self.readsOnly = readsOnly
        self.wait = wait
        var opened: (any DatabaseWriter)?
        do {
            let configuration = StoreDatabase.configuration(wait)
            sqlite = try (readsOnly ? StoreDatabase.openToRead : StoreDatabase.open)(file.path, configuration)
            opened = sqlite
            switch try sqlite.read(Schema.state) {
            case .current: break
            case .empty where !creates: throw StoreError.notAStore(path: path)
            case .empty: try write { try Schema.migrate($0) }
            case .older where readsOnly: _ = try toWrite()
            case .older:
                try check()
                try write { try Schema.migrate($0) }
            case .newer: throw StoreError.newer(path: path)
            case .other: throw StoreError.notAStore(path: path)
            }
            try check()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN && !StoreDatabase.isWritable(file.path) {
            // The file is there. With a log, it is read through one more, which cannot be made.
            throw .readOnly(path: path)
        } catch {
            if file.isNew { StoreDatabase.removeEmpty(file, opened) }
            throw StoreError(error, path: path, waited: wait.seconds)
        }
    }

    /// Removes a store that was made here and never got its tables, such as on a full disk.
    private static func removeEmpty(_ file: StoreFile, _ opened: (any DatabaseWriter)?) {
        guard let opened else {
            if file.isUntouched { file.remove() }
            return
        }
        // As in `removeIfUnused`: others wait, and find then that the file is gone.
        _ = try? opened.writeWithoutTransaction { db in
            try db.inTransaction(.immediate) {
                if try Schema.state(db) == .empty { file.remove() }
                return .rollback
            }
        }
    }

    /// What an error of SQLite means here.
    func problem(_ error: any Error) -> StoreError { StoreError(error, path: path, waited: wait.seconds) }

    private static func configuration(_ wait: WriterWait) -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .callback { tries in wait.again(after: tries) }
        configuration.prepareDatabase { db in
            db.distrustFile()
            // A cache of 64 MiB, the rest in the file.
            try db.execute(sql: "PRAGMA cache_size = -65536; PRAGMA temp_store = FILE")
        }
        return configuration
    }

    private func check() throws {
        try sqlite.read { try StoreCheck.check($0, path: path, writes: !readsOnly) }
    }

    /// A pool writes once to a log that is empty. Where two processes do that at once, SQLite does
    /// not wait, in any busy mode.
    private static func open(_ path: String, _ configuration: Configuration) throws -> any DatabaseWriter {
        var triesLeft = 1000
        while true {
            do {
                let pool = try DatabasePool(path: path, configuration: configuration)
                // A reported import survives a power cut: one fsync a file. A pool asks for less.
                try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
                return pool
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && triesLeft > 0 {
                triesLeft -= 1
                Thread.sleep(forTimeInterval: 0.01)
            }
        }
    }

    private static func openToRead(_ path: String, _ configuration: Configuration) throws -> any DatabaseWriter {
        var configuration = configuration
        configuration.allowsUnsafeTransactions = true
        if isWritable(path) {
            // Readers and writers share two more files, which the last of them removes. A pool
            // would write at once.
            do {
                let queue = try DatabaseQueue(path: path, configuration: configuration)
                _ = try queue.read(Schema.state)
                return queue
            } catch let error as DatabaseError where error.findsNoRoomToShare {}
        }
        configuration.readonly = true
        // Where these files cannot be made, SQLite reads only a file that is declared immutable.
        let log = try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? NSNumber
        let isAtRest = log == nil || log == 0
        let address = URL(fileURLWithPath: path).absoluteString + "?immutable=1"
        return try DatabaseQueue(path: isAtRest ? address : path, configuration: configuration)
    }

    /// Whether the file can be changed, and others made beside it.
    private static func isWritable(_ path: String) -> Bool {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        return [path, folder].allSatisfy(FileManager.default.isWritableFile)
    }

    /// The same store, to be changed. The file is not looked at again: closing it would take the
    /// locks of the connection that is open.
    private func toWrite() throws(StoreError) -> StoreDatabase {
        try StoreDatabase(path: path, file, creates: false, readsOnly: false, wait)
    }

    /// Brings up to date what reading needs, such as an index, on its first use.
    func update(_ body: (StoreDatabase) throws -> Void) throws {
        try body(readsOnly ? toWrite() : self)
    }

    /// The store as it is now, for reading that goes on between calls.
    func snapshot() throws -> any DatabaseReader {
        if let pool = sqlite as? DatabasePool { return try pool.makeSnapshot() }
        // Its connection is read by one at a time, and closed with its transaction.
        try sqlite.unsafeRead { db in
            if !db.isInsideTransaction { try db.beginTransaction(.deferred) }
        }
        return sqlite
    }

    func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        do { return try sqlite.read(body) } catch { throw problem(error) }
    }

    func write<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        do {
            return try sqlite.writeWithoutTransaction { db in
                // Immediate: a second writer waits here, before it has read anything that may
                // change.
                var value: Value?
                try db.inTransaction(.immediate) {
                    value = try body(db)
                    guard !file.isReplaced else { throw StoreError.replaced(path: path) }
                    return .commit
                }
                return value!
            }
        } catch {
            if case .replaced? = error as? StoreError {
                // The log of the old file would be taken for the new one's.
                _ = try? sqlite.writeWithoutTransaction { try $0.checkpoint(.truncate) }
            }
            throw problem(error)
        }
    }

    /// Removes a store that was made here and that no file was imported into: a failed import
    /// leaves nothing behind.
    func removeIfUnused() {
        guard file.isNew else { return }
        // The transaction keeps others from adding something before the file is gone. Whoever
        // waits for its end finds then that it is.
        _ = try? write { db in
            if try Int.fetchOne(db, sql: "SELECT max(id) FROM file") == nil { file.remove() }
        }
    }

    /// Writes, and leaves nothing of what was changed or removed in the file, nor in its log.
    ///
    /// - Complexity: O(bytes of the store), and as much room on the disk.
    func writeForGood<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        do {
            try sqlite.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA secure_delete = ON") }
            let value = try write(body)
            try sqlite.writeWithoutTransaction { db in
                // Removes the old pages and the log of the change.
                try db.execute(sql: "VACUUM")
                try db.checkpoint(.truncate)
            }
            return value
        } catch {
            throw problem(error)
        }
    }

    /// See `CorpusStore.forEachMessage`.
    func forEachMessage(_ body: (StoredMessage) throws -> Void) throws {
        do { try sqlite.read { try StoredMessage.scan($0, body) } } catch let error where StoreError.isOfSQLite(error) {
            throw problem(error)
        }
    }

    func message(_ id: Int64) throws(StoreError) -> StoredMessage? {
        var found: StoredMessage?
        try read { db in try StoredMessage.scan(db, ids: id...id) { found = $0 } }
        return found
    }

    /// Seconds since 1970.
    static var now: Int { Int(Date().timeIntervalSince1970) }

    /// Now, but not before the last import: of many in one second the last is in the future, and a
    /// label that is given after it is to be taken back first.
    static func momentAfterImports(_ db: Database) throws -> Int {
        try max(now, Int.fetchOne(db, sql: "SELECT importedAt FROM file ORDER BY id DESC LIMIT 1") ?? 0)
    }

    /// When a file or a person last changed something, in seconds since 1970; 0 for never.
    static func lastChange(_ db: Database) throws -> Int {
        try Int.fetchOne(
            db,
            sql: """
                SELECT max(coalesce((SELECT max(importedAt) FROM file), 0), coalesce((SELECT max(givenAt) FROM label), 0),
                    coalesce((SELECT max(givenAt) FROM secondLabel), 0))
                """) ?? 0
    }
}
