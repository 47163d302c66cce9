// Rules: the rules of opened files to the tables of a matcher. In: views, tier by tier. Out: what
// RuleMatcher keeps.

/// Tables under construction.
struct RuleBuilder: ~Copyable {
    private let mostBytes: Int
    private(set) var rules: [RuleMatcher.Prepared] = []
    private(set) var lists: [RuleMatcher.PreparedList] = []
    private(set) var listCountries: [UInt16] = []
    private(set) var senders: [SenderKey.Stored] = []
    private(set) var senderBytes: [UInt8] = []
    private(set) var hosts: [UInt64] = []
    private(set) var phrases = Phrases()
    private(set) var senderHashes: [(key: UInt64, rule: UInt16)] = []
    private(set) var phraseNumbers: [(key: UInt64, rule: UInt16)] = []
    private(set) var hostKeys: [(key: UInt64, rule: UInt16)] = []
    private(set) var others: [UInt16] = []
    private(set) var asked: AskedConditions = []
    private(set) var longestSender = 0
    private var seenPhrases = SeenPlaces()
    private var window: FoldedWindow?
    private var hostReader: HostReader?

    init(mostBytes: Int) { self.mostBytes = mostBytes }

    /// Adds the rules of a tier.
    mutating func add(_ view: RuleView, _ source: RuleSource, _ tier: RuleTier) throws(RuleFileError) {
        var number = 0
        for i in 0..<view.ruleCount {
            let record = view.record(i)
            guard record.tier == tier else { continue }
            do throws(RuleProblem) {
                try add(record, view, i, RulePlace(source: source, tier: tier, number: number))
            } catch {
                throw .rule(i + 1, reason: "\(error.condition?.name ?? "it"): \(error.description)")
            }
            number += 1
            let bytes = rules.count * MemoryLayout<RuleMatcher.Prepared>.stride + senderBytes.count + 5 * phrases.scalars.count
            guard bytes <= mostBytes else { throw .tooLarge(most: mostBytes, found: bytes) }
        }
    }

    private mutating func add(_ record: RuleRecordView, _ view: RuleView, _ i: Int, _ place: RulePlace) throws(RuleProblem) {
        let label = place.tier == .allow ? Label.allow : place.tier == .deny ? .junk : record.label
        var rule = RuleMatcher.Prepared(
            label: label, asked: record.asked, senderKind: record.senderKind,
            callingCode: UInt16(CallingCode(country: record.country)?.number ?? 0), shorterThan: record.shorterThan,
            longerThan: record.longerThan, place: place)
        let number = UInt16(rules.count)
        if record.asked.contains(.sender) {
            rule.sender = try store(view.text(.sender, ofRule: i), .sender)
            senderHashes.append((UInt64(senders[Int(rule.sender)].hash(of: senderBytes)), number))
        }
        if record.asked.contains(.senderPrefix) { rule.prefix = try store(view.text(.senderPrefix, ofRule: i), .senderPrefix) }
        if record.asked.contains(.contains) {
            rule.contains = try fold(view.text(.contains, ofRule: i), isWord: false, .contains)
        }
        if record.asked.contains(.word) { rule.word = try fold(view.text(.word, ofRule: i), isWord: true, .word) }
        if record.asked.contains(.host) {
            rule.host = UInt16(hosts.count)
            hosts.append(try key(ofHost: view.text(.host, ofRule: i), label))
        }
        if rule.sender == RuleMatcher.none {
            let phrase = rule.contains != RuleMatcher.none ? rule.contains : rule.word
            if phrase != RuleMatcher.none {
                phraseNumbers.append((UInt64(phrase), number))
            } else if rule.host != RuleMatcher.none {
                hostKeys.append((hosts[Int(rule.host)], number))
            } else {
                others.append(number)
            }
        }
        asked.formUnion(record.asked)
        rules.append(rule)
    }

    private mutating func store(
        _ text: UnsafeBufferPointer<UInt8>, _ name: RuleConditionName
    ) throws(RuleProblem) -> UInt16 {
        let key = SenderKey(String(decoding: text, as: UTF8.self))
        guard key.isUsable else { throw .empty(name) }
        let before = senderBytes.count
        senders.append(SenderKey.Stored(key, into: &senderBytes))
        longestSender = max(longestSender, senderBytes.count - before)
        return UInt16(senders.count - 1)
    }

    private mutating func fold(
        _ text: UnsafeBufferPointer<UInt8>, isWord: Bool, _ name: RuleConditionName
    ) throws(RuleProblem) -> UInt16 {
        if window == nil { window = FoldedWindow(simplifiesHan: true) }
        let phrase = window!.folded(text)
        guard RuleConditions.saysSomething(phrase) else { throw .empty(name) }
        guard phrase.count <= Rule.longestPhrase else { throw .longPhrase(name) }
        return phrases.add(phrase, isWord: isWord, &seenPhrases)
    }

    private mutating func key(ofHost text: UnsafeBufferPointer<UInt8>, _ label: Label) throws(RuleProblem) -> UInt64 {
        if hostReader == nil { hostReader = HostReader() }
        guard let key = hostReader!.key(of: text) else { throw .host }
        if label.trustsHosts, let problem = key.problemOfTrust(text) { throw problem }
        return key.value
    }

    /// Adds the lists of a file: first those that allow, then those that deny.
    mutating func addLists(of view: RuleView, order: Int) throws(RuleFileError) {
        for isAllowed in [true, false] {
            for i in 0..<view.listCount {
                let list = try view.list(i)
                guard list.isAllowed == isAllowed else { continue }
                let tier = isAllowed ? RuleTier.allowLists : .denyLists
                lists.append(
                    RuleMatcher.PreparedList(
                        keys: list.keys, isAllowed: isAllowed, country: index(ofCountry: list.countryCode),
                        order: UInt32(order + lists.count),
                        place: RulePlace(source: .file, tier: tier, number: i)))
            }
        }
    }

    private mutating func index(ofCountry country: UInt16) -> UInt16 {
        guard country != 0 else { return RuleMatcher.none }
        if let known = listCountries.firstIndex(of: country) { return UInt16(known) }
        listCountries.append(country)
        return UInt16(listCountries.count - 1)
    }

    /// Gives each rule its order.
    mutating func finish(beforeLists: Int) {
        for i in rules.indices { rules[i].order = UInt32(i < beforeLists ? i : i + lists.count) }
        phrases.finish()
    }
}
