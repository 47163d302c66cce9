// Store: the last labels that a person gave, taken back.

import GRDB

/// Labels that a person gave at one time, and what counts without them.
public struct UndoneLabels: Sendable, Equatable, Encodable {
    /// One message and its label, before and after.
    public struct Message: Sendable, Equatable, Encodable {
        /// The number of the message.
        public let number: Int64
        /// The label that is taken back; `nil` where it took one back itself.
        public let label: String?
        /// The label that counts without it; `nil` for none.
        public let now: String?
    }

    /// Who gave the labels.
    public let person: String
    /// When they were given, in seconds since 1970.
    public let givenAt: Int
    /// Whether they are second labels, beside those of others, which stay.
    public let isSecond: Bool
    /// The messages whose labels are taken back.
    public let messages: [Message]
    /// How many labels second people gave beside these, which go with them.
    public let secondLabels: Int
}

/// The labels of a person that are newer than the last import.
struct LastLabels {
    private let person: String
    private let givenAt: Int
    private let isSecond: Bool
    private let numbers: [Int64]
    private static let condition = "givenBy = ?1 AND givenAt = ?2"
    private var table: String { isSecond ? "secondLabel" : "label" }

    /// `nil` where the last import is newer, or nobody has labelled.
    init?(_ db: Database) throws {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT givenBy, givenAt, isSecond FROM (
                    SELECT givenBy, givenAt, 0 AS isSecond FROM label WHERE NOT \(LabelGiver.isFile("givenBy"))
                    UNION ALL SELECT givenBy, givenAt, 1 FROM secondLabel)
                WHERE givenAt >= coalesce((SELECT importedAt FROM file ORDER BY id DESC LIMIT 1), 0)
                ORDER BY givenAt DESC LIMIT 1
                """)
        guard let row else { return nil }
        person = try row.value(0)
        givenAt = try row.value(1)
        isSecond = try row.value(2)
        numbers = try Int64.fetchAll(
            db,
            sql: "SELECT DISTINCT messageID FROM \(isSecond ? "secondLabel" : "label") WHERE \(LastLabels.condition) ORDER BY 1",
            arguments: [person, givenAt])
    }

    func undone(_ db: Database) throws -> UndoneLabels {
        let order = isSecond ? "" : " ORDER BY revision DESC LIMIT 1"
        let given = try db.makeStatement(
            sql: "SELECT label FROM \(table) WHERE \(LastLabels.condition) AND messageID = ?3\(order)")
        let left = try db.makeStatement(
            sql: """
                SELECT label FROM label WHERE messageID = ?3 AND (?4 OR NOT (\(LastLabels.condition)))
                ORDER BY revision DESC LIMIT 1
                """)
        let messages = try numbers.map { number in
            given.setUncheckedArguments([person, givenAt, number])
            left.setUncheckedArguments([person, givenAt, number, isSecond])
            return UndoneLabels.Message(number: number, label: try String.fetchOne(given), now: try String.fetchOne(left))
        }
        let beside =
            isSecond
            ? 0
            : try Int.fetchOne(
                db,
                sql: """
                    SELECT count(*) FROM secondLabel
                    WHERE (messageID, revision) IN (SELECT messageID, revision FROM label WHERE \(LastLabels.condition))
                    """, arguments: [person, givenAt])
        return UndoneLabels(
            person: person, givenAt: givenAt, isSecond: isSecond, messages: messages, secondLabels: beside ?? 0)
    }

    func remove(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM \(table) WHERE \(LastLabels.condition)", arguments: [person, givenAt])
    }
}
