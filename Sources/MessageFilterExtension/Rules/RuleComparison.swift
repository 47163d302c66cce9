// Extension: whether one rule makes another needless, and whether a rule can be met at all. For
// those who write rules; a filter never asks.

import SpamFilter

/// A rule whose conditions can be compared with another's.
package struct RuleComparison {
    private let conditions: RuleConditions
    /// Asks its host of every link.
    private let trustsHosts: Bool
    fileprivate let sender: SenderKey?
    fileprivate let prefix: SenderKey?
    fileprivate let contains: [UInt32]
    fileprivate let word: [UInt32]
    /// The keys of the host and of the domains above it.
    fileprivate let hosts: [UInt64]
    private let callingCode: UInt64

    package init(_ rule: Rule, _ reader: inout RuleTextReader) {
        let conditions = rule.conditions
        self.conditions = conditions
        trustsHosts = rule.label.action != .junk
        sender = conditions.sender.map { SenderKey($0) }
        prefix = conditions.senderPrefix.map { SenderKey($0) }
        contains = conditions.contains.map { reader.phrase($0) } ?? []
        word = conditions.word.map { reader.phrase($0) } ?? []
        hosts = RuleComparison.keys(ofHost: conditions.host, &reader)
        callingCode = SenderNumber.callingCode(ofCountry: conditions.senderCountry)
    }

    private static func keys(ofHost host: String?, _ reader: inout RuleTextReader) -> [UInt64] {
        guard let host else { return [] }
        var keys: [UInt64] = []
        var labels = host[...]
        while true {
            if let key = reader.key(ofHost: String(labels)) { keys.append(key.value) }
            guard let dot = labels.firstIndex(of: ".") else { return keys }
            labels = labels[labels.index(after: dot)...]
        }
    }

    // MARK: Covering

    /// Whether every message that meets `other` meets this rule. `false` where that is not sure.
    ///
    /// - Complexity: O(length of texts).
    package func covers(_ other: RuleComparison) -> Bool {
        coversSender(other) && coversBody(other)
    }

    private func coversSender(_ other: RuleComparison) -> Bool {
        let its = other.conditions
        if let sender, other.sender != sender { return false }
        if let prefix {
            let begins = other.sender.map { $0.surelyBegins(with: prefix) } ?? other.prefix.map { $0.surelyBegins(with: prefix) }
            guard begins ?? false else { return false }
        }
        if conditions.senderKind != nil, conditions.senderKind != its.senderKind { return false }
        return conditions.senderCountry == nil || callingCode == other.callingCode && its.senderCountry != nil
    }

    private func coversBody(_ other: RuleComparison) -> Bool {
        let its = other.conditions
        if !contains.isEmpty, !RuleComparison.holds(other.contains, contains), !RuleComparison.holds(other.word, contains) {
            return false
        }
        if !word.isEmpty, word != other.word { return false }
        if let host = hosts.first {
            // Junk asks it of one link, all else of every link.
            guard other.hosts.contains(host), !trustsHosts || other.trustsHosts else { return false }
        }
        if let hasLink = conditions.hasLink, its.hasLink != hasLink, !(hasLink && its.host != nil) { return false }
        if conditions.hasImage != nil, conditions.hasImage != its.hasImage { return false }
        if let most = conditions.shorterThan, (its.shorterThan ?? Int.max) > most { return false }
        return (its.longerThan ?? -1) >= (conditions.longerThan ?? -1)
    }

    private static func holds(_ text: [UInt32], _ phrase: [UInt32]) -> Bool {
        guard text.count >= phrase.count else { return false }
        for start in 0...(text.count - phrase.count) where text[start..<start + phrase.count] == phrase[...] { return true }
        return false
    }

    // MARK: What many share

    /// Whether many have hosts under the host: `com`, `github.io`.
    package var hasSharedHost: Bool {
        var reader = HostReader()
        guard var host = conditions.host else { return false }
        return host.withUTF8 { reader.key(of: $0)?.isShared($0) ?? false }
    }

    /// Whether lists know the sender by one key, for receivers of all countries and with or without
    /// the `+`.
    package var hasOneSenderKey: Bool {
        guard let sender = conditions.sender else { return false }
        let digits = sender.filter { $0 != "+" && $0 != "＋" }
        // The + of anything but a number is part of its text.
        let ways = self.sender?.isNumber ?? false ? [digits, "+" + digits] : [sender]
        var known: UInt64?
        for (i, var way) in ways.enumerated() {
            let isOther = way.withUTF8 { way in
                if i == 0 { known = SenderNumber.key(of: way, receiverCountry: UnsafeBufferPointer(start: nil, count: 0)) }
                return RuleComparison.forSomeCountry { SenderNumber.key(of: way, receiverCountry: $0) != known }
            }
            if isOther { return false }
        }
        return true
    }

    // MARK: Never met

    /// Why no message can meet the rule; `nil` where one may.
    package var contradiction: String? {
        if let shorter = conditions.shorterThan, let longer = conditions.longerThan, shorter <= longer + 1 {
            return "no body is longer than \(longer) and shorter than \(shorter)"
        }
        if conditions.host != nil, conditions.hasLink == false { return "a host is asked where no link may be" }
        if conditions.contains == nil, conditions.word == nil {
        } else if let shorter = conditions.shorterThan, shorter <= max(contains.count, word.count) {
            return "the phrase is not shorter than \(shorter)"
        }
        guard let sender = conditions.sender else { return nil }
        if let prefix, let key = self.sender, !key.mayBegin(with: prefix) { return "the sender does not begin with the prefix" }
        if let kind = conditions.senderKind, !RuleComparison.mayBe(kind, sender) { return "the sender is no \(kind.name)" }
        if conditions.senderCountry != nil, !mayBeFromCountry(sender) { return "the sender is not of the country" }
        return nil
    }

    /// Whether a sender is of a kind for a receiver of some country.
    private static func mayBe(_ kind: SenderKind, _ sender: String) -> Bool {
        var reader = MessageReader(TokenizerSettings()), sender = sender
        return sender.withUTF8 { sender in
            forSomeCountry { country in
                var sink = NoFeatures()
                reader.readSender(sender, receiverCountry: country, into: &sink)
                return reader.senderKind == kind
            }
        }
    }

    private func mayBeFromCountry(_ sender: String) -> Bool {
        var sender = sender
        return sender.withUTF8 { sender in
            RuleComparison.forSomeCountry { country in
                guard let key = SenderNumber.key(of: sender, receiverCountry: country) else { return false }
                return SenderNumber.callingCode(of: key) == callingCode
            }
        }
    }

    private static func forSomeCountry(_ body: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
        if body(UnsafeBufferPointer(start: nil, count: 0)) { return true }
        for first in UInt8(ascii: "A")...UInt8(ascii: "Z") {
            for second in UInt8(ascii: "A")...UInt8(ascii: "Z") where [first, second].withUnsafeBufferPointer(body) {
                return true
            }
        }
        return false
    }
}

