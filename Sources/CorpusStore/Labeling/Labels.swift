// Store: the labels that people give to messages, and take back. Earlier ones are kept.

import GRDB
import SpamFilter

extension CorpusStore {
    /// The labels that messages are given after their import.
    public var labels: Labels { Labels(database: database) }
}

/// The labels of a store, and who gave them.
public struct Labels: Sendable {
    let database: StoreDatabase

    /// Whether any message has no label.
    ///
    /// - Complexity: O(messages log labels) where all have one.
    public func hasUnlabelled() throws(StoreError) -> Bool {
        try database.read { db in
            let condition = "\(LabelRevision.current(of: "message.id")) IS NULL"
            return try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM message WHERE \(condition))") ?? false
        }
    }

    /// Counts the labels of the store.
    ///
    /// - Complexity: O(labels).
    public func progress() throws(StoreError) -> LabelingProgress { try database.read { try LabelingProgress($0) } }

    /// The messages whose label a person gave, so that it came with no file.
    ///
    /// - Complexity: O(labels).
    package func messagesOfPeople() throws(StoreError) -> Set<Int64> {
        try database.read { db in
            try Int64.fetchSet(
                db,
                sql: """
                    SELECT messageID FROM (SELECT messageID, label, givenBy, max(revision) FROM label GROUP BY messageID)
                    WHERE label NOT NULL AND NOT \(LabelGiver.isFile("givenBy"))
                    """)
        }
    }

    /// Each pair of people who labelled the same messages, `SecondLabelingSession`'s work, in the
    /// order of their names. All files together are one person, called `file`. Compared is the
    /// label that the message had then, whatever it has now.
    ///
    /// - Complexity: O(second labels).
    public func agreements() throws(StoreError) -> [LabelAgreement] { try database.read(LabelAgreement.all) }

    /// All labels that a message was ever given, the first one first, then second labels.
    public func history(of id: Int64) throws(StoreError) -> [LabelOfHistory] {
        try database.read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT label, givenBy, givenAt, 0, revision FROM label WHERE messageID = ?1
                    UNION ALL SELECT label, givenBy, givenAt, 1, givenAt FROM secondLabel WHERE messageID = ?1 ORDER BY 4, 5
                    """, arguments: [id])
            return try rows.map { row in
                try LabelOfHistory(
                    label: row.value(0), givenBy: row.value(1), givenAt: row.value(2), isSecond: row.value(3))
            }
        }
    }

    /// Gives a message a label, which counts from now on. Earlier ones are kept.
    ///
    /// - Parameter person: who gives the label.
    /// - Parameter id: the number of the message.
    /// - Parameter label: `nil` takes the last label back.
    /// - Throws: `StoreError.noMessage`.
    func give(_ label: Label?, to id: Int64, by person: String) throws(StoreError) {
        let given = try give({ _ in label }, to: [id], by: person) { _, _, _ in true }
        if given.isEmpty { throw .noMessage(path: database.path, ids: ["\(id)"]) }
    }

    /// Gives messages a label each, all within one transaction: those that are there, and for which
    /// `isRight` still holds.
    ///
    /// - Parameter isRight: gets a message, the number of its last revision, and that label's word;
    ///   `nil` where it was taken back, or there is none.
    /// - Parameter seen: the marks of texts that a person has read: where another text is there by
    ///   now, no label is given.
    /// - Returns: the labels given, in the order of `ids`.
    func give(
        _ label: (Int64) -> Label?, to ids: [Int64], by person: String, seen: [Int64: String] = [:],
        where isRight: (_ id: Int64, _ newest: Int64, _ label: String?) -> Bool
    ) throws(StoreError) -> [GivenLabel] {
        guard !ids.isEmpty else { return [] }
        return try database.write { db in
            var given: [GivenLabel] = []
            let moment = try StoreDatabase.momentAfterImports(db)
            for id in ids {
                guard let text = try String.fetchOne(db, sql: "SELECT text FROM message WHERE id = ?", arguments: [id]),
                    seen[id].map({ $0 == StoredMessage.mark(ofText: text) }) ?? true
                else { continue }
                let newest = try Row.fetchOne(
                    db, sql: "SELECT revision, label FROM label WHERE messageID = ? ORDER BY revision DESC LIMIT 1",
                    arguments: [id])
                let last: Int64 = try newest?.value(0) ?? 0, word: String? = try newest?.value(1)
                guard isRight(id, last, word) else { continue }
                try db.execute(
                    sql: LabelRevision.insert, arguments: [id, label(id)?.description, person, moment, 1.0])
                given.append(GivenLabel(id: id, revision: last + 1))
            }
            return given
        }
    }

    /// Gives messages another label, each if it is there and still has the text and a label that
    /// the person saw. All or nothing is written.
    ///
    /// - Parameter person: who corrects.
    /// - Parameter label: the right label. Messages that have it already are left out.
    /// - Parameter seen: a message that files label differently may be seen with several labels.
    /// - Returns: what was done, which may be nothing.
    public func correct(
        _ seen: [SeenLabels], to label: Label, by person: String
    ) throws(StoreError) -> LabelCorrection {
        var words: [Int64: Set<String?>] = [:], ids: [Int64] = []
        for id in seen.lazy.flatMap(\.messages) where words.updateValue([], forKey: id) == nil { ids.append(id) }
        for side in seen { for id in side.messages { words[id]?.insert(side.label?.description) } }
        var marks: [Int64: String] = [:]
        for side in seen { for id in side.messages { marks[id] = side.textMark } }
        var before: [Int64: Label] = [:]
        let given = try give({ _ in label }, to: ids, by: person, seen: marks) { id, _, word in
            guard words[id]?.contains(word) == true, word != label.description else { return false }
            before[id] = word.flatMap { Label($0) }
            return true
        }
        return LabelCorrection(given: given, before: before)
    }

    /// Gives messages the label that they had before, each if nobody has labelled it since.
    ///
    /// - Returns: the messages that have it again.
    @discardableResult
    public func takeBack(_ correction: LabelCorrection, by person: String) throws(StoreError) -> [Int64] {
        try takeBack(correction.given, by: person, to: correction.before).messages
    }

    /// - Returns: the messages that have their label from before again, and how many have a later
    ///   one. Those that are gone are neither.
    func takeBack(
        _ given: [GivenLabel], by person: String, to before: [Int64: Label] = [:]
    ) throws(StoreError) -> (messages: [Int64], others: Int) {
        let revisions = Dictionary(uniqueKeysWithValues: given.map { ($0.id, $0.revision) })
        var others = 0
        let taken = try give({ before[$0] }, to: given.map(\.id), by: person) { id, newest, _ in
            if newest != revisions[id] { others += 1 }
            return newest == revisions[id]
        }
        return (taken.map(\.id), others)
    }

    /// Gives messages a label, all or none of them. Their earlier labels are kept.
    ///
    /// - Parameter person: who gives it.
    /// - Parameter label: the label that they have from now on.
    /// - Parameter choice: which messages.
    /// - Parameter isTrial: only counts.
    /// - Throws: `StoreError.noMessage`, `noImport` or `severalImports`; then nothing is labelled.
    /// - Complexity: O(messages log labels).
    @discardableResult
    public func relabel(
        _ choice: MessageChoice, as label: Label, by person: String, isTrial: Bool = false
    ) throws(StoreError) -> Relabeling {
        func run(_ db: Database) throws -> Relabeling {
            _ = try choice.files(db, path: database.path)
            let numbers = try choice.numbers(db, path: database.path)
            let last = try db.makeStatement(
                sql: "SELECT label FROM label WHERE messageID = ? ORDER BY revision DESC LIMIT 1")
            let give = isTrial ? nil : try db.makeStatement(sql: LabelRevision.insert)
            // One moment for all, later than other changes, so that they can be taken back
            // together.
            let moment = try max(StoreDatabase.now, StoreDatabase.lastChange(db) &+ 1)
            var before: [String: Int] = [:]
            for number in numbers {
                last.setUncheckedArguments([number])
                let word = try String.fetchOne(last)
                if word != label.description { before[word ?? "", default: 0] += 1 }
                give?.setUncheckedArguments([number, label.description, person, moment, 1.0])
                try give?.execute()
            }
            let changed = before.values.reduce(0, +)
            return Relabeling(changed: changed, before: before, confirmed: numbers.count - changed)
        }
        return isTrial ? try database.read(run) : try database.write(run)
    }

    /// Takes the labels back that a person gave since the last import, of the last time that any
    /// were given.
    ///
    /// Labels that `relabel` gave go together, and so do those that were given within one second.
    ///
    /// - Parameter isTrial: only counts.
    /// - Returns: `nil` where the last import is newer than all labels.
    /// - Complexity: O(labels).
    func undoLast(isTrial: Bool = false) throws(StoreError) -> UndoneLabels? {
        func undo(_ db: Database) throws -> UndoneLabels? {
            guard let last = try LastLabels(db) else { return nil }
            let undone = try last.undone(db)
            if !isTrial { try last.remove(db) }
            return undone
        }
        return isTrial ? try database.read(undo) : try database.write(undo)
    }
}
