// Rules: whether one rule makes another needless, and whether a rule can be met at all. For those
// who write rules; a filter never asks.

/// A rule whose conditions can be compared with another's.
package struct RuleComparison {
    private let conditions: RuleConditions
    /// Asks its host of every link.
    private let trustsHosts: Bool
    private let sender: SenderKey?
    private let prefix: SenderKey?
    private let contains: [UInt32]
    private let word: [UInt32]
    /// The keys of the host and of the domains above it.
    private let hosts: [UInt64]
    private let callingCode: UInt64

    package init(_ rule: Rule) {
        let conditions = rule.conditions
        self.conditions = conditions
        trustsHosts = rule.label.trustsHosts
        sender = conditions.sender.map { SenderKey($0) }
        prefix = conditions.senderPrefix.map { SenderKey($0) }
        contains = RuleComparison.folded(conditions.contains)
        word = RuleComparison.folded(conditions.word)
        hosts = RuleComparison.keys(ofHost: conditions.host)
        var country = conditions.senderCountry ?? ""
        callingCode = CallingCode(country: country.withUTF8(countryCode))?.number ?? 0
    }

    private static func folded(_ phrase: String?) -> [UInt32] {
        guard var phrase else { return [] }
        var window = FoldedWindow(simplifiesHan: true)
        return phrase.withUTF8 { window.folded($0) }
    }

    private static func keys(ofHost host: String?) -> [UInt64] {
        guard let host else { return [] }
        var keys: [UInt64] = []
        var labels = host[...]
        while true {
            if let key = RuleConditions.key(ofHost: String(labels)) { keys.append(key.value) }
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
        guard var host = conditions.host, let key = RuleConditions.key(ofHost: host) else { return false }
        return host.withUTF8 { key.isShared($0) }
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
                if i == 0 { known = SenderNumber.key(of: way, country: 0) }
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

    private struct NoFeatures: FeatureSink {
        mutating func add(_ features: UnsafeBufferPointer<Feature>) {}
    }
}
