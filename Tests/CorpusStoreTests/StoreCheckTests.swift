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
        try folder.store.database.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA writable_schema = ON; PRAGMA ignore_check_constraints = ON; \(sql)")
        }
        return folder
    }

    private static let copied =
        "SELECT sourceID, fileID, line, text, sender, country, language, receivedAt, template, 7, seenIn FROM message"

    @Test(arguments: [
        "CREATE TRIGGER t AFTER INSERT ON label BEGIN DELETE FROM message; END", "CREATE VIEW v AS SELECT * FROM message",
        "CREATE TABLE more (x)", "DROP TABLE reject", "PRAGMA user_version = 99", "PRAGMA user_version = 1",
        "PRAGMA user_version = -3",
        "UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '') WHERE name = 'source'",
        "INSERT INTO message SELECT 9223372036854775807, * FROM (\(copied) LIMIT 1)",
        "INSERT INTO message SELECT -5, * FROM (\(copied) LIMIT 1)",
        "INSERT INTO templateGroup SELECT 9007199254740993, 5",
    ])
    func otherTablesAndNumbersAreRefused(sql: String) throws {
        let folder = try changed(sql)
        for readsOnly in [true, false] {
            #expect {
                _ = try CorpusStore(path: folder.store.path, readsOnly: readsOnly)
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
                    let said = StoreError(error, path: "a.sqlite")
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
        let mode = try FileManager.default.attributesOfItem(atPath: folder.store.path)[.posixPermissions] as? NSNumber
        #expect(mode == 0o600)
    }

    /// Its new rows would go with the old file.
    @Test func aStoreThatIsReplacedTakesNothing() throws {
        let folder = try StoreFolder(), other = try StoreFolder()
        let files = FileManager.default
        try files.moveItem(atPath: folder.store.path, toPath: folder.path("old.sqlite"))
        try files.copyItem(atPath: other.store.path, toPath: folder.store.path)
        #expect(throws: StoreError.replaced(path: folder.store.path)) { try folder.add("ham\tsee you\n", as: "a.tsv") }
    }

    @Test func theIndexIsAnnouncedOnce() throws {
        let folder = try StoreFolder()
        try folder.add("ham\tsee you\nspam\tfree gold\n", as: "a.tsv")
        var announced: [Int] = []
        for _ in 0..<2 { #expect(try folder.store.search("gold", limit: 9) { announced.append($0) } == [2]) }
        #expect(announced == [2])
    }
}
