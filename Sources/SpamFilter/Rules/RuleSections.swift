// Rules: the sections of a file of rules, written and read. Models/RULES.md says the same in prose.

extension RuleContent {
    /// The bytes of the file of rules. The same content always gives the same bytes.
    ///
    /// - Precondition: `problem` is `nil`.
    /// - Complexity: O(bytes).
    public func encoded() -> [UInt8] {
        var conditions = ByteBuilder(), lists = ByteBuilder()
        for (tier, rules) in tiers { for rule in rules { rule.encode(tier, into: &conditions) } }
        for list in self.lists {
            lists.add(UInt8(list.isAllowed ? 0 : 1))
            lists.add(list.code)
            lists.add(text: list.name)
            lists.add(UInt32(list.bytes.count))
            lists.bytes += list.bytes
        }
        return FileFamily.rules.assemble([(.conditions, conditions.bytes), (.lists, lists.bytes)])
    }
}

extension ByteBuilder {
    fileprivate mutating func add(text: String) {
        add(UInt16(text.utf8.count))
        bytes += text.utf8
    }
}

extension Rule {
    fileprivate func encode(_ tier: RuleTier, into section: inout ByteBuilder) {
        let label = tier == .groups ? self.label : tier == .allow ? .allow : .junk
        section.add(tier.rawValue)
        section.add(UInt8(label.ordinal))
        section.add(conditions.asked.rawValue)
        for text in [conditions.sender, conditions.senderPrefix, conditions.senderSuffix, conditions.senderDomain] {
            if let text { section.add(text: text) }
        }
        for phrases in [conditions.contains, conditions.word] where !phrases.isEmpty {
            section.add(UInt8(phrases.count))
            for phrase in phrases { section.add(text: phrase) }
        }
        if let host = conditions.host { section.add(text: host) }
        if let kind = conditions.senderKind { section.add(UInt8(kind.rawValue)) }
        if var country = conditions.senderCountry { section.add(country.withUTF8(countryCode)) }
        if let shorterThan = conditions.shorterThan { section.add(UInt32(shorterThan)) }
        if let longerThan = conditions.longerThan { section.add(UInt32(longerThan)) }
    }
}

/// Reads the rules of a section, one behind the other. Checks all that it reads.
struct RuleCursor {
    private var section: SectionCursor
    private var tier = RuleTier.allow
    private var textBytes = 0
    private var phraseCount = 0
    /// How many rules were read.
    private(set) var count = 0

    init(_ section: UnsafeRawBufferPointer) { self.section = SectionCursor(section) }

    /// The next rule; `nil` at the end.
    mutating func next(_ reader: inout RuleTextReader) throws(RuleFileError) -> (tier: RuleTier, rule: Rule)? {
        guard let next = try next() else { return nil }
        do throws(RuleProblem) {
            return (next.tier, try Rule(next.label, next.conditions, &reader))
        } catch {
            throw fail("\(error.condition?.name ?? "it"): \(error.description)")
        }
    }

    /// The next rule before its conditions are read as a filter reads them.
    mutating func next() throws(RuleFileError) -> (tier: RuleTier, label: Label, conditions: RuleConditions)? {
        guard !section.isAtEnd else { return nil }
        count += 1
        guard count <= RuleLayout.maxRules else { throw fail("expected at most \(RuleLayout.maxRules) rules, found more") }
        guard let own = RuleTier(rawValue: UInt8(section.number(1))), [.allow, .deny, .groups].contains(own),
            own.rawValue >= tier.rawValue
        else { throw fail("its tier is unknown or out of order") }
        tier = own
        let label = Int(section.number(1))
        guard own == .groups ? label < 16 : label == own.rawValue else { throw fail("its label is unknown or not its tier's") }
        let asked = AskedConditions(rawValue: UInt16(section.number(2)))
        guard !asked.isEmpty, asked.isSubset(of: .all), !asked.isSuperset(of: [.link, .noLink]),
            !asked.isSuperset(of: [.image, .noImage])
        else { throw fail("it asks nothing, or what is not known") }
        let conditions = try conditions(asked)
        guard !section.isShort else { throw fail("it is cut off") }
        return (own, Label(ordinal: label), conditions)
    }

