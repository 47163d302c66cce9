// Rules: all rules and lists of a filter, prepared for matching. In: the settings' rules and a file
// of rules. Out: tables in which RuleSearch looks a message up.

/// Rules of several tiers, prepared. Rules and lists have one order, in which the first that a
/// message meets decides: by tier, within a tier the settings first, then by their documents.
///
/// ```swift
/// let rules = RuleMatcher([Rule(.allow, sender: "MYBANK")!, Rule(.junk, contains: "loan")!])
/// var filter = MessageFilter(rules: rules)
/// filter.decide(Message(body: "Your loan is paid", sender: "MyBank")).answer.action  // allow
/// ```
public struct RuleMatcher: ~Copyable {
    /// The most bytes of memory that rules may take in an extension, which has some megabytes in
    /// all.
    public static let mostBytes = 1 << 20

    /// A rule. What it does not ask is 0.
    struct Prepared {
        /// Where it decides among rules and lists: its `RulePlace.order`.
        let order: UInt32
        let label: Label
        let asked: AskedConditions
        let senderKind: SenderKind?
        /// The calling code that the sender must have.
        let callingCode: UInt16
        /// Among the senders.
        var sender: UInt16 = 0
        var prefix: UInt16 = 0
        var suffix: UInt16 = 0
        /// Among the phrases that rules ask, as many as `phraseCount`.
        var firstPhrase: UInt16 = 0
        var phraseCount: UInt8 = 0
        /// Among the hosts.
        var domain: UInt16 = 0
        var host: UInt16 = 0
        let shorterThan: Int32
        let longerThan: Int32
    }

    struct PreparedList {
        let order: UInt32
        let keys: KeyList
        let isAllowed: Bool
        /// That of its short codes and national numbers; 0 for none.
        let country: UInt16
    }

    /// Both in their order.
    private(set) var rules: [Prepared] = []
    private(set) var lists: [PreparedList] = []
    private(set) var senders: [SenderKey.Stored] = []
    private(set) var senderBytes: [UInt8] = []
    private(set) var longestSender = 0
    /// The keys of hosts and domains.
    private(set) var hosts: [UInt64] = []
    private(set) var phrases = Phrases()
    /// Those of each rule side by side.
    private(set) var askedPhrases: [UInt16] = []

    /// Rules by what is looked up first: the sender or its domain, else a phrase, else the host.
    /// All others, in order, are compared one by one.
    private(set) var bySender = RuleIndex()
    private(set) var byPhrase = RuleIndex()
    private(set) var byHost = RuleIndex()
    private(set) var others: [UInt16] = []
    /// What all rules ask together.
    private(set) var asked: AskedConditions = []
    private(set) var holdsSenderLists = false
    private(set) var holdsHostLists = false

    /// Rules that a program wrote itself. Rules that were read, such as those of an app's settings,
    /// may be too many: give them to `init(settings:mostBytes:)`.
    ///
    /// - Precondition: `RuleContent(rules: rules).problem` is `nil`: at most 8,192 rules of 256 KiB
    ///   of text.
    public init(_ rules: [Rule]) {
        do throws(RuleFileError) {
            try self.init(settings: RuleContent(rules: rules))
        } catch {
            preconditionFailure(error.description)
        }
    }

    /// The rules of an app's settings.
    ///
    /// - Parameters:
    ///   - settings: the rules, in their order.
    ///   - mostBytes: the memory that they may take; any by default.
    /// - Throws: `content` where `settings.problem` is not `nil`, or it has lists, which are read
    ///   in place and need a file. `tooLarge` where they take more than `mostBytes`.
    public init(settings: RuleContent, mostBytes: Int = Int.max) throws(RuleFileError) {
        try self.init(settings, nil, mostBytes)
    }

    /// The rules of settings and of a file.
    ///
    /// - Parameter settings: what the user set.
    /// - Parameter file: its lists are read in place, so that its bytes must stay valid.
    /// - Throws: `tooLarge` where both take more than `mostBytes`, `rule` for one of the file that
    ///   cannot be asked, or as of `init(settings:mostBytes:)`.
    /// - Complexity: O(rules log rules + texts).
    public init(settings: RuleContent = RuleContent(), file: RuleView) throws(RuleFileError) {
        try self.init(settings, file, RuleMatcher.mostBytes)
    }

