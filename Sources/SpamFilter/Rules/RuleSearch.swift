// Rules: which rule decides a message. In: the message, and what its reader noticed. Out: the place
// of the first rule or list that it meets. Allocates nothing for a message.

/// What reading a body showed. Looks at memory of the reader.
struct BodyFacts {
    /// The body as it was folded, where one window held it; `nil` where it must be folded again.
    var window: Window?
    /// In folded scalars.
    var length = 0
    var hasLink = false
    var hasImage = false
    var senderKind: SenderKind?
    var hosts: LinkHosts?
}

/// The rule or list that decides a message.
public struct DecidingRule: Sendable, Hashable {
    /// The label that the rule or the list gives.
    public let label: Label
    /// Which rule or list it is.
    public let place: RulePlace
}

/// Searches for the rule that decides, one message at a time.
struct RuleSearch: ~Copyable {
    let rules: RuleMatcher
    private var sender: SenderText
    /// For the domains of e-mail addresses.
    private var hostReader: HostReader?
    private var found: FoundPhrases
    /// For bodies that no window of a reader holds.
    private var window: FoldedWindow?

    // Of the message at hand:
    private var hasSender = false
    /// Whether a rule of this sender asks of the body too.
    private var senderAsksBody = false
    private var country: UInt16 = 0
    private var callingCode: CallingCode?
    private var key: UInt64?
    /// What rules may be found by: the sender's hash, the keys of its domains.
    private var senderKeys: [UInt64] = []
    /// The first rule or list that is met so far, by its order.
    private var best = RuleSearch.nobody
    private var winner: DecidingRule?

    private static let nobody = UInt32.max
    /// Before it nothing decides.
    private let firstOrder: UInt32

    init(_ rules: consuming RuleMatcher) {
        sender = SenderText(capacity: max(16, rules.longestSender))
        found = FoundPhrases(capacity: rules.phrases.count)
        if rules.asked.contains(.senderDomain) { hostReader = HostReader() }
        // A host has at most 127 labels.
        senderKeys.reserveCapacity(128)
        if rules.phrases.count > 0 { window = FoldedWindow(simplifiesHan: true) }
        firstOrder = rules.firstOrder
        self.rules = rules
    }

    /// Looks at sender and receiver alone. Returns whether the body may change what was found.
    mutating func begin(_ message: MessageBytes) -> Bool {
        (best, winner, hasSender, senderAsksBody, key) = (RuleSearch.nobody, nil, false, false, nil)
        senderKeys.removeAll(keepingCapacity: true)
        let asksSender = !rules.asked.isDisjoint(with: .ofSender) || rules.holdsSenderLists
        if asksSender, !message.sender.isEmpty { read(message.sender, message.receiverCountry) }
        return decidesBySender(message.sender)
    }

    private mutating func read(_ from: UnsafeBufferPointer<UInt8>, _ to: UnsafeBufferPointer<UInt8>) {
        let asksKey = rules.asked.contains(.senderCountry) || rules.holdsSenderLists
        let asksText = !rules.asked.isDisjoint(with: .ofSenderText)
        let to = countryCode(to)
        if to != country { (country, callingCode) = (to, CallingCode(country: to)) }
        let form = SenderDigits(from)
        if asksText {
            var ways = NumberWays()
            if let form, !rules.asked.isDisjoint(with: [.senderPrefix, .senderSuffix]) {
                ways = NumberWays(form, country, callingCode)
            }
            sender.read(from, form, ways)
            senderKeys.append(UInt64(sender.hash))
            if hostReader != nil, form == nil { readDomains(of: from) }
        }
        // Rules compare the keys of numbers alone.
        if asksKey || asksText && form != nil { key = SenderNumber.key(of: from, form, country, callingCode) }
        hasSender = true
    }

    private mutating func readDomains(of sender: UnsafeBufferPointer<UInt8>) {
        guard let at = sender.lastIndex(of: UInt8(ascii: "@")) else { return }
        guard hostReader!.key(of: UnsafeBufferPointer(rebasing: sender[(at + 1)...])) != nil else { return }
        hostReader!.forEachKey { if senderKeys.count < 128 { senderKeys.append($0) } }
    }

