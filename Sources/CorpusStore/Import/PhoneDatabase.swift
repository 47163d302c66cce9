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
    private var rows: ArraySlice<ImportRow> = []
    /// `nil` behind the last one.
    private var nextID: Int64? = .min

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
        if rows.isEmpty { try fetch() }
        return rows.popFirst()
    }

    /// Any column of SQLite holds values of any type.
    private func row(_ reader: RowReader) -> ImportRow {
        let line = Int(reader.id(0))
        guard reader.isNull(4) || reader.isInteger(4) else {
            return .reject(line: line, reason: "expected is_from_me as a number, found another value")
        }
        guard reader.number(4) != 1 else {
            return .reject(line: line, reason: "expected a message that was received, found one that was sent")
        }
        guard reader.isText(1), let text = reader.text(1), !text.isEmpty else {
            return .reject(line: line, reason: "expected a text, found none; the phone keeps it in another form")
        }
        guard reader.isNull(2) || reader.isText(2) else {
            return .reject(line: line, reason: "expected the sender as a text, found another value")
        }
        guard reader.isNull(3) || reader.isInteger(3) else {
            return .reject(line: line, reason: "expected the date as a number, found another value")
        }
        return .message(
            CorpusRow(
                message: Message(body: text, sender: reader.text(2)), language: language, source: source,
                time: reader.number(3).map { String(PhoneDatabase.seconds($0)) }, line: line))
    }

    /// Dates count from 2001, in seconds, since iOS 11 in nanoseconds.
    private static func seconds(_ date: Int64) -> Int64 { (date > 1_000_000_000_000 ? date / 1_000_000_000 : date) + 978_307_200 }

    private func fetch() throws {
        guard let start = nextID else { return }
        var found: [ImportRow] = []
        nextID = nil
        try database.read { db in
            // Texts by their bytes: they may hold a NUL.
            let reader = try RowReader(
                db,
                sql: """
                    SELECT message.ROWID, message.text, handle.id, message.date, message.is_from_me
                    FROM message LEFT JOIN handle ON handle.ROWID = message.handle_id
                    WHERE message.ROWID BETWEEN ? AND ? ORDER BY message.ROWID LIMIT 1000
                    """, ids: start...Int64.max)
            while try reader.step() {
                found.append(row(reader))
                nextID = reader.id(0) == .max ? nil : reader.id(0) + 1
            }
        }
        rows = found[...]
    }
}
