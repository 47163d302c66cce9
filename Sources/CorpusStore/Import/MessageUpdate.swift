// Store: what a row that is read again changes in its message.

import Corpus
import GRDB
import SpamFilter

/// Brings messages up to date with rows. What a row lacks stays as it was.
struct MessageUpdate {
    private let db: Database
    private let before: RowReader
    private let write: RowWriter
    private let leaveGroup, dropSecondLabels: Statement
    /// Whether a text has changed, which the search index has as it was.
    private(set) var changesTexts = false

    init(_ db: Database) throws {
        self.db = db
        before = try RowReader(
            db, sql: "SELECT text, sender, country, language, receivedAt, template, ownID FROM message WHERE id BETWEEN ? AND ?",
            ids: 0...0)
        write = try RowWriter(
            db,
            sql: """
                UPDATE message SET text = ?, sender = ?, country = ?, language = ?, receivedAt = ?, template = ?, ownID = ?,
                    identity = ? WHERE id = ?
                """)
        leaveGroup = try db.makeStatement(sql: "DELETE FROM groupMember WHERE messageID = ?")
        dropSecondLabels = try db.makeStatement(sql: "DELETE FROM secondLabel WHERE messageID = ?")
    }

    /// Makes a message one without a time.
    func dropTime(of id: Int64) throws {
        before.restart(at: id)
        guard try before.step() else { return }
        let message = Message(body: before.text(0) ?? "", sender: before.text(1), receiverCountry: before.text(2))
        _ = try before.step()
        let source = try String.fetchOne(
            db, sql: "SELECT name FROM message JOIN source ON source.id = sourceID WHERE message.id = ?", arguments: [id])
        try db.execute(
            sql: "UPDATE message SET receivedAt = NULL, identity = ? WHERE id = ?",
            arguments: [StoredMessage.identity(of: message, source: source ?? "", time: nil), id])
    }

    /// - Returns: whether anything but the label has changed.
    mutating func update(_ known: KnownMessage, by row: CorpusRow, time: Int?) throws -> Bool {
        before.restart(at: known.id)
        guard try before.step() else { return false }
        let old = CorpusRow(
            message: Message(body: before.text(0) ?? "", sender: before.text(1), receiverCountry: before.text(2)),
            language: before.text(3), source: row.source, group: before.text(5),
            time: before.number(4).map { .at(Int($0)) }, id: before.text(6))
        _ = try before.step()
        var new = old
        new.message = Message(
            body: row.message.body, sender: row.message.sender ?? old.message.sender,
            receiverCountry: row.message.receiverCountry ?? old.message.receiverCountry)
        new.language = row.language ?? old.language
        new.time = time.map { .at($0) } ?? old.time
        new.group = row.group ?? old.group
        // One text under several ids keeps the first.
        new.id = known.isSameRow ? row.id ?? old.id : old.id ?? row.id
        guard new != old else { return false }
        if new.message.body != old.message.body {
            for statement in [leaveGroup, dropSecondLabels] {
                statement.setUncheckedArguments([known.id])
                try statement.execute()
            }
            changesTexts = true
        }
        write.bind(new.message.body, at: 1)
        write.bind(new.message.sender, at: 2)
        write.bind(new.message.receiverCountry, at: 3)
        write.bind(new.language, at: 4)
        let seconds = new.time?.seconds()
        write.bind(seconds.map { Int64($0) }, at: 5)
        write.bind(new.group, at: 6)
        write.bind(new.id, at: 7)
        write.bind(StoredMessage.identity(of: new.message, source: new.source, time: seconds), at: 8)
        write.bind(known.id, at: 9)
        try write.run(db)
        return true
    }
}
