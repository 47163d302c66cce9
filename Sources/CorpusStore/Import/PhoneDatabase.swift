// Store: the sms.db of an iPhone's backup, read only. What a filter never sees is left out: what
// the owner sent, iMessages, reactions and pictures without a text.

import Corpus
import Foundation
import GRDB

final class PhoneDatabase: RecordFormat {
    static let format = CorpusFormat.phoneDatabase
    static let remark: String? = "an iPhone's"
    static let hasLabels = false

    let encoding = TextEncoding.utf8
    let bytesRead = 0
    let totalBytes: Int? = nil

    private let path: String
    private let database: DatabaseQueue
    private let query: String
    private var rows: ArraySlice<Result<RawRow, CorpusError>> = []
    /// `nil` after the last one.
    private var nextID: Int64? = .min

    /// Counts the texts that were read.
    private let texts: TextMeter

    static func recognises(path: String) -> Bool { FileSignature(path: path) == .sqlite }

    init(path: String, encoding: TextEncoding?) throws(CorpusError) {
        self.path = path
        let isPhone: Bool
        do {
            let files = try PhoneFiles(path)
            texts = TextMeter(fileBytes: files.bytes)
            database = try PhoneDatabase.open(files)
            let columns = try database.read { db in
                let tables = ["message", "handle"]
                guard try tables.allSatisfy({ try db.tableExists($0) }) else { return Set<String>() }
                return try Set(db.columns(in: "message").map(\.name))
            }
            isPhone = columns.isSuperset(of: ["text", "handle_id", "date", "is_from_me"])
            query = PhoneDatabase.query(columns)
            // What is computed when it is read may have any length, and never end.
            if isPhone, try database.read(PhoneDatabase.computesColumns) {
                throw CorpusError.unreadable(file: path, reason: "columns that are computed when they are read")
            }
        } catch let error as CorpusError {
            throw error
        } catch {
            throw PhoneDatabase.problem(error, path: path)
        }
        guard isPhone else { throw .unknownDatabase(file: path) }
    }

