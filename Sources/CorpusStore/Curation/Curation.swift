// Store: looking through messages: the texts with several labels, those with some words, those like
// one; messages out, and away.

import Corpus
import GRDB
import SpamFilter

/// One text with several labels.
public struct LabelConflict: Sendable {
    /// The messages with the text, in the order of their ids. A message that files label
    /// differently is listed once for each label.
    public let messages: [(id: Int64, label: Label, source: String)]

    /// The label of most messages; of several such, that of the earliest message.
    package var commonLabel: Label? {
        let counts = messages.reduce(into: [Label: Int]()) { $0[$1.label, default: 0] += 1 }
        let most = counts.values.max()
        return messages.map(\.label).first { counts[$0] == most }
    }

    /// The messages with another label than most of them, in the order of their ids.
    package var rarer: [Int64] {
        let common = commonLabel
        return messages.filter { $0.label != common }.map(\.id)
    }

    /// How many messages have another label than most of them: these are likely wrong.
    package var likelyWrong: Int { rarer.count }
}

/// A message that has features in common with another.
public struct NearMessage: Sendable, Equatable {
    /// The number of the message.
    public let id: Int64
    /// The share of the features of both that both have, 0...1 (Jaccard).
    public let likeness: Double
}

extension CorpusStore {
    /// The messages, to be looked through.
    public var curation: Curation { Curation(database: database) }
}

/// What a person finds among the messages of a store, takes out of it, and removes.
public struct Curation: Sendable {
    let database: StoreDatabase

