// Store: what may get the same label as a message. A message in, those of its template out.

import GRDB

/// A message of the template of another.
public struct MessageAlike: Sendable, Equatable {
    public let id: Int64
    /// Whether it has the same text, letter for letter.
    public let isRepeat: Bool
}

extension CorpusStore {
    /// The messages without a label of the template group of a message, in the order of their ids,
    /// without itself. A message without a group has none.
    ///
    /// - Complexity: O(messages of the store), 50 ms for a million.
    func unlabelled(alike id: Int64) throws(StoreError) -> [MessageAlike] {
        try read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT messageID, text = (SELECT text FROM message WHERE id = ?1)
                    FROM groupMember JOIN message ON message.id = messageID
                    WHERE groupID = (SELECT groupID FROM groupMember WHERE messageID = ?1) AND messageID <> ?1 AND
                        (SELECT label FROM label WHERE label.messageID = groupMember.messageID
                            ORDER BY revision DESC LIMIT 1) IS NULL
                    ORDER BY messageID
                    """, arguments: [id])
            return try rows.map { try MessageAlike(id: $0.value(0), isRepeat: $0.value(1)) }
        }
    }
}
