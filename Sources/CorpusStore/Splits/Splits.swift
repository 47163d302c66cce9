// Store: makes splits, counts their parts and reads them.

import Corpus
import GRDB
import SpamFilter

/// The number of messages of each label in each part.
public struct SplitCounts: Sendable, Equatable, Encodable {
    /// How many messages of the training part have each label; those without one under "".
    public fileprivate(set) var train: [String: Int] = [:]
    /// How many messages of the test part have each label, as in `train`.
    public fileprivate(set) var test: [String: Int] = [:]

    /// The first time of the test part, in seconds since 1970; `nil` unless the split is by time.
    public fileprivate(set) var testFrom: Int?

    fileprivate static func name(_ label: Label?) -> String { label?.description ?? "" }
}

extension CorpusStore {
    /// How the messages are divided into training and test parts.
    public var splits: Splits { Splits(database: database) }
}

/// The splits of a store.
public struct Splits: Sendable {
    let database: StoreDatabase

    /// Makes a rule that puts the share of the messages of every label into the test part, as
    /// nearly as whole units allow, and keeps it under the split's name.
    ///
    /// - Throws: `StoreError.splitExists`, `noMessages`, or for a split by time `noTimes` or
    ///   `splitOutsideTimes`.
    /// - Complexity: O(units log units).
    public func make(_ split: Split) throws -> SplitCounts {
        guard try !names().contains(split.name) else { throw StoreError.splitExists(name: split.name) }
        var split = split
        let units = try units(of: split)
        split.thresholds = try thresholds(of: split, units)
        try database.write { [split] db in
            try db.execute(
                sql: "INSERT INTO split VALUES (NULL, ?, ?, ?, ?, ?, ?)",
                arguments: [
                    split.name, split.by.rawValue, split.testShare, split.folds, Int64(bitPattern: split.seed), StoreDatabase.now,
                ])
            let id = db.lastInsertedRowID
            for (stratum, threshold) in split.thresholds {
                try db.execute(sql: "INSERT INTO splitStratum VALUES (?, ?, ?)", arguments: [id, stratum, threshold])
            }
            let insert = try db.makeStatement(sql: "INSERT INTO splitLabel VALUES (?, ?, ?)")
            for (message, label) in units.givenLabels {
                insert.setUncheckedArguments([id, message, SplitCounts.name(label)])
                try insert.execute()
            }
        }
        return counts(of: split, units)
    }

    private func counts(of split: Split, _ units: Units) -> SplitCounts {
        let thresholds = units.strata.map { split.thresholds[SplitCounts.name($0)] ?? split.testShare }
        let latest = split.thresholds[""] ?? .infinity
        let names = units.labels.map(SplitCounts.name)
        var counts = SplitCounts()
        if split.by == .time { counts.testFrom = Int(exactly: latest.rounded(.up)) }
        for i in units.places.indices {
            let isTest =
                split.by == .time
                ? Double(units.times[i]) >= latest : units.places[i] < thresholds[Int(units.stratumOf[i])]
            let name = names[Int(units.labelOf[i])]
            if isTest { counts.test[name, default: 0] += 1 } else { counts.train[name, default: 0] += 1 }
        }
        return counts
    }

    /// The names of the store's splits, in the order in which they were made.
    public func names() throws(StoreError) -> [String] {
        try database.read { try String.fetchAll($0, sql: "SELECT name FROM split ORDER BY id") }
    }

    /// What a split keeps together; `nil` where there is none of the name.
    public func unit(of name: String) throws(StoreError) -> SplitUnit? {
        try database.read { try String.fetchOne($0, sql: "SELECT \"by\" FROM split WHERE name = ?", arguments: [name]) }
            .flatMap(SplitUnit.init)
    }

    /// The first time of the test part of a split by time, in seconds since 1970; `nil` for another
    /// split, and where there is none of the name.
    package func testFrom(_ name: String) throws(StoreError) -> Int? {
        let start: Double? = try database.read { db in
            try Double.fetchOne(
                db,
                sql: """
                    SELECT threshold FROM splitStratum JOIN split ON split.id = splitID
                    WHERE name = ? AND "by" = ? AND stratum = ''
                    """,
                arguments: [name, SplitUnit.time.rawValue])
        }
        return start.flatMap { Int(exactly: $0.rounded(.up)) }
    }

    /// Hands over all messages, each with whether it is of the part, as all are of `nil`.
    ///
    /// - Throws: `StoreError.noSplit` or `noPart` for a part that there is not.
    func forEachMessage(of part: SplitPart?, _ body: (StoredMessage, _ isOfPart: Bool) throws -> Void) throws {
        var rule = try part.map { try self.rule(of: $0) }
        try database.forEachMessage { stored in try body(stored, rule?.holds(stored) ?? true) }
    }

