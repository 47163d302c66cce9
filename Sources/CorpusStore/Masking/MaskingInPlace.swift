// Store: masks stored messages, and leaves nothing of the originals in the file: no text, and no
// hash of one, by which a name or a code can be found by trying.

import Foundation
import GRDB
import SpamFilter

/// The result of masking a store.
public struct MaskingSummary: Sendable, Equatable, Encodable {
    /// How many messages changed.
    public let changed: Int
    /// How many messages still hold five digits and more close together, in a form that is not
    /// looked for.
    package let holdingDigits: Int
    /// The numbers in the store of the first of them.
    package let firstHoldingDigits: [Int64]

    /// So many are named.
    static let mostNamed = 3
}

extension Masking {
    /// Masks every unmasked message of a store; those that were masked before keep their
    /// surrogates. The originals are overwritten in the tables, the index and the log.
    ///
    /// - Throws: `otherMaskSeed` where the store was masked with another seed, and the errors of
    ///   every write.
    /// - Complexity: O(bytes of the store), and as much room on the disk.
    public func mask(_ store: CorpusStore) throws(StoreError) -> MaskingSummary {
        let threads = MaskingThreads(self)
        let (changed, holding) = try store.database.writeForGood { db in try maskAll(db, threads) }
        return MaskingSummary(changed: changed, holdingDigits: threads.holdingDigits, firstHoldingDigits: holding)
    }

    /// Returns how many messages changed, and the first that hold digits still.
    private func maskAll(_ db: Database, _ threads: MaskingThreads) throws -> (changed: Int, holding: [Int64]) {
        try checkSeed(db)
        // Texts as bytes, both ways: GRDB's strings end at a NUL.
        let update = try RowWriter(db, sql: "UPDATE message SET text = ?, sender = ?, template = ?, identity = ? WHERE id = ?")
        let texts = try TextMeter(db)
        var changed = 0, last: Int64 = 0, holding: [Int64] = []
        while last < .max {
            let page = try StoredMessage.page(db, from: last + 1, texts)
            guard let first = page.first?.number, let end = page.last?.number else { break }
            last = end
            let masked = try Set(
                Int64.fetchAll(
                    db,
                    sql: """
                        SELECT message.id FROM message JOIN file ON file.id = fileID
                        WHERE message.id BETWEEN ? AND ? AND isMasked
                        """, arguments: [first, end]))
            let unmasked = page.filter { !masked.contains($0.number) }
            for (stored, result) in zip(unmasked, threads.masked(unmasked.map { ($0.message, $0.group) })) {
                let message = result.message, group = result.group
                if result.holdsDigits, holding.count < MaskingSummary.mostNamed { holding.append(stored.number) }
                guard message != stored.message || group != stored.group else { continue }
                changed += 1
                update.bind(message.body, at: 1)
                update.bind(message.sender, at: 2)
                update.bind(group, at: 3)
                update.bind(StoredMessage.identity(of: message, source: stored.source, time: stored.receivedAt), at: 4)
                update.bind(stored.number, at: 5)
                try update.run(db)
            }
        }
        try maskTraces(db)
        try SearchIndex.drop(db)
        try db.execute(
            sql: """
                UPDATE reject SET reason = 'a reason that masking has removed';
                UPDATE file SET isMasked = 1, maskCheck = \(check) WHERE NOT isMasked
                """)
        return (changed, holding)
    }

    /// Throws where the store was masked with another seed.
    func checkSeed(_ db: Database) throws {
        let others = try Bool.fetchOne(
            db, sql: "SELECT 1 FROM file WHERE maskCheck >= 0 AND maskCheck <> ? LIMIT 1", arguments: [check])
        if check != Masking.forgotten, others != nil { throw StoreError.otherMaskSeed }
    }

    /// After the messages of a store were masked, and before its files are noted as masked.
    private func maskTraces(_ db: Database) throws {
        for row in try Row.fetchAll(db, sql: "SELECT id, digest FROM file WHERE NOT isMasked") {
            try db.execute(
                sql: "UPDATE file SET digest = ? WHERE id = ?",
                arguments: [digest(of: try row.value(1)), try row.value(0) as Int64])
        }
        // As after an import of the masked messages. Most keep their features, and so their side of
        // a split.
        var keys: [Int64: UInt64] = [:], search = TemplateKey()
        try StoredMessage.scan(db) { stored in
            if let group = stored.groupNumber, keys[group] == nil { keys[group] = search.key(of: stored.message) }
        }
        for group in try Int64.fetchAll(db, sql: "SELECT id FROM templateGroup") {
            try db.execute(
                sql: "UPDATE templateGroup SET key = ? WHERE id = ?",
                arguments: [Int64(bitPattern: keys[group] ?? 0), group])
        }
        try ModelRun.forgetMessages(db)
    }

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