    /// Notes what the sender decides. Returns whether a rule before that asks of the body.
    private mutating func decidesBySender(_ from: UnsafeBufferPointer<UInt8>) -> Bool {
        if hasSender {
            for key in senderKeys where !rules.bySender.isEmpty {
                rules.bySender.forEachRule(of: key) { i in
                    let rule = rules.rules[i]
                    guard rule.order < best else { return false }
                    guard meetsSender(rule) else { return true }
                    if rule.asked.isSubset(of: .ofSender) { return note(rule) }
                    senderAsksBody = true
                    return true
                }
            }
            if rules.holdsSenderLists { lookUp(sender: from) }
        }
        var asksBody = senderAsksBody || rules.holdsHostLists
        for i in rules.others {
            let rule = rules.rules[Int(i)]
            guard rule.order < best else { break }
            guard meetsSender(rule) else { continue }
            guard rule.asked.isSubset(of: .ofSender) else {
                asksBody = true
                continue
            }
            _ = note(rule)
            break
        }
        guard best > firstOrder else { return false }
        return asksBody || !rules.byPhrase.isEmpty || !rules.byHost.isEmpty
    }

    /// Looks at the body, after `begin` asked for it.
    mutating func finish(_ body: UnsafeBufferPointer<UInt8>, _ facts: BodyFacts) {
        if rules.phrases.count > 0 { findPhrases(body, facts.window) }
        if senderAsksBody {
            for key in senderKeys { rules.bySender.forEachRule(of: key) { consider($0, facts) } }
        }
        for i in rules.others where !consider(Int(i), facts) { break }
        if let hosts = facts.hosts, hosts.count > 0 {
            if !rules.byHost.isEmpty {
                for key in hosts.allKeys { rules.byHost.forEachRule(of: key) { consider($0, facts) } }
            }
            if rules.holdsHostLists { lookUp(hosts: hosts) }
        }
        for i in 0..<found.count {
            rules.byPhrase.forEachRule(of: UInt64(found.list[i])) { consider($0, facts) }
        }
    }

    /// What decides; `nil` where nothing does.
    var decision: DecidingRule? { winner }

    // MARK: Rules

    /// Notes a rule that goes before what was found, if the message meets it. Returns whether later
    /// rules may.
    private mutating func consider(_ i: Int, _ facts: BodyFacts) -> Bool {
        let rule = rules.rules[i]
        guard rule.order < best else { return false }
        guard meetsSender(rule), meetsBody(rule, facts) else { return true }
        return note(rule)
    }

    /// Returns false: rules behind it do not matter.
    private mutating func note(_ rule: RuleMatcher.Prepared) -> Bool {
        best = rule.order
        winner = DecidingRule(label: rule.label, place: RulePlace(order: rule.order))
        return false
    }

    private func meetsSender(_ rule: RuleMatcher.Prepared) -> Bool {
        guard !rule.asked.isDisjoint(with: .ofSender) else { return true }
        guard hasSender else { return false }
        if rule.asked.contains(.sender) {
            guard isSame(rules.senders[Int(rule.sender)]) else { return false }
        }
        if rule.asked.contains(.senderPrefix) {
            guard sender.begins(with: rules.senders[Int(rule.prefix)], of: rules.senderBytes) else { return false }
        }
        if rule.asked.contains(.senderSuffix) {
            guard sender.ends(with: rules.senders[Int(rule.suffix)], of: rules.senderBytes) else { return false }
        }
        // The first key is no host's.
        if rule.asked.contains(.senderDomain), !senderKeys.dropFirst().contains(rules.hosts[Int(rule.domain)]) { return false }
        return !rule.asked.contains(.senderCountry) || isFrom(UInt64(rule.callingCode))
    }