    func rule(of part: SplitPart) throws -> SplitRule {
        let known = try names()
        let found: (split: Split, labels: [Int64: Label?])? = try database.read { db in
            guard let row = try Row.fetchOne(db, sql: "SELECT * FROM split WHERE name = ?", arguments: [part.split]) else {
                return nil
            }
            var split = try Split(
                name: part.split, by: SplitUnit(rawValue: row.value("by")) ?? .random, testShare: row.value("testShare"),
                folds: row.value("folds"), seed: UInt64(bitPattern: row.value("seed") as Int64))
            let id: Int64 = try row.value("id")
            let strata = try Row.fetchAll(
                db, sql: "SELECT stratum, threshold FROM splitStratum WHERE splitID = ?", arguments: [id])
            for row in strata { split.thresholds[try row.value(0)] = try row.value(1) }
            return try (split, Splits.labels(db, ofSplit: id))
        }
        guard let found else { throw StoreError.noSplit(path: database.path, name: part.split, known: known) }
        if let fold = part.fold, fold > found.split.folds {
            throw StoreError.noPart(part: "fold \(fold)", folds: found.split.folds)
        }
        return try rule(found.split, side: part.side, givenLabels: found.labels)
    }

    fileprivate static func labels(_ db: Database, ofSplit id: Int64) throws -> [Int64: Label?] {
        try labels(db, sql: "SELECT messageID, stratum FROM splitLabel WHERE splitID = \(id)")
    }

    private static func labels(_ db: Database, sql: String) throws -> [Int64: Label?] {
        let rows = try RowReader(db, sql: sql), words = LabelWords()
        var labels: [Int64: Label?] = [:]
        while try rows.step() { labels.updateValue(rows.label(1, words), forKey: rows.id(0)) }
        return labels
    }

    /// By template, new messages are grouped first: without a group, one would be placed by its
    /// text, away from its template.
    private func rule(_ split: Split, side: SplitPart.Side?, givenLabels: [Int64: Label?]) throws -> SplitRule {
        guard split.by == .template else { return SplitRule(split, side: side, groupKeys: [], givenLabels: givenLabels) }
        if try Groups(database: database).hasUngrouped() {
            try database.update { _ = try Groups(database: $0).update() }
        }
        let keys = try database.read { try Splits.groupKeys($0, path: database.path) }
        return SplitRule(split, side: side, groupKeys: keys, givenLabels: givenLabels)
    }

    /// Indexed by the numbers of the groups, from 1 without gaps.
    fileprivate static func groupKeys(_ db: Database, path: String) throws -> [UInt64] {
        let last = try Int.fetchOne(db, sql: "SELECT max(id) FROM templateGroup") ?? 0
        guard try (0...(2 * Int.fetchOne(db, sql: "SELECT count(*) FROM templateGroup")! + 1)).contains(last) else {
            throw StoreError.damaged(path: path, details: "template groups whose numbers are far apart")
        }
        var keys = [UInt64](repeating: 0, count: last + 1)
        let rows = try RowReader(db, sql: "SELECT id, key FROM templateGroup WHERE id > 0")
        while try rows.step() {
            // The last number is not the largest where pages are damaged.
            guard let group = Int(exactly: rows.id(0)), keys.indices.contains(group) else {
                throw StoreError.damaged(path: path, details: "template groups out of order")
            }
            keys[group] = UInt64(bitPattern: rows.id(1))
        }
        return keys
    }

    /// The place of every message's unit, its stratum, label and time. 10 bytes a message, 18 by
    /// time.
    private struct Units {
        var places: [Double] = []
        var stratumOf: [UInt8] = []
        var labelOf: [UInt8] = []
        /// Only by time; `.min` for none.
        var times: [Int] = []
        var strata: [Label?] = []
        var labels: [Label?] = []
        /// Labels of messages that came without one.
        var givenLabels: [Int64: Label?] = [:]

        mutating func index(of label: Label?) -> UInt8 {
            if let known = labels.firstIndex(of: label) { return UInt8(known) }
            labels.append(label)
            return UInt8(labels.count - 1)
        }
    }

    private func units(of split: Split) throws -> Units {
        var units = Units()
        units.givenLabels = try database.read { db in
            try Splits.labels(
                db, sql: "SELECT messageID, label FROM label WHERE revision = 1 AND givenBy <> 'file' AND label NOT NULL")
        }
        var rule = try rule(split, side: nil, givenLabels: units.givenLabels)
        try database.read { db in
            try StoredMessage.scan(db, readsText: split.by == .random) { stored in
                let (unit, stratum) = rule.unit(of: stored)
                units.places.append(split.place(of: unit, salt: 4))
                units.stratumOf.append(stratum)
                units.labelOf.append(units.index(of: stored.label))
                if split.by == .time { units.times.append(stored.receivedAt ?? .min) }
            }
        }
        units.strata = rule.strata
        return units
    }

