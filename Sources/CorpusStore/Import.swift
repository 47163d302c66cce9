// Store: a file into the store, whole or not at all.

import Corpus
import Foundation
import GRDB
import SpamFilter

/// How a file is to be imported.
public struct ImportOptions: Sendable {
    /// How it is to be read.
    public var reading: CorpusOptions
    /// Of messages that have none in the file.
    public var label: Label?
    public var licence: String?
    /// Where the file is from, such as an address.
    public var provenance: String?
    /// Masks each message before it is stored.
    public var masking: Masking?
    /// The last file of the store that was there before `masking` was made: those after it have the same key. `nil`: every file was.
    public var lastFileBefore: Int64?
    /// Reads a file again that was imported before: rows that it was refused then may be taken now.
    public var again = false

    public init(reading: CorpusOptions = CorpusOptions()) {
        self.reading = reading
        self.reading.takesUnlabelled = true
        self.reading.guessesByContent = true
    }
}

/// What came of it.
public struct ImportSummary: Sendable, Equatable {
    public var format = ""
    public var encoding = ""
    public var layout = ""
    public var guesses: [LabelGuess] = []
    /// Good and bad.
    public var rows = 0
    public var added = 0
    /// Were in the store already, from an earlier file of the same source.
    public var known = 0
    public var unlabelled = 0
    public var rejected: Int { reasons.values.reduce(0, +) }
    /// How many rows were left out for each reason.
    public var reasons: [String: Int] = [:]
    /// The name under which the same bytes were imported before; then nothing was read.
    public var importedBefore: String?
}

extension CorpusStore {
    /// Imports a file in one transaction.
    ///
    /// A message that the store has from an earlier file of the same source, with the same text, sender and time, is known and not added
    /// again: as often as it stood there. So a backup that has grown adds what is new.
    ///
    /// A store with masked messages takes no file in clear, and a source with messages none that a key without a seed changes.
    ///
    /// - Parameter progress: called after each row with the bytes read and the file's size.
    /// - Complexity: O(rows log messages) time, O(1) memory.
    @discardableResult
    public func add(
        file path: String, _ options: ImportOptions = ImportOptions(), progress: (Int, Int?) -> Void = { _, _ in }
    ) throws(StoreError) -> ImportSummary {
        let digest = try path == "-" ? FileDigest.ofNothing : FileDigest(path: path)
        if !options.again, let name = try importedName(of: digest) { return ImportSummary(name) }
        let source = try CorpusStore.source(path: path, options.reading)
        return try write { db in
            if !options.again, let name = try importedName(of: digest, db) { return ImportSummary(name) }
            if options.masking == nil, try Bool.fetchOne(db, sql: "SELECT max(isMasked) FROM file") ?? false {
                throw StoreError.masked(path: self.path)
            }
            var run = try ImportRun(db, path: path, digest: digest, options)
            while let row = try source.next() {
                try run.add(row)
                progress(source.bytesRead, source.totalBytes)
            }
            return try run.finish(source)
        }
    }

    /// The number of the last file that was imported; 0 where none was.
    public func lastFile() throws(StoreError) -> Int64 {
        try read { try Int64.fetchOne($0, sql: "SELECT max(id) FROM file") ?? 0 }
    }

    private static func source(path: String, _ reading: CorpusOptions) throws(StoreError) -> any ImportSource {
        if FileSignature(path: path) == .sqlite { return try PhoneDatabase(path: path, reading) }
        if reading.format == nil, XMLMessages.isXML(path) { return try XMLMessages(path: path, reading) }
        do { return try CorpusFile(path: path, reading) } catch { throw .corpus(error) }
    }

    private func importedName(of digest: FileDigest) throws(StoreError) -> String? {
        try read { try importedName(of: digest, $0) }
    }

    private func importedName(of digest: FileDigest, _ db: Database) throws -> String? {
        try String.fetchOne(db, sql: "SELECT name FROM file WHERE digest = ?", arguments: [digest.bytes])
    }
}

extension ImportSummary {
    fileprivate init(_ importedBefore: String) { self.importedBefore = importedBefore }
}

/// One file on its way into the tables.
private struct ImportRun {
    private let db: Database
    private let options: ImportOptions
    private let masker: Masker?
    private let fileID: Int64
    private let digest: FileDigest
    private var summary = ImportSummary()
    private typealias Source = (id: Int64, wasEmpty: Bool, needsSeed: Bool)
    /// Sources by name, whether they had messages before this file, and whether of another key than this one's.
    private var sources: [String: Source] = [:]
    private let now = CorpusStore.now
    /// A file may misspell its labels in endless ways.
    private static let mostReasons = 1000
    private let insertMessage, insertLabel: RowWriter
    private let insertReject, findKnown, markSeen: Statement

