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
    /// Of those, that had no label and have the file's now.
    public var labelled = 0
    /// Of those, that had another label before; `corpus conflicts` lists them.
    public var contradicted = 0
    /// Of those added.
    public var unlabelled = 0
    /// Rows with a weight other than 1, which a store does not keep.
    public var weighted = 0
    /// Rows whose time could not be read; the messages are there without one.
    public var timesLost = 0
    /// Of those, that end with the year and may begin with the day or the month: no row of the file tells.
    public var timesInEitherOrder = 0
    /// Whether messages were masked and the name of the file or of a source, which are stored as they are, holds a number or an address.
    public var hasNumbersInNames = false
    public var rejected: Int { reasons.values.reduce(0, +) }
    /// How many rows were left out for each reason.
    public var reasons: [String: Int] = [:]
    /// The name under which the same bytes were imported before; then nothing was read.
    public var importedBefore: String?

    /// How the file was read: `csv, UTF-8, comma, header, text = column 2 (v2)`.
    public var reading: String { [format, encoding, layout].filter { !$0.isEmpty }.joined(separator: ", ") }
    /// Those of the most rows first.
    public var frequentReasons: [(reason: String, rows: Int)] {
        reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
    }
}

extension CorpusStore {
    /// Imports a file in one transaction.
    ///
    /// A message that the store has from an earlier file of the same source, with the same text, sender and time, is known and not added
    /// again: as often as it stood there. So a backup that has grown adds what is new. What the file calls a known message is its label from now
    /// on, if no file has called it so before: a person's correction outlives the file that is imported again.
    ///
    /// A store with masked messages takes no file in clear, nor one that is masked with another seed, and a source with messages none that a
    /// key changes which is not theirs. A file of which no row can be taken is an error, and leaves nothing behind.
    ///
    /// - Parameter progress: called after each row with the bytes read and the file's size.
    /// - Complexity: O(rows log messages) time, O(1) memory.
    @discardableResult
    public func add(
        file path: String, _ options: ImportOptions = ImportOptions(), progress: (Int, Int?) -> Void = { _, _ in }
    ) throws(StoreError) -> ImportSummary {
        let digest = try FileDigest(path: path)
        if !options.again, let name = try importedName(of: digest) { return ImportSummary(name) }
        let source = try CorpusStore.source(path: path, options.reading)
        return try write { db in
            if !options.again, let name = try importedName(of: digest, db) { return ImportSummary(name) }
            if options.masking == nil, try Bool.fetchOne(db, sql: "SELECT max(isMasked) FROM file") ?? false {
                throw StoreError.masked(path: self.path)
            }
            if let masking = options.masking { try CorpusStore.checkSeed(db, masking.check) }
            var run = try ImportRun(db, path: path, digest: digest, options)
            while let row = try source.next() {
                try run.add(row)
                progress(source.bytesRead, source.totalBytes)
            }
            let summary = try run.finish(source)
            guard summary.rows > summary.rejected else {
                throw StoreError.nothingTaken(file: path == "-" ? "standard input" : path, summary)
            }
            return summary
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
    private struct Source {
        var id: Int64
        /// Whether it had no messages before this file.
        var wasEmpty: Bool
        /// Why a message that masking changes cannot be added to it.
        var problem: StoreError?
    }
    private var sources: [String: Source] = [:]
    /// Which comes first in dates such as 3/5/2024, once a row has told; rows before it wait.
    private var dayOrder: MessageTime.DayOrder?
    private var waiting: [CorpusRow] = []
    /// So many rows wait, not more: of messages in the order of their days, some thousands are of the first twelve.
    private static let mostWaiting = 100_000
    private var hasGivenUp = false
    private let now = CorpusStore.now
    /// A file may misspell its labels in endless ways.
    private static let mostReasons = 1000
    private let insertMessage, insertLabel: RowWriter
    private let insertReject, findKnown, findLabels, markSeen, giveLabel: Statement
    private let insertSource, findSource, findFiles, insertFile: Statement
    /// Who gives labels to messages that were there before.
    private let giver: String
    /// Of messages of one identity, so many are looked at for one that has the row's label.
    private static let mostAlike = 100

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
            sql: "INSERT INTO file VALUES (NULL, ?, ?, ?, '', '', ?, 0, 0, 0, ?, ?)",
            arguments: [name, digest.bytes, digest.length, now, options.masking != nil, options.masking?.check])
        fileID = db.lastInsertedRowID
        insertMessage = try RowWriter(db, sql: "INSERT INTO message VALUES (NULL, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?2)")
        insertLabel = try RowWriter(db, sql: "INSERT INTO label VALUES (?, 1, ?, 'file', ?, 1)")
        insertReject = try db.makeStatement(sql: "INSERT INTO reject VALUES (?, ?, ?)")
        giver = "file \(name)"
        findKnown = try db.makeStatement(
            sql: "SELECT id FROM message WHERE identity = ? AND seenIn < ? LIMIT \(ImportRun.mostAlike)")
        findLabels = try db.makeStatement(
            sql: "SELECT label, givenBy = 'file' OR givenBy LIKE 'file %' FROM label WHERE messageID = ? ORDER BY revision")
        markSeen = try db.makeStatement(sql: "UPDATE message SET seenIn = ? WHERE id = ?")
        giveLabel = try db.makeStatement(sql: LabelRevision.insert)
        insertSource = try db.makeStatement(
            sql: """
                INSERT INTO source (name, licence, provenance) VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE
                SET licence = coalesce(excluded.licence, licence), provenance = coalesce(excluded.provenance, provenance)
                """)
        findSource = try db.makeStatement(sql: "SELECT id FROM source WHERE name = ?")
        findFiles = try db.makeStatement(
            sql: "SELECT id, isMasked, maskCheck FROM sourceFile JOIN file ON file.id = fileID WHERE sourceID = ?")
        insertFile = try db.makeStatement(sql: "INSERT OR IGNORE INTO sourceFile VALUES (?, ?)")
        if options.masking != nil { summary.hasNumbersInNames = Masker.tellsOfAPerson(name) }
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
            if row.weight != 1 { summary.weighted += 1 }
            if let masker {
                let masked = masker.masked(row.message)
                if masked != row.message, let problem = try source(row.source).problem { throw problem }
                row.message = masked
                row.group = row.group.map(masker.masked(name:))
            }
            try hold(row)
        }
    }

    /// Adds a row, or keeps it till its file has told in which order days and months stand.
    private mutating func hold(_ row: CorpusRow) throws {
        guard dayOrder == nil, !hasGivenUp, let time = row.time else {
            return try waiting.isEmpty ? add(row) : waiting.append(row)
        }
        switch MessageTime.order(of: time) {
        case .none: if waiting.isEmpty { return try add(row) }
        case .either: break
        case .only(let order): dayOrder = order
        }
        waiting.append(row)
        hasGivenUp = waiting.count >= ImportRun.mostWaiting
        if dayOrder != nil || hasGivenUp { try addWaiting() }
    }

    private mutating func addWaiting() throws {
        let rows = waiting
        waiting = []
        for row in rows { try add(row) }
    }

    private mutating func add(_ row: CorpusRow) throws {
        let source = try source(row.source)
        let time = row.time.flatMap { MessageTime.seconds($0, order: dayOrder) }
        if time == nil, let word = row.time {
            summary.timesLost += 1
            if dayOrder == nil, MessageTime.order(of: word) == .either { summary.timesInEitherOrder += 1 }
        }
        let identity = MessageIdentity.of(row.message, source: row.source, time: time)
        if !source.wasEmpty {
            if let known = try known(identity, row.label) {
                markSeen.setUncheckedArguments([fileID, known.id])
                try markSeen.execute()
                summary.known += 1
                try label(known, row.label)
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

    private struct Known {
        var id: Int64
        var labels: KnownLabels
    }

    /// What a message has been called.
    private struct KnownLabels {
        var last: String?
        var ofFiles: Set<String> = []
    }

    /// A message of an earlier file that this file has not named yet: of several the first, but rather one that has the label.
    private func known(_ identity: Int64, _ label: Label?) throws -> Known? {
        findKnown.setUncheckedArguments([identity, fileID])
        guard let first = try Int64.fetchOne(findKnown) else { return nil }
        let known = Known(id: first, labels: try labels(of: first))
        guard let word = label?.description, known.labels.last != word else { return known }
        findKnown.setUncheckedArguments([identity, fileID])
        for other in try Int64.fetchAll(findKnown).dropFirst() {
            let labels = try labels(of: other)
            if labels.last == word { return Known(id: other, labels: labels) }
        }
        return known
    }

    private func labels(of id: Int64) throws -> KnownLabels {
        var labels = KnownLabels()
        findLabels.setUncheckedArguments([id])
        for row in try Row.fetchAll(findLabels) {
            labels.last = row[0]
            if row[1], let word = labels.last { labels.ofFiles.insert(word) }
        }
        return labels
    }

    /// A label that no file has given yet counts from now on. One for messages without any is for these alone.
    private mutating func label(_ known: Known, _ own: Label?) throws {
        guard let label = own ?? (known.labels.last == nil ? options.label : nil) else { return }
        guard label.description != known.labels.last, !known.labels.ofFiles.contains(label.description) else { return }
        giveLabel.setUncheckedArguments([known.id, label.description, giver, now, 1.0])
        try giveLabel.execute()
        if known.labels.last == nil { summary.labelled += 1 } else { summary.contradicted += 1 }
    }

    private mutating func source(_ name: String) throws -> Source {
        if let known = sources[name] { return known }
        insertSource.setUncheckedArguments([name, options.licence, options.provenance])
        try insertSource.execute()
        findSource.setUncheckedArguments([name])
        let id = try Int64.fetchOne(findSource)!
        findFiles.setUncheckedArguments([id])
        let files = try Row.fetchAll(findFiles)
        insertFile.setUncheckedArguments([id, fileID])
        try insertFile.execute()
        let source = Source(id: id, wasEmpty: files.isEmpty, problem: problem(of: files, source: name))
        sources[name] = source
        if options.masking != nil, Masker.tellsOfAPerson(name) { summary.hasNumbersInNames = true }
        return source
    }

    /// Messages of other keys, or in clear, would not be known again. Of files that were masked when no key was noted, a seed is trusted.
    private func problem(of files: [Row], source: String) -> StoreError? {
        guard let masking = options.masking else { return nil }
        for file in files where file[0] <= options.lastFileBefore ?? .max {
            let isMasked: Bool = file[1], check: Int64? = file[2]
            if !masking.isSeeded { return .needsMaskSeed(source: source) }
            if !isMasked || check == Masking.forgotten { return .maskedOtherwise(source: source) }
        }
        return nil
    }

    mutating func finish(_ source: any ImportSource) throws -> ImportSummary {
        try addWaiting()
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