    /// Whether the sender is this one, however a number is written for the receiver's country.
    private func isSame(_ stored: SenderKey.Stored) -> Bool {
        if sender.isSame(as: stored, of: rules.senderBytes) { return true }
        guard stored.isNumber, sender.isNumber, let key else { return false }
        return rules.senderBytes.withUnsafeBufferPointer { bytes in
            SenderNumber.key(of: UnsafeBufferPointer(rebasing: bytes[stored.text]), country, callingCode) == key
        }
    }

    /// Whether the sender is a number of this calling code.
    private func isFrom(_ callingCode: UInt64) -> Bool {
        guard let key else { return false }
        return SenderNumber.callingCode(of: key) == callingCode
    }

    private func meetsBody(_ rule: RuleMatcher.Prepared, _ facts: BodyFacts) -> Bool {
        let asked = rule.asked
        for phrase in rules.phrases(of: rule) where !found.holds(phrase) { return false }
        if asked.isDisjoint(with: .ofReader) { return true }
        if asked.contains(facts.hasLink ? .noLink : .link) || asked.contains(facts.hasImage ? .noImage : .image) { return false }
        if asked.contains(.senderKind), facts.senderKind != rule.senderKind { return false }
        if asked.contains(.shorterThan), facts.length >= Int(rule.shorterThan) { return false }
        if asked.contains(.longerThan), facts.length <= Int(rule.longerThan) { return false }
        return !asked.contains(.host) || meets(rules.hosts[Int(rule.host)], facts.hosts, needsAll: rule.label.action != .junk)
    }

    // MARK: Hosts and lists

    /// Whether a host of the message is this one or under it. What is not junk needs every link to
    /// be so, and written plainly: else one known host would let any other through.
    private func meets(_ wanted: UInt64, _ hosts: LinkHosts?, needsAll: Bool) -> Bool {
        guard let hosts, hosts.count > 0 else { return false }
        guard needsAll else { return hosts.allKeys.contains(wanted) }
        guard hosts.areAll else { return false }
        for host in 0..<hosts.count where !hosts.isPlain(host) || !hosts.keys(of: host).contains(wanted) { return false }
        return true
    }

    /// To a receiver of an unknown country, in a list with one, a sender may be a short code or a
    /// national number of that country.
    private mutating func lookUp(sender: UnsafeBufferPointer<UInt8>) {
        var own = key, ownCountry: UInt16 = 0
        for list in rules.lists where list.keys.kind == .senders {
            guard list.order < best else { return }
            let listCountry = country == 0 ? list.country : 0
            if listCountry != ownCountry {
                ownCountry = listCountry
                own = listCountry == 0 ? key : SenderNumber.key(of: sender, country: listCountry)
            }
            if let own, list.keys.contains(own) { note(list) }
        }
    }

    private mutating func lookUp(hosts: LinkHosts) {
        for list in rules.lists where list.keys.kind == .hosts {
            guard list.order < best else { return }
            if list.isAllowed ? allows(list, hosts) : hosts.allKeys.contains(where: { list.keys.contains($0) }) { note(list) }
        }
    }

    /// Whether a list lets every link through.
    private func allows(_ list: RuleMatcher.PreparedList, _ hosts: LinkHosts) -> Bool {
        guard hosts.areAll else { return false }
        for host in 0..<hosts.count {
            guard hosts.isPlain(host), hosts.keys(of: host).contains(where: { list.keys.contains($0) }) else { return false }
        }
        return true
    }

    private mutating func note(_ list: RuleMatcher.PreparedList) {
        best = list.order
        winner = DecidingRule(label: list.isAllowed ? .allow : .junk, place: RulePlace(order: list.order))
    }

    // MARK: Phrases

    private mutating func findPhrases(_ body: UnsafeBufferPointer<UInt8>, _ whole: Window?) {
        found.forget()
        if let whole {
            found.read(whole, whole.count, rules.phrases)
        } else {
            window!.forEachPart(of: body) { part, end in
                found.read(part, end, rules.phrases)
                return true
            }
        }
        found.end(rules.phrases)
    }
}