    private init(_ settings: RuleContent, _ file: RuleView?, _ mostBytes: Int) throws(RuleFileError) {
        guard settings.lists.isEmpty else {
            throw .content(reason: "expected no lists in settings, found \(settings.lists.count); compile them into a file")
        }
        if let problem = settings.problem { throw .content(reason: problem) }
        var reader = RuleTextReader(), texts = PhraseTexts()
        for (tier, rules) in settings.tiers {
            for (number, rule) in rules.enumerated() {
                try add(rule, RulePlace(source: .settings, tier: tier, number: number), &reader, &texts, mostBytes)
            }
        }
        if let file { try add(file, &reader, &texts, mostBytes) }
        askedPhrases = try phrases.make(texts, beside: ownBytes + 2 * texts.count, mostBytes: mostBytes)
        index()
    }

    private mutating func add(
        _ file: RuleView, _ reader: inout RuleTextReader, _ texts: inout PhraseTexts, _ mostBytes: Int
    ) throws(RuleFileError) {
        var cursor = file.cursor, number = 0, before = RuleTier.allow
        while let (tier, rule) = try cursor.next(&reader) {
            if tier != before { (number, before) = (0, tier) }
            try add(rule, RulePlace(source: .file, tier: tier, number: number), &reader, &texts, mostBytes)
            number += 1
        }
        for (i, list) in file.lists.enumerated() {
            let place = RulePlace(source: .file, tier: list.isAllowed ? .allowLists : .denyLists, number: i)
            lists.append(
                PreparedList(order: place.order, keys: list.keys, isAllowed: list.isAllowed, country: list.countryCode))
            if list.keys.kind == .senders { holdsSenderLists = true } else { holdsHostLists = true }
        }
        lists.sort { $0.order < $1.order }
    }

    private mutating func add(
        _ rule: Rule, _ place: RulePlace, _ reader: inout RuleTextReader, _ texts: inout PhraseTexts, _ mostBytes: Int
    ) throws(RuleFileError) {
        let conditions = rule.conditions
        var prepared = Prepared(
            order: place.order, label: place.tier == .allow ? .allow : place.tier == .deny ? .junk : rule.label,
            asked: conditions.asked, senderKind: conditions.senderKind,
            callingCode: UInt16(SenderNumber.callingCode(ofCountry: conditions.senderCountry)),
            shorterThan: Int32(conditions.shorterThan ?? 0), longerThan: Int32(conditions.longerThan ?? 0))
        if let sender = conditions.sender { prepared.sender = store(sender) }
        if let prefix = conditions.senderPrefix { prepared.prefix = store(prefix) }
        if let suffix = conditions.senderSuffix { prepared.suffix = store(suffix) }
        if let domain = conditions.senderDomain { prepared.domain = store(reader.key(ofHost: domain)) }
        prepared.firstPhrase = UInt16(texts.count)
        prepared.phraseCount = UInt8(conditions.phraseCount)
        for phrase in conditions.contains { texts.add(reader.phrase(phrase), isWord: false) }
        for word in conditions.word { texts.add(reader.phrase(word), isWord: true) }
        if let host = conditions.host { prepared.host = store(reader.key(ofHost: host)) }
        asked.formUnion(prepared.asked)
        rules.append(prepared)
        let bytes = ownBytes + texts.heapBytes
        guard bytes <= mostBytes else { throw .tooLarge(most: mostBytes, found: bytes) }
    }

    private mutating func store(_ sender: String) -> UInt16 {
        let before = senderBytes.count
        senders.append(SenderKey.Stored(SenderKey(sender), into: &senderBytes))
        longestSender = max(longestSender, senderBytes.count - before)
        return UInt16(senders.count - 1)
    }

    private mutating func store(_ host: HostKey?) -> UInt16 {
        hosts.append(host?.value ?? 0)
        return UInt16(hosts.count - 1)
    }

