// Extension: the rules of one tier as JSON. In: a list of objects. Out: the rules that this version
// knows, and why others are left out.

import SpamFilter

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
            guard list.currentIndex < RuleRecords.most else { throw TooManyRules(found: list.count ?? RuleRecords.most + 1) }
            let path = "\(tier)[\(list.currentIndex)]"
            var record = RuleRecord(from: try list.superDecoder(), path: path, label: RuleRecords.label(ofTier: tier))
            if let rule = record.rule() { rules.append(rule) }
            let room = RuleRecords.mostMistakes - mistakes.count
            mistakes += record.mistakes.prefix(room)
            furtherMistakes += max(0, record.mistakes.count - room)
        }
    }

    static let mostMistakes = 20

    /// More elements than rules fit into a file.
    struct TooManyRules: Error {
        let found: Int
    }
}
