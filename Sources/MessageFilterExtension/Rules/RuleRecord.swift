// Extension: rules as JSON, one by one and the list of a tier. In: objects, and the label of their
// tier if it has one. Out: the rules, and all that is wrong with others.

import SpamFilter

/// A mistake in a document, with the place of the value: `rules[3].senderKind`.
public struct RuleMistake: Sendable, Hashable, CustomStringConvertible {
    /// Where the mistake is, such as `rules[3].contains`; empty for the document as a whole.
    public let path: String
    /// What was expected, and what was found.
    public let reason: String

    /// A mistake at a place of the document.
    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    public var description: String { path.isEmpty ? reason : "\(path): \(reason)" }

    static func unknown(_ key: String, in path: String, known: some Sequence<String>) -> RuleMistake {
        RuleMistake(
            path: path.isEmpty ? shortened(key) : "\(path).\(shortened(key))",
            reason: "expected one of the keys \(known.joined(separator: ", ")), found another")
    }

    /// A word of the file, for a line.
    static func shortened(_ word: String) -> String { word.count > 40 ? "\(word.prefix(40))…" : word }
}

/// A key of any name.
struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// A value of an object. What it holds beyond one value is not read.
enum JSONValue: Decodable {
    case text(String), flag(Bool), whole(Int), number, list, object, null

    init(from decoder: any Decoder) throws {
        if let value = try? decoder.singleValueContainer() {
            if value.decodeNil() { self = .null; return }
            if let flag = try? value.decode(Bool.self) { self = .flag(flag); return }
            if let whole = try? value.decode(Int.self) { self = .whole(whole); return }
            if let text = try? value.decode(String.self) { self = .text(text); return }
            if (try? value.decode(Double.self)) != nil { self = .number; return }
        }
        self = (try? decoder.unkeyedContainer()) != nil ? .list : .object
    }

    /// What it is, for a mistake.
    var kind: String {
        switch self {
        case .text: "a text"
        case .flag: "true or false"
        case .whole, .number: "a number"
        case .list: "a list"
        case .object: "an object"
        case .null: "null"
        }
    }
}

/// The reader of one rule.
struct RuleRecord {
    private let path: String
    private var conditions = RuleConditions()
    private var label: Label?
    private(set) var mistakes: [RuleMistake] = []

    private static let conditionKeys = RuleConditionName.allCases.map(\.name)

    /// - Parameter label: of the tier; `nil` where the rule must have one of its own.
    init(from decoder: any Decoder, path: String, label: Label?) {
        self.path = path
        self.label = label
        guard let record = try? decoder.container(keyedBy: AnyKey.self) else {
            let found = (try? JSONValue(from: decoder).kind) ?? "something else"
            mistakes = [RuleMistake(path: path, reason: "expected an object, found \(found)")]
            return
        }
        let known = label == nil ? ["label"] + RuleRecord.conditionKeys : RuleRecord.conditionKeys
        for key in record.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
            guard known.contains(key.stringValue) else {
                mistakes.append(.unknown(key.stringValue, in: path, known: known))
                continue
            }
            guard let value = try? record.decode(JSONValue.self, forKey: key) else { continue }
            if let name = RuleConditionName.allCases.first(where: { $0.name == key.stringValue }) {
                if case .list = value, name == .contains || name == .word {
                    readPhrases(try? record.decode([JSONValue].self, forKey: key), as: name)
                } else {
                    read(value, as: name)
                }
            } else {
                readLabel(value)
            }
        }
        if label == nil, self.label == nil, !mistakes.contains(where: { $0.path.hasSuffix(".label") }) {
            mistakes.append(RuleMistake(path: "\(path).label", reason: "expected a label, found none"))
        }
    }

    /// The rule; `nil` where there are mistakes, all of which are noted.
    mutating func rule() -> Rule? {
        let wrong = mistakes.count
        for problem in conditions.problems where problem != .noCondition || wrong == 0 { note(problem) }
        guard mistakes.isEmpty, let label else { return nil }
        do throws(RuleProblem) {
            return try Rule(label, conditions)
        } catch {
            note(error)
            return nil
        }
    }

    private mutating func note(_ problem: RuleProblem) {
        let at = problem.condition.map { "\(path).\($0.name)" } ?? path
        let known = problem == .noCondition ? "; known are \(RuleRecord.conditionKeys.joined(separator: ", "))" : ""
        mistakes.append(RuleMistake(path: at, reason: problem.description + known))
    }

    private mutating func readLabel(_ value: JSONValue) {
        guard case .text(let name) = value else { return fail("label", "a text", value.kind) }
        label = Label(name)
        if label == nil {
            fail("label", "one of \(Label.all.map(\.description).joined(separator: ", "))", RuleMistake.shortened(name))
        }
    }

    private mutating func read(_ value: JSONValue, as name: RuleConditionName) {
        switch (name, value) {
        case (.sender, .text(let text)): conditions.sender = text
        case (.senderPrefix, .text(let text)): conditions.senderPrefix = text
        case (.senderSuffix, .text(let text)): conditions.senderSuffix = text
        case (.senderDomain, .text(let text)): conditions.senderDomain = text
        case (.contains, .text(let text)): conditions.contains = [text]
        case (.word, .text(let text)): conditions.word = [text]
        case (.host, .text(let text)): conditions.host = text
        case (.senderCountry, .text(let text)): conditions.senderCountry = text
        case (.senderKind, .text(let text)):
            conditions.senderKind = SenderKind.allCases.first { $0.name == text }
            if conditions.senderKind == nil {
                fail(name.name, "one of \(SenderKind.allCases.map(\.name).joined(separator: ", "))", RuleMistake.shortened(text))
            }
        case (.hasLink, .flag(let flag)): conditions.hasLink = flag
        case (.hasImage, .flag(let flag)): conditions.hasImage = flag
        case (.shorterThan, .whole(let length)): conditions.shorterThan = length
        case (.longerThan, .whole(let length)): conditions.longerThan = length
        case (.hasLink, _), (.hasImage, _): fail(name.name, "true or false", value.kind)
        case (.shorterThan, _), (.longerThan, _): fail(name.name, "a whole number", value.kind)
        case (.contains, _), (.word, _): fail(name.name, "a text or a list of texts", value.kind)
        default: fail(name.name, "a text", value.kind)
        }
    }

    /// Reads a list of phrases, all of which a body must have.
    private mutating func readPhrases(_ values: [JSONValue]?, as name: RuleConditionName) {
        var phrases: [String] = []
        for value in values ?? [] {
            guard case .text(let phrase) = value else {
                return fail(name.name, "a text or a list of texts", "a list with \(value.kind)")
            }
            phrases.append(phrase)
        }
        if phrases.isEmpty { return fail(name.name, "a text or a list of texts", "an empty list") }
        if name == .contains { conditions.contains = phrases } else { conditions.word = phrases }
    }

    private mutating func fail(_ key: String, _ expected: String, _ found: String) {
        mistakes.append(RuleMistake(path: "\(path).\(key)", reason: "expected \(expected), found \(found)"))
    }
}

