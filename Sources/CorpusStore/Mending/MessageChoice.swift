// Store: which messages are meant, by what people know of them.

import GRDB

/// Messages of a store.
public enum MessageChoice: Sendable, Equatable {
    /// By the store's own numbers.
    case numbers([Int64])
    /// By their ids in the corpora they come from. Several messages may have one.
    case ownIDs([String])
    /// All that imports of this name have added.
    case imports(named: String)

    /// The numbers of the messages, each once, in ascending order.
    ///
    /// - Throws: `StoreError.noMessage` or `noImport` where something that was named is not there.
    func numbers(_ db: Database, path: String) throws -> [Int64] {
        switch self {
        case .numbers(let numbers):
            let find = try db.makeStatement(sql: "SELECT 1 FROM message WHERE id = ?")
            let missing = try numbers.filter { number in
                find.setUncheckedArguments([number])
                return try Int.fetchOne(find) == nil
            }
            guard missing.isEmpty else { throw StoreError.noMessage(path: path, ids: missing.map { "\($0)" }) }
            return Set(numbers).sorted()
        case .ownIDs(let ids):
            let find = try db.makeStatement(sql: "SELECT id FROM message WHERE ownID = ?")
            var found: Set<Int64> = [], missing: [String] = []
            for id in ids {
                find.setUncheckedArguments([id])
                let numbers = try Int64.fetchAll(find)
                if numbers.isEmpty { missing.append(id) }
                found.formUnion(numbers)
            }
            guard missing.isEmpty else { throw StoreError.noMessage(path: path, ids: missing) }
            return found.sorted()
        case .imports(let name):
            return try Int64.fetchAll(
                db, sql: "SELECT id FROM message WHERE fileID IN (SELECT id FROM file WHERE name = ?) ORDER BY id",
                arguments: [name])
        }
    }

    /// The imports that go with the messages.
    func files(_ db: Database, path: String) throws -> [Int64] {
        guard case .imports(let name) = self else { return [] }
        let files = try Int64.fetchAll(db, sql: "SELECT id FROM file WHERE name = ? ORDER BY id", arguments: [name])
        guard !files.isEmpty else {
            let known = try String.fetchAll(db, sql: "SELECT DISTINCT name FROM file ORDER BY id DESC")
            throw StoreError.noImport(path: path, name: name, known: known)
        }
        return files
    }
}
