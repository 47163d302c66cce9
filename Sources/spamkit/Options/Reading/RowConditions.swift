// Which messages of the corpora are taken: the conditions that a message must fulfil.

import ArgumentParser
import Corpus
import CorpusStore
import Foundation
import SpamEvaluation
import SpamFilter
import Statistics

struct ConditionArguments: ParsableArguments {
    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            "Only messages such as lang=ko or time>=2026-01-01: spamkit help conditions.",
            valueName: "key=value"), transform: { try RowCondition(parsing: $0) })
    var conditions: [RowCondition] = []

    /// What words for labels were taken for: a store knows no other.
    var remarks: [String] {
        conditions.compactMap { condition in
            let labels = condition.labels.map(\.description)
            guard condition.key == .label, labels != condition.values else { return nil }
            return "--where \(condition) takes all messages of \(labels.joined(separator: ", "))"
        }
    }

    /// The conditions that hold for the background too: a person who asks for Korean means all.
    var ofBackground: ConditionArguments {
        var others = self
        others.conditions = conditions.filter { $0.key == .lang }
        return others
    }

    /// Whether a condition asks for other messages of a template, which only a store knows.
    var areOfTemplates: Bool { conditions.contains { $0.key == .also } }

    /// Refuses such a condition where rows are read one after another.
    func expectOfRows() throws {
        guard areOfTemplates else { return }
        throw ValidationError(
            "--where also=LABEL: expected corpus search, relabel or forget, which know the templates of a store")
    }

    /// The options that were given, as they are typed.
    var options: [String] { conditions.flatMap { ["--where", $0.description.quoted] } }
}

/// Values of which messages must have one.
struct RowCondition: Equatable, CustomStringConvertible {
    enum Key: String, CaseIterable {
        case lang, source, label, also, sender, country, template, time

        static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }

        /// Whether a comma always divides values. Names of sources, senders and templates may hold
        /// one.
        var isList: Bool { [.lang, .label, .also, .country].contains(self) }

        /// What a message has, where an error may show it.
        func shown(_ row: CorpusRow) -> String? {
            switch self {
            case .lang: row.language ?? Script(of: row.message.body).name
            case .source: row.source
            case .label: row.label?.description
            case .country: row.message.receiverCountry
            case .time:
                row.time.map { time in time.secondsByItself.map { CalendarPeriod.month.name(of: $0) } ?? "not read" } ?? "none"
            case .sender, .template, .also: nil
            }
        }

        /// Whether a message has nothing that could hold. Each has a source, and a language or a
        /// script.
        func isLacking(_ row: CorpusRow) -> Bool {
            switch self {
            case .lang, .source, .also: false
            case .label: row.label == nil
            case .sender: row.message.sender == nil
            case .country: row.message.receiverCountry == nil
            case .template: row.group == nil
            case .time: row.time == nil
            }
        }
    }

    let key: Key
    let values: [String]
    /// For the keys `label` and `also`.
    let labels: [Label]
    /// For the key `also`: how many messages of each template group have one of the labels.
    private var labelled: [Int64: Int] = [:]
    /// For the key `time`.
    var times: TimeCondition?

    var description: String { "\(key.rawValue)\(times?.relation.rawValue ?? "=")\(values.joined(separator: ","))" }

    init(parsing spelling: String) throws {
        if let times = try TimeCondition(parsing: spelling) {
            (key, values, labels, self.times) = (.time, [times.spelling], [], times)
            return
        }
        let sides = spelling.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard sides.count == 2, !sides[1].isEmpty else {
            throw ValidationError("expected KEY=VALUE such as lang=ko, found \(spelling)")
        }
        guard let key = Key(rawValue: sides[0]) else {
            let meant = closest(to: sides[0], among: Key.allCases.map(\.rawValue))
            let question = meant.map { "did you mean \($0)? " } ?? ""
            throw ValidationError("expected one of the keys \(Key.list), found \(sides[0]); \(question)write for example lang=ko")
        }
        self.key = key
        values = key.isList ? sides[1].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } : [sides[1]]
        labels = key == .label || key == .also ? try values.map(RowCondition.label) : []
    }

    private static func label(_ word: String) throws -> Label {
        if let label = LabelMap().label(for: word) { return label }
        let meant = question(word, among: Label.all.map(\.description) + ["ham", "spam"])
        throw ValidationError("expected a label such as junk or transaction/finance, found \(word)\(meant)")
    }

    /// Languages that alone are written in a script, for messages that name no language.
    private static let scripts: [String: Script] = [
        "ko": .hangul, "ja": .kana, "zh": .han, "th": .thai, "el": .greek, "he": .hebrew,
    ]

    private static func withoutLatin(_ text: String) -> String {
        func isLatin(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 0x370 || (0x1E00...0x1EFF).contains(scalar.value) }
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { !isLatin($0) }))
    }

    /// Whether a name is the value, which may hold a comma, or one of several that commas divide.
    private func isAmong(_ name: String) -> Bool {
        values == [name]
            || values[0].contains(",")
                && values[0].split(separator: ",").contains { $0.trimmingCharacters(in: .whitespaces) == name }
    }

    private func hasLabel(_ row: CorpusRow) -> Bool {
        row.label.map { labels.contains($0) || labels.contains(Label($0.action)!) } ?? false
    }

    /// The same with what it asks of the templates of a store, whose messages are grouped first.
    func counted(in store: CorpusStore) throws -> RowCondition {
        guard key == .also else { return self }
        if try store.groups.hasUngrouped() { try store.groups.update() }
        var condition = self
        let messages = try StoredMessages(store)
        while let stored = try messages.next() {
            if let group = stored.groupNumber, hasLabel(stored.row) { condition.labelled[group, default: 0] += 1 }
        }
        return condition
    }

    func holds(_ row: CorpusRow) -> Bool {
        switch key {
        case .lang:
            guard let language = row.language?.lowercased() else {
                let script = Script(of: row.message.body)
                // Links and brands are Latin in every language.
                let own = script == .latin ? Script(of: RowCondition.withoutLatin(row.message.body)) : script
                return values.contains { $0.lowercased() == script.name.lowercased() || Self.scripts[$0.lowercased()] == own }
            }
            // ko holds for ko-KR too.
            return values.contains { language == $0.lowercased() || language.hasPrefix($0.lowercased() + "-") }
        case .source: return isAmong(row.source)
        case .label: return hasLabel(row)
        case .also: return (row.groupNumber.flatMap { labelled[$0] } ?? 0) > (hasLabel(row) ? 1 : 0)
        case .sender: return row.message.sender.map(isAmong) ?? false
        case .country: return values.contains { $0.lowercased() == row.message.receiverCountry?.lowercased() }
        case .template: return row.group.map(isAmong) ?? false
        case .time: return times?.holds(row.time) ?? false
        }
    }
}
