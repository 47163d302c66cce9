// Store: makes a split, and says how large its parts are.

import Corpus
import GRDB
import SpamFilter

/// How many messages of each label are in each part.
public struct SplitCounts: Sendable, Equatable {
    /// Messages without a label under "".
    public internal(set) var train: [String: Int] = [:]
    public internal(set) var test: [String: Int] = [:]
}

extension CorpusStore {
    /// Makes a rule that puts as near to the share of the messages of every label into the test part as whole units allow.
    ///
    /// - Complexity: O(units log units).
    public func make(_ split: Split) throws -> SplitCounts {
        guard try !splitNames().contains(split.name) else { throw StoreError.splitExists(name: split.name) }
        var split = split
        let units = try units(of: split)
        split.thresholds = try thresholds(of: split, units)
        try write { [split] db in
            try db.execute(
                sql: "INSERT INTO split VALUES (NULL, ?, ?, ?, ?, ?, ?)",
                arguments: [
                    split.name, split.by.rawValue, split.testShare, split.folds, Int64(bitPattern: split.seed), CorpusStore.now,
                ])
            let id = db.lastInsertedRowID
            for (stratum, threshold) in split.thresholds {
                try db.execute(sql: "INSERT INTO splitStratum VALUES (?, ?, ?)", arguments: [id, stratum, threshold])
            }
        }
        var counts = SplitCounts()
        for i in units.keys.indices {
            let label = units.labels[Int(units.labelOf[i])]
            let isTest =
                split.by == .time
                ? Double(units.times[i]) >= split.thresholds[""] ?? .infinity
                : split.isTest(units.keys[i], stratum: units.labels[Int(units.stratumOf[i])])
            if isTest { counts.test[label, default: 0] += 1 } else { counts.train[label, default: 0] += 1 }
        }
        return counts
    }

    public func splitNames() throws(StoreError) -> [String] {
        try read { try String.fetchAll($0, sql: "SELECT name FROM split ORDER BY id") }
    }

    func rule(of part: SplitPart) throws -> SplitRule {
        let known = try splitNames()
        let found: Split? = try read { db in
            guard let row = try Row.fetchOne(db, sql: "SELECT * FROM split WHERE name = ?", arguments: [part.split]) else {
                return nil
            }
            var split = Split(
                name: part.split, by: SplitUnit(rawValue: row["by"]) ?? .random, testShare: row["testShare"], folds: row["folds"],
                seed: UInt64(bitPattern: row["seed"] as Int64))
            let strata = try Row.fetchAll(
                db, sql: "SELECT stratum, threshold FROM splitStratum WHERE splitID = ?", arguments: [row["id"] as Int64])
            split.thresholds = Dictionary(uniqueKeysWithValues: strata.map { ($0[0] as String, $0[1] as Double) })
            return split
        }
        guard let split = found else { throw StoreError.noSplit(path: path, name: part.split, known: known) }
        if let fold = part.fold, fold > split.folds { throw StoreError.noPart(part: "fold \(fold)", folds: split.folds) }
        return try rule(split, side: part.side)
    }

    /// By template, messages that came since groups were made find theirs first: else one would be placed by its text, away from its
    /// template.
    private func rule(_ split: Split, side: SplitPart.Side?) throws -> SplitRule {
        guard split.by == .template else { return SplitRule(split, side: side, groupKeys: [:]) }
        if try hasUngrouped() { try group() }
        return SplitRule(split, side: side, groupKeys: try groupKeys())
    }

    private func groupKeys() throws(StoreError) -> [Int64: UInt64] {
        try read { db in
            var keys: [Int64: UInt64] = [:]
            let rows = try Row.fetchCursor(db, sql: "SELECT id, key FROM templateGroup")
            while let row = try rows.next() { keys[row[0]] = UInt64(bitPattern: row[1] as Int64) }
            return keys
        }
    }

    /// What a split needs of every message: its unit, stratum, label and time. 26 bytes each.
    private struct Units {
        var keys: [UInt64] = []
        var stratumOf: [UInt8] = []
        var labelOf: [UInt8] = []
        /// `.min` for none.
        var times: [Int] = []
        /// Words of labels and strata; "" for none.
        var labels: [String] = []
        private var indexOf: [String: UInt8] = [:]

        mutating func index(of label: String) -> UInt8 {
            if let known = indexOf[label] { return known }
            let next = UInt8(labels.count)
            labels.append(label)
            indexOf[label] = next
            return next
        }
    }

    private func units(of split: Split) throws -> Units {
        var rule = try rule(split, side: nil)
        var units = Units()
        let labels = Label.all.map(\.description)
        let names = Dictionary(uniqueKeysWithValues: zip(Label.all, labels))
        try database.read { db in
            try CorpusStore.scan(db, readsText: split.by == .random) { stored in
                let (unit, stratum) = rule.unit(of: stored)
                units.keys.append(unit)
                units.stratumOf.append(units.index(of: stratum))
                units.labelOf.append(units.index(of: stored.label.flatMap { names[$0] } ?? ""))
                units.times.append(stored.receivedAt ?? .min)
            }
        }
        return units
    }

    private func thresholds(of split: Split, _ units: Units) throws -> [String: Double] {
        guard !units.keys.isEmpty else { throw StoreError.noMessages(path: path) }
        if split.by == .time {
            let times = units.times.filter { $0 != .min }.sorted()
            guard !times.isEmpty else { throw StoreError.noTimes(path: path) }
            let first = min(times.count - 1, Int(Double(times.count) * (1 - split.testShare)))
            return ["": Double(times[first])]
        }
        var places: [[Double]] = Array(repeating: [], count: units.labels.count)
        for (unit, stratum) in zip(units.keys, units.stratumOf) {
            places[Int(stratum)].append(split.place(of: unit, salt: 4))
        }
        var thresholds: [String: Double] = [:]
        for (stratum, places) in zip(units.labels, places) where !places.isEmpty {
            thresholds[stratum] = CorpusStore.threshold(places.sorted(), share: split.testShare)
        }
        return thresholds
    }

    /// Behind the last unit whose middle lies within the share; a unit is a run of equal places.
    private static func threshold(_ places: [Double], share: Double) -> Double {
        let wanted = Double(places.count) * share
        var taken = 0
        while taken < places.count {
            let end = places[taken...].firstIndex { $0 > places[taken] } ?? places.count
            guard Double(taken) + Double(end - taken) / 2 <= wanted else {
                return taken == 0 ? places[0] / 2 : (places[taken - 1] + places[taken]) / 2
            }
            taken = end
        }
        return 1
    }
}
