// Store: finds messages by their words.

import GRDB

extension CorpusStore {
    /// The ids of messages that contain all the words, in ascending order. Case does not count, in
    /// words of one or two characters that of ASCII alone.
    ///
    /// Words of three characters and more are looked up in an index of trigrams, which each search
    /// brings up to date. Shorter words, frequent in Chinese, are searched in the messages that the
    /// longer ones found, or in all.
    ///
    /// - Parameter query: words, separated by white space; none find nothing.
    /// - Parameter limit: how many ids there are at most.
    /// - Parameter willIndex: called before the index is brought up to date, with the number of
    ///   messages it lacks: some 130 us each.
    public func search(_ query: String, limit: Int, willIndex: (Int) -> Void = { _ in }) throws(StoreError) -> [Int64] {
        let words = query.split(whereSeparator: \.isWhitespace).map(String.init)
        guard !words.isEmpty, limit > 0 else { return [] }
        let isIndexed = try updateIndex(willIndex)
        let long = words.filter { isIndexed && $0.unicodeScalars.count >= 3 }, short = words.filter { !long.contains($0) }
        var conditions: [String] = []
        var arguments: StatementArguments = []
        if !long.isEmpty {
            conditions.append("id IN (SELECT rowid FROM messageText WHERE messageText MATCH ?)")
            arguments += [long.map(\.quoted).joined(separator: " ")]
        }
        for word in short {
            conditions.append("instr(lower(text), lower(?)) > 0")
            arguments += [word]
        }
        return try read { [conditions, arguments] db in
            try Int64.fetchAll(
                db, sql: "SELECT id FROM message WHERE \(conditions.joined(separator: " AND ")) ORDER BY id LIMIT \(limit)",
                arguments: arguments)
        }
    }

    /// Indexes the messages that were added since the last search.
    ///
    /// - Returns: `false` where nothing can be written.
    private func updateIndex(_ willIndex: (Int) -> Void) throws(StoreError) -> Bool {
        let missing = try read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM message WHERE id > (SELECT indexedTo FROM searchIndex)") ?? 0
        }
        guard missing > 0 else { return true }
        willIndex(missing)
        do { try update { try $0.index() } } catch {
            guard case .readOnly = problem(error) else { throw problem(error) }
            return false
        }
        return true
    }

    /// After texts were changed or removed. The next search makes the index anew.
    static func dropSearchIndex(_ db: Database) throws {
        try db.execute(
            sql: "INSERT INTO messageText (messageText) VALUES ('delete-all'); UPDATE searchIndex SET indexedTo = 0")
    }

    /// Piece by piece: between two pieces others, who label meanwhile, can write, and what was
    /// indexed stays when the program ends.
    private func index() throws(StoreError) {
        let texts = try read { try TextMeter($0) }
        while try write({ try CorpusStore.indexPiece($0, texts) }) {}
    }

    /// - Parameter texts: counts all pieces.
    /// - Returns: whether there may be more.
    private static func indexPiece(_ db: Database, _ texts: TextMeter) throws -> Bool {
        let indexed = try Int64.fetchOne(db, sql: "SELECT indexedTo FROM searchIndex") ?? 0
        guard indexed < .max else { return false }
        // SQLite would index texts without end.
        var last: Int64?
        try scan(db, ids: indexed + 1...Int64.max, most: pageSize, texts: texts) { last = $0.number }
        guard let last else { return false }
        // A damaged table may give the same rows again and again.
        guard indexed < last else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        try db.execute(
            sql: """
                INSERT INTO messageText (rowid, text) SELECT id, text FROM message WHERE id BETWEEN ? AND ?;
                UPDATE searchIndex SET indexedTo = ?
                """, arguments: [indexed + 1, last, last])
        return true
    }
}
