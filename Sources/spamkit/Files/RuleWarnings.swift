// What is odd about rules that are no mistake: rules that never decide, and contradictions. In: the
// content of a document. Out: a sentence each.

import MessageFilterExtension
import SpamFilter

/// Warnings about rules, in their order.
struct RuleWarnings {
    private(set) var lines: [String] = []
    /// What is so for some receivers alone.
    private(set) var notes: [String] = []

    static let sharedHost = "many have hosts under this one, and all of them are denied; add a label to deny one owner's"

    private struct Placed {
        let place: String
        let label: Label
        let conditions: RuleConditions
        let comparison: RuleComparison
    }

    init(_ content: RuleContent, lists: [(list: RuleDocument.List, keys: [UInt64])]) {
        var reader = RuleTextReader(), rules: [Placed] = []
        let tiers: [(String, Label?, [Rule])] = [
            ("allow", .allow, content.allow), ("deny", .junk, content.deny), ("rules", nil, content.rules),
        ]
        for (tier, label, own) in tiers {
            for (i, rule) in own.enumerated() {
                rules.append(
                    Placed(
                        place: "\(tier)[\(i)]", label: label ?? rule.label, conditions: rule.conditions,
                        comparison: RuleComparison(rule, &reader)))
            }
        }
        var before = RuleCoverage()
        for (i, rule) in rules.enumerated() {
            let cover = before.cover(of: rule.comparison, number: i)
            if let contradiction = rule.comparison.contradiction {
                lines.append("\(rule.place): never decides: \(contradiction)")
            } else if let cover {
                lines.append(RuleWarnings.covered(rule, by: rules[cover]))
            }
        }
        for rule in rules where rule.label.action == .junk {
            for condition in rule.comparison.sharedHosts {
                lines.append("\(rule.place).\(condition.name): \(RuleWarnings.sharedHost)")
            }
        }
        for rule in rules {
            for (condition, mark) in rule.conditions.patterns {
                lines.append("\(rule.place).\(condition.name): \(RuleWarnings.pattern(mark, condition))")
            }
        }
        compareLists(lists)
        findListed(rules, lists)
    }

    private static func pattern(_ mark: String, _ condition: RuleConditionName) -> String {
        let instead =
            condition == .contains || condition == .word
            ? "write the parts of the text as a list, all of which must be there"
            : "for the beginning or the end of a sender write senderPrefix or senderSuffix"
        return "\(mark) stands for itself, as no condition is a pattern; \(instead)"
    }

    private static func covered(_ rule: Placed, by before: Placed) -> String {
        guard before.conditions == rule.conditions else {
            return "\(rule.place): never decides: \(before.place) goes before it and meets all that it meets"
        }
        let outcome = before.label == rule.label ? "says the same" : "says \(before.label)"
        return "\(rule.place): never decides: \(before.place) has the same conditions, goes before it and \(outcome)"
    }

    /// Entries that one list allows and another denies.
    private mutating func compareLists(_ lists: [(list: RuleDocument.List, keys: [UInt64])]) {
        for allowed in lists where allowed.list.isAllowed {
            let keys = Set(allowed.keys)
            for denied in lists where !denied.list.isAllowed && denied.list.kind == allowed.list.kind {
                let both = Set(denied.keys).intersection(keys).count
                guard both > 0 else { continue }
                lines.append(
                    "\(allowed.list.path) and \(denied.list.path): have \(both) \(both == 1 ? "entry" : "entries") in common; the list that allows goes first"
                )
            }
        }
    }

    /// Rules of any label for a sender that a list decides already.
    private mutating func findListed(_ rules: [Placed], _ lists: [(list: RuleDocument.List, keys: [UInt64])]) {
        let senders = rules.filter { $0.place.hasPrefix("rules") && $0.conditions.sender != nil }
        guard !senders.isEmpty else { return }
        for (list, keys) in lists where list.kind == .senders {
            let keys = Set(keys)
            for rule in senders {
                var sender = rule.conditions.sender ?? "", country = list.country ?? ""
                let key = country.withUTF8 { country in
                    sender.withUTF8 { SenderNumber.key(of: $0, receiverCountry: country) }
                }
                guard let key, keys.contains(key) else { continue }
                let shadow = "its sender is in \(list.path), which goes before it"
                if rule.comparison.hasOneSenderKey {
                    lines.append("\(rule.place): never decides: \(shadow)")
                } else {
                    let country = list.country.map { "in \($0.uppercased())" } ?? "without a country"
                    notes.append("\(rule.place): never decides for receivers \(country): \(shadow)")
                }
            }
        }
    }
}

extension RuleConditions {
    /// The texts that look like patterns, with what looks so.
    fileprivate var patterns: [(RuleConditionName, String)] {
        var found: [(RuleConditionName, String)] = []
        for (name, text) in [(RuleConditionName.sender, sender), (.senderPrefix, senderPrefix), (.senderSuffix, senderSuffix)] {
            // No sender has these.
            if let mark = text?.first(where: { "*?%^$|\\[]{}".contains($0) }) { found.append((name, "\(mark)")) }
        }
        for (name, phrases) in [(RuleConditionName.contains, contains), (.word, word)] {
            for phrase in phrases { if let mark = RuleConditions.mark(in: phrase) { found.append((name, mark)) } }
        }
        return found
    }

    /// What of a regular expression or of a pattern for names is in a phrase. A single `*` at its
    /// beginning or end is no part of what people send.
    private static func mark(in phrase: String) -> String? {
        if let mark = [".*", ".+", "\\d", "\\w", "\\s", "\\b", "[a-z", "[A-Z", "[0-9", "(?"].first(where: phrase.contains) {
            return mark
        }
        let isOpen = phrase.hasPrefix("*") && !phrase.hasPrefix("**"), isClosed = phrase.hasSuffix("*") && !phrase.hasSuffix("**")
        return isOpen || isClosed ? "*" : nil
    }
}
