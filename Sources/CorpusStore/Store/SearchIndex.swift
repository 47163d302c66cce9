// Store: the index of trigrams that a search looks words up in. Made and completed when somebody
// searches.

import GRDB

struct SearchIndex {
    let database: StoreDatabase

    /// See `Curation.search`.
    func numbers(with words: [String], limit: Int, indexing: (Int, Int) -> Void) throws(StoreError) -> [Int64] {
        guard !words.isEmpty, limit > 0 else { return [] }
        let isComplete = try complete(indexing)
        let long = words.filter { isComplete && $0.unicodeScalars.count >= 3 }, short = words.filter { !long.contains($0) }
        var conditions: [String] = []
        var arguments: StatementArguments = []
        if !long.isEmpty {
            conditions.append("id IN (SELECT rowid FROM messageText WHERE messageText MATCH ?)")
            // Phrases: in quotes, with inner quotes doubled.
            arguments += [long.map { "\"\($0.replacingScalars("\"", with: "\"\""))\"" }.joined(separator: " ")]
        }
        for word in short {
            conditions.append("instr(lower(text), lower(?)) > 0")
            arguments += [word]
        }
        return try database.read { [conditions, arguments] db in
            try Int64.fetchAll(
                db, sql: "SELECT id FROM message WHERE \(conditions.joined(separator: " AND ")) ORDER BY id LIMIT \(limit)",
                arguments: arguments)
        }
    }

    /// Indexes the messages that were added since the last search.
    ///
    /// - Returns: `false` where nothing can be written.
    private func complete(_ indexing: (Int, Int) -> Void) throws(StoreError) -> Bool {
        let missing = try database.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM message WHERE id > (SELECT indexedTo FROM searchIndex)") ?? 0
        }
        guard missing > 0 else { return true }
        indexing(0, missing)
        do { try database.update { try SearchIndex.addAll($0) { indexing(min($0, missing), missing) } } } catch {
            let problem = database.problem(error)
            guard case .readOnly = problem else { throw problem }
            return false
        }
        return true
    }

    /// After texts were changed or removed. The next search makes the index anew.
    static func drop(_ db: Database) throws {
        try db.execute(
            sql: "INSERT INTO messageText (messageText) VALUES ('delete-all'); UPDATE searchIndex SET indexedTo = 0")
    }

    /// Piece by piece: between two pieces others, who label meanwhile, can write, and what was
    /// indexed stays when the program ends.
    ///
    /// - Parameter indexed: gets the number of messages done after each piece.
    private static func addAll(_ database: StoreDatabase, _ indexed: (Int) -> Void) throws {
        let texts = try database.read { try TextMeter($0) }
        var done = 0
        while case let added = try database.write({ try addPiece($0, texts) }), added > 0 {
            done += added
            indexed(done)
        }
    }

    /// - Parameter texts: counts all pieces.
    /// - Returns: how many were added; 0 where there are no more.
    private static func addPiece(_ db: Database, _ texts: TextMeter) throws -> Int {
        let indexed = try Int64.fetchOne(db, sql: "SELECT indexedTo FROM searchIndex") ?? 0
        guard indexed < .max else { return 0 }
        // SQLite would index texts without end.
        let page = try StoredMessage.page(db, from: indexed + 1, texts)
        guard let last = page.last?.number else { return 0 }
        try db.execute(
            sql: """
                INSERT INTO messageText (rowid, text) SELECT id, text FROM message WHERE id BETWEEN ? AND ?;
                UPDATE searchIndex SET indexedTo = ?
                """, arguments: [indexed + 1, last, last])
        return page.count
    }
}

extension String {
    func replacingScalars(_ sign: String, with other: String) -> String {
        guard utf8.contains(sign.utf8.first!) else { return self }
        return String(unicodeScalars.replacing(sign.unicodeScalars, with: other.unicodeScalars))
    }
}
