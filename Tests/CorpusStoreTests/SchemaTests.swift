// The tables: what has shipped stays, and SQLite keeps the rules.

import Foundation
import GRDB
import Testing

@testable import CorpusStore

@Suite struct SchemaTests {
    /// A shipped migration is never edited: stores of people have its tables. A change is a new migration, with a line of its own here.
    @Test func shippedMigrationsAreAsTheyWere() throws {
        let shipped: [(migration: String, digest: UInt64)] = [("1: messages", 0xA00E_D3D4_4F71_0C3B)]
        #expect(Schema.migrator.migrations == shipped.map(\.migration))
        for (name, digest) in shipped {
            let database = try DatabaseQueue()
            try Schema.migrator.migrate(database, upTo: name)
            let tables = try database.read {
                try String.fetchAll(
                    $0, sql: "SELECT sql FROM sqlite_master WHERE sql NOT NULL AND name NOT LIKE 'messageText_%' ORDER BY name")
            }
            var hash = SipHash()
            for table in tables where !table.contains("grdb_migrations") { hash.add(table) }
            #expect(hash.value == digest, "0x\(String(hash.value, radix: 16))")
        }
    }

    @Test func storesOfNewerVersionsAreRefused() throws {
        let folder = try StoreFolder()
        try folder.store.database.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('2: of the future')") }
        #expect(throws: StoreError.newer(path: folder.store.path)) { try CorpusStore(path: folder.store.path) }
    }

    @Test func rowsThatReferToNothingAreRefused() throws {
        let folder = try StoreFolder()
        try folder.add("ham\tone\n", as: "a.tsv")
        for sql in [
            "INSERT INTO label VALUES (99, 1, 'junk', 'x', 0, 1)", "UPDATE message SET sourceID = 99",
            "INSERT INTO groupMember VALUES (1, 99)",
        ] {
            #expect(throws: StoreError.self) { try folder.store.write { try $0.execute(sql: sql) } }
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
        try folder.store.give(.junk, to: 1, by: "tester")
        #expect(try digest().bytes != before.bytes)
        #expect(try folder.store.statistics().modelRuns == 1)
    }
}
