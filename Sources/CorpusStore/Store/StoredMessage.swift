// Store: reads messages in the order in which they were added.

import Corpus
import GRDB
import SpamFilter

/// A message of the store. Any member of its row is one of its own, too: `stored.message`.
@dynamicMemberLookup
public struct StoredMessage: Sendable {
    /// The store's number of the message.
    public var number: Int64
    /// What the store has of it, masked if the store is: the last label given, `nil` where it was
    /// taken back, and the number of its template group, `nil` where groups were not made yet.
    public var row: CorpusRow
    /// The label that the message came with. Splits use it, so that later labels do not move
    /// messages.
    var importedLabel: Label?

    /// Any other member of the row.
    public subscript<Value>(dynamicMember member: KeyPath<CorpusRow, Value>) -> Value {
        @inlinable get { row[keyPath: member] }
    }

    /// The message for training; `nil` without a label.
    public var labeled: LabeledMessage? { LabeledMessage(row) }

    /// When it was received, in seconds since 1970; `nil` where it is not known.
    public var receivedAt: Int? { row.time?.seconds() }

    /// Tells one text from another, so that a person labels what they have read: a hash in
    /// hexadecimal digits.
    public var textMark: String { StoredMessage.mark(ofText: row.message.body) }

    static func mark(ofText text: String) -> String {
        var hash = SipHash(key: (9, 0))
        hash.add(text)
        return String(hash.value, radix: 16)
    }

    /// How a message is recognised when its file is read again: equal for messages with the same
    /// source, text, sender and time.
    static func identity(of message: Message, source: String, time: Int?) -> Int64 {
        var hash = SipHash(key: (1, 0))
        hash.add(source)
        hash.add(message.body)
        hash.add(message.sender ?? "")
        hash.add(UInt64(bitPattern: Int64(time ?? .min)))
        return Int64(bitPattern: hash.value)
    }

    /// The messages from an id on, as many as are held, or changed, at once; none at the end.
    static func page(_ db: Database, from id: Int64, _ texts: TextMeter) throws -> [StoredMessage] {
        var page: [StoredMessage] = []
        try scan(db, ids: id...Int64.max, most: (messages: 1000, bytes: 4 << 20), texts: texts) { page.append($0) }
        // A damaged table may give the same rows again and again.
        guard id <= page.first?.number ?? id, page.first?.number ?? 0 <= page.last?.number ?? 0 else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT)
        }
        return page
    }

    /// Reads messages in the order of their ids.
    ///
    /// - Parameters:
    ///   - ids: the messages to read.
    ///   - readsText: `false` leaves out everything but labels, groups, sources and times, for
    ///     counting.
    ///   - most: ends after so many messages, or the message with which their texts have so many
    ///     bytes.
    ///   - texts: counts them across calls.
    static func scan(
        _ db: Database, ids: ClosedRange<Int64> = 0...Int64.max, readsText: Bool = true,
        most: (messages: Int, bytes: Int) = (.max, .max), texts: TextMeter? = nil, _ body: (StoredMessage) throws -> Void
    ) throws {
        var sources: [Int64: String] = [:]
        for row in try Row.fetchAll(db, sql: "SELECT id, name FROM source") { sources[try row.value(0)] = try row.value(1) }
        let texts = try texts ?? TextMeter(db), before = texts.bytes
        // A merge of three tables in the order of ids: a join would look up two of them for every
        // message.
        let messages = try RowReader(
            db,
            sql: """
                SELECT id, sourceID, receivedAt\(readsText ? ", text, sender, country, language, template, ownID" : "") FROM message
                WHERE id BETWEEN ? AND ? ORDER BY id
                """, ids: ids, texts: texts)
        var labels = try LabelRows(db, ids: ids, texts), groups = try GroupRows(db, ids: ids, texts)
        var count = 0
        while count < most.messages, texts.bytes - before < most.bytes, try messages.step() {
            count += 1
            let id = messages.id(0)
            let (label, imported) = try labels.next(id)
            func text(_ column: CInt) -> String? { readsText ? messages.text(column) : nil }
            let row = CorpusRow(
                message: Message(body: text(3) ?? "", sender: text(4), receiverCountry: text(5)), label: label,
                language: text(6), source: sources[messages.id(1)] ?? "", group: text(7), groupNumber: try groups.next(id),
                time: messages.number(2).map { .at(Int($0)) }, line: Int(id), id: text(8))
            try body(StoredMessage(number: id, row: row, importedLabel: imported))
        }
    }
}

/// The labels of messages, read in the order of ids.
private struct LabelRows {
    private let rows: RowReader
    private let words = LabelWords()
    /// The message of the row that was read last; `.max` at the end.
    private var id: Int64 = .min

    init(_ db: Database, ids: ClosedRange<Int64>, _ texts: TextMeter) throws {
        rows = try RowReader(
            db,
            sql: """
                SELECT messageID, label, revision = 1 AND givenBy = 'file' FROM label
                WHERE messageID BETWEEN ? AND ? ORDER BY messageID, revision
                """, ids: ids, texts: texts)
    }

    /// The last label given, and the label that the message came with.
    mutating func next(_ message: Int64) throws -> (label: Label?, imported: Label?) {
        var found: (label: Label?, imported: Label?) = (nil, nil)
        while id <= message {
            if id == message {
                found.label = rows.label(1, words)
                if rows.id(2) == 1 { found.imported = found.label }
            }
            id = try rows.step() ? rows.id(0) : .max
        }
        return found
    }
}

/// The groups of messages, read in the order of ids.
private struct GroupRows {
    private let rows: RowReader
    private var id: Int64 = .min

    init(_ db: Database, ids: ClosedRange<Int64>, _ texts: TextMeter) throws {
        rows = try RowReader(
            db, sql: "SELECT messageID, groupID FROM groupMember WHERE messageID BETWEEN ? AND ? ORDER BY messageID", ids: ids,
            texts: texts)
    }

    mutating func next(_ message: Int64) throws -> Int64? {
        while id < message { id = try rows.step() ? rows.id(0) : .max }
        return id == message ? rows.id(1) : nil
    }
}