    private mutating func conditions(_ asked: AskedConditions) throws(RuleFileError) -> RuleConditions {
        var conditions = RuleConditions()
        if asked.contains(.sender) { conditions.sender = try text() }
        if asked.contains(.senderPrefix) { conditions.senderPrefix = try text() }
        if asked.contains(.senderSuffix) { conditions.senderSuffix = try text() }
        if asked.contains(.senderDomain) { conditions.senderDomain = try text() }
        if asked.contains(.contains) { conditions.contains = try phrases() }
        if asked.contains(.word) { conditions.word = try phrases() }
        if asked.contains(.host) { conditions.host = try text() }
        if asked.contains(.senderKind) {
            conditions.senderKind = SenderKind(rawValue: UInt64(section.number(1)))
            guard conditions.senderKind != nil else { throw fail("its kind of sender is unknown") }
        }
        if asked.contains(.senderCountry) {
            let country = UInt16(section.number(2))
            guard CallingCode(country: country) != nil else { throw fail("its country is unknown") }
            conditions.senderCountry = countryLetters(of: country)
        }
        if asked.contains(.link) || asked.contains(.noLink) { conditions.hasLink = asked.contains(.link) }
        if asked.contains(.image) || asked.contains(.noImage) { conditions.hasImage = asked.contains(.image) }
        if asked.contains(.shorterThan) { conditions.shorterThan = Int(section.number(4)) }
        if asked.contains(.longerThan) { conditions.longerThan = Int(section.number(4)) }
        return conditions
    }

    private mutating func phrases() throws(RuleFileError) -> [String] {
        let count = Int(section.number(1))
        phraseCount += count
        guard (1...Rule.mostPhrases).contains(count), phraseCount <= RuleLayout.maxPhrases else {
            throw fail("it has no phrase where it asks one, or too many")
        }
        var phrases: [String] = []
        for _ in 0..<count { phrases.append(try text()) }
        return phrases
    }

    private mutating func text() throws(RuleFileError) -> String {
        let bytes = section.sized(2)
        textBytes += bytes.count
        guard (1...Rule.longestText).contains(bytes.count) else { throw fail("a text is empty, too long or cut off") }
        guard textBytes <= RuleLayout.maxTextBytes else {
            throw fail("expected at most \(RuleLayout.maxTextBytes) bytes of text, found more")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func fail(_ reason: String) -> RuleFileError { .rule(count, reason: reason) }
}

extension RuleView {
    /// Reads the lists of a section.
    ///
    /// - Complexity: O(entries / 256).
    static func lists(_ section: UnsafeRawBufferPointer) throws(RuleFileError) -> [List] {
        var section = SectionCursor(section), lists: [List] = []
        while !section.isAtEnd {
            let number = lists.count + 1
            func fail(_ reason: String) -> RuleFileError { .list(number, reason: reason) }
            guard number <= RuleLayout.maxLists else { throw fail("expected at most \(RuleLayout.maxLists) lists, found more") }
            let label = section.number(1), country = UInt16(section.number(2))
            let name = section.sized(2), bytes = section.sized(4)
            guard !section.isShort, name.count <= Rule.longestText else { throw fail("it is cut off") }
            guard label <= 1 else { throw fail("its label is unknown") }
            let keys: KeyList
            do throws(RuleFileError) {
                keys = try KeyList(bytes)
            } catch {
                if case .list(_, let reason) = error { throw fail(reason) }
                throw error
            }
            // Whoever sends may look for a sender that a compact list takes for one of its own.
            guard label == 1 || keys.form == .exact else { throw fail("it lets through, and is not exact") }
            guard country == 0 || keys.kind == .senders && CallingCode(country: country) != nil else {
                throw fail("its country is unknown")
            }
            lists.append(
                List(
                    isAllowed: label == 0, name: String(decoding: name, as: UTF8.self), keys: keys, byteCount: bytes.count,
                    countryCode: country))
        }
        return lists
    }
}

/// The two letters of a country.
func countryLetters(of country: UInt16) -> String {
    String(decoding: [UInt8(country >> 8), UInt8(country & 0xFF)], as: UTF8.self)
}

/// Reads values one behind the other, and zeros behind the end.
private struct SectionCursor {
    private let bytes: UnsafeRawBufferPointer
    private var next = 0
    /// Whether something was read behind the end.
    private(set) var isShort = false

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var isAtEnd: Bool { next == bytes.count }

    mutating func number(_ size: Int) -> UInt32 { take(size).reversed().reduce(0) { $0 << 8 | UInt32($1) } }

    /// Bytes behind their number.
    mutating func sized(_ size: Int) -> UnsafeRawBufferPointer {
        let count = Int(number(size))
        return take(count)
    }

    private mutating func take(_ count: Int) -> UnsafeRawBufferPointer {
        guard count <= bytes.count - next else {
            (next, isShort) = (bytes.count, true)
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
        next += count
        return UnsafeRawBufferPointer(rebasing: bytes[next - count..<next])
    }
}
