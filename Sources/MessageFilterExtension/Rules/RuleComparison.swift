// Extension: whether one rule makes another needless, and whether a rule can be met at all. For
// those who write rules; a filter never asks.

import SpamFilter

/// A rule whose conditions can be compared with another's.
package struct RuleComparison {
    private let conditions: RuleConditions
    /// Asks its host of every link.
    private let trustsHosts: Bool
    let sender: SenderKey?
    let prefix: SenderKey?
    let suffix: SenderKey?
    let contains: [[UInt32]]
    let word: [[UInt32]]
    /// The keys of the host and of the domains above it.
    let hosts: [UInt64]
    /// Those of the sender's domain.
    let domains: [UInt64]
    private let callingCode: UInt64

    package init(_ rule: Rule, _ reader: inout RuleTextReader) {
        let conditions = rule.conditions
        self.conditions = conditions
        trustsHosts = rule.label.action != .junk
        sender = conditions.sender.map { SenderKey($0) }
        prefix = conditions.senderPrefix.map { SenderKey($0) }
        suffix = conditions.senderSuffix.map { SenderKey($0) }
        contains = conditions.contains.map { reader.phrase($0) }
        word = conditions.word.map { reader.phrase($0) }
        hosts = RuleComparison.keys(ofHost: conditions.host, &reader)
        domains = RuleComparison.keys(ofHost: conditions.senderDomain, &reader)
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
        coversLength(other.conditions) && coversSender(other) && coversBody(other)
    }

    private func coversLength(_ its: RuleConditions) -> Bool {
        if let most = conditions.shorterThan, (its.shorterThan ?? Int.max) > most { return false }
        return (its.longerThan ?? -1) >= (conditions.longerThan ?? -1)
    }

    private func coversSender(_ other: RuleComparison) -> Bool {
        let its = other.conditions
        if let sender, other.sender != sender { return false }
        if let prefix {
            let begins = other.sender.map { $0.surelyBegins(with: prefix) } ?? other.prefix.map { $0.surelyBegins(with: prefix) }
            guard begins ?? false else { return false }
        }
        if let suffix {
            let ends = other.sender.map { $0.surelyEnds(with: suffix) } ?? other.suffix.map { $0.surelyEnds(with: suffix) }
            guard ends ?? false else { return false }
        }
        if let domain = domains.first, !other.domains.contains(domain) { return false }
        if conditions.senderKind != nil, conditions.senderKind != its.senderKind { return false }
        return conditions.senderCountry == nil || callingCode == other.callingCode && its.senderCountry != nil
    }

    private func coversBody(_ other: RuleComparison) -> Bool {
        let its = other.conditions
        for phrase in contains where !(other.contains + other.word).contains(where: { RuleComparison.holds($0, phrase) }) {
            return false
        }
        for phrase in word where !other.word.contains(phrase) { return false }
        if let host = hosts.first {
            // Junk asks it of one link, all else of every link.
            guard other.hosts.contains(host), !trustsHosts || other.trustsHosts else { return false }
        }
        if let hasLink = conditions.hasLink, its.hasLink != hasLink, !(hasLink && its.host != nil) { return false }
        return conditions.hasImage == nil || conditions.hasImage == its.hasImage
    }

    private static func holds(_ text: [UInt32], _ phrase: [UInt32]) -> Bool {
        guard text.count >= phrase.count else { return false }
        for start in 0...(text.count - phrase.count) where text[start..<start + phrase.count] == phrase[...] { return true }
        return false
    }

    // MARK: What many share

    /// The conditions whose host many have hosts under: `com`, `github.io`.
    package var sharedHosts: [RuleConditionName] {
        var reader = HostReader()
        return [(RuleConditionName.senderDomain, conditions.senderDomain), (.host, conditions.host)].compactMap { name, host in
            guard var host else { return nil }
            return host.withUTF8 { reader.key(of: $0)?.isShared($0) ?? false } ? name : nil
        }
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
        if let shorter = conditions.shorterThan, let longest = (contains + word).map(\.count).max(), shorter <= longest {
            return "the phrase is not shorter than \(shorter)"
        }
        return contradictionOfSender
    }

    private var contradictionOfSender: String? {
        if let suffix, suffix.isInternational { return "no sender ends with a number that begins with +" }
        if conditions.senderDomain != nil {
            if let kind = conditions.senderKind, kind != .email { return "only an e-mail address has a domain" }
            if conditions.senderCountry != nil { return "no e-mail address has a country" }
        }
        if conditions.senderCountry != nil, let kind = conditions.senderKind,
            [.signs, .shortCode, .header, .email].contains(kind)
        {
            return "only a number longer than a short code has a country"
        }
        guard let sender = conditions.sender else { return nil }
        for (name, part) in [
            ("begin with the prefix", Rule(.junk, senderPrefix: conditions.senderPrefix)),
            ("end with the suffix", Rule(.junk, senderSuffix: conditions.senderSuffix)),
            ("have the domain", Rule(.junk, senderDomain: conditions.senderDomain)),
        ] {
            if let part, !RuleComparison.mayMeet(part, sender) { return "the sender does not \(name)" }
        }
        if let kind = conditions.senderKind, !RuleComparison.mayBe(kind, sender) { return "the sender is no \(kind.name)" }
        if conditions.senderCountry != nil, !mayBeFromCountry(sender) { return "the sender is not of the country" }
        return nil
    }

    /// Whether a sender meets a rule for a receiver of some country.
    private static func mayMeet(_ rule: Rule, _ sender: String) -> Bool {
        var filter = MessageFilter(rules: RuleMatcher([rule])), sender = sender
        return sender.withUTF8 { sender in
            forSomeCountry { country in
                let body = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
                return filter.decide(MessageBytes(body: body, sender: sender, receiverCountry: country)).rule != nil
            }
        }
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
