// Extension: the user's choices, as JSON that the app writes and the extension reads.
//
//     {"_version":1,"defersToNetwork":false,"allow":[{"sender":"MYBANK"}],"deny":[],
//      "rules":[{"label":"junk","senderPrefix":"+82","contains":"[Web발신]"}]}

import Foundation
import SpamFilter

/// The user's rules and switches.
public struct FilterSettings: Sendable, Hashable {
    /// Whether the app's server is asked where rules and model say `none`. Off by default.
    public var defersToNetwork: Bool
    /// What the user lets through. Goes before lists and `rules`. Only the conditions count: the
    /// tier is the label.
    public var allow: [Rule]
    /// What the user denies. Goes behind `allow`, and before lists and `rules`. Only the conditions
    /// count here too.
    public var deny: [Rule]
    /// Rules with any label, in order: the first one that a message meets decides.
    public var rules: [Rule]

    /// The most bytes of JSON that are read or saved, 256 KiB: some 4,000 rules. Reading takes ten
    /// times as much memory for a moment: Benchmarks/decisions/rules-in-memory.md.
    public static let mostBytes = 1 << 18
    /// The most bytes of memory that rules may take in an extension, which has some megabytes in
    /// all; see `RuleMatcher.heapBytes`.
    public static let mostRuleBytes = RuleMatcher.mostBytes

    /// Takes rules as they are. `content.problem` says what is wrong with them all together, such
    /// as their number, or a host in `allow` that `Rule(.allow, …)` would refuse.
    public init(defersToNetwork: Bool = false, allow: [Rule] = [], deny: [Rule] = [], rules: [Rule] = []) {
        self.defersToNetwork = defersToNetwork
        self.allow = allow
        self.deny = deny
        self.rules = rules
    }

    /// The rules of all tiers, for a filter.
    public var content: RuleContent { RuleContent(allow: allow, deny: deny, rules: rules) }

    /// Reads settings. A rule with a label, condition or value that this version does not know is
    /// left out: without that condition it would meet more messages than it should.
    ///
    /// - Throws: `tooLarge`, `notJSON`, `version`, `wrongType`, `repeated`, `tooManyRules` or
    ///   `rulesTooLarge`.
    public init(json: Data) throws(NetworkJSONError) {
        let file = try SettingsFile(strictly: json, most: FilterSettings.mostBytes)
        if let path = repeatedKey(in: json) { throw .repeated(key: path) }
        self.init(
            defersToNetwork: file.defersToNetwork ?? false, allow: file.allow?.rules ?? [], deny: file.deny?.rules ?? [],
            rules: file.rules?.rules ?? [])
        do throws(RuleFileError) {
            let bytes = try RuleMatcher(settings: content, mostBytes: FilterSettings.mostRuleBytes).heapBytes
            guard bytes <= FilterSettings.mostRuleBytes else {
                throw .tooLarge(most: FilterSettings.mostRuleBytes, found: bytes)
            }
        } catch {
            if case .tooLarge(let most, let found) = error { throw .rulesTooLarge(most: most, found: found) }
            // Texts are shorter than the JSON, so that only their number can be wrong.
            throw .tooManyRules(found: allow.count + deny.count + rules.count)
        }
    }

    /// The keys and rules that `init(json:)` leaves out, because this version does not know them: a
    /// sentence each, in their order, with the place of each and what is known. At most 20 of the
    /// rules of each list. Empty for everything that `json()` wrote. Finds mistakes in settings
    /// written by hand.
    ///
    /// - Throws: as of `init(json:)`, where the JSON is none of this version or too large.
    public static func leftOut(of json: Data) throws(NetworkJSONError) -> [String] {
        let file = try SettingsFile(strictly: json, most: mostBytes)
        let known = SettingsFile.CodingKeys.allCases.map(\.stringValue)
        let keys = file.unknownKeys.map { RuleMistake.unknown($0, in: "", known: known) }
        let rules = [file.allow, file.deny, file.rules].compactMap { $0 }.flatMap(\.mistakes)
        return (keys + rules).map(\.description)
    }

    /// The settings as the folder keeps them, in UTF-8.
    public func json() -> Data {
        encodedJSON(
            WrittenSettings(
                _version: 1, defersToNetwork: defersToNetwork, allow: FilterSettings.written(allow, hasLabel: false),
                deny: FilterSettings.written(deny, hasLabel: false), rules: FilterSettings.written(rules, hasLabel: true) ?? []))
    }

    private static func written(_ rules: [Rule], hasLabel: Bool) -> [WrittenRule]? {
        rules.isEmpty ? nil : rules.map { WrittenRule(rule: $0, hasLabel: hasLabel) }
    }
}

private struct WrittenSettings: Encodable {
    let _version: Int
    let defersToNetwork: Bool
    let allow: [WrittenRule]?
    let deny: [WrittenRule]?
    let rules: [WrittenRule]
}

private struct SettingsFile: VersionedJSON {
    var version: Int?
    var defersToNetwork: Bool?
    var allow: RuleRecords?
    var deny: RuleRecords?
    var rules: RuleRecords?
    /// The unknown keys of the JSON that was read.
    var unknownKeys: [String] = []

    enum CodingKeys: String, CodingKey, CaseIterable {
        case version = "_version", defersToNetwork, allow, deny, rules
    }
}

extension SettingsFile {
    init(from decoder: any Decoder) throws {
        let file = try decoder.container(keyedBy: CodingKeys.self)
        version = try file.decodeIfPresent(Int.self, forKey: .version)
        defersToNetwork = try file.decodeIfPresent(Bool.self, forKey: .defersToNetwork)
        allow = try file.decodeIfPresent(RuleRecords.self, forKey: .allow)
        deny = try file.decodeIfPresent(RuleRecords.self, forKey: .deny)
        rules = try file.decodeIfPresent(RuleRecords.self, forKey: .rules)
        unknownKeys = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
            .filter { CodingKeys(stringValue: $0) == nil }.sorted()
    }
}
