// Store: which files are stores.

import Corpus
import Foundation

extension CorpusStore {
    /// Whether a file is a SQLite database other than a phone's: a store, or no corpus at all.
    public static func isStore(_ path: String) -> Bool {
        FileSignature(path: path) == .sqlite && (hasStoreID(path) || !PhoneDatabase.holdsMessages(path: path))
    }

    /// Reads `PRAGMA application_id` in the file's header, so that the store is not opened. A store
    /// whose first transaction is still in the log has none there.
    private static func hasStoreID(_ path: String) -> Bool {
        guard let file = FileHandle(forReadingAtPath: path), let head = try? file.read(upToCount: 72), head.count == 72 else {
            return false
        }
        return head[68...].reduce(0) { $0 << 8 | Int32($1) } == Schema.applicationID
    }
}
