// Store: messages are removed, and nothing of them stays in the file.

import GRDB

/// What was removed, or would be.
public struct Removal: Sendable, Equatable, Encodable {
    /// How many messages were removed.
    public internal(set) var messages = 0
    /// How many of them a person has labelled, as the last one or as a second one.
    public internal(set) var labelledByHand = 0
}

extension CorpusStore {
    /// Removes messages for good, with their labels, and imports by name with all they have added.
    ///
    /// Texts are overwritten in the tables, the index and the log. A file that was imported is
    /// known still, unless the import is removed. Template groups that keep a message keep their
    /// key, a hash of their first message, so that no message changes sides in a split.
    ///
    /// - Parameter choice: which messages and imports.
    /// - Parameter isTrial: only counts.
    /// - Throws: `StoreError.noMessage`, `noImport` or `severalImports`; then nothing is removed.
    /// - Complexity: O(bytes of the store), and as much room on the disk.
    public func forget(_ choice: MessageChoice, isTrial: Bool = false) throws(StoreError) -> Removal {
        func find(_ db: Database) throws -> (files: [Int64], numbers: [Int64], removal: Removal) {
            let files = try choice.files(db, path: path)
            let numbers = try choice.numbers(db, path: path)
            return (files, numbers, try CorpusStore.removal(of: numbers, db))
        }
        if isTrial { return try read { try find($0).removal } }
        return try writeForGood { db in
            let found = try find(db)
            try CorpusStore.remove(found.numbers, db)
            try CorpusStore.removeFiles(found.files, db)
            return found.removal
        }
    }

    static func removal(of numbers: [Int64], _ db: Database) throws -> Removal {
        let isLabelled = try db.makeStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM secondLabel WHERE messageID = ?1) OR
                    (SELECT label NOT NULL AND NOT \(LabelGiver.isFile("givenBy")) FROM label WHERE messageID = ?1
                        ORDER BY revision DESC LIMIT 1)
                """)
        var removal = Removal()
        for number in numbers {
            removal.messages += 1
            isLabelled.setUncheckedArguments([number])
            if try Bool.fetchOne(isLabelled) ?? false { removal.labelledByHand += 1 }
        }
        return removal
    }

    /// Removes messages with all that hangs on them.
    static func remove(_ numbers: [Int64], _ db: Database) throws {
        guard !numbers.isEmpty else { return }
        let delete = try db.makeStatement(sql: "DELETE FROM message WHERE id = ?")
        for number in numbers {
            delete.setUncheckedArguments([number])
            try delete.execute()
        }
        // Not deleted: the numbers of groups have few gaps, so that their keys can be an array.
        try db.execute(sql: "UPDATE templateGroup SET key = 0 WHERE id NOT IN (SELECT groupID FROM groupMember)")
        try dropSearchIndex(db)
        try forgetTrainings(db)
    }

    /// Removes imports whose messages are gone. Messages of other files that they had too stay.
    static func removeFiles(_ files: [Int64], _ db: Database) throws {
        for file in files {
            try db.execute(
                sql: """
                    UPDATE message SET seenIn = fileID WHERE seenIn = \(file);
                    UPDATE file SET firstID = NULL WHERE firstID = \(file);
                    DELETE FROM reject WHERE fileID = \(file);
                    DELETE FROM sourceFile WHERE fileID = \(file);
                    DELETE FROM file WHERE id = \(file)
                    """)
        }
        guard !files.isEmpty else { return }
        try db.execute(sql: "DELETE FROM source WHERE id NOT IN (SELECT sourceID FROM sourceFile)")
    }
}