    private func thresholds(of split: Split, _ units: Units) throws -> [String: Double] {
        guard !units.places.isEmpty else { throw StoreError.noMessages(path: database.path) }
        if split.by == .time {
            let times = units.times.filter { $0 != .min }.sorted()
            guard let oldest = times.first, let newest = times.last else { throw StoreError.noTimes(path: database.path) }
            if let from = split.testFrom {
                guard from > oldest, from <= newest else {
                    throw StoreError.splitOutsideTimes(path: database.path, from: from, times: oldest...newest)
                }
                return ["": Double(from)]
            }
            let first = times.count - Int((Double(times.count) * split.testShare).rounded())
            // Messages of one time are of one part, and the oldest are to train on.
            guard let from = times[min(first, times.count - 1)...].first(where: { $0 > oldest }) else {
                throw StoreError.oneTime(path: database.path)
            }
            return ["": Double(from)]
        }
        var places: [[Double]] = Array(repeating: [], count: units.strata.count)
        for (place, stratum) in zip(units.places, units.stratumOf) { places[Int(stratum)].append(place) }
        var thresholds: [String: Double] = [:]
        for (stratum, places) in zip(units.strata, places) where !places.isEmpty {
            thresholds[SplitCounts.name(stratum)] = Splits.threshold(places.sorted(), share: split.testShare)
        }
        return thresholds
    }

    /// The end of the last unit whose middle lies within the share; a unit is a run of equal
    /// places.
    private static func threshold(_ places: [Double], share: Double) -> Double {
        let wanted = Double(places.count) * share
        var taken = 0
        while taken < places.count {
            let end = places[taken...].firstIndex { $0 > places[taken] } ?? places.count
            guard Double(taken) + Double(end - taken) / 2 <= wanted else {
                return taken == 0 ? roundest(above: 0, to: places[0] / 2) : roundest(above: places[taken - 1], to: places[taken])
            }
            taken = end
        }
        return 1
    }

    /// The number with the fewest binary digits that is above `low` and not above `high`. Any would
    /// do; a place in full is a hash of a message, by which it could be found by trying.
    private static func roundest(above low: Double, to high: Double) -> Double {
        var step = 1.0
        while low < high {
            let number = (high / step).rounded(.down) * step
            if number > low { return number }
            step /= 2
        }
        return high
    }
}

extension Splits {
    /// Lets every message stay on its side of every split when some are removed: where the first of
    /// a unit goes, the next one inherits its stratum.
    ///
    /// - Parameter removed: the numbers of the messages that will be removed.
    /// - Complexity: a reading of all messages for each split by template or at random.
    static func keepSides(removing removed: Set<Int64>, _ db: Database, path: String) throws {
        let splits = try Row.fetchAll(db, sql: "SELECT id, \"by\", seed FROM split")
        guard !splits.isEmpty, !removed.isEmpty else { return }
        let keys = try groupKeys(db, path: path)
        let insert = try db.makeStatement(sql: "INSERT OR REPLACE INTO splitLabel VALUES (?, ?, ?)")
        for row in splits {
            guard let by = SplitUnit(rawValue: try row.value(1)), by == .template || by == .random else { continue }
            let id: Int64 = try row.value(0), split = Split(by: by, testShare: 0, seed: UInt64(bitPattern: try row.value(2)))
            var rule = SplitRule(split, side: nil, groupKeys: keys, givenLabels: try labels(db, ofSplit: id))
            // Units with a message that stays, and the strata of those that have none so far.
            var staying: Set<UInt64> = [], lost: [UInt64: UInt8] = [:], heirs: [(Int64, Label?)] = []
            try StoredMessage.scan(db, readsText: by == .random) { stored in
                let (unit, stratum) = rule.unit(of: stored)
                guard !removed.contains(stored.number) else {
                    if !staying.contains(unit) { lost[unit] = stratum }
                    return
                }
                guard staying.insert(unit).inserted, let inherited = lost[unit] else { return }
                let label = rule.strata[Int(inherited)]
                if rule.ownStratum(of: stored) != label { heirs.append((stored.number, label)) }
            }
            for (number, label) in heirs {
                insert.setUncheckedArguments([id, number, SplitCounts.name(label)])
                try insert.execute()
            }
        }
    }
}
