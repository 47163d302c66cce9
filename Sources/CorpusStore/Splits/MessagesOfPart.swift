// Store: the messages of a part of a split, or all of them.

extension CorpusStore {
    /// Hands over each message of one part of a split, or all of them, in the order of their ids.
    ///
    /// - Throws: `StoreError.noSplit` or `noPart` for a part that there is not, other errors of the
    ///   store, and what `body` throws.
    /// - Complexity: O(messages); a million in about a second. A part takes 40 bytes a group, and
    ///   one by template groups new messages first.
    public func forEachMessage(part: SplitPart? = nil, _ body: (StoredMessage) throws -> Void) throws {
        try forEachMessage(of: part) { stored, isOfPart in
            if isOfPart { try body(stored) }
        }
    }

    /// Hands over all messages, each with whether it is of the part.
    func forEachMessage(of part: SplitPart?, _ body: (StoredMessage, _ isOfPart: Bool) throws -> Void) throws {
        var rule = try part.map { try self.rule(of: $0) }
        do {
            try database.read { db in
                try CorpusStore.scan(db) { stored in try body(stored, rule?.holds(stored) ?? true) }
            }
        } catch let error where StoreError.isOfSQLite(error) {
            throw problem(error)
        }
    }
}
