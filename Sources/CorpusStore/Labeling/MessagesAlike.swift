// Store: what may get the same label as a message. A message in, those of its template out.

import GRDB

/// A message of the template of another.
public struct MessageAlike: Sendable, Equatable {
    /// The number of the message.
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

    /// The messages of the template group of a message, without itself, in the order of their ids:
    /// how many there are, by label ("" for none), and the first of them. Empty without a group.
    ///
    /// - Parameter id: the number of the message.
    /// - Parameter most: how many of the first there are at most.
    /// - Complexity: as of `unlabelled(alike:)`.
    public func templateMates(of id: Int64, most: Int) throws(StoreError) -> (labels: [String: Int], first: [Int64]) {
        try read { db in
            let condition = "groupID = (SELECT groupID FROM groupMember WHERE messageID = ?1) AND messageID <> ?1"
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT coalesce((SELECT label FROM label WHERE label.messageID = groupMember.messageID
                        ORDER BY revision DESC LIMIT 1), ''), count(*)
                    FROM groupMember WHERE \(condition) GROUP BY 1
                    """, arguments: [id])
            let first = try Int64.fetchAll(
                db, sql: "SELECT messageID FROM groupMember WHERE \(condition) ORDER BY messageID LIMIT \(most)", arguments: [id])
            return (Dictionary(uniqueKeysWithValues: try rows.map { (try $0.value(0), try $0.value(1)) }), first)
        }
    }
}
