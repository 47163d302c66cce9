// Extension: the user's choices, as JSON that the app writes and the extension reads.
//
//     {"_version":1,"defersToNetwork":false,
//      "rules":[{"label":"junk","senderPrefix":"+82","contains":"[Web발신]"}]}

import Foundation
import SpamFilter

/// Rules and switches.
public struct FilterSettings: Sendable, Hashable {
    /// Whether the app's server is asked where rules and model say `none`. Off by default.
    public var defersToNetwork: Bool
    /// The first one that a message meets decides.
    public var rules: [Rule]

    /// The most bytes of JSON that are read or saved: some 5,000 rules. Reading takes ten times as
    /// much memory for a moment: Benchmarks/decisions/rules-in-memory.md.
    public static let mostBytes = 1 << 18
    /// The most memory that rules may take in an extension, which has some megabytes in all; see
    /// `RuleMatcher.heapBytes`.
    public static let mostRuleBytes = 1 << 20

    public init(defersToNetwork: Bool = false, rules: [Rule] = []) {
        self.defersToNetwork = defersToNetwork
        self.rules = rules
    }

    /// Reads settings. A rule with a label, condition or value that this version does not know is
    /// left out: without that condition it would meet more messages than it should.
    public init(json: Data) throws(NetworkJSONError) {
        let file = try SettingsFile(strictly: json, most: FilterSettings.mostBytes)
        defersToNetwork = file.defersToNetwork ?? false
        rules = (file.rules ?? []).compactMap(\.rule)
        let bytes = RuleMatcher(rules).heapBytes
        guard bytes <= FilterSettings.mostRuleBytes else {
            throw .rulesTooLarge(most: FilterSettings.mostRuleBytes, found: bytes)
        }
    }

    /// The keys and rules that `init(json:)` leaves out, because this version does not know them: a
    /// sentence each, in their order, with names of keys and labels. Empty for everything that
    /// `json()` wrote. Finds mistakes in settings written by hand.
    public static func leftOut(of json: Data) throws(NetworkJSONError) -> [String] {
        let file = try SettingsFile(strictly: json, most: mostBytes)
        return file.unknownKeys.map { LeftOut.unknown($0, known: SettingsFile.CodingKeys.allCases.map(\.stringValue)).reason }
            + (file.rules ?? []).enumerated().compactMap { i, record in record.problem.map { "rule \(i + 1): \($0)" } }
    }

    public func json() -> Data {
        let file = SettingsFile(
            version: 1, defersToNetwork: defersToNetwork, rules: rules.map { RuleRecord(label: $0.label.description, rule: $0) })
        return encodedJSON(file)
    }
}

private struct SettingsFile: VersionedJSON {
    var version: Int?
    var defersToNetwork: Bool?
    var rules: [RuleRecord]?
    /// The unknown keys of the JSON that was read.
    var unknownKeys: [String] = []

    enum CodingKeys: String, CodingKey, CaseIterable {
        case version = "_version", defersToNetwork, rules
    }
}

extension SettingsFile {
    init(from decoder: any Decoder) throws {
        let file = try decoder.container(keyedBy: CodingKeys.self)
        version = try file.decodeIfPresent(Int.self, forKey: .version)
        defersToNetwork = try file.decodeIfPresent(Bool.self, forKey: .defersToNetwork)
        rules = try file.decodeIfPresent([RuleRecord].self, forKey: .rules)
        unknownKeys = try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue)
            .filter { CodingKeys(stringValue: $0) == nil }.sorted()
    }
}

/// A key of any name, and those of a rule.
private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
    static let label = Key(stringValue: "label"), sender = Key(stringValue: "sender"), contains = Key(stringValue: "contains")
    static let senderPrefix = Key(stringValue: "senderPrefix"), hasImage = Key(stringValue: "hasImage")
    static let ofRules = [label, sender, senderPrefix, contains, hasImage].map(\.stringValue)
}

/// Why something is left out.
private struct LeftOut: Error {
    let reason: String

    static func unknown(_ key: String, known: some Sequence<String>) -> LeftOut {
        LeftOut(reason: "expected the keys \(known.joined(separator: ", ")), found \(key)")
    }
}

/// A rule in JSON. Decoding never fails: `rule` is `nil` for everything else.
private struct RuleRecord: Codable {
    let label: String
    let rule: Rule?
    /// Why there is no rule.
    let problem: String?

    init(label: String, rule: Rule) {
        self.label = label
        self.rule = rule
        problem = nil
    }

    init(from decoder: any Decoder) {
        label = ""
        do {
            rule = try RuleRecord.rule(decoder)
            problem = nil
        } catch {
            rule = nil
            problem = RuleRecord.reason(error)
        }
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case let error as LeftOut: error.reason
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            if let key = context.codingPath.last, key.intValue == nil {
                "expected another type of value for the key \(key.stringValue)"
            } else {
                "expected an object"
            }
        default: "expected a label and a condition"
        }
    }

    private static func rule(_ decoder: any Decoder) throws -> Rule {
        let record = try decoder.container(keyedBy: Key.self)
        if let key = record.allKeys.first(where: { !Key.ofRules.contains($0.stringValue) }) {
            throw LeftOut.unknown(key.stringValue, known: Key.ofRules)
        }
        let name = try record.decode(String.self, forKey: .label)
        guard let label = Label(name) else {
            throw LeftOut(
                reason: "expected one of the labels \(Label.all.map(\.description).joined(separator: ", ")), found \(name)")
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
        return rule
    }

    func encode(to encoder: any Encoder) throws {
        var record = encoder.container(keyedBy: Key.self)
        try record.encode(label, forKey: .label)
        try record.encodeIfPresent(rule?.sender, forKey: .sender)
        try record.encodeIfPresent(rule?.senderPrefix, forKey: .senderPrefix)
        try record.encodeIfPresent(rule?.contains, forKey: .contains)
        if rule?.hasImage == true { try record.encode(true, forKey: .hasImage) }
    }
}
