// Store: labels that messages are given after their import. Earlier ones are kept.

import GRDB
import SpamFilter

/// A label given to a message after others.
enum LabelRevision {
    /// Arguments: message, label, person, time, confidence.
    static let insert = """
        INSERT INTO label
        SELECT ?1, coalesce((SELECT max(revision) FROM label WHERE messageID = ?1), 0) + 1, ?2, ?3, ?4, ?5
        """

    /// The number of the last one; 0 where there is none.
    static func last(_ db: Database, of id: Int64) throws -> Int64 {
        try Int64.fetchOne(db, sql: "SELECT max(revision) FROM label WHERE messageID = ?", arguments: [id]) ?? 0
    }
}

/// A label of a message's history.
public struct LabelOfHistory: Sendable, Equatable, Encodable {
    /// The spelling of the label; `nil` where the label before was taken back.
    public let label: String?
    /// `file` for the file that the message came from, `file NAME` for a later one, or a person.
    public let givenBy: String
    /// When it was given, in seconds since 1970.
    public let givenAt: Int
    /// Whether it is a second label, which does not count.
    public let isSecond: Bool
}

/// A label that a message was given: which of its revisions it is.
struct GivenLabel: Sendable, Equatable {
    let id: Int64
    let revision: Int64
}

extension CorpusStore {
    /// All labels that a message was ever given, the first one first, then second labels.
    public func labelHistory(of id: Int64) throws(StoreError) -> [LabelOfHistory] {
        try read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT label, givenBy, givenAt, 0, revision FROM label WHERE messageID = ?1
                    UNION ALL SELECT label, givenBy, givenAt, 1, givenAt FROM secondLabel WHERE messageID = ?1 ORDER BY 4, 5
                    """, arguments: [id])
            return try rows.map { row in
                try LabelOfHistory(
                    label: row.value(0), givenBy: row.value(1), givenAt: row.value(2), isSecond: row.value(3))
            }
        }
    }

    /// Gives a message a label, which counts from now on. Earlier ones are kept.
    ///
    /// - Parameter person: who gives the label.
    /// - Parameter id: the number of the message.
    /// - Parameter confidence: how sure the person is, in 0...1.
    /// - Parameter label: `nil` takes the last label back.
    /// - Throws: `StoreError.noMessage`.
    public func give(_ label: Label?, to id: Int64, by person: String, confidence: Double = 1) throws(StoreError) {
        let given = try give(label, to: [id], by: person, confidence: confidence) { _, _, _ in true }
        if given.isEmpty { throw .noMessage(path: path, ids: ["\(id)"]) }
    }

    /// Gives messages a label, each if it is there and `isRight` still holds within the
    /// transaction.
    ///
    /// - Parameter isRight: gets a message, the number of its last revision, and that label's word;
    ///   `nil` where it was taken back, or there is none.
    /// - Parameter seen: the marks of texts that a person has read: where another text is there by
    ///   now, no label is given.
    /// - Returns: the labels given, in the order of `ids`.
    func give(
        _ label: Label?, to ids: [Int64], by person: String, confidence: Double = 1,
        seen: [Int64: String] = [:], where isRight: (_ id: Int64, _ newest: Int64, _ label: String?) -> Bool
    ) throws(StoreError) -> [GivenLabel] {
        try give({ _ in label }, to: ids, by: person, confidence: confidence, seen: seen, where: isRight)
    }

    /// The same, each message a label of its own.
    func give(
        _ label: (Int64) -> Label?, to ids: [Int64], by person: String, confidence: Double = 1, seen: [Int64: String] = [:],
        where isRight: (_ id: Int64, _ newest: Int64, _ label: String?) -> Bool
    ) throws(StoreError) -> [GivenLabel] {
        guard !ids.isEmpty else { return [] }
        return try write { db in
            var given: [GivenLabel] = []
            for id in ids {
                guard let text = try String.fetchOne(db, sql: "SELECT text FROM message WHERE id = ?", arguments: [id]),
                    seen[id].map({ $0 == StoredMessage.mark(ofText: text) }) ?? true
                else { continue }
                let last = try LabelRevision.last(db, of: id)
                let word = try String.fetchOne(
                    db, sql: "SELECT label FROM label WHERE messageID = ? AND revision = ?", arguments: [id, last])
                guard isRight(id, last, word) else { continue }
                try db.execute(
                    sql: LabelRevision.insert, arguments: [id, label(id)?.description, person, CorpusStore.now, confidence])
                given.append(GivenLabel(id: id, revision: last + 1))
            }
            return given
        }
    }
}
