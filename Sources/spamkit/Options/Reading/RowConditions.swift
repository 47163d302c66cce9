// Which messages of the corpora are taken: conditions, and how many messages each has left.

import ArgumentParser
import Corpus
import SpamEvaluation
import SpamFilter
import SpamTraining

struct ConditionArguments: ParsableArguments {
    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            "Only messages such as lang=ko: spamkit help conditions.",
            valueName: "key=value"), transform: { try RowCondition(parsing: $0) })
    var conditions: [RowCondition] = []

    /// What words for labels were taken for: a store knows no other.
    var remarks: [String] {
        conditions.compactMap { condition in
            guard let label = condition.label, label.description != condition.value else { return nil }
            return "--where label=\(condition.value) takes all messages of \(label)"
        }
    }

    /// The options that were given, as they are typed.
    var options: [String] { conditions.flatMap { ["--where", $0.description.quoted] } }
}

/// A value that messages must have.
struct RowCondition: Equatable, CustomStringConvertible {
    enum Key: String, CaseIterable {
        case lang, source, label, sender, country, template

        static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
    }

    let key: Key
    let value: String
    /// For the key `label`.
    let label: Label?

    var description: String { "\(key.rawValue)=\(value)" }

    init(parsing spelling: String) throws {
        let sides = spelling.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard sides.count == 2, !sides[1].isEmpty else {
            throw ValidationError("expected KEY=VALUE such as lang=ko, found \(spelling)")
        }
        guard let key = Key(rawValue: sides[0]) else {
            let meant = closest(to: sides[0], among: Key.allCases.map(\.rawValue))
            let question = meant.map { "did you mean \($0)? " } ?? ""
            throw ValidationError("expected one of the keys \(Key.list), found \(sides[0]); \(question)write for example lang=ko")
        }
        label = LabelMap().label(for: sides[1])
        guard key != .label || label != nil else {
            throw ValidationError("expected a label such as junk or transaction/finance, found \(sides[1])")
        }
        self.key = key
        value = sides[1]
    }

    fileprivate func holds(_ row: CorpusRow) -> Bool {
        switch key {
        case .lang:
            let language = (row.language ?? Script(of: row.message.body).name).lowercased(), asked = value.lowercased()
            // ko holds for ko-KR too.
            return language == asked || language.hasPrefix(asked + "-")
        case .source: return row.source == value
        case .label: return row.label.map { $0 == label || Label($0.action) == label } ?? false
        case .sender: return row.message.sender == value
        case .country: return row.message.receiverCountry?.lowercased() == value.lowercased()
        case .template: return row.group == value
        }
    }
}

/// The messages for which conditions hold.
struct RowSelection {
    /// A message has to fulfil one condition of each key.
    private let keys: [[RowCondition]]
    private(set) var read = 0
    /// After each key, of those that the keys before it have left.
    private var left: [Int]

    init(_ conditions: [RowCondition]) {
        keys = RowCondition.Key.allCases.map { key in conditions.filter { $0.key == key } }.filter { !$0.isEmpty }
        left = keys.map { _ in 0 }
    }

    mutating func takes(_ row: CorpusRow) -> Bool {
        read += 1
        for (i, conditions) in keys.enumerated() {
            guard conditions.contains(where: { $0.holds(row) }) else { return false }
            left[i] += 1
        }
        return true
    }

    /// Messages that were taken.
    var taken: Int { left.last ?? read }

    /// Refuses conditions that no message of `paths` fulfils.
    func check(_ paths: [String]) throws {
        guard read > 0, left.last == 0 else { return }
        let steps = zip(keys, left).map { conditions, left in "\(Self.words(conditions)) left \(left)" }
        throw NothingLeft(paths: paths, conditions: keys.map(Self.words), found: "\(steps.joined(separator: ", ")) of \(read)")
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
