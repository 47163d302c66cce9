// The tables: what has shipped stays, and SQLite keeps the rules.

import Foundation
import GRDB
import Testing

@testable import CorpusStore

@Suite struct SchemaTests {
    /// A shipped step is never edited: stores of people have its tables. A change is a new step,
    /// with a digest of its own here.
    @Test func shippedStepsAreAsTheyWere() throws {
        let shipped: [UInt64] = [0xA00E_D3D4_4F71_0C3B, 0xA863_F959_0095_B5E4, 0x659B_F9D4_74BF_8B30, 0xD9FA_2173_03B0_7C95]
        #expect(Schema.steps.count == shipped.count)
        for (count, digest) in zip(1..., shipped) {
            let database = try DatabaseQueue()
            let tables = try database.write { db in
                try Schema.migrate(db, upTo: count)
                return try String.fetchAll(
                    db, sql: "SELECT sql FROM sqlite_master WHERE sql NOT NULL AND name NOT LIKE 'messageText_%' ORDER BY name")
            }
            var hash = SipHash()
            for table in tables { hash.add(table) }
            #expect(hash.value == digest, "0x\(String(hash.value, radix: 16))")
        }
    }

    /// A store of the first version: what its splits and sources knew is known still.
    @Test func olderStoresAreBroughtUpToDate() throws {
        let database = try DatabaseQueue()
        try database.write { db in
            try Schema.migrate(db, upTo: 1)
            try db.execute(
                sql: """
                    INSERT INTO source VALUES (1, 's', NULL, NULL);
                    INSERT INTO file VALUES (1, 'a', x'00', 1, '', '', 0, 2, 2, 0, 1);
                    INSERT INTO message VALUES (1, 1, 1, 1, 'one', NULL, NULL, NULL, NULL, NULL, 1, 1), (2, 1, 1, 2, 'two', NULL, NULL, NULL, NULL, NULL, 2, 1);
                    INSERT INTO label VALUES (1, 1, 'allow', 'file', 0, 1), (2, 1, 'junk', 'tester', 0, 1);
                    INSERT INTO split VALUES (1, 'main', 'random', 0.2, 0, 1, 0);
                    """)
            try Schema.migrate(db)
            #expect(try Schema.state(db) == .current)
            #expect(try Row.fetchAll(db, sql: "SELECT * FROM splitLabel") == [["splitID": 1, "messageID": 2, "stratum": "junk"]])
            #expect(try Row.fetchAll(db, sql: "SELECT * FROM sourceFile") == [["sourceID": 1, "fileID": 1]])
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM file WHERE maskCheck IS NULL") == 1)
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM file WHERE firstID IS NULL AND updated = 0") == 1)
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM message WHERE ownID IS NULL") == 2)
        }
    }

    /// Each would get a row for each label.
    @Test func splitsOfAnOlderStoreAreBounded() throws {
        let folder = try StoreFolder()
        for (splits, isRefused) in [(1000, false), (1001, true)] {
            let path = try folder.write(DatabaseHead.emptyStore, to: "\(splits).sqlite")
            try DatabaseQueue(path: path).write { db in
                try Schema.migrate(db, upTo: 1)
                for i in 0..<splits {
                    try db.execute(sql: "INSERT INTO split VALUES (NULL, ?, 'random', 0.2, 0, 1, 0)", arguments: ["\(i)"])
                }
            }
            if isRefused {
                #expect(throws: StoreError.damaged(path: path, details: "1001 splits of 0 labels")) {
                    try CorpusStore(path: path)
                }
            } else {
                #expect(try CorpusStore(path: path).statistics().splits.count == splits)
            }
        }
    }

    @Test func storesOfNewerVersionsAreRefused() throws {
        let folder = try StoreFolder()
        try folder.store.database.write { try $0.execute(sql: "PRAGMA user_version = \(Schema.steps.count + 1)") }
        #expect(throws: StoreError.newer(path: folder.storePath)) { try CorpusStore(path: folder.storePath) }
    }

    /// Each of many that open a new store at once gets it: whoever comes second finds the tables
    /// there.
    @Test func aNewStoreMayBeOpenedByManyAtOnce() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "spamkit-\(UUID()).sqlite").path
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        try await withThrowingTaskGroup { group in
            for _ in 0..<16 { group.addTask { _ = try CorpusStore(path: path, creates: true) } }
            try await group.waitForAll()
        }
        #expect(try CorpusStore(path: path).statistics().messages == 0)
    }

    @Test func rowsThatReferToNothingAreRefused() throws {
        let folder = try StoreFolder()
        try folder.add("ham\tone\n", as: "a.tsv")
        for sql in [
            "INSERT INTO label VALUES (99, 1, 'junk', 'x', 0, 1)", "UPDATE message SET sourceID = 99",
            "INSERT INTO groupMember VALUES (1, 99)",
        ] {
            #expect(throws: StoreError.self) { try folder.store.database.write { try $0.execute(sql: sql) } }
        }
        let modes = try folder.store.database.read { db in
            (try String.fetchOne(db, sql: "PRAGMA journal_mode"), try Int.fetchOne(db, sql: "PRAGMA foreign_keys"))
        }
        #expect(modes.0 == "wal" && modes.1 == 1)
    }

    @Test func trainingsAreNoted() throws {
        let folder = try StoreFolder()
        try folder.add("ham\tone\nspam\ttwo\n", as: "a.tsv")
        func digest() throws -> CorpusDigest {
            var digest = CorpusDigest()
            try folder.store.forEachMessage { digest.add($0.labeled!) }
            return digest
        }
        let before = try digest()
        #expect(try digest().bytes == before.bytes)
        try folder.store.record(settings: "{}", metrics: "{}", of: before)
        try folder.store.labels.give(.junk, to: 1, by: "tester")
        #expect(try digest().bytes != before.bytes)
        #expect(try folder.store.statistics().modelRuns == 1)
    }
}
