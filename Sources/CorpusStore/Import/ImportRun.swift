// Store: one file on its way into the tables.

import Corpus
import GRDB
import SpamFilter

/// One file on its way into the tables.
struct ImportRun {
    private let db: Database
    private let options: ImportOptions
    private var masking: RowsToMask?
    private let fileID: Int64
    private let digest: FileDigest
    private var summary = ImportSummary()
    private struct Source {
        var id: Int64
        /// Whether it had no messages before this file.
        var wasEmpty: Bool
        /// Why no message that masking changes can be added to it.
        var problem: StoreError?
    }
    private var sources: [String: Source] = [:]
    /// Rows wait until one has told whether day or month comes first in dates such as 3/5/2024.
    private var dayOrders = DayOrders()
    private var waiting: [MaskedRow] = []
    /// At most so many rows wait, of so many bytes. In the order of days, some thousands of
    /// messages may be of days up to 12.
    private static let mostWaiting = (rows: 100_000, bytes: 32 << 20)
    private var waitingBytes = 0
    private var hasGivenUp = false
    private var contradicting = ContradictingLabels()
    /// Later than all that was changed before, so that each import's labels can be told, and what
    /// was the last change.
    private let now: Int
    private let insertMessage, insertLabel: RowWriter
    private let insertReject, markSeen, giveLabel: Statement
    private let insertSource, findSource, findFiles, insertFile: Statement
    /// The name under which this file labels known messages.
    private let giver: String
    private var knownMessages: KnownMessages
    private var messageUpdate: MessageUpdate

