// Extension: which of many rules makes a later one needless, without comparing all with all.

import SpamFilter

/// Rules in their order, of which one that makes another needless is found by a hash: it has no
/// condition that the other does not have too, or a part of it.
package struct RuleCoverage {
    private var rules: [(comparison: RuleComparison, number: Int)] = []
    /// Rules by the hash of one of their conditions, of those the one that fewest rules are under.
    private var byCondition: [UInt64: [Int]] = [:]
    /// Rules without such a condition.
    private var others: [Int] = []
    private var phraseLengths: Set<Int> = []
    /// Of so many rules that share all their conditions with as many others, such as one word and
    /// another length each, later ones cover nothing. Else such rules would take time by the square
    /// of their number.
    private static let mostUnderOne = 256

    package init() {}

    /// The number of the first rule so far that covers one, which is then added: what covers a
    /// covered rule need not surely cover all that it covers.
    ///
    /// - Complexity: O(n log n) for the texts and the rules under one of its conditions or under
    ///   none, 256 of each, and a comparison for each of these that does not cover it.
    package mutating func cover(of rule: RuleComparison, number: Int) -> Int? {
        var parts: Set<UInt64> = []
        forEachPart(of: rule) { if byCondition[$0] != nil { parts.insert($0) } }
        // Rules are added in their order. The first one goes first: of phrases within one another
        // each covers all later ones, and one comparison tells.
        let candidates = (parts.flatMap { byCondition[$0] ?? [] } + others).sorted()
        defer { add(rule, number) }
        return candidates.first { rules[$0].comparison.covers(rule) }.map { rules[$0].number }
    }

    private mutating func add(_ rule: RuleComparison, _ number: Int) {
        rules.append((rule, number))
        let keys = RuleCoverage.keys(of: rule)
        func add(to indices: inout [Int]) {
            if indices.count < RuleCoverage.mostUnderOne { indices.append(rules.count - 1) }
        }
        guard let key = keys.min(by: { (byCondition[$0]?.count ?? 0) < (byCondition[$1]?.count ?? 0) }) else {
            return add(to: &others)
        }
        add(to: &byCondition[key, default: []])
        phraseLengths.formUnion(rule.contains.map(\.count))
    }

    // MARK: Hashes

    private enum Condition: UInt64 { case sender, prefix, suffix, domain, phrase, word, host }

    private static func keys(of rule: RuleComparison) -> [UInt64] {
        var keys: [UInt64] = []
        if let sender = rule.sender { keys.append(hash(sender.compared, .sender)) }
        if let prefix = rule.prefix { keys.append(hash(prefix.compared, .prefix)) }
        if let suffix = rule.suffix { keys.append(hash(suffix.compared.reversed(), .suffix)) }
        if let domain = rule.domains.first { keys.append(hash([domain], .domain)) }
        keys += rule.word.map { hash($0, .word) } + rule.contains.map { hash($0, .phrase) }
        if let host = rule.hosts.first { keys.append(hash([host], .host)) }
        return keys
    }

    /// Calls `body` with the hash of each condition that a rule may have which covers this one.
    private func forEachPart(of rule: RuleComparison, _ body: (UInt64) -> Void) {
        if let sender = rule.sender { body(RuleCoverage.hash(sender.compared, .sender)) }
        for domain in rule.domains { body(RuleCoverage.hash([domain], .domain)) }
        for host in rule.hosts { body(RuleCoverage.hash([host], .host)) }
        for word in rule.word { body(RuleCoverage.hash(word, .word)) }
        for text in rule.contains + rule.word where !phraseLengths.isEmpty {
            for start in text.indices {
                RuleCoverage.forEachBeginning(of: text[start...], .phrase) { length, hash in
                    if phraseLengths.contains(length) { body(hash) }
                }
            }
        }
        if let sender = rule.sender ?? rule.prefix {
            RuleCoverage.forEachBeginning(of: sender.compared, .prefix) { _, hash in body(hash) }
        }
        if let sender = rule.sender ?? rule.suffix {
            RuleCoverage.forEachBeginning(of: sender.compared.reversed(), .suffix) { _, hash in body(hash) }
        }
    }

    private static func hash(_ text: some Sequence<some BinaryInteger>, _ condition: Condition) -> UInt64 {
        var last: UInt64 = 0
        forEachBeginning(of: text, condition) { _, hash in last = hash }
        return last
    }

    /// Calls `body` with the length and a hash of each beginning of a text (FNV-1a: Fowler, Noll,
    /// Vo 1991).
    private static func forEachBeginning(
        of text: some Sequence<some BinaryInteger>, _ condition: Condition, _ body: (Int, UInt64) -> Void
    ) {
        var hash = 0xCBF2_9CE4_8422_2325 ^ condition.rawValue, length = 0
        for element in text {
            hash = (hash ^ UInt64(truncatingIfNeeded: element)) &* 0x0000_0100_0000_01B3
            length += 1
            body(length, hash)
        }
    }
}
