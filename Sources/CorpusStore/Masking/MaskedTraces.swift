// Store: hashes of messages in clear, by which a name or a code can be found by trying. Masking
// replaces them.

import Foundation
import GRDB
import SpamFilter

extension CorpusStore {
    /// After the messages of a store were masked, and before its files are noted as masked.
    static func maskTraces(_ db: Database, _ masking: Masking) throws {
        for row in try Row.fetchAll(db, sql: "SELECT id, digest FROM file WHERE NOT isMasked") {
            try db.execute(
                sql: "UPDATE file SET digest = ? WHERE id = ?",
                arguments: [masking.digest(of: try row.value(1)), try row.value(0) as Int64])
        }
        // As after an import of the masked messages. Most keep their features, and so their side of
        // a split.
        var keys: [Int64: UInt64] = [:], search = TemplateKey()
        try scan(db) { stored in
            if let group = stored.groupNumber, keys[group] == nil { keys[group] = search.key(of: stored.message) }
        }
        for group in try Int64.fetchAll(db, sql: "SELECT id FROM templateGroup") {
            try db.execute(
                sql: "UPDATE templateGroup SET key = ? WHERE id = ?",
                arguments: [Int64(bitPattern: keys[group] ?? 0), group])
        }
        try forgetTrainings(db)
    }
}

extension Masking {
    /// Tells a file as its own digest does, to those who have the key.
    func digest(of digest: Data) -> Data {
        var bytes = Data()
        for half in 0..<2 as Range<UInt64> {
            var hash = SipHash(key: key)
            hash.add("file")
            hash.add(half)
            digest.withUnsafeBytes { hash.add($0) }
            withUnsafeBytes(of: hash.value.bigEndian) { bytes += $0 }
        }
        return bytes
    }
}