    /// Nothing is written beside the backup: a file without a log is read as it is, one with a log
    /// as a copy, which goes when the connection ends.
    private static func open(_ files: PhoneFiles) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.prepareDatabase { $0.distrustFile(longestValue: longestText) }
        guard files.log != nil else {
            let address = URL(fileURLWithPath: files.path).absoluteString + "?immutable=1"
            return try DatabaseQueue(path: address, configuration: configuration)
        }
        configuration.readonly = false
        configuration.journalMode = .wal
        return try files.copied { path in
            let database = try DatabaseQueue(path: path, configuration: configuration)
            // Opens all files before they lose their names.
            _ = try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") }
            return database
        }
    }

    /// 16 MiB, as a row of any corpus; and how many bytes of texts are held at once.
    private static let longestText: Int32 = 16 << 20, mostHeld = 4 << 20
    /// In bytes, that a number, a name or a mail address has.
    private static let longestSender = 1024

    /// Whether a column of the tables that are read is generated.
    private static func computesColumns(_ db: Database) throws -> Bool {
        try ["message", "handle"].contains { table in
            try Row.fetchAll(db, sql: "PRAGMA table_xinfo(\(table))").contains { try $0.value("hidden") > 1 }
        }
    }

    func next() throws(CorpusError) -> RawRow? {
        if rows.isEmpty {
            do { try fetch() } catch { throw PhoneDatabase.problem(error, path: path) }
        }
        return try rows.popFirst()?.get()
    }

    private static func problem(_ error: any Error, path: String) -> CorpusError {
        // SQLite's own message, never the statement's arguments.
        .unreadable(file: path, reason: (error as? DatabaseError)?.message ?? "an error of type \(type(of: error))")
    }

    /// Columns that older systems lack are NULL.
    private static func query(_ columns: Set<String>) -> String {
        let newer = ["attributedBody", "subject", "service", "item_type", "associated_message_type"]
        return """
            SELECT message.ROWID, message.text, handle.id, message.date, message.is_from_me,
                \(newer.map { columns.contains($0) ? "message.\($0)" : "NULL" }.joined(separator: ", "))
            FROM message LEFT JOIN handle ON handle.ROWID = message.handle_id
            WHERE message.ROWID BETWEEN ? AND ? ORDER BY message.ROWID LIMIT 1000
            """
    }

    /// What of a message no filter sees; `nil` for what it sees.
    private func unseen(_ reader: RowReader) -> (expected: String, found: String)? {
        if reader.number(4) == 1 { return ("a message that was received", "one that was sent") }
        let seen = "a message that a filter sees"
        if reader.text(7, shared: PhoneDatabase.longestSender)?.hasPrefix("iMessage") ?? false { return (seen, "an iMessage") }
        if reader.number(8) ?? 0 != 0 { return (seen, "an event of a group") }
        // Stickers, and from 2000 on reactions that were added or taken back.
        let type = reader.number(9) ?? 0
        return type == 1000 || (2000..<4000).contains(type) ? (seen, "a reaction to another") : nil
    }

    /// The subject and the text, which newer systems keep only with its attributes. U+FFFC stands
    /// where a picture is.
    private func text(_ reader: RowReader, line: Int) throws(CorpusError) -> String {
        var text = reader.isText(1) ? reader.text(1) ?? "" : ""
        if text.isEmpty, !reader.isNull(5) {
            guard let attributed = AttributedBody.text(of: reader.bytes(5)) else {
                throw .badRecord(
                    file: path, line: line, expected: "a text in attributedBody", found: "bytes that are no typedstream of one")
            }
            text = attributed
        }
        let subject = reader.isText(6) ? reader.text(6) ?? "" : ""
        let whole = [subject, text].filter { !$0.isEmpty }.joined(separator: "\n")
        let plain = whole.replacing("\u{FFFC}", with: "")
        guard plain.contains(where: { !$0.isWhitespace }) else {
            let found = plain.utf8.count < whole.utf8.count ? "a picture alone" : "none, or one in another form"
            throw .notReceived(file: path, line: line, expected: "a text", found: found)
        }
        return plain
    }

    /// Any column of SQLite takes values of any type.
    private func row(_ reader: RowReader) throws(CorpusError) -> RawRow {
        let line = Int(reader.id(0))
        func bad(_ expected: String, found: String = "another value") -> CorpusError {
            .badRecord(file: path, line: line, expected: expected, found: found)
        }
        guard reader.isNull(4) || reader.isInteger(4) else { throw bad("is_from_me as a number") }
        if let (expected, found) = unseen(reader) {
            throw .notReceived(file: path, line: line, expected: expected, found: found)
        }
        let text = try text(reader, line: line)
        guard reader.isNull(2) || reader.isText(2) else { throw bad("the sender as a text") }
        guard reader.isNull(3) || reader.isInteger(3) else { throw bad("the date as a number") }
        return RawRow(
            line: line, text: text, sender: reader.text(2, shared: PhoneDatabase.longestSender),
            time: reader.number(3).map { String(PhoneDatabase.seconds($0)) })
    }

    /// Dates count from 2001, in seconds, since iOS 11 in nanoseconds.
    private static func seconds(_ date: Int64) -> Int64 { (date > 1_000_000_000_000 ? date / 1_000_000_000 : date) + 978_307_200 }

    private func fetch() throws {
        guard let start = nextID else { return }
        var found: [Result<RawRow, CorpusError>] = []
        nextID = nil
        try database.read { db in
            let before = texts.bytes
            // As bytes: a text may contain a NUL.
            let reader = try RowReader(db, sql: query, ids: start...Int64.max, texts: texts)
            while texts.bytes - before < PhoneDatabase.mostHeld, try reader.step() {
                // A damaged table may give the same rows again and again.
                guard reader.id(0) >= nextID ?? start else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
                found.append(Result { () throws(CorpusError) in try row(reader) })
                nextID = reader.id(0) == .max ? nil : reader.id(0) + 1
            }
        }
        rows = found[...]
    }
}

extension CorpusFormat {
    /// The sms.db of an iPhone.
    static let phoneDatabase = CorpusFormat("sms.db")
}
