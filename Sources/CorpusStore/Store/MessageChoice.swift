// Store: which messages are meant, by what people know of them.

import GRDB

/// Messages of a store.
public enum MessageChoice: Sendable, Equatable {
    /// Messages by the store's own numbers.
    case numbers([Int64])
    /// Messages by their ids in the corpora they come from. Several messages may have one.
    case ownIDs([String])
    /// All messages that imports have added, each import by its number or by a name that no other
    /// has.
    case imports([String])

    /// The numbers of the messages, each once, in ascending order.
    ///
    /// - Throws: `StoreError.noMessage`, `noImport` or `severalImports` where something that was
    ///   named is not there, or there more than once.
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
        case .imports:
            let files = try files(db, path: path).map(String.init).joined(separator: ",")
            return try Int64.fetchAll(db, sql: "SELECT id FROM message WHERE fileID IN (\(files)) ORDER BY id")
        }
    }

    /// The imports that go with the messages.
    func files(_ db: Database, path: String) throws -> [Int64] {
        guard case .imports(let words) = self else { return [] }
        return try words.map { word in
            if let number = Int64(word),
                try Int.fetchOne(db, sql: "SELECT 1 FROM file WHERE id = ?", arguments: [number]) != nil
            {
                return number
            }
            let files = try Int64.fetchAll(db, sql: "SELECT id FROM file WHERE name = ? ORDER BY id", arguments: [word])
            guard let file = files.first else {
                let known = try String.fetchAll(db, sql: "SELECT DISTINCT name FROM file ORDER BY id DESC")
                throw StoreError.noImport(path: path, name: word, known: known)
            }
            guard files.count == 1 else { throw StoreError.severalImports(path: path, name: word, numbers: files) }
            return file
        }
    }
}
