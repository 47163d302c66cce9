// Store: one SQLite file of messages. Opens it, brings its tables up to date, and says how it is.

import Corpus
import Foundation
import GRDB
import SpamFilter

/// Messages with their labels, sources, template groups and splits, in one file.
///
/// ```swift
/// let store = try CorpusStore(path: "corpus.sqlite", creates: true)
/// let summary = try store.add(file: "messages.csv", ImportOptions())
/// try store.forEachMessage { message in … }
/// ```
///
/// Each change is one transaction: after a crash or on a full disk it is there whole or not at all. Writers wait for each other, readers
/// for nobody (WAL).
public final class CorpusStore: Sendable {
    public let path: String
    let database: DatabasePool

    /// How long a writer waits for another one: an import of some hundred million rows.
    static let patienceSeconds = 3600

    /// - Parameter creates: whether a store that is not there is made.
    public init(path: String, creates: Bool = false) throws(StoreError) {
        guard creates || FileManager.default.fileExists(atPath: path) else { throw .missing(path: path) }
        self.path = path
        var configuration = Configuration()
        configuration.busyMode = .timeout(TimeInterval(CorpusStore.patienceSeconds))
        configuration.prepareDatabase { db in
            // What does not fit goes to the file. A reported import survives a power cut too: one fsync a file.
            try db.execute(sql: "PRAGMA cache_size = -65536; PRAGMA synchronous = FULL; PRAGMA temp_store = FILE")
        }
        do {
            database = try DatabasePool(path: path, configuration: configuration)
            let (id, tables) = try database.read { db in
                (
                    try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0,
                    try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0
                )
            }
            guard id == Schema.applicationID || tables == 0 else { throw StoreError.notAStore(path: path) }
            guard try !database.read(Schema.migrator.hasBeenSuperseded) else { throw StoreError.newer(path: path) }
            if try database.read({ try !Schema.migrator.hasCompletedMigrations($0) }) { try Schema.migrator.migrate(database) }
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// Whether a file is a SQLite database, so a store or nothing that can be read as a corpus.
    public static func isStore(_ path: String) -> Bool { FileSignature(path: path) == .sqlite }

    func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        do { return try database.read(body) } catch { throw StoreError(error, path: path) }
    }

    func write<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        do {
            return try database.writeWithoutTransaction { db in
                // Immediate: a second writer waits here, before it has read anything that may change.
                var value: Value?
                try db.inTransaction(.immediate) {
                    value = try body(db)
                    return .commit
                }
                return value!
            }
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// Seconds since 1970.
    static var now: Int { Int(Date().timeIntervalSince1970) }
}
