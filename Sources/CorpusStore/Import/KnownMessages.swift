// Store: the messages of earlier imports that the rows of a file meet again.

import GRDB
import SpamFilter

/// A message that is in the store already, and the labels it was given.
struct KnownMessage {
    var id: Int64
    /// The row is the very one that the message came from.
    var isSameRow = false
    var lastLabel: String?
    var isLabelledByHand = false
    var labelsOfFiles: Set<String> = []
}

/// Finds messages of earlier imports, each at most once for a file.
struct KnownMessages {
    /// Messages are found by their place in the file and by their own ids too.
    let isAgain: Bool
    private let db: Database
    private let fileID: Int64
    /// The messages of earlier imports of the same bytes, by line. Shared lines are left out.
    private var places: [Int64: (id: Int64, source: Int64)] = [:]
    /// Those found by something else: a row that was refused before may be like another.
    private var foundElsewhere: Set<Int64> = []
    /// Hashes of the ids of rows, with their sources. Each id is looked up once, as many messages
    /// may share one.
    private var ids: Set<UInt64> = []
    /// Rows with the id of an earlier row of this file.
    private(set) var repeatedIDs = 0
    /// Ids of rows that several messages of their source have, and their hashes.
    private var sharedIDs: [(ownID: String, source: Int64)] = []
    private var sharedHashes: Set<UInt64> = []
    private let byIdentity, byOwnID, elsewhere, labels: Statement
    /// Whether messages of earlier files have ids.
    private let hasIDs: Bool
    /// At most so many messages of one identity are searched for one with the row's label.
    private static let mostAlike = 100

