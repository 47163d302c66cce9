// Stores as files: what is looked at before SQLite opens one.

import Foundation
import GRDB
import Synchronization
import Testing

@testable import CorpusStore

/// How often somebody was told.
private final class Told: Sendable {
    private let count = Mutex(0)
    var times: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
}

@Suite struct StoreFileTests {
    /// Another process that writes: who waits is told once, and the wait has an end.
    @Test func aWriterWaitsAndSaysSo() throws {
        let folder = try StoreFolder()
        let path = folder.storePath, told = Told()
        var wait = WriterWait { told.add() }
        wait.seconds = 1
        let other = try CorpusStore(path: path, wait: wait)
        _ = try folder.store.database.write { _ in
            #expect(throws: StoreError.busy(path: path, seconds: 1)) { try other.database.write { _ in 0 } }
        }
        #expect(told.times == 1)
        #expect(try other.database.write { _ in 0 } == 0)
    }

    /// People are told within half a second.
    @Test func aWaitIsNoticedEarly() {
        let waits = (0...20).map(WriterWait.waited)
        #expect(waits.contains { (300..<500).contains($0) } && waits == waits.sorted())
    }

    private func closedStore() throws -> StoreFolder {
        let folder = try StoreFolder()
        try folder.store.database.sqlite.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        try FileManager.default.copyItem(atPath: folder.storePath, toPath: folder.path("a.sqlite"))
        return folder
    }

    /// SQLite would delete it, and any file that it names.
    @Test func aStoreWithAJournalIsNotOpened() throws {
        let folder = try closedStore(), path = folder.path("a.sqlite")
        for journal in [[], [0xD9, 0xD5]] as [[UInt8]] {
            try folder.write(journal, to: "a.sqlite-journal")
            for readsOnly in [true, false] {
                #expect(throws: StoreError.hasJournal(path: path)) { try CorpusStore(path: path, readsOnly: readsOnly) }
            }
            #expect(CorpusStore.isStore(path) && FileManager.default.fileExists(atPath: path + "-journal"))
        }
    }

    @Test func aStoreThatCouldGetAJournalIsNotOpened() throws {
        let folder = try closedStore(), path = folder.path("a.sqlite")
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
        try queue.close()
        #expect(throws: StoreError.notInWAL(path: path)) { try CorpusStore(path: path) }
        #expect(throws: StoreError.notInWAL(path: path)) { try CorpusStore(path: path, creates: true) }
    }

    @Test(arguments: ["-wal", "-shm"]) func aLogThatIsNoFileIsRefused(ending: String) throws {
        let folder = try closedStore(), path = folder.path("a.sqlite")
        try FileManager.default.createSymbolicLink(atPath: path + ending, withDestinationPath: "/dev/zero")
        #expect(throws: StoreError.foreignLog(path: path, ending: ending)) { try CorpusStore(path: path) }
    }

    /// SQLite would write over the other file, even where it only reads the store.
    @Test(arguments: ["-wal", "-shm"]) func aLogWithAnotherNameIsRefusedUntouched(ending: String) throws {
        let folder = try closedStore(), path = folder.path("a.sqlite")
        let other = try folder.write(Array(repeating: 7, count: 40_000), to: "other")
        try FileManager.default.linkItem(atPath: other, toPath: path + ending)
        for readsOnly in [true, false] {
            #expect(throws: StoreError.foreignLog(path: path, ending: ending)) {
                try CorpusStore(path: path, readsOnly: readsOnly).statistics()
            }
        }
        #expect(FileManager.default.contents(atPath: other) == Data(repeating: 7, count: 40_000))
    }

    /// What a new file holds before SQLite has opened it: a crash leaves an empty store.
    @Test func theFirstPageIsAStoreInWALMode() throws {
        let folder = try StoreFolder(), path = try folder.write(DatabaseHead.emptyStore, to: "a.sqlite")
        #expect(CorpusStore.isStore(path))
        #expect(throws: StoreError.notAStore(path: path)) { try CorpusStore(path: path, readsOnly: true) }
        let found = try DatabaseQueue(path: path).read { db in
            try ["journal_mode", "application_id", "integrity_check"].map { try String.fetchOne(db, sql: "PRAGMA \($0)") }
        }
        #expect(found == ["wal", "\(Schema.applicationID)", "ok"])
        #expect(try CorpusStore(path: path, creates: true).statistics().integrity == "ok")
    }

    /// A file of no bytes, as `mktemp` makes one, and a link to nothing.
    @Test func emptyFilesAndLinksBecomeStores() throws {
        let folder = try StoreFolder()
        let empty = try folder.write([], to: "empty.sqlite"), link = folder.path("link.sqlite")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path("target.sqlite"))
        for path in [empty, link] { #expect(try CorpusStore(path: path, creates: true).statistics().messages == 0) }
        #expect(CorpusStore.isStore(folder.path("target.sqlite")))
    }

    /// A cron job holds a lock on the file while it runs the tool (flock FILE COMMAND).
    @Test func aStoreThatIsLockedByItsOwnerIsWritten() throws {
        let folder = try closedStore(), path = folder.path("a.sqlite")
        let file = Foundation.open(path, O_RDONLY)
        defer { close(file) }
        try #require(flock(file, LOCK_EX) == 0)
        let store = try CorpusStore(path: path, creates: true)
        #expect(try store.statistics().messages == 0)
    }

    @Test func whatCannotBeMadeIsSaid() throws {
        let folder = try StoreFolder(), path = folder.path("none/a.sqlite")
        let details = String(cString: strerror(ENOENT))
        #expect(throws: StoreError.database(path: path, details: details)) { try CorpusStore(path: path, creates: true) }
        for other in ["/dev/null", folder.url.path] {
            #expect(throws: StoreError.notAStore(path: other)) { try CorpusStore(path: other, creates: true) }
        }
    }

    /// A reported import survives a power cut.
    @Test func commitsReachTheDisk() throws {
        let folder = try StoreFolder()
        let full = 2
        let sqlite = folder.store.database.sqlite
        #expect(try sqlite.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == full)
    }
}
