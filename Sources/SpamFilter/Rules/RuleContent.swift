// Rules: the rules of a document, and the bytes that RuleView opens.

/// Rules by tier, with their lists. The model's tier is not theirs.
public struct RuleContent: Sendable, Hashable {
    /// What the user lets through. Only the conditions count: the tier is the label.
    public var allow: [Rule]
    /// What the user denies. Only the conditions count here too.
    public var deny: [Rule]
    /// Rules with any label, in order: the first that a message meets decides.
    public var rules: [Rule]
    /// Lists of senders and hosts, in order.
    public var lists: [List]

    /// A list of senders or hosts, all let through or all denied.
    public struct List: Sendable, Hashable {
        /// Whether the list lets through, rather than denies.
        public var isAllowed: Bool
        /// Shown to people, such as the name of the file that it was read from.
        public var name: String
        /// The list as `KeyList.encoded` wrote it; exact where it lets through.
        public var bytes: [UInt8]
        /// ISO 3166 code of two letters: that of short codes and national numbers in a list of
        /// senders. A message without a country is looked up as one of it.
        public var country: String?

        /// A list of encoded keys; the country is that of numbers without a calling code.
        public init(isAllowed: Bool, name: String, bytes: [UInt8], country: String? = nil) {
            self.isAllowed = isAllowed
            self.name = name
            self.bytes = bytes
            self.country = country
        }
    }

    /// Rules by tier, each in order.
    public init(allow: [Rule] = [], deny: [Rule] = [], rules: [Rule] = [], lists: [List] = []) {
        self.allow = allow
        self.deny = deny
        self.rules = rules
        self.lists = lists
    }

    /// Whether there is neither a rule nor a list.
    public var isEmpty: Bool { allow.isEmpty && deny.isEmpty && rules.isEmpty && lists.isEmpty }

    /// Why there is no file of these, as a sentence for people; `nil` where there is.
    ///
    /// - Complexity: O(texts + lists / 256).
    public var problem: String? {
        let count = allow.count + deny.count + rules.count
        if count > RuleLayout.maxRules { return "expected at most \(RuleLayout.maxRules) rules, found \(count)" }
        if lists.count > RuleLayout.maxLists { return "expected at most \(RuleLayout.maxLists) lists, found \(lists.count)" }
        var texts = TextPool()
        for rules in [allow, deny, rules] {
            for rule in rules { for text in RuleText.allCases { texts.add(rule.conditions[text] ?? "") } }
        }
        for list in lists { texts.add(list.name) }
        let found = texts.bytes.count
        if found > RuleLayout.maxTextBytes { return "expected at most \(RuleLayout.maxTextBytes) bytes of text, found \(found)" }
        // The tier is the label, which the rule was not made with.
        for (i, rule) in allow.enumerated() {
            if let problem = rule.conditions.problemOfTrust { return "allow[\(i)].host: \(problem.description)" }
        }
        for (i, list) in lists.enumerated() { if let problem = list.problem { return "lists[\(i)]: \(problem)" } }
        return nil
    }

    /// The bytes of the file of rules. The same content always gives the same bytes.
    ///
    /// - Precondition: `problem` is `nil`.
    /// - Complexity: O(bytes).
    public func encoded() -> [UInt8] {
        var texts = TextPool(), records = ByteBuilder()
        for (tier, rules) in [(RuleTier.allow, allow), (.deny, deny), (.groups, rules)] {
            for rule in rules { rule.encode(tier, into: &records, &texts) }
        }
        let lists = encodedLists(&texts)
        return FileFamily.rules.assemble([(.texts, texts.bytes), (.conditions, records.bytes), (.lists, lists)])
    }

    private func encodedLists(_ texts: inout TextPool) -> [UInt8] {
        guard !lists.isEmpty else { return [] }
        typealias Lists = RuleLayout.Lists
        var section = ByteBuilder(), offset = Lists.size + lists.count * RuleLayout.ListEntry.size
        section.add(UInt32(lists.count))
        section.pad(to: Lists.size)
        for list in lists {
            offset = ModelLayout.aligned(offset)
            let name = texts.add(list.name)
            let start = section.bytes.count
            section.add(UInt16(list.isAllowed ? 0 : 1))
            section.add(list.receiverCode)
            section.add(name.offset)
            section.add(name.length)
            section.pad(to: start + RuleLayout.ListEntry.offset)
            section.add(UInt32(offset))
            section.add(UInt32(list.bytes.count))
            section.pad(to: start + RuleLayout.ListEntry.size)
            offset += list.bytes.count
        }
        for list in lists {
            section.pad(to: ModelLayout.aligned(section.bytes.count))
            section.bytes += list.bytes
        }
        return section.bytes
    }
}

