// Store: texts with more than one label, of several messages or of one that files label
// differently. Texts are equal if they differ only in case, width and digits.

import GRDB
import SpamFilter

/// One text with several labels.
public struct LabelConflict: Sendable, Equatable {
    /// The messages with the text, in the order of their ids. A message that files label
    /// differently is listed once for each label.
    public let messages: [(id: Int64, label: Label, source: String)]

    public static func == (a: LabelConflict, b: LabelConflict) -> Bool {
        a.messages.elementsEqual(b.messages) { $0 == $1 }
    }
}

extension CorpusStore {
    /// The texts with several labels, in the order of their first messages. A person's label
    /// overrides those of files.
    ///
    /// - Complexity: O(messages) time; about 60 bytes a distinct text.
    public func conflicts() throws -> [LabelConflict] {
        // Two passes, so that memory holds only the messages in conflict.
        var first: [UInt64: Label] = [:]
        var inConflict: Set<UInt64> = []
        try forEachReading { key, _, label in
            if let other = first[key] {
                if other != label { inConflict.insert(key) }
            } else {
                first[key] = label
            }
        }
        guard !inConflict.isEmpty else { return [] }
        var found: [UInt64: [(id: Int64, label: Label, source: String)]] = [:]
        try forEachReading { key, stored, label in
            if inConflict.contains(key) { found[key, default: []].append((stored.number, label, stored.source)) }
        }
        return found.values.map(LabelConflict.init(messages:)).sorted { $0.messages[0].id < $1.messages[0].id }
    }

    private func forEachReading(_ body: (UInt64, StoredMessage, Label) -> Void) throws {
        var reader = MessageReader(TokenizerSettings())
        var features = FeatureList()
        let contradicted = try contradictedLabels()
        try forEachMessage { stored in
            guard let label = stored.label else { return }
            features.hashes.removeAll(keepingCapacity: true)
            reader.read(Message(body: stored.message.body), into: &features)
            guard !features.hashes.isEmpty else { return }
            let key = features.hashes.reduce(0) { ($0 ^ $1) &* 0x9E37_79B9_7F4A_7C15 ^ $0 >> 31 }
            for label in contradicted[stored.number] ?? [label] { body(key, stored, label) }
        }
    }

    /// The labels of files for a message, where they differ and no person has given one since.
    private func contradictedLabels() throws -> [Int64: [Label]] {
        try read { db in
            let rows = try RowReader(
                db,
                sql: """
                    SELECT messageID, label, \(LabelGiver.isFile("givenBy")) FROM label
                    WHERE messageID IN (SELECT messageID FROM label WHERE revision > 1 AND \(LabelGiver.isFile("givenBy")))
                    ORDER BY messageID, revision
                    """)
            let words = LabelWords()
            var found: [Int64: [Label]] = [:]
            while try rows.step() {
                let id = rows.id(0), isFile = rows.id(2) == 1
                if !isFile { found[id] = [] }
                guard let label = rows.label(1, words) else { continue }
                if isFile, found[id]?.contains(label) == true { continue }
                found[id, default: []].append(label)
            }
            return found.filter { $0.value.count > 1 }
        }
    }
}
