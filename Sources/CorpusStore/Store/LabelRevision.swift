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

extension CorpusStore {
    /// - Parameter label: `nil` takes the last label back.
    public func give(_ label: Label?, to id: Int64, by person: String, confidence: Double = 1) throws(StoreError) {
        try give(label, to: id, by: person, confidence: confidence) { _, _ in true }
    }

    /// Gives a label if `isRight` still holds within the transaction.
    ///
    /// - Parameter isRight: gets the number of the last revision and whether it is a label, not
    ///   taken back.
    /// - Returns: the number of the revision; `nil` where no label was given.
    @discardableResult
    func give(
        _ label: Label?, to id: Int64, by person: String, confidence: Double = 1, where isRight: (Int64, Bool) -> Bool
    ) throws(StoreError) -> Int64? {
        try write { db in
            let last = try LabelRevision.last(db, of: id)
            let word = try String.fetchOne(
                db, sql: "SELECT label FROM label WHERE messageID = ? AND revision = ?", arguments: [id, last])
            guard isRight(last, word != nil) else { return nil }
            try db.execute(
                sql: LabelRevision.insert, arguments: [id, label?.description, person, CorpusStore.now, confidence])
            return last + 1
        }
    }
}