/// Rules in their order, of which one that makes another needless is found without comparing all:
/// it has no condition that the other does not have too, or a part of it.
package struct RuleCoverage {
    private var rules: [(comparison: RuleComparison, number: Int)] = []
    /// Rules by the first of these conditions that they have: sender, word, phrase, host, prefix.
    private var bySender: [SenderKey: [Int]] = [:]
    private var byWord: [[UInt32]: [Int]] = [:]
    private var byPhrase: [UInt64: [Int]] = [:]
    private var byHost: [UInt64: [Int]] = [:]
    private var byPrefix: [UInt64: [Int]] = [:]
    private var others: [Int] = []
    private var phraseLengths: Set<Int> = []

    package init() {}

    /// The number of the first rule so far that covers one, which is then added: what covers a
    /// covered rule need not surely cover all that it covers.
    ///
    /// - Complexity: O(rules of the same sender, word, phrase, host or prefix, or of none + texts).
    package mutating func cover(of rule: RuleComparison, number: Int) -> Int? {
        var found: Int?
        // Rules are added in their order, so that the lowest index goes first.
        func look(_ indices: [Int]?) {
            guard let first = indices?.first(where: { rules[$0].comparison.covers(rule) }) else { return }
            found = min(found ?? first, first)
        }
        if let sender = rule.sender { look(bySender[sender]) }
        if !rule.word.isEmpty { look(byWord[rule.word]) }
        for host in rule.hosts { look(byHost[host]) }
        for text in [rule.contains, rule.word] where !byPhrase.isEmpty {
            for start in text.indices {
                RuleCoverage.forEachBeginning(of: text[start...], by: \.self) { length, hash in
                    if phraseLengths.contains(length) { look(byPhrase[hash]) }
                }
            }
        }
        if !byPrefix.isEmpty, let sender = rule.sender ?? rule.prefix {
            RuleCoverage.forEachBeginning(of: sender.compared, by: { UInt32($0) }) { _, hash in look(byPrefix[hash]) }
        }
        look(others)
        defer { add(rule, number) }
        return found.map { rules[$0].number }
    }

    private mutating func add(_ rule: RuleComparison, _ number: Int) {
        let index = rules.count
        rules.append((rule, number))
        if let sender = rule.sender {
            bySender[sender, default: []].append(index)
        } else if !rule.word.isEmpty {
            byWord[rule.word, default: []].append(index)
        } else if !rule.contains.isEmpty {
            byPhrase[RuleCoverage.hash(of: rule.contains, by: \.self), default: []].append(index)
            phraseLengths.insert(rule.contains.count)
        } else if let host = rule.hosts.first {
            byHost[host, default: []].append(index)
        } else if let prefix = rule.prefix {
            byPrefix[RuleCoverage.hash(of: prefix.compared, by: { UInt32($0) }), default: []].append(index)
        } else {
            others.append(index)
        }
    }

    private static func hash<T>(of text: some Sequence<T>, by value: (T) -> UInt32) -> UInt64 {
        var last: UInt64 = 0
        forEachBeginning(of: text, by: value) { _, hash in last = hash }
        return last
    }

    /// Calls `body` with the length and a hash of each beginning of a text (FNV-1a: Fowler, Noll,
    /// Vo 1991).
    private static func forEachBeginning<T>(
        of text: some Sequence<T>, by value: (T) -> UInt32, _ body: (Int, UInt64) -> Void
    ) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325, length = 0
        for element in text {
            hash = (hash ^ UInt64(value(element))) &* 0x0000_0100_0000_01B3
            length += 1
            body(length, hash)
        }
    }
}
