// Extension: the rules of settings as JSON. In: a list of objects. Out: the rules that this version
// knows, and why others are left out.

import SpamFilter

/// Rules in the order of the file. Decoding never fails for a rule, only for what is no list.
struct RuleRecords {
    var rules: [Rule] = []
    /// Why rules were left out: the number in the list, from 1, and a sentence. The first ones: a
    /// file of a stranger may have thousands.
    private(set) var problems: [(number: Int, reason: String)] = []

    private static let mostProblems = 20
    /// The least that a rule of use takes is `{"label":"junk","sender":"1"},`. Shorter elements are
    /// none, and each costs more memory than bytes.
    private static let most = FilterSettings.mostBytes / 30

    init(rules: [Rule]) { self.rules = rules }
}

extension RuleRecords: Codable {
    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        while !list.isAtEnd {
            guard list.currentIndex < RuleRecords.most else { throw TooManyRules(found: list.count ?? RuleRecords.most + 1) }
            do {
                rules.append(try RuleRecord(from: list.superDecoder()).rule)
            } catch  where problems.count < RuleRecords.mostProblems {
                problems.append((list.currentIndex, RuleRecord.reason(error)))
            } catch {
            }
        }
    }

    func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        for rule in rules { try list.encode(RuleRecord(rule: rule)) }
    }

    /// More elements than rules fit into a file.
    struct TooManyRules: Error {
        let found: Int
    }
}

/// A key of any name.
struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// Why something is left out.
struct LeftOut: Error {
    let reason: String

    static func unknown(_ key: String, known: some Sequence<String>) -> LeftOut {
        LeftOut(reason: "expected the keys \(known.joined(separator: ", ")), found \(shortened(key))")
    }

    /// A word of the file, for a line.
    static func shortened(_ word: String) -> String { word.count > 40 ? "\(word.prefix(40))…" : word }
}

/// A rule in JSON.
private struct RuleRecord: Codable {
    let rule: Rule

    private enum Key: String, CodingKey, CaseIterable {
        case label, sender, senderPrefix, contains, hasImage
    }

    init(rule: Rule) { self.rule = rule }

    static func reason(_ error: any Error) -> String {
        switch error {
        case let error as LeftOut: error.reason
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            if let key = context.codingPath.last, key.intValue == nil, Key(stringValue: key.stringValue) != nil {
                "expected another type of value for the key \(key.stringValue)"
            } else {
                "expected an object"
            }
        default: "expected a label and a condition"
        }
    }

    init(from decoder: any Decoder) throws {
        let known = Key.allCases.map(\.stringValue)
        if let key = try decoder.container(keyedBy: AnyKey.self).allKeys.first(where: { !known.contains($0.stringValue) }) {
            throw LeftOut.unknown(key.stringValue, known: known)
        }
        let record = try decoder.container(keyedBy: Key.self)
        let name = try record.decode(String.self, forKey: .label)
        guard let label = Label(name) else {
            throw LeftOut(
                reason:
                    "expected one of the labels \(Label.all.map(\.description).joined(separator: ", ")), found \(LeftOut.shortened(name))"
            )
        }
        let rule = Rule(
            label, sender: try record.decodeIfPresent(String.self, forKey: .sender),
            senderPrefix: try record.decodeIfPresent(String.self, forKey: .senderPrefix),
            contains: try record.decodeIfPresent(String.self, forKey: .contains),
            hasImage: try record.decodeIfPresent(Bool.self, forKey: .hasImage) ?? false)
        guard let rule else {
            throw LeftOut(
                reason:
                    "expected a condition that messages can meet and fail, sender, senderPrefix, contains of 1 to \(Rule.longestPhrase) "
                    + "characters or hasImage, found none or one that cannot be asked")
        }
        self.rule = rule
    }

    func encode(to encoder: any Encoder) throws {
        var record = encoder.container(keyedBy: Key.self)
        try record.encode(rule.label.description, forKey: .label)
        try record.encodeIfPresent(rule.sender, forKey: .sender)
        try record.encodeIfPresent(rule.senderPrefix, forKey: .senderPrefix)
        try record.encodeIfPresent(rule.contains, forKey: .contains)
        if rule.hasImage { try record.encode(true, forKey: .hasImage) }
    }
}
