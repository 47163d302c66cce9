// The rows that conditions take, and how many each condition has left.

import Corpus
import SpamEvaluation
import SpamTraining
import Statistics

/// The messages for which conditions hold.
struct RowSelection {
    /// A message has to fulfil one condition of each key, and all those of time.
    private let keys: [[RowCondition]]
    private(set) var read = 0
    /// After each key, of those that the keys before it have left.
    private var left: [Int]
    /// For each key what the messages had that it was asked of, as far as errors may show it.
    private var found: [[String: Int]]
    /// For each key how many messages had nothing that it could be asked of.
    private(set) var lacking: [Int]
    /// Times such as 5/3/2026, of which only the whole file tells the day.
    private(set) var openTimes = 0
    private let asksTime: Bool
    /// Junk that a language left out by its script alone, since it names no language.
    private(set) var junkByScript: [Script: Int] = [:]
    /// More values than this are not counted.
    private static let mostFound = 100

    init(_ conditions: [RowCondition]) {
        keys = RowCondition.Key.allCases.flatMap { key in
            let own = conditions.filter { $0.key == key }
            return key == .time ? own.map { [$0] } : own.isEmpty ? [] : [own]
        }
        asksTime = keys.contains { $0[0].key == .time }
        left = keys.map { _ in 0 }
        found = keys.map { _ in [:] }
        lacking = left
    }

    mutating func takes(_ row: CorpusRow) -> Bool {
        read += 1
        if asksTime, row.time?.orderClue == .either { openTimes += 1 }
        for (i, conditions) in keys.enumerated() {
            guard conditions.contains(where: { $0.holds(row) }) else {
                count(conditions[0].key.shown(row), at: i)
                if conditions[0].key == .lang, row.language == nil, row.label?.action == .junk {
                    junkByScript[Script(of: row.message.body), default: 0] += 1
                }
                // A row may lack a later key too, such as a file without times.
                for (later, conditions) in keys.enumerated().dropFirst(i) where conditions[0].key.isLacking(row) {
                    lacking[later] += 1
                }
                return false
            }
            left[i] += 1
        }
        return true
    }

    private mutating func count(_ value: String?, at key: Int) {
        guard left[key] == 0, let value, found[key].count < Self.mostFound || found[key][value] != nil else { return }
        found[key][value, default: 0] += 1
    }

    /// Messages that were taken.
    var taken: Int { left.last ?? read }

    /// The key of which so many messages had nothing, since `before`; `nil` where some had.
    func keyLacking(in messages: Int, since before: [Int]) -> RowCondition.Key? {
        keys.indices.first { lacking[$0] - before[$0] == messages }.map { keys[$0][0].key }
    }

    /// Refuses conditions that no message of `paths` fulfils.
    func check(_ paths: [String]) throws {
        guard read > 0, left.last == 0 else { return }
        let steps = zip(keys, left).map { conditions, left in "\(Self.words(conditions)) left \(grouped(left))" }
        let empty = left.firstIndex(of: 0)!
        let there = found[empty].sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(5).map {
            "\($0.key.visibleName) (\(grouped($0.value)))"
        }
        let hint = there.isEmpty ? "" : "; \(keys[empty][0].key.rawValue) there: \(there.joined(separator: ", "))"
        throw NothingLeft(
            paths: paths, conditions: keys.map(Self.words), found: "\(steps.joined(separator: ", ")) of \(grouped(read))\(hint)")
    }

    /// Warns of times that no condition could be asked of.
    func warnOfOpenTimes(in file: String) {
        guard openTimes > 0 else { return }
        warn(
            "\(file): \(counted(openTimes, "time")) such as 5/3/2026, which --where cannot read, so \(openTimes == 1 ? "its row is" : "their rows are") left out; import the whole file, then use --where on the store"
        )
    }

    private static func words(_ conditions: [RowCondition]) -> String { conditions.map(\.description).joined(separator: " or ") }
}

/// No message fulfils the conditions.
struct NothingLeft: Error, CustomStringConvertible {
    let paths: [String]
    let conditions: [String]
    let found: String

    var description: String {
        """
        \(paths.map(\.visibleName).joined(separator: ", ")): expected messages with \(conditions.joined(separator: " and ")), \
        found none: \(found); correct or leave out a --where
        """
    }
}
