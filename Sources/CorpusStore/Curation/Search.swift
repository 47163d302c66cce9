// Store: finds messages by what they say.

import GRDB

extension CorpusStore {
    /// The ids of messages that hold all the words, letter for letter but for case, in the order of
    /// their ids.
    ///
    /// Three letters and more are looked up in an index of all runs of three, which the first
    /// search fills and later ones bring up to date; shorter words, as Han has many, are looked for
    /// in what the longer ones have found, or in every message.
    public func search(_ query: String, limit: Int) throws(StoreError) -> [Int64] {
        let words = query.split(separator: " ").map(String.init)
        guard !words.isEmpty, limit > 0 else { return [] }
        let isIndexed = try updateIndex()
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

    /// Indexes the messages that came since the last search.
    ///
    /// - Returns: `false` where that is impossible, as nothing can be written.
    private func updateIndex() throws(StoreError) -> Bool {
        let isBehind = try read { db in
            try Bool.fetchOne(db, sql: "SELECT coalesce((SELECT max(id) FROM message), 0) > indexedTo FROM searchIndex") ?? false
        }
        guard isBehind else { return true }
        do { try update { try $0.index() } } catch {
            guard case .readOnly = StoreError(error, path: path) else { throw StoreError(error, path: path) }
            return false
        }
        return true
    }

    private func index() throws(StoreError) {
        try write { db in
            try db.execute(
                sql: """
                    INSERT INTO messageText (rowid, text)
                        SELECT id, text FROM message WHERE id > (SELECT indexedTo FROM searchIndex);
                    UPDATE searchIndex SET indexedTo = (SELECT coalesce(max(id), 0) FROM message)
                    """)
        }
    }
}