/// A rule as it is written.
struct WrittenRule: Encodable {
    let rule: Rule
    /// Whether it is in a tier of any label.
    let hasLabel: Bool

    func encode(to encoder: any Encoder) throws {
        var record = encoder.container(keyedBy: AnyKey.self)
        if hasLabel { try record.encode(rule.label.description, forKey: AnyKey(stringValue: "label")) }
        func key(_ name: RuleConditionName) -> AnyKey { AnyKey(stringValue: name.name) }
        let conditions = rule.conditions
        for (name, text) in [
            (RuleConditionName.sender, conditions.sender), (.senderPrefix, conditions.senderPrefix),
            (.senderSuffix, conditions.senderSuffix), (.senderDomain, conditions.senderDomain),
            (.senderKind, conditions.senderKind?.name), (.senderCountry, conditions.senderCountry), (.host, conditions.host),
        ] { try record.encodeIfPresent(text, forKey: key(name)) }
        for (name, phrases) in [(RuleConditionName.contains, conditions.contains), (.word, conditions.word)] {
            if phrases.count > 1 { try record.encode(phrases, forKey: key(name)) }
            if phrases.count == 1 { try record.encode(phrases[0], forKey: key(name)) }
        }
        try record.encodeIfPresent(conditions.hasLink, forKey: key(.hasLink))
        try record.encodeIfPresent(conditions.hasImage, forKey: key(.hasImage))
        try record.encodeIfPresent(conditions.shorterThan, forKey: key(.shorterThan))
        try record.encodeIfPresent(conditions.longerThan, forKey: key(.longerThan))
    }
}

extension Rule {
    /// The rule as it stands in a document: a JSON object in one line.
    ///
    /// - Parameter hasLabel: whether to write its label, as a tier of any label needs it.
    public func json(hasLabel: Bool) -> String {
        String(decoding: encodedJSON(WrittenRule(rule: self, hasLabel: hasLabel)), as: UTF8.self)
    }
}

/// Rules in the order of the file. Decoding never fails for a rule, only for what is no list.
struct RuleRecords: Decodable {
    var rules: [Rule] = []
    /// Why rules were left out, in order. The first ones: a file of a stranger may have thousands.
    private(set) var mistakes: [RuleMistake] = []
    /// How many more there are.
    private(set) var furtherMistakes = 0

    /// The most elements of a list: each costs more memory than bytes.
    static let most = 8192

    /// The tiers by their keys, with their labels.
    static func label(ofTier key: String) -> Label? { key == "allow" ? .allow : key == "deny" ? .junk : nil }

    init() {}

    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        let tier = decoder.codingPath.last?.stringValue ?? "rules"
        while !list.isAtEnd {
            guard list.currentIndex < RuleRecords.most else {
                throw NetworkJSONError.tooManyRules(found: list.count ?? RuleRecords.most + 1)
            }
            let path = "\(tier)[\(list.currentIndex)]"
            var record = RuleRecord(from: try list.superDecoder(), path: path, label: RuleRecords.label(ofTier: tier))
            if let rule = record.rule() { rules.append(rule) }
            let room = RuleRecords.mostMistakes - mistakes.count
            mistakes += record.mistakes.prefix(room)
            furtherMistakes += max(0, record.mistakes.count - room)
        }
    }

    static let mostMistakes = 20
}
