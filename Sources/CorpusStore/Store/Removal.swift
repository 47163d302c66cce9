// Store: messages are removed, and nothing of them stays in the file.

import GRDB

/// What was removed, or would be.
public struct Removal: Sendable, Equatable, Encodable {
    /// How many messages were removed.
    public private(set) var messages = 0
    /// How many of them a person has labelled, as the last one or as a second one.
    package private(set) var labelledByHand = 0
}

extension Removal {
    /// What it is to remove these messages.
    init(of numbers: [Int64], _ db: Database) throws {
        self.init(messages: numbers.count)
        let isLabelled = try db.makeStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM secondLabel WHERE messageID = ?1) OR
                    (SELECT label NOT NULL AND NOT \(LabelGiver.isFile("givenBy")) FROM label WHERE messageID = ?1
                        ORDER BY revision DESC LIMIT 1)
                """)
        for number in numbers {
            isLabelled.setUncheckedArguments([number])
            if try Bool.fetchOne(isLabelled) ?? false { labelledByHand += 1 }
        }
    }

    /// Removes messages with all that hangs on them. The others stay on their sides of splits where
    /// `Splits.keepSides` came first.
    static func remove(messages numbers: [Int64], _ db: Database) throws {
        guard !numbers.isEmpty else { return }
        let delete = try db.makeStatement(sql: "DELETE FROM message WHERE id = ?")
        for number in numbers {
            delete.setUncheckedArguments([number])
            try delete.execute()
        }
        // Not deleted: the numbers of groups have few gaps, so that their keys can be an array.
        try db.execute(sql: "UPDATE templateGroup SET key = 0 WHERE id NOT IN (SELECT groupID FROM groupMember)")
        try SearchIndex.drop(db)
        try ModelRun.forgetMessages(db)
    }

    /// Removes imports whose messages are gone. Messages of other files that they had too stay.
    static func remove(files: [Int64], _ db: Database) throws {
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