    /// The phrases that a rule asks, by their numbers.
    @inline(__always)
    func phrases(of rule: Prepared) -> ArraySlice<UInt16> {
        askedPhrases[Int(rule.firstPhrase)..<Int(rule.firstPhrase) + Int(rule.phraseCount)]
    }

    /// Orders the rules, by what each is looked up by.
    private mutating func index() {
        rules.sort { $0.order < $1.order }
        for i in rules.indices {
            let asked = rules[i].asked, number = UInt16(i)
            if asked.contains(.sender) {
                bySender.add(UInt64(senders[Int(rules[i].sender)].hash(of: senderBytes)), number)
            } else if asked.contains(.senderDomain) {
                bySender.add(hosts[Int(rules[i].domain)], number)
            } else if let phrase = longestPhrase(of: rules[i]) {
                byPhrase.add(UInt64(phrase), number)
            } else if asked.contains(.host) {
                byHost.add(hosts[Int(rules[i].host)], number)
            } else {
                others.append(number)
            }
        }
        bySender.sort()
        byPhrase.sort()
        byHost.sort()
    }

    /// Fewer messages hold a longer one.
    private func longestPhrase(of rule: Prepared) -> UInt16? {
        var longest: UInt16?
        for phrase in phrases(of: rule) {
            guard let before = longest else { longest = phrase; continue }
            if phrases.phrases[Int(phrase)].count > phrases.phrases[Int(before)].count { longest = phrase }
        }
        return longest
    }

    /// Whether there is neither a rule nor a list.
    public var isEmpty: Bool { rules.isEmpty && lists.isEmpty }

    /// The order of what goes before all others.
    var firstOrder: UInt32 { min(rules.first?.order ?? .max, lists.first?.order ?? .max) }

    /// Whether links must be looked at.
    var asksHosts: Bool { asked.contains(.host) || holdsHostLists }
    /// Whether more of a body is asked than its phrases.
    var asksReader: Bool { !asked.isDisjoint(with: .ofReader) || holdsHostLists }

    /// How many rules or lists of a tier there are; 0 for the model's tier.
    ///
    /// - Complexity: O(rules).
    public func count(of tier: RuleTier) -> Int {
        func isOfTier(_ order: UInt32) -> Bool { RulePlace(order: order).tier == tier }
        return rules.count { isOfTier($0.order) } + lists.count { isOfTier($0.order) }
    }

    /// How many bytes the rules take, without the lists of a file, which stay where they are.
    public var heapBytes: Int {
        rules.capacity * MemoryLayout<Prepared>.stride + lists.capacity * MemoryLayout<PreparedList>.stride
            + senders.capacity * MemoryLayout<SenderKey.Stored>.stride + senderBytes.capacity + 8 * hosts.capacity
            + phrases.heapBytes + 2 * askedPhrases.capacity
            + bySender.heapBytes + byPhrase.heapBytes + byHost.heapBytes + 2 * others.capacity
    }

    /// The bytes of rules and senders, without spare room.
    private var ownBytes: Int {
        rules.count * (MemoryLayout<Prepared>.stride + RuleIndex.entryBytes)
            + senders.count * MemoryLayout<SenderKey.Stored>.stride + senderBytes.count + 8 * hosts.count
    }
}

/// Rules by the number that they are looked up by.
struct RuleIndex {
    /// Sorted; those of one number in the order of the rules.
    private var entries: [(key: UInt64, rule: UInt16)] = []

    static let entryBytes = 16

    var isEmpty: Bool { entries.isEmpty }
    var heapBytes: Int { entries.capacity * RuleIndex.entryBytes }

    mutating func add(_ key: UInt64, _ rule: UInt16) { entries.append((key, rule)) }

    /// After all were added.
    mutating func sort() { entries.sort { $0.key != $1.key ? $0.key < $1.key : $0.rule < $1.rule } }

    /// Calls `body` with the rules of a number, in order, until it returns false.
    @inline(__always)
    func forEachRule(of key: UInt64, _ body: (Int) -> Bool) {
        var low = 0, high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].key < key { low = middle + 1 } else { high = middle }
        }
        while low < entries.count, entries[low].key == key {
            if !body(Int(entries[low].rule)) { return }
            low += 1
        }
    }
}