    /// The texts with several labels, those with most labels that are likely wrong first, else in
    /// the order of their first messages. A person's label overrides those of files.
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
        return found.values.map(LabelConflict.init(messages:)).map { ($0, wrong: $0.likelyWrong) }.sorted {
            ($1.wrong, $0.0.messages[0].id) < ($0.wrong, $1.0.messages[0].id)
        }.map(\.0)
    }

    /// The ids of messages that contain all the words, in ascending order. Case does not count, in
    /// words of one or two characters that of ASCII alone.
    ///
    /// Words of three characters and more are looked up in an index of trigrams, which each search
    /// brings up to date. Shorter words, frequent in Chinese, are searched in the messages that the
    /// longer ones found, or in all.
    ///
    /// - Parameter query: words, separated by white space; none find nothing.
    /// - Parameter limit: how many ids there are at most.
    /// - Parameter indexing: called before the index is brought up to date, and after each piece,
    ///   with the number of messages done, from 0 on, and of those that it lacks: some 130 us each.
    public func search(
        _ query: String, limit: Int, indexing: (_ done: Int, _ of: Int) -> Void = { _, _ in }
    ) throws(StoreError) -> [Int64] {
        let words = query.split(whereSeparator: \.isWhitespace).map(String.init)
        return try SearchIndex(database: database).numbers(with: words, limit: limit, indexing: indexing)
    }

    /// The messages with a label that are most like one, the most alike first, of each template
    /// group the first. The message itself and its own group are left out.
    ///
    /// - Parameter asked: the message that the others are like.
    /// - Parameter most: how many there are at most, each with a likeness of 0.1 or more.
    /// - Complexity: reads all messages: some 10 us each.
    public func nearest(to asked: StoredMessage, most: Int) throws -> [NearMessage] {
        var features = FeatureReader()
        let own = features.distinct(asked.message.body)
        guard !own.isEmpty, most > 0 else { return [] }
        var best: [Int64: NearMessage] = [:]
        try database.forEachMessage { stored in
            guard stored.label != nil, stored.number != asked.number,
                stored.groupNumber == nil || stored.groupNumber != asked.groupNumber
            else { return }
            let alike = likeness(own, features.distinct(stored.message.body))
            // Messages without a group are each one of their own.
            let group = stored.groupNumber ?? -stored.number
            guard alike >= 0.1, alike > best[group]?.likeness ?? 0 else { return }
            best[group] = NearMessage(id: stored.number, likeness: alike)
        }
        return Array(best.values.sorted { ($1.likeness, $0.id) < ($0.likeness, $1.id) }.prefix(most))
    }

    /// Writes messages in the order of their ids.
    ///
    /// Labels and columns have the same numbers in every part, so that a model of one part reads
    /// another.
    ///
    /// - Parameters:
    ///   - part: the part of a split; `nil` for all messages.
    ///   - format: how they are written.
    ///   - takes: which messages of the part are written.
    ///   - write: gets some lines at a time, each with its end.
    /// - Throws: `StoreError`, and what `write` throws.
    /// - Complexity: O(characters written); for svmlight O(characters of the store).
    public func export(
        _ format: ExportFormat, part: SplitPart? = nil, takes: (CorpusRow) -> Bool = { _ in true },
        write: (String) throws -> Void
    ) throws -> ExportSummary {
        var summary = ExportSummary()
        if format.numbersLabels {
            let found = try labels()
            summary.labels = Label.all.filter(found.contains)
        }
        let numbers = Dictionary(uniqueKeysWithValues: zip(summary.labels, 1...))
        var columns = ColumnNumbers()
        if format == .csv { try write("text,label,sender,country,lang,source,template,time,id,number\n") }
        try Splits(database: database).forEachMessage(of: part) { stored, isOfPart in
            // For messages outside the part too, so that a feature has the same column in every
            // part.
            let counts = format == .svmlight ? columns.counts(stored.message) : []
            guard isOfPart, takes(stored.row) else { return }
            guard stored.label != nil || format.takesUnlabelled else {
                summary.leftOut += 1
                return
            }
            summary.messages += 1
            try write(stored.line(format, labelNumber: stored.label.flatMap { numbers[$0] } ?? 0, counts))
        }
        return summary
    }

    /// Removes messages for good, with their labels, and imports by name with all they have added.
    ///
    /// Texts are overwritten in the tables, the index and the log. A file that was imported is
    /// known still, unless the import is removed. Template groups that keep a message keep their
    /// key, a hash of their first message, and its stratum: no message changes sides in a split.
    ///
    /// - Parameter choice: which messages and imports.
    /// - Parameter isTrial: only counts.
    /// - Throws: `StoreError.noMessage`, `noImport` or `severalImports`; then nothing is removed.
    /// - Complexity: O(bytes of the store), and as much room on the disk.
    public func forget(_ choice: MessageChoice, isTrial: Bool = false) throws(StoreError) -> Removal {
        func find(_ db: Database) throws -> (files: [Int64], numbers: [Int64], removal: Removal) {
            let files = try choice.files(db, path: database.path)
            let numbers = try choice.numbers(db, path: database.path)
            return (files, numbers, try Removal(of: numbers, db))
        }
        if isTrial { return try database.read { try find($0).removal } }
        return try database.writeForGood { db in
            let found = try find(db)
            try Splits.keepSides(removing: Set(found.numbers), db, path: database.path)
            try Removal.remove(messages: found.numbers, db)
            try Removal.remove(files: found.files, db)
            return found.removal
        }
    }

    /// The labels that messages have now.
    private func labels() throws -> Set<Label> {
        var labels: Set<Label> = []
        try database.read { db in
            try StoredMessage.scan(db, readsText: false) { stored in
                if let label = stored.label { labels.insert(label) }
            }
        }
        return labels
    }

    private func forEachReading(_ body: (UInt64, StoredMessage, Label) -> Void) throws {
        var features = FeatureReader()
        let contradicted = try contradictedLabels()
        try database.forEachMessage { stored in
            guard let label = stored.label else { return }
            features.read(Message(body: stored.message.body))
            guard !features.hashes.isEmpty else { return }
            let key = features.hashes.reduce(0) { ($0 ^ $1) &* 0x9E37_79B9_7F4A_7C15 ^ $0 >> 31 }
            for label in contradicted[stored.number] ?? [label] { body(key, stored, label) }
        }
    }

    /// The labels of files for a message, where they differ and no person has given one since.
    private func contradictedLabels() throws -> [Int64: [Label]] {
        try database.read { db in
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

extension FeatureReader {
    /// The features of a text, each once, in ascending order.
    fileprivate mutating func distinct(_ text: String) -> [UInt64] {
        read(Message(body: text))
        let sorted = hashes.sorted()
        var distinct: [UInt64] = []
        distinct.reserveCapacity(sorted.count)
        for hash in sorted where hash != distinct.last { distinct.append(hash) }
        return distinct
    }
}

/// The share of the features of two messages, in ascending order, that both have.
private func likeness(_ a: [UInt64], _ b: [UInt64]) -> Double {
    var i = 0, j = 0, shared = 0
    while i < a.count, j < b.count {
        if a[i] == b[j] { (i, j, shared) = (i + 1, j + 1, shared + 1) } else if a[i] < b[j] { i += 1 } else { j += 1 }
    }
    let all = a.count + b.count - shared
    return all == 0 ? 0 : Double(shared) / Double(all)
}