    /// - Parameter firstID: the first import of the same bytes, to read it again.
    init(_ db: Database, fileID: Int64, firstID: Int64?, isAgain: Bool) throws {
        self.db = db
        self.fileID = fileID
        self.isAgain = isAgain
        byIdentity = try db.makeStatement(
            sql: "SELECT id FROM message WHERE identity = ? AND seenIn < ? LIMIT \(KnownMessages.mostAlike)")
        byOwnID = try db.makeStatement(
            sql: "SELECT id, identity, seenIn < ? FROM message WHERE ownID = ? AND sourceID = ? LIMIT 2")
        // The first of those with one id: a column may give all messages the same.
        elsewhere = try db.makeStatement(
            sql: """
                SELECT source.name FROM (SELECT text, sourceID, fileID FROM message WHERE ownID = ?1 LIMIT \(KnownMessages.mostAlike))
                JOIN source ON source.id = sourceID WHERE sourceID <> ?2 AND fileID < ?3 AND text = ?4 LIMIT 1
                """)
        hasIDs = try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM message WHERE ownID NOT NULL)") ?? false
        labels = try db.makeStatement(
            sql: "SELECT label, \(LabelGiver.isFile("givenBy")) FROM label WHERE messageID = ? ORDER BY revision")
        if let firstID { try readPlaces(firstID) }
    }

    private mutating func readPlaces(_ firstID: Int64) throws {
        let rows = try RowReader(
            db,
            sql: """
                SELECT line, id, sourceID FROM message
                WHERE fileID IN (SELECT id FROM file WHERE id BETWEEN ?1 AND ?2 OR firstID BETWEEN ?1 AND ?2)
                """, ids: firstID...firstID)
        var shared: Set<Int64> = []
        while try rows.step() {
            let line = rows.id(0)
            if places.updateValue((rows.id(1), rows.id(2)), forKey: line) != nil { shared.insert(line) }
        }
        for line in shared { places[line] = nil }
    }

    /// A message that no row of this file has met yet: by its place, else the first of the same
    /// identity, with this id or else with this label if there is one, or else by its id.
    mutating func find(line: Int64, ownID: String?, identity: Int64, source: Int64, _ label: Label?) throws -> KnownMessage? {
        guard isAgain else { return try find(identity, label) }
        let sameID = try ownID.flatMap { try onlyMessage(with: $0, source) }
        if let place = places[line], place.source == source {
            places[line] = nil
            if !foundElsewhere.contains(place.id) { return try known(place.id, isSameRow: true) }
        }
        var found = sameID?.identity == identity ? nil : try find(identity, label)
        if found == nil, let sameID { found = try known(sameID.id) }
        if let found { foundElsewhere.insert(found.id) }
        return found
    }

    /// The message of a source with this id; `nil` where several have it, of the store or of the
    /// file, as far as it was read: then it is the number of something else.
    private mutating func onlyMessage(with ownID: String, _ source: Int64) throws -> (id: Int64, identity: Int64)? {
        let hash = KnownMessages.hash(ownID, source)
        guard ids.insert(hash).inserted else {
            if isAgain { repeatedIDs += 1 }
            return nil
        }
        byOwnID.setUncheckedArguments([fileID, ownID, source])
        let rows = try Row.fetchAll(byOwnID)
        if isAgain, rows.count > 1 {
            sharedIDs.append((ownID, source))
            sharedHashes.insert(hash)
        }
        guard let row = rows.first, rows.count == 1, try row.value(2) else { return nil }
        return (try row.value(0), try row.value(1))
    }

    /// The message of an earlier import of the same bytes that stands on a line.
    func message(onLine line: Int64) -> Int64? { places[line]?.id }

    /// Whether an earlier import of the same file has this row, as a message of another source. Not
    /// told of a third source: rows that share a line are left out.
    func isOfAnotherSource(line: Int64, than source: Int64) -> Bool {
        places[line].map { $0.source != source } ?? false
    }

    /// Whether several messages of earlier files have an id that a row of this file has.
    func isShared(_ ownID: String, _ source: Int64) -> Bool {
        !sharedHashes.isEmpty && sharedHashes.contains(KnownMessages.hash(ownID, source))
    }

    private static func hash(_ ownID: String, _ source: Int64) -> UInt64 {
        var hash = SipHash(key: (2, 0))
        hash.add(UInt64(bitPattern: source))
        hash.add(ownID)
        return hash.value
    }

    /// How many messages of earlier files have an id of this file that several have, and were not
    /// met by anything else. Called after the last row.
    func leftByID() throws -> Int {
        let left = try db.makeStatement(sql: "SELECT count(*) FROM message WHERE ownID = ? AND sourceID = ? AND seenIn < ?")
        return try sharedIDs.reduce(0) { sum, id in
            left.setUncheckedArguments([id.ownID, id.source, fileID])
            return sum + (try Int.fetchOne(left) ?? 0)
        }
    }

    /// How many of the last messages, which have the highest numbers, have the id of another of
    /// them.
    static func repeatedIDs(ofLast count: Int, _ db: Database) throws -> Int {
        guard count > 0 else { return 0 }
        return try Int.fetchOne(
            db,
            sql: """
                SELECT coalesce(sum(count - 1), 0) FROM (
                    SELECT count(*) AS count FROM message WHERE id > (SELECT max(id) FROM message) - ? AND ownID NOT NULL
                    GROUP BY sourceID, ownID)
                """, arguments: [count]) ?? 0
    }

    /// Whether one message of the source has this id, and no earlier row of the file: to read the
    /// file again would change it.
    mutating func isOfOneMessage(_ ownID: String, _ source: Int64) throws -> Bool {
        try hasIDs && onlyMessage(with: ownID, source) != nil
    }

    /// Another source that has a message of an earlier file with this id and text.
    func otherSource(withID ownID: String, text: String, besides source: Int64) throws -> String? {
        guard hasIDs else { return nil }
        elsewhere.setUncheckedArguments([ownID, source, fileID, text])
        return try String.fetchOne(elsewhere)
    }

    private func find(_ identity: Int64, _ label: Label?) throws -> KnownMessage? {
        byIdentity.setUncheckedArguments([identity, fileID])
        guard let first = try Int64.fetchOne(byIdentity) else { return nil }
        let found = try known(first)
        guard let word = label?.description, found.lastLabel != word else { return found }
        byIdentity.setUncheckedArguments([identity, fileID])
        for id in try Int64.fetchAll(byIdentity).dropFirst() {
            let other = try known(id)
            if other.lastLabel == word { return other }
        }
        return found
    }

    private func known(_ id: Int64, isSameRow: Bool = false) throws -> KnownMessage {
        var known = KnownMessage(id: id, isSameRow: isSameRow)
        labels.setUncheckedArguments([id])
        for row in try Row.fetchAll(labels) {
            known.lastLabel = try row.value(0)
            let isByFile: Bool = try row.value(1)
            known.isLabelledByHand = known.lastLabel != nil && !isByFile
            if isByFile, let word = known.lastLabel { known.labelsOfFiles.insert(word) }
        }
        return known
    }
}
