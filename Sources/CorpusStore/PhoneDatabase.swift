// Store: the sms.db of an iPhone's backup. Read only; the messages that the owner sent are counted and left out: a filter never sees them.

import Corpus
import Foundation
import GRDB
import SpamFilter

final class PhoneDatabase: ImportSource {
    let format = "sms.db"
    let encoding = "UTF-8"
    let layout = ""
    let guesses: [LabelGuess] = []
    let bytesRead = 0
    let totalBytes: Int? = nil

    private let database: DatabaseQueue
    private let source: String
    private let language: String?
    private var rows: [Row] = []
    private var position = 0
    private var lastID: Int64 = 0

    init(path: String, _ options: CorpusOptions) throws(StoreError) {
        source = options.sourceName ?? URL(fileURLWithPath: path).lastPathComponent
        language = options.defaultLanguage
        do {
            var configuration = Configuration()
            configuration.readonly = true
            database = try DatabaseQueue(path: path, configuration: configuration)
            let isPhone = try database.read { db in
                let tables = ["message", "handle"]
                guard try tables.allSatisfy({ try db.tableExists($0) }) else { return false }
                let columns = try Set(db.columns(in: "message").map(\.name))
                return columns.isSuperset(of: ["text", "handle_id", "date", "is_from_me"])
            }
            guard isPhone else { throw StoreError.unknownDatabase(path: path) }
        } catch {
            throw StoreError(error, path: path)
        }
    }

    func next() throws -> ImportRow? {
        if position == rows.count { try fetch() }
        guard position < rows.count else { return nil }
        let row = rows[position]
        position += 1
        let line = PhoneDatabase.value(Int.self, row[0])?.flatMap { $0 } ?? 0
        // Any column of SQLite holds values of any type.
        guard let isFromMe = PhoneDatabase.value(Int.self, row[4]) else {
            return .reject(line: line, reason: "expected is_from_me as a number, found another value")
        }
        guard isFromMe != 1 else {
            return .reject(line: line, reason: "expected a message that was received, found one that was sent")
        }
        guard let text = PhoneDatabase.value(String.self, row[1])?.flatMap({ $0 }), !text.isEmpty else {
            return .reject(line: line, reason: "expected a text, found none; the phone keeps it in another form")
        }
        guard let sender = PhoneDatabase.value(String.self, row[2]) else {
            return .reject(line: line, reason: "expected the sender as a text, found another value")
        }
        guard let date = PhoneDatabase.value(Int64.self, row[3]) else {
            return .reject(line: line, reason: "expected the date as a number, found another value")
        }
        return .message(
            CorpusRow(
                message: Message(body: text, sender: sender), language: language, source: source,
                time: date.map { String(PhoneDatabase.seconds($0)) }, line: line))
    }

    /// `nil` for a value of another type, `.some(nil)` for NULL.
    private static func value<Value: DatabaseValueConvertible>(_ type: Value.Type, _ value: DatabaseValue) -> Value?? {
        guard !value.isNull else { return .some(nil) }
        return Value.fromDatabaseValue(value).map { .some($0) }
    }

    /// Dates count from 2001, in seconds, since iOS 11 in nanoseconds.
    private static func seconds(_ date: Int64) -> Int64 { (date > 1_000_000_000_000 ? date / 1_000_000_000 : date) + 978_307_200 }

    private func fetch() throws {
        rows = try database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT message.ROWID, message.text, handle.id, message.date, message.is_from_me
                    FROM message LEFT JOIN handle ON handle.ROWID = message.handle_id
                    WHERE message.ROWID > ? ORDER BY message.ROWID LIMIT 1000
                    """, arguments: [lastID])
        }
        position = 0
        if let last = rows.last { lastID = last[0] }
    }
}
