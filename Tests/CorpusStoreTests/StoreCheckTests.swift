// Stores that no tool of ours wrote: refused when they are opened, or errors when they are read.

import Foundation
import GRDB
import Testing

@testable import CorpusStore

@Suite struct StoreCheckTests {
    /// A store of two messages with these changes.
    private func changed(_ sql: String) throws -> StoreFolder {
        let folder = try StoreFolder()
        try folder.add("ham\tsee you at home\nspam\tfree gold\n", as: "a.tsv")
        try folder.store.database.sqlite.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA writable_schema = ON; PRAGMA ignore_check_constraints = ON; \(sql)")
        }
        return folder
    }

    private static let copied =
        "SELECT sourceID, fileID, line, text, sender, country, language, receivedAt, template, 7, seenIn, ownID FROM message"

    @Test(arguments: [
        "CREATE TRIGGER t AFTER INSERT ON label BEGIN DELETE FROM message; END", "CREATE VIEW v AS SELECT * FROM message",
        "CREATE TABLE more (x)", "DROP TABLE reject", "PRAGMA user_version = 99", "PRAGMA user_version = 1",
        "PRAGMA user_version = -3",
        "UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '') WHERE name = 'source'",
        "INSERT INTO message SELECT 9223372036854775807, * FROM (\(copied) LIMIT 1)",
        "INSERT INTO message SELECT -5, * FROM (\(copied) LIMIT 1)",
        "INSERT INTO templateGroup SELECT 9007199254740993, 5",
        "UPDATE sqlite_sequence SET seq = 9223372036854775807", "UPDATE sqlite_sequence SET seq = 'many'",
        "UPDATE sqlite_master SET sql = replace(sql, 'block BLOB', 'block BLOB, CHECK(id)') WHERE name = 'messageText_data'",
        "INSERT INTO sqlite_master SELECT * FROM sqlite_master WHERE name = 'messageText_idx'",
    ])
    func otherTablesAndNumbersAreRefused(sql: String) throws {
        let folder = try changed(sql)
        for readsOnly in [true, false] {
            #expect {
                _ = try CorpusStore(path: folder.storePath, readsOnly: readsOnly)
            } throws: { error in
                switch error as? StoreError {
                case .damaged, .newer, .notAStore: true
                default: false
                }
            }
        }
    }

    /// GRDB's own subscripts trap, and its errors hold the row.
    @Test func valuesOfOtherTypesAreErrorsThatQuoteNothing() throws {
        try DatabaseQueue().read { db in
            let row = try #require(try Row.fetchOne(db, sql: "SELECT NULL, 'secret word'"))
            for column in 0..<2 {
                #expect {
                    let _: Int64 = try row.value(column)
                } throws: { error in
                    let said = StoreError(error, path: "a.sqlite", waited: 1)
                    return said == .damaged(path: "a.sqlite", details: "a value of another type") && !"\(said)".contains("secret")
                }
            }
        }
    }

    @Test(arguments: [0, 1]) func readingMakesNoStore(bytes: Int) throws {
        let folder = try StoreFolder()
        let path = try folder.write([UInt8](repeating: 0x78, count: bytes), to: "empty.sqlite")
        for readsOnly in [true, false] {
            #expect(throws: StoreError.self) { try CorpusStore(path: path, readsOnly: readsOnly) }
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count == bytes)
    }

    @Test func aNewStoreIsForItsOwnerAlone() throws {
        let folder = try StoreFolder()
        let mode = try FileManager.default.attributesOfItem(atPath: folder.storePath)[.posixPermissions] as? NSNumber
        #expect(mode == 0o600)
    }

    /// Its new rows would go with the old file, and its log would be taken for the new one's.
    @Test(arguments: [false, true]) func aStoreThatIsReplacedTakesNothing(isLinked: Bool) throws {
        let folder = try StoreFolder(), other = try StoreFolder()
        try other.add("ham\tanother\n", as: "b.tsv")
        let link = folder.path("link.sqlite"), place = folder.storePath
        try other.store.database.sqlite.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        let files = FileManager.default
        try files.createSymbolicLink(atPath: link, withDestinationPath: place)
        let path = isLinked ? link : place
        let store = try CorpusStore(path: path)
        try files.moveItem(atPath: place, toPath: folder.path("old.sqlite"))
        try files.copyItem(atPath: other.storePath, toPath: place)
        let file = try folder.write("ham\tsee you\n".utf8, to: "a.tsv")
        #expect(throws: StoreError.replaced(path: path)) { try store.imports.add(file: file) }
        #expect(try CorpusStore(path: path, readsOnly: true).statistics().messages == 1)
    }

    @Test func theIndexIsAnnouncedOnce() throws {
        let folder = try StoreFolder()
        try folder.add("ham\tsee you\nspam\tfree gold\n", as: "a.tsv")
        var announced: [[Int]] = []
        for _ in 0..<2 { #expect(try folder.store.curation.search("gold", limit: 9) { announced.append([$0, $1]) } == [2]) }
        #expect(announced == [[0, 2], [2, 2]])
    }

    /// Numbers that only reading can go on with.
    @Test func aStoreWithoutNumbersToGiveIsReadOnly() throws {
        let folder = try changed("UPDATE sqlite_sequence SET seq = 9007199254740992")
        #expect(throws: StoreError.self) { try CorpusStore(path: folder.storePath) }
        #expect(try CorpusStore(path: folder.storePath, readsOnly: true).statistics().messages == 2)
    }

    /// Rows of a crafted file may share pages.
    @Test func textsThatAreLongerThanTheFileAreDamage() throws {
        try DatabaseQueue().write { db in
            try db.execute(sql: "CREATE TABLE t (x); INSERT INTO t VALUES ('a'), ('b')")
            let rows = try RowReader(db, sql: "SELECT replace(hex(zeroblob(9000)), '0', t.x) FROM t, t AS u")
            #expect(try rows.step() && rows.text(0)?.utf8.count == 18_000)
            #expect(throws: DatabaseError.self) { try rows.step() }
        }
    }

    @Test func pagesOfMessagesAreBounded() throws {
        let folder = try StoreFolder()
        try folder.add("ham\tone\nspam\ttwo\nham\tthree\n", as: "a.tsv")
        for (most, expected) in [((2, .max), 2), ((.max, 1), 1), ((.max, .max), 3)] as [((Int, Int), Int)] {
            var count = 0
            try folder.store.database.read { try StoredMessage.scan($0, most: most) { _ in count += 1 } }
            #expect(count == expected)
        }
    }
}
