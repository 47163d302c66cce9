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
        rules = file.rules?.rules ?? []
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
            + (file.rules?.problems ?? []).map { "rule \($0.number): \($0.reason)" }
    }

    public func json() -> Data {
        encodedJSON(SettingsFile(version: 1, defersToNetwork: defersToNetwork, rules: RuleRecords(rules: rules)))
    }
}

private struct SettingsFile: VersionedJSON {
    var version: Int?
    var defersToNetwork: Bool?
    var rules: RuleRecords?
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
        rules = try file.decodeIfPresent(RuleRecords.self, forKey: .rules)
        unknownKeys = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
            .filter { CodingKeys(stringValue: $0) == nil }.sorted()
    }
}