    init(_ db: Database, path: String, digest: FileDigest, _ options: ImportOptions) throws {
        self.db = db
        self.options = options
        masking = options.masking.map { RowsToMask($0) }
        self.digest = digest
        let name = FileName.of(path)
        let firstID = try digest.makeRoom(db)
        now = try max(StoreDatabase.now, StoreDatabase.lastChange(db) &+ 1)
        try db.execute(
            sql: "INSERT INTO file VALUES (NULL, ?, ?, ?, '', '', ?, 0, 0, 0, ?, ?, ?, 0)",
            arguments: [name, digest.bytes, digest.length, now, options.masking != nil, options.masking?.check, firstID])
        fileID = db.lastInsertedRowID
        insertMessage = try RowWriter(
            db, sql: "INSERT INTO message VALUES (NULL, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?2, ?11)")
        insertLabel = try RowWriter(db, sql: "INSERT INTO label VALUES (?, 1, ?, 'file', ?, 1)")
        insertReject = try db.makeStatement(sql: "INSERT INTO reject VALUES (?, ?, ?)")
        giver = "file \(name)"
        knownMessages = try KnownMessages(db, fileID: fileID, firstID: firstID, isAgain: options.again)
        messageUpdate = try MessageUpdate(db)
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

    /// Notes a bad row, by its line and a reason that contains none of its text.
    mutating func reject(_ error: CorpusError) throws {
        let reason = error.withoutWords.reason
        summary.reject(error, reason)
        if let line = error.line { noteLeftOut(line) }
        insertReject.setUncheckedArguments([fileID, error.line ?? 0, reason])
        try insertReject.execute()
    }

    /// Notes the message that an earlier import of these bytes has made of a line that is none now.
    private mutating func noteLeftOut(_ line: Int) {
        guard options.again, let id = knownMessages.message(onLine: Int64(line)) else { return }
        summary.leftOutNow.append(id)
    }

    mutating func add(_ row: CorpusRow) throws {
        summary.rows += 1
        if row.weight != 1 { summary.weighted += 1 }
        if row.label != nil { summary.withLabel += 1 }
        guard let masked = masking?.add(row) else { return try hold(MaskedRow(row: row)) }
        try hold(masked)
    }

    private mutating func hold(_ rows: [MaskedRow]) throws {
        for masked in rows {
            if masked.isChanged {
                summary.masked += 1
                if let problem = try source(masked.row.source).problem { throw problem }
            }
            try hold(masked)
        }
    }

    /// Adds a row, or keeps it until the file has told the order of days and months.
    private mutating func hold(_ masked: MaskedRow) throws {
        let clue = masked.row.time?.orderClue ?? .none
        dayOrders.meet(clue)
        var isOpen: Bool { dayOrders.order == nil && !dayOrders.areTwo && !hasGivenUp }
        // Rows stay in their order.
        guard !waiting.isEmpty || isOpen && clue == .either else { return try add(masked) }
        waiting.append(masked)
        waitingBytes += masked.row.message.body.utf8.count
        hasGivenUp = waiting.count >= ImportRun.mostWaiting.rows || waitingBytes >= ImportRun.mostWaiting.bytes
        if !isOpen { try addWaiting() }
    }

    private mutating func addWaiting() throws {
        let rows = waiting
        waiting = []
        for row in rows { try add(row) }
    }

    private mutating func add(_ masked: MaskedRow) throws {
        let row = masked.row, source = try source(row.source)
        let clue = row.time?.orderClue ?? .none, isEither = clue == .either
        let read = row.time.flatMap { dayOrders.read($0, clue) }, time = read?.seconds
        if read?.lacksZone ?? false { summary.hasTimesWithoutZone = true }
        if time == nil, row.time != nil {
            summary.timesLost += 1
            if isEither { summary.timesInEitherOrder += 1 }
        }
        let identity = StoredMessage.identity(of: row.message, source: row.source, time: time)
        if !source.wasEmpty {
            if let known = try knownMessages.find(
                line: Int64(row.line), ownID: row.id, identity: identity, source: source.id, row.label)
            {
                return try meet(known, row, time: time)
            }
        }
        if let id = row.id { try lookFor(id, of: row, source) }
        if knownMessages.isOfAnotherSource(line: Int64(row.line), than: source.id) { summary.ofAnotherSource += 1 }
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
        insertMessage.bind(row.id, at: 11)
        try insertMessage.run(db)
        summary.added += 1
        if row.message.isNumberWithoutCountry { summary.numbersWithoutCountry += 1 }
        let number = db.lastInsertedRowID
        if isEither, time != nil { dayOrders.add(number) }
        if masked.holdsDigits, summary.firstHoldingDigits.count < MaskingSummary.mostNamed {
            summary.firstHoldingDigits.append(number)
        }
        guard let label = row.label ?? options.label else {
            summary.unlabelled += 1
            return
        }
        contradicting.add(label, of: identity)
        insertLabel.bind(number, at: 1)
        insertLabel.bind(label.description, at: 2)
        insertLabel.bind(Int64(now), at: 3)
        try insertLabel.run(db)
    }

    /// Counts a row to be added whose id is there already.
    private mutating func lookFor(_ id: String, of row: CorpusRow, _ source: Source) throws {
        if !options.again, !source.wasEmpty, try knownMessages.isOfOneMessage(id, source.id) { summary.knownIDs += 1 }
        if knownMessages.isShared(id, source.id) { summary.addedBeside += 1 }
        if let other = try knownMessages.otherSource(withID: id, text: row.message.body, besides: source.id) {
            summary.idsElsewhere += 1
            summary.sourceOfIDs = summary.sourceOfIDs ?? other
        }
    }

    /// A row of a message that is in the store.
    private mutating func meet(_ known: KnownMessage, _ row: CorpusRow, time: Int?) throws {
        markSeen.setUncheckedArguments([fileID, known.id])
        try markSeen.execute()
        summary.known += 1
        let hasNewFields = try options.again && messageUpdate.update(known, by: row, time: time)
        let hasNewLabel = try label(known, row.label)
        if options.again, hasNewFields || hasNewLabel { summary.updated += 1 }
    }

    /// A label that no file has given yet counts from now on. Read again, the file's counts unless
    /// a person has given one. The label of the options is only for messages without one.
    ///
    /// - Returns: whether the message has another label now.
    private mutating func label(_ known: KnownMessage, _ own: Label?) throws -> Bool {
        guard let label = own ?? (known.lastLabel == nil ? options.label : nil), label.description != known.lastLabel else {
            return false
        }
        if known.isLabelledByHand { summary.labelledOtherwise += 1 }
        guard options.again ? !known.isLabelledByHand : !known.labelsOfFiles.contains(label.description) else { return false }
        giveLabel.setUncheckedArguments([known.id, label.description, giver, now, 1.0])
        try giveLabel.execute()
        if known.lastLabel == nil { summary.labelled += 1 } else { summary.contradicted += 1 }
        return true
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
        let source = Source(id: id, wasEmpty: files.isEmpty, problem: try problem(of: files, source: name))
        sources[name] = source
        if options.masking != nil, Masker.tellsOfAPerson(name) { summary.hasNumbersInNames = true }
        return source
    }

    /// Messages that are unmasked, or masked with another key, would not be recognised. A file
    /// without a note of its key is trusted to have the same seed.
    private func problem(of files: [Row], source: String) throws -> StoreError? {
        guard let masking = options.masking else { return nil }
        for file in files {
            let id: Int64 = try file.value(0), isMasked: Bool = try file.value(1), check: Int64? = try file.value(2)
            guard id <= options.lastFileBefore ?? .max else { continue }
            if !masking.isSeeded { return .needsMaskSeed(source: source) }
            if !isMasked || check == Masking.forgotten { return .maskedOtherwise(source: source) }
        }
        return nil
    }

    /// Takes the times of dates that may be in either order away again, if the file has both.
    private mutating func settleDayOrder() throws {
        (summary.hasTwoDayOrders, summary.times) = (dayOrders.areTwo, dayOrders.times)
        guard dayOrders.areTwo else { return }
        summary.timesLost += dayOrders.messages.count
        summary.timesInEitherOrder += dayOrders.messages.count
        for id in dayOrders.messages { try messageUpdate.dropTime(of: id) }
    }

    mutating func finish(_ reader: CorpusReader) throws -> ImportSummary {
        try hold(masking?.rest() ?? [])
        try addWaiting()
        try settleDayOrder()
        if messageUpdate.changesTexts { try SearchIndex.drop(db) }
        summary.format = reader.format.name
        summary.encoding = reader.encoding.name
        summary.layout = reader.layout.description
        summary.quotedTexts = reader.quotedTexts
        summary.columns = reader.layout.columnsThere
        summary.isWithoutHeader = reader.layout.isWithoutHeader
        summary.columnsNotRead = reader.layout.columnsNotRead
        if ["csv", "tsv"].contains(reader.format.name), !reader.layout.isWithoutHeader { noteLeftOut(1) }
        (summary.hasSenders, summary.hasTimes) = (reader.layout.has(.sender), reader.layout.has(.time))
        (summary.hasIDs, summary.hasDirections) = (reader.layout.has(.id), reader.layout.has(.direction))
        summary.guesses = reader.guesses
        summary.otherLabels = reader.layout.otherLabels
        (summary.looks, summary.otherFlags) = (reader.layout.looks, reader.layout.otherFlags)
        (summary.looseNumbers, summary.labelColumn) = (reader.looseNumbers, reader.layout.name(of: .label))
        summary.senderColumn = reader.layout.name(of: .sender)
        (summary.values, summary.rowsBesideNames) = (reader.valueProblems, reader.rowsBesideNames)
        summary.unknownLabels = reader.unknownLabels
        summary.holdingDigits = masking?.holdingDigits ?? 0
        summary.repeatedIDs = try options.again ? knownMessages.repeatedIDs : KnownMessages.repeatedIDs(ofLast: summary.added, db)
        summary.contradictingLabels = contradicting.messages
        summary.leftByID = try knownMessages.leftByID()
        if options.reading.sourceName == nil, sources.count == 1, let (name, source) = sources.first, !source.wasEmpty {
            summary.grownSource = name
        }
        if sources.count == 1, let source = sources.values.first, summary.added > 0, summary.known >= 4 * summary.added {
            let notMet = try Int.fetchOne(
                db, sql: "SELECT count(*) FROM message WHERE sourceID = ? AND seenIn < ?", arguments: [source.id, fileID])
            if notMet == summary.added { summary.likelyCorrected = summary.added }
        }
        try db.execute(
            sql: "UPDATE file SET format = ?, encoding = ?, rows = ?, added = ?, rejected = ?, updated = ? WHERE id = ?",
            arguments: [
                summary.format, summary.encoding, summary.rows, summary.added, summary.rejected, summary.updated, fileID,
            ])
        return summary
    }
}
