// Store: one SQLite file of messages. Opens it and brings its tables up to date.

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
/// Each change is one transaction: after a crash or on a full disk it is there completely or not at
/// all. Writers wait for each other, readers for none (WAL).
public final class CorpusStore: Sendable {
    public let path: String
    let database: any DatabaseWriter
    private let readsOnly: Bool
    /// The file's number in its folder, to find that another took its name.
    private let fileNumber: Int?

    /// - Parameters:
    ///   - creates: whether a missing store is made.
    ///   - readsOnly: leaves the file as it is, and needs no permission to write.
    public init(path: String, creates: Bool = false, readsOnly: Bool = false) throws(StoreError) {
        guard creates || FileManager.default.fileExists(atPath: path) else { throw .missing(path: path) }
        // SQLite would make a database of an empty file.
        guard creates || FileSignature(path: path) == .sqlite else { throw .notAStore(path: path) }
        self.path = path
        self.readsOnly = readsOnly
        var configuration = Configuration()
        configuration.busyMode = .timeout(TimeInterval(StoreError.patienceSeconds))
        configuration.prepareDatabase { db in
            db.distrustFile()
            // A cache of 64 MiB, the rest in the file. A reported import survives a power cut: one
            // fsync a file.
            try db.execute(sql: "PRAGMA cache_size = -65536; PRAGMA synchronous = FULL; PRAGMA temp_store = FILE")
        }
        if creates { CorpusStore.create(path) }
        do {
            database = try readsOnly ? CorpusStore.openToRead(path, configuration) : CorpusStore.open(path, configuration)
            fileNumber = CorpusStore.fileNumber(of: path)
            switch try database.read(Schema.state) {
            case .current: break
            case .empty where !creates: throw StoreError.notAStore(path: path)
            case .empty: try write { try Schema.migrate($0) }
            case .older where readsOnly: _ = try CorpusStore(path: path)
            case .older:
                try database.read { try StoreCheck.check($0, path: path) }
                try write { try Schema.migrate($0) }
            case .newer: throw StoreError.newer(path: path)
            case .other: throw StoreError.notAStore(path: path)
            }
            try database.read { try StoreCheck.check($0, path: path) }
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// A new file is for its owner alone: its messages are private. SQLite gives its other files
    /// the same permissions, and says what is wrong with the path.
    private static func create(_ path: String) {
        let file = Foundation.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if file >= 0 { close(file) }
    }

    private static func fileNumber(of path: String) -> Int? {
        (try? FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? NSNumber)?.intValue
    }

    /// A new file is turned to WAL first. Where two processes do that at once, SQLite does not
    /// wait, in any busy mode.
    private static func open(_ path: String, _ configuration: Configuration) throws -> DatabasePool {
        for _ in 0..<openingTries {
            do {
                return try DatabasePool(path: path, configuration: configuration)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                Thread.sleep(forTimeInterval: 0.01)
            }
        }
        return try DatabasePool(path: path, configuration: configuration)
    }

    private static let openingTries = 1000

    private static func openToRead(_ path: String, _ configuration: Configuration) throws -> DatabaseQueue {
        var configuration = configuration
        let files = FileManager.default
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        if files.isWritableFile(atPath: path), files.isWritableFile(atPath: folder) {
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
        let log = try? files.attributesOfItem(atPath: path + "-wal")[.size] as? NSNumber
        let isAtRest = log == nil || log == 0
        let address = URL(fileURLWithPath: path).absoluteString + "?immutable=1"
        return try DatabaseQueue(path: isAtRest ? address : path, configuration: configuration)
    }

    /// Brings up to date what reading needs, such as an index, on its first use.
    func update(_ body: (CorpusStore) throws -> Void) throws {
        try body(readsOnly ? CorpusStore(path: path) : self)
    }

    func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        do { return try database.read(body) } catch { throw StoreError(error, path: path) }
    }

    func write<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        do {
            return try database.writeWithoutTransaction { db in
                // Immediate: a second writer waits here, before it has read anything that may
                // change.
                var value: Value?
                try db.inTransaction(.immediate) {
                    value = try body(db)
                    guard fileNumber == nil || CorpusStore.fileNumber(of: path) == fileNumber else {
                        throw StoreError.replaced(path: path)
                    }
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
