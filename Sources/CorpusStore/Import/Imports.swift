// Store: files into a store, each whole or not at all; what was imported, and the last import taken
// back.

import Corpus
import GRDB

extension FormatTable {
    /// Every format that a corpus may have, those of whole files among them. A new one is one line
    /// here.
    public static let all = FormatTable.rows.adding([PhoneDatabase.self, XMLMessages.self])
}

extension CorpusStore {
    /// The files that were imported, and those to come.
    public var imports: Imports { Imports(database: database) }
}

/// The imports of a store.
public struct Imports: Sendable {
    let database: StoreDatabase

    /// Imports a file in one transaction.
    ///
    /// A message is known if an earlier file of the same source has its text, sender and time, as
    /// many times as that file has it. Known messages are not added again, so a backup that has
    /// grown adds only its new ones. The file's label for a known message counts from now on,
    /// unless a file has given it before: a person's correction survives when the file is imported
    /// again.
    ///
    /// To read again is to bring up to date. A row is then known too by its place in the same bytes
    /// of the same source, or by its own id, if only one message of the source has it; what the row
    /// has counts, and what it lacks stays. A label that a person gave stays.
    ///
    /// A store with masked messages takes no unmasked file, and none masked with another seed. A
    /// source that has messages takes no message that a new key would change. A file without a
    /// valid row is an error, and leaves nothing behind.
    ///
    /// - Parameter path: the file.
    /// - Parameter options: how it is read, and what is known of it.
    /// - Parameter noticing: called once, after the first megabyte or at the end, with how the
    ///   columns are read: before a large file is read in vain.
    /// - Parameter progress: called after each row with the bytes read and the file's size, `nil`
    ///   where that is not known.
    /// - Throws: `corpus` for what is wrong with the file, `nothingTaken`, the errors of masking,
    ///   and those of every write.
    /// - Complexity: O(rows log messages) time. Memory of a row, or of the first 100,000 rows (32
    ///   MiB of text) while none has told whether 3/5/2025 begins with the day. To read again takes
    ///   100 bytes a message more.
    @discardableResult
    public func add(
        file path: String, _ options: ImportOptions = ImportOptions(), noticing: (FileLayout) -> Void = { _ in },
        progress: (Int, Int?) -> Void = { _, _ in }
    ) throws(StoreError) -> ImportSummary {
        let digest = try FileDigest(path: path).masked(by: options.masking)
        if !options.again, let name = try database.read({ try importedName(of: digest, $0) }) {
            return ImportSummary(importedBefore: name)
        }
        let reader: CorpusReader
        do { reader = try CorpusReader(path: path, options: options.reading, formats: .all) } catch { throw .corpus(error) }
        return try database.write { db in
            if !options.again, let name = try importedName(of: digest, db) { return ImportSummary(importedBefore: name) }
            if options.masking == nil, try Bool.fetchOne(db, sql: "SELECT max(isMasked) FROM file") ?? false {
                throw StoreError.masked(path: database.path)
            }
            if let masking = options.masking { try masking.checkSeed(db) }
            var run = try ImportRun(db, path: path, digest: digest, options), isNoticed = false
            while let read = try reader.nextOrLeftOut() {
                switch read {
                case .row(let row): try run.add(row)
                case .leftOut(let error): try run.reject(error)
                }
                progress(reader.bytesRead, reader.totalBytes)
                if !isNoticed, reader.bytesRead > 1 << 20 {
                    noticing(reader.layout)
                    isNoticed = true
                }
            }
            if !isNoticed { noticing(reader.layout) }
            let summary = try run.finish(reader)
            guard summary.rows > summary.rejected else {
                throw StoreError.nothingTaken(file: FileName.shown(path), summary)
            }
            return summary
        }
    }

    /// The number of the last import; 0 without any.
    public func lastNumber() throws(StoreError) -> Int64 {
        try database.read { try Int64.fetchOne($0, sql: "SELECT max(id) FROM file") ?? 0 }
    }

    /// All imports, in the order of import.
    ///
    /// - Complexity: O(messages).
    public func all() throws(StoreError) -> [ImportRecord] {
        try database.read { db in
            var sources: [Int64: [String]] = [:]
            for row in try Row.fetchAll(
                db, sql: "SELECT fileID, name FROM sourceFile JOIN source ON id = sourceID ORDER BY name")
            {
                sources[try row.value(0), default: []].append(try row.value(1))
            }
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT id, name, importedAt, rows, added, updated, rejected, coalesce(messages, 0) FROM file
                    LEFT JOIN (SELECT fileID, count(*) AS messages FROM message GROUP BY fileID) ON fileID = id ORDER BY id
                    """)
            return try rows.map { row in
                try ImportRecord(
                    number: row.value(0), name: row.value(1), sources: sources[row.value(0)] ?? [], importedAt: row.value(2),
                    rows: row.value(3), added: row.value(4), updated: row.value(5), rejected: row.value(6),
                    messages: row.value(7))
            }
        }
    }

    /// The rows that imports left out, in the order of imports and lines.
    ///
    /// - Complexity: O(rows left out).
    public func rejectedRows() throws(StoreError) -> [RejectedRow] {
        try database.read { db in
            try Row.fetchAll(
                db, sql: "SELECT fileID, name, line, reason FROM reject JOIN file ON id = fileID ORDER BY fileID, line"
            ).map { row in
                try RejectedRow(number: row.value(0), name: row.value(1), line: row.value(2), reason: row.value(3))
            }
        }
    }

    /// Takes the last import back: the messages that it added go for good, with all labels that
    /// they were given since, and so do the labels that it gave to messages of earlier imports.
    ///
    /// - Parameter isTrial: only counts.
    /// - Throws: `StoreError.noImports`.
    /// - Complexity: O(bytes of the store).
    public func undoLast(isTrial: Bool = false) throws(StoreError) -> UndoneImport {
        if isTrial { return try database.read { try LastImport($0, path: database.path).undone($0) } }
        return try database.writeForGood { db in
            let last = try LastImport(db, path: database.path)
            let undone = try last.undone(db)
            try last.remove(db)
            return undone
        }
    }

    private func importedName(of digest: FileDigest, _ db: Database) throws -> String? {
        try String.fetchOne(db, sql: "SELECT name FROM file WHERE digest IN (?, ?)", arguments: [digest.bytes, digest.plain])
    }
}