    init(_ db: Database, path: String, digest: FileDigest, _ options: ImportOptions) throws {
        self.db = db
        self.options = options
        masker = options.masking.map(Masker.init)
        self.digest = digest
        let name = path == "-" ? "standard input" : URL(fileURLWithPath: path).lastPathComponent
        if let before = try Int64.fetchOne(db, sql: "SELECT id FROM file WHERE digest = ?", arguments: [digest.bytes]) {
            // Its messages stay, as those of an earlier file; what it says of itself is said anew.
            try db.execute(sql: "DELETE FROM reject WHERE fileID = ?", arguments: [before])
            try db.execute(sql: "UPDATE file SET digest = randomblob(16) WHERE id = ?", arguments: [before])
        }
        try db.execute(
            sql: "INSERT INTO file VALUES (NULL, ?, ?, ?, '', '', ?, 0, 0, 0, ?)",
            arguments: [name, digest.bytes, digest.length, now, options.masking != nil])
        fileID = db.lastInsertedRowID
        insertMessage = try RowWriter(db, sql: "INSERT INTO message VALUES (NULL, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?2)")
        insertLabel = try RowWriter(db, sql: "INSERT INTO label VALUES (?, 1, ?, 'file', ?, 1)")
        insertReject = try db.makeStatement(sql: "INSERT INTO reject VALUES (?, ?, ?)")
        findKnown = try db.makeStatement(sql: "SELECT id FROM message WHERE identity = ? AND seenIn < ? LIMIT 1")
        markSeen = try db.makeStatement(sql: "UPDATE message SET seenIn = ? WHERE id = ?")
    }

    mutating func add(_ row: ImportRow) throws {
        summary.rows += 1
        switch row {
        case .reject(let line, let reason):
            let isListed = summary.reasons.count < ImportRun.mostReasons || summary.reasons[reason] != nil
            summary.reasons[isListed ? reason : "other reasons", default: 0] += 1
            insertReject.setUncheckedArguments([fileID, line, reason])
            try insertReject.execute()
        case .message(var row):
            if let masker {
                let masked = masker.masked(row.message)
                if masked != row.message, try sourceID(row.source).needsSeed {
                    throw StoreError.needsMaskSeed(source: row.source)
                }
                row.message = masked
            }
            try add(row)
        }
    }

    private mutating func add(_ row: CorpusRow) throws {
        let source = try sourceID(row.source)
        let time = row.time.flatMap(MessageTime.seconds)
        let identity = MessageIdentity.of(row.message, source: row.source, time: time)
        if !source.wasEmpty {
            findKnown.setUncheckedArguments([identity, fileID])
            if let id = try Int64.fetchOne(findKnown) {
                markSeen.setUncheckedArguments([fileID, id])
                try markSeen.execute()
                summary.known += 1
                return
            }
        }
        insertMessage.bind(source.id, at: 1)
        insertMessage.bind(fileID, at: 2)
        insertMessage.bind(Int64(row.line), at: 3)
        insertMessage.bind(row.message.body, at: 4)
        insertMessage.bind(row.message.sender, at: 5)
        insertMessage.bind(row.message.receiverCountry, at: 6)
        insertMessage.bind(row.language, at: 7)
        insertMessage.bind(time.map { Int64($0) }, at: 8)
        insertMessage.bind(row.group, at: 9)
        insertMessage.bind(identity, at: 10)
        try insertMessage.run(db)
        summary.added += 1
        guard let label = row.label ?? options.label else {
            summary.unlabelled += 1
            return
        }
        insertLabel.bind(db.lastInsertedRowID, at: 1)
        insertLabel.bind(label.description, at: 2)
        insertLabel.bind(Int64(now), at: 3)
        try insertLabel.run(db)
    }

    private mutating func sourceID(_ name: String) throws -> Source {
        if let known = sources[name] { return known }
        try db.execute(
            sql: """
                INSERT INTO source (name, licence, provenance) VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE
                SET licence = coalesce(excluded.licence, licence), provenance = coalesce(excluded.provenance, provenance)
                """, arguments: [name, options.licence, options.provenance])
        let id = try Int64.fetchOne(db, sql: "SELECT id FROM source WHERE name = ?", arguments: [name])!
        // No index of messages by source: few sources are met, and each is looked for once.
        let first = try Int64.fetchOne(
            db, sql: "SELECT fileID FROM message WHERE sourceID = ? ORDER BY id LIMIT 1", arguments: [id])
        let hasOtherKey = first.map { $0 <= options.lastFileBefore ?? .max } ?? false
        let source: Source = (id, first == nil, hasOtherKey && options.masking?.isSeeded == false)
        sources[name] = source
        return source
    }

    mutating func finish(_ source: any ImportSource) throws -> ImportSummary {
        summary.format = source.format
        summary.encoding = source.encoding
        summary.layout = source.layout
        summary.guesses = source.guesses
        try db.execute(
            sql: "UPDATE file SET format = ?, encoding = ?, rows = ?, added = ?, rejected = ? WHERE id = ?",
            arguments: [source.format, source.encoding, summary.rows, summary.added, summary.rejected, fileID])
        return summary
    }
}

/// What makes a message the same one when its file is read again.
enum MessageIdentity {
    static func of(_ message: Message, source: String, time: Int?) -> Int64 {
        var hash = SipHash(key: (1, 0))
        hash.add(source)
        hash.add(message.body)
        hash.add(message.sender ?? "")
        hash.add(UInt64(bitPattern: Int64(time ?? .min)))
        return Int64(bitPattern: hash.value)
    }
}
