// Store: the index of trigrams that a search looks words up in. Made and completed when somebody
// searches.

import GRDB

struct SearchIndex {
    let database: StoreDatabase

    /// See `Curation.search`.
    func numbers(with words: [String], limit: Int, willIndex: (Int) -> Void) throws(StoreError) -> [Int64] {
        guard !words.isEmpty, limit > 0 else { return [] }
        let isComplete = try complete(willIndex)
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
    private func complete(_ willIndex: (Int) -> Void) throws(StoreError) -> Bool {
        let missing = try database.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM message WHERE id > (SELECT indexedTo FROM searchIndex)") ?? 0
        }
        guard missing > 0 else { return true }
        willIndex(missing)
        do { try database.update(SearchIndex.addAll) } catch {
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
    private static func addAll(_ database: StoreDatabase) throws {
        let texts = try database.read { try TextMeter($0) }
        while try database.write({ try addPiece($0, texts) }) {}
    }

    /// - Parameter texts: counts all pieces.
    /// - Returns: whether there may be more.
    private static func addPiece(_ db: Database, _ texts: TextMeter) throws -> Bool {
        let indexed = try Int64.fetchOne(db, sql: "SELECT indexedTo FROM searchIndex") ?? 0
        guard indexed < .max else { return false }
        // SQLite would index texts without end.
        guard let last = try StoredMessage.page(db, from: indexed + 1, texts).last?.number else { return false }
        try db.execute(
            sql: """
                INSERT INTO messageText (rowid, text) SELECT id, text FROM message WHERE id BETWEEN ? AND ?;
                UPDATE searchIndex SET indexedTo = ?
                """, arguments: [indexed + 1, last, last])
        return true
    }
}

extension String {
    func replacingScalars(_ sign: String, with other: String) -> String {
        guard utf8.contains(sign.utf8.first!) else { return self }
        return String(unicodeScalars.replacing(sign.unicodeScalars, with: other.unicodeScalars))
    }
}
