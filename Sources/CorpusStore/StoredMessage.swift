// Store: messages out of the store, in the order they came in.

import Corpus
import GRDB
import GRDBSQLite
import SpamFilter

/// A message as the store has it.
public struct StoredMessage: Sendable {
    public var id: Int64
    public var message: Message
    /// The last one given; `nil` where none was or it was taken back.
    public var label: Label?
    public var language: String?
    public var source: String
    /// As its file named it.
    public var template: String?
    /// The number of its template group, where groups were made.
    public var group: Int64?
    /// Seconds since 1970.
    public var receivedAt: Int?
    /// The first label, which a split goes by: later ones do not move a message from one part to another.
    var firstLabel: String?

    /// `nil` without a label. Groups that the store has found are left out: training finds them, and joins those of different sources.
    public var labeled: LabeledMessage? {
        label.map { LabeledMessage(message, $0, language: language, source: source, group: template) }
    }
}

extension CorpusStore {
    /// Hands over each message, of one part of a split or all of them, in the order of their ids.
    ///
    /// - Complexity: O(messages); a million in about a second. With a part, the groups are held: 40 bytes each. A part by template of a store
    ///   to which messages were added groups these first.
    public func forEachMessage(part: SplitPart? = nil, _ body: (StoredMessage) throws -> Void) throws {
        var rule = try part.map { try self.rule(of: $0) }
        try database.read { db in
            try CorpusStore.scan(db) { stored in
                if rule?.holds(stored) ?? true { try body(stored) }
            }
        }
    }

    /// One message, for who asked to see it.
    public func message(_ id: Int64) throws(StoreError) -> StoredMessage? {
        var found: StoredMessage?
        try read { db in try CorpusStore.scan(db, ids: id...id) { found = $0 } }
        return found
    }

    /// - Parameters:
    ///   - ids: only messages of these.
    ///   - readsText: `false` leaves out bodies, senders and countries, for those who only count.
    static func scan(
        _ db: Database, ids: ClosedRange<Int64> = 0...Int64.max, readsText: Bool = true, _ body: (StoredMessage) throws -> Void
    ) throws {
        let sources = try Dictionary(
            uniqueKeysWithValues: Row.fetchAll(db, sql: "SELECT id, name FROM source").map { ($0[0] as Int64, $0[1] as String) })
        let statement = try db.makeStatement(
            sql: """
                SELECT message.id, sourceID, receivedAt, template, language, groupID, label,
                    \(readsText ? "text, sender, country" : "NULL, NULL, NULL")
                FROM message LEFT JOIN groupMember ON groupMember.messageID = message.id
                LEFT JOIN label ON label.messageID = message.id
                WHERE message.id BETWEEN ? AND ? ORDER BY message.id, revision
                """)
        statement.setUncheckedArguments([ids.lowerBound, ids.upperBound])
        let rows = MessageRows(statement.sqliteStatement, sources: sources)
        var held: StoredMessage?
        while try rows.step(db) {
            if held?.id == rows.id {
                // A later revision.
                held?.label = rows.label.label
                continue
            }
            if let held { try body(held) }
            held = rows.message
        }
        if let held { try body(held) }
    }
}

/// The columns of the scan, through SQLite's C interface: GRDB's rows take three times as long, and training reads millions.
private struct MessageRows {
    private let statement: OpaquePointer
    private let sources: [Int64: String]
    /// Few words, met again in every row.
    private var words: [String: Label] = [:]

    init(_ statement: OpaquePointer, sources: [Int64: String]) {
        self.statement = statement
        self.sources = sources
        for label in Label.all { words[label.description] = label }
    }

    func step(_ db: Database) throws -> Bool {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw DatabaseError(resultCode: ResultCode(rawValue: code), message: db.lastErrorMessage)
        }
    }

    var id: Int64 { sqlite3_column_int64(statement, 0) }

    var label: (label: Label?, word: String?) {
        let word = text(6)
        return (word.flatMap { words[$0] }, word)
    }

    var message: StoredMessage {
        let (label, word) = label
        return StoredMessage(
            id: id, message: Message(body: text(7) ?? "", sender: text(8), receiverCountry: text(9)), label: label,
            language: text(4), source: sources[sqlite3_column_int64(statement, 1)] ?? "", template: text(3), group: number(5),
            receivedAt: number(2).map { Int($0) }, firstLabel: word)
    }

    private func text(_ column: CInt) -> String? {
        guard let bytes = sqlite3_column_text(statement, column) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    private func number(_ column: CInt) -> Int64? {
        sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : sqlite3_column_int64(statement, column)
    }
}
