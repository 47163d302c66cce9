// Store: the models that were trained on it. Settings and digest tell whether a model was trained
// on the messages that the store has now.

import Corpus
import Foundation
import GRDB
import SpamFilter

/// A digest of messages and labels in the order in which training saw them.
public struct CorpusDigest: Sendable {
    private var hash = SipHash(key: (8, 0))
    /// How many messages it is of.
    public private(set) var messages = 0

    /// A digest of nothing yet.
    public init() {}

    /// Adds the next message with its label.
    public mutating func add(_ row: LabeledMessage) {
        messages += 1
        hash.add(row.message.body)
        hash.add(row.message.sender ?? "")
        hash.add(row.message.receiverCountry ?? "")
        hash.add(row.label.description)
        hash.add(row.source)
        hash.add(row.group ?? "")
        hash.add("\(row.weight)")
    }

    /// The digest as 16 hexadecimal digits: SipHash of 64 bits with a fixed key.
    public var hexadecimal: String { bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() }

    var bytes: Data { withUnsafeBytes(of: hash.value.bigEndian) { Data($0) } }
}

/// A training on record.
enum ModelRun {
    static func add(_ db: Database, settings: String, metrics: String, _ corpus: CorpusDigest) throws {
        try db.execute(
            sql: "INSERT INTO modelRun VALUES (NULL, ?, ?, ?, ?, ?)",
            arguments: [StoreDatabase.now, settings, corpus.bytes, corpus.messages, metrics])
    }

    /// Forgets which messages models were trained on. Their cards have hashes of some.
    static func forgetMessages(_ db: Database) throws {
        try db.execute(
            sql: """
                UPDATE modelRun SET corpusDigest = x'',
                    settings = CASE WHEN json_valid(settings) THEN json_remove(settings, '$.sample') ELSE '{}' END
                """)
    }
}