extension RuleContent.List {
    fileprivate var receiverCode: UInt16 {
        var country = country ?? ""
        return country.withUTF8(countryCode)
    }

    /// Why no file has this list; `nil` where one may.
    fileprivate var problem: String? {
        if name.utf8.count > Rule.longestText { return "expected a name of at most \(Rule.longestText) bytes, found more" }
        if country != nil, CallingCode(country: receiverCode) == nil { return RuleProblem.country.description }
        return bytes.withUnsafeBytes(problem)
    }

    private func problem(_ bytes: UnsafeRawBufferPointer) -> String? {
        do throws(ListError) {
            let keys = try KeyList(bytes)
            if isAllowed, keys.form != .exact { return "expected an exact list of what is let through, found a compact one" }
            if country != nil, keys.kind != .senders { return "expected no country for a list of hosts, found one" }
            return nil
        } catch {
            return error.description
        }
    }
}

/// The texts of a file, each kept once.
private struct TextPool {
    private(set) var bytes: [UInt8] = []
    /// By their bytes: strings that are canonically equal may have other ones.
    private var seen = SeenPlaces()

    @discardableResult
    mutating func add(_ text: String) -> (offset: UInt32, length: UInt16) {
        let own = Array(text.utf8), end = bytes.count
        guard !own.isEmpty else { return (0, 0) }
        let offset = TextPool.place(of: own, in: bytes, &seen)
        if offset == end { bytes += own }
        return (UInt32(truncatingIfNeeded: offset), UInt16(truncatingIfNeeded: own.count))
    }

    private static func place(of text: [UInt8], in bytes: [UInt8], _ seen: inout SeenPlaces) -> Int {
        seen.place(of: SeenPlaces.hash(text.lazy.map { UInt32($0) }), new: bytes.count) { bytes[$0...].starts(with: text) }
    }
}

extension RuleConditions {
    subscript(text: RuleText) -> String? {
        get {
            switch text {
            case .sender: sender
            case .senderPrefix: senderPrefix
            case .contains: contains
            case .word: word
            case .host: host
            }
        }
        set {
            switch text {
            case .sender: sender = newValue
            case .senderPrefix: senderPrefix = newValue
            case .contains: contains = newValue
            case .word: word = newValue
            case .host: host = newValue
            }
        }
    }

    var asked: AskedConditions {
        var asked: AskedConditions = []
        for text in RuleText.allCases where self[text] != nil { asked.insert(.text(text)) }
        if senderKind != nil { asked.insert(.senderKind) }
        if senderCountry != nil { asked.insert(.senderCountry) }
        if let hasLink { asked.insert(hasLink ? .link : .noLink) }
        if let hasImage { asked.insert(hasImage ? .image : .noImage) }
        if shorterThan != nil { asked.insert(.shorterThan) }
        if longerThan != nil { asked.insert(.longerThan) }
        return asked
    }
}

extension Rule {
    fileprivate func encode(_ tier: RuleTier, into records: inout ByteBuilder, _ texts: inout TextPool) {
        let label = tier == .allow ? Label.allow : tier == .deny ? .junk : label
        records.add(tier.rawValue)
        records.add(UInt8(label.ordinal))
        records.add(conditions.asked.rawValue)
        records.add(UInt8(conditions.senderKind?.rawValue ?? 0))
        records.add(UInt8(0))
        var country = conditions.senderCountry ?? ""
        records.add(country.withUTF8(countryCode))
        let places = RuleText.allCases.map { texts.add(conditions[$0] ?? "") }
        for place in places { records.add(place.offset) }
        for place in places { records.add(place.length) }
        records.add(UInt16(0))
        records.add(UInt32(conditions.shorterThan ?? 0))
        records.add(UInt32(conditions.longerThan ?? 0))
    }
}
