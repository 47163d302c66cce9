// Store: masks what was stored already, and leaves nothing of it in the file.

import GRDB
import SpamFilter

extension CorpusStore {
    /// Masks every message. What was there is overwritten, in the tables, the index and the log.
    ///
    /// - Returns: how many messages changed.
    public func mask(_ masking: Masking) throws(StoreError) -> Int {
        let masker = Masker(masking)
        do {
            try database.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA secure_delete = ON") }
            let changed = try write { db in try CorpusStore.maskAll(db, masker) }
            try database.writeWithoutTransaction { db in
                // The pages that held the words, and the log of the change.
                try db.execute(sql: "VACUUM")
                try db.checkpoint(.truncate)
            }
            return changed
        } catch {
            throw StoreError(error, path: path)
        }
    }

    private static func maskAll(_ db: Database, _ masker: Masker) throws -> Int {
        // Texts by their bytes, both ways: GRDB's strings end at a NUL.
        let update = try RowWriter(db, sql: "UPDATE message SET text = ?, sender = ?, identity = ? WHERE id = ?")
        let last = try Int64.fetchOne(db, sql: "SELECT max(id) FROM message") ?? 0
        var changed = 0
        for start in stride(from: 1, through: last, by: 1000) {
            var page: [StoredMessage] = []
            try scan(db, ids: start...start + 999) { page.append($0) }
            for stored in page {
                let masked = masker.masked(stored.message)
                guard masked != stored.message else { continue }
                changed += 1
                update.bind(masked.body, at: 1)
                update.bind(masked.sender, at: 2)
                update.bind(MessageIdentity.of(masked, source: stored.source, time: stored.receivedAt), at: 3)
                update.bind(stored.id, at: 4)
                try update.run(db)
            }
        }
        try db.execute(
            sql: """
                INSERT INTO messageText (messageText) VALUES ('delete-all');
                UPDATE searchIndex SET indexedTo = 0;
                UPDATE file SET isMasked = 1
                """)
        return changed
    }
}
