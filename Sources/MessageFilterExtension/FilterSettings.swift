// Extension: what the app's user chose, as JSON that the app writes and the extension reads.
//
//     {"_version":1,"defersToNetwork":false,"rules":[{"label":"junk","senderPrefix":"+82","contains":"[Web발신]"}]}

import Foundation
import SpamFilter

/// Rules and switches.
public struct FilterSettings: Sendable, Hashable {
    /// Whether the app's server is asked where rules and model say `none`. Off unless the user switched it on.
    public var defersToNetwork: Bool
    /// The first one that a message meets decides.
    public var rules: [Rule]

    /// Bytes of JSON that are read, and therefore saved: some 60,000 rules.
    public static let mostBytes = 4 << 20

    public init(defersToNetwork: Bool = false, rules: [Rule] = []) {
        self.defersToNetwork = defersToNetwork
        self.rules = rules
    }

    /// Reads settings. A rule with a label, condition or value that this version does not know is left out, as without it the rule would meet
    /// more messages than was meant.
    public init(json: Data) throws(NetworkJSONError) {
        let file = try SettingsFile(strictly: json, most: FilterSettings.mostBytes)
        defersToNetwork = file.defersToNetwork ?? false
        rules = (file.rules ?? []).compactMap(\.rule)
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

    enum CodingKeys: String, CodingKey {
        case version = "_version", defersToNetwork, rules
    }
}

/// A rule as JSON has it. Decoding never fails: what is no rule is none.
private struct RuleRecord: Codable {
    let label: String
    let rule: Rule?

    init(label: String, rule: Rule) {
        self.label = label
        self.rule = rule
    }

    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
        static let label = Key(stringValue: "label"), sender = Key(stringValue: "sender"), contains = Key(stringValue: "contains")
        static let senderPrefix = Key(stringValue: "senderPrefix"), hasImage = Key(stringValue: "hasImage")
        static let all: Set = ["label", "sender", "contains", "senderPrefix", "hasImage"]
    }

    init(from decoder: any Decoder) {
        label = ""
        rule = try? RuleRecord.rule(decoder)
    }

    private static func rule(_ decoder: any Decoder) throws -> Rule? {
        let record = try decoder.container(keyedBy: Key.self)
        guard record.allKeys.allSatisfy({ Key.all.contains($0.stringValue) }) else { return nil }
        guard let label = Label(try record.decode(String.self, forKey: .label)) else { return nil }
        return Rule(
            label, sender: try record.decodeIfPresent(String.self, forKey: .sender),
            senderPrefix: try record.decodeIfPresent(String.self, forKey: .senderPrefix),
            contains: try record.decodeIfPresent(String.self, forKey: .contains),
            hasImage: try record.decodeIfPresent(Bool.self, forKey: .hasImage) ?? false)
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
