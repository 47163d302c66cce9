// Rules: a file of rules, read in place. In: its bytes, mapped or loaded, never trusted. Out: its
// rules and lists. Opening checks all that a later read depends on.

/// A file of rules. The bytes must outlive the view, and every `MessageFilter` that uses its lists.
public struct RuleView {
    private let bytes: UnsafeRawBufferPointer
    private let sectionCount: Int
    private let texts: UnsafeRawBufferPointer
    private let records: UnsafeRawBufferPointer
    private let listsSection: UnsafeRawBufferPointer
    /// Which of two files is newer; 0 where the file has no number. See `ModelView.sequence`.
    public let sequence: UInt64
    /// How many rules the file has, of all tiers.
    public let ruleCount: Int
    /// How many lists the file has, of either label.
    public let listCount: Int

    /// Opens a file of rules.
    ///
    /// Checks the head, the sections, that every text lies in the file, that values are in range
    /// and reserved bytes zero. Does not compare the checksums of sections: see `verify()`.
    ///
    /// - Throws: `file`, `rule` or `list`, by what is wrong.
    /// - Complexity: O(rules + lists + entries of lists / 256).
    public init(_ bytes: UnsafeRawBufferPointer) throws(RuleFileError) {
        let table: SectionTable
        do throws(ModelError) {
            table = try SectionTable(bytes, .rules)
            texts = try table.section(.texts)
            records = try table.section(.conditions)
            listsSection = try table.section(.lists)
            sequence = try table.sequence()
            guard texts.count <= RuleLayout.maxTextBytes else {
                throw .section(.texts, reason: "expected at most \(RuleLayout.maxTextBytes) bytes, found \(texts.count)")
            }
            guard records.count % RuleLayout.Record.size == 0, records.count <= RuleLayout.maxRules * RuleLayout.Record.size
            else {
                throw .section(
                    .conditions, reason: "expected at most \(RuleLayout.maxRules) whole rules, found \(records.count) bytes")
            }
            listCount = try RuleView.count(ofLists: listsSection)
        } catch {
            throw .file(error)
        }
        self.bytes = bytes
        sectionCount = table.count
        ruleCount = records.count / RuleLayout.Record.size
        var tier = RuleTier.allow
        for i in 0..<ruleCount { tier = try check(rule: i, notBefore: tier) }
        for i in 0..<listCount { _ = try list(i) }
    }

    private static func count(ofLists section: UnsafeRawBufferPointer) throws(ModelError) -> Int {
        guard !section.isEmpty else { return 0 }
        guard section.count >= RuleLayout.Lists.size else {
            throw .section(.lists, reason: "expected \(RuleLayout.Lists.size) bytes, found \(section.count)")
        }
        let count = section.uint32(at: RuleLayout.Lists.count)
        guard (1...UInt32(RuleLayout.maxLists)).contains(count) else {
            throw .section(.lists, reason: "expected 1 to \(RuleLayout.maxLists) lists, found \(count)")
        }
        for i in RuleLayout.Lists.reserved..<RuleLayout.Lists.size where section[i] != 0 {
            throw .section(.lists, reason: "its reserved byte \(i) is not zero")
        }
        guard section.count >= RuleLayout.Lists.size + Int(count) * RuleLayout.ListEntry.size else {
            throw .section(.lists, reason: "its table is cut off")
        }
        return Int(count)
    }

    /// Reads the whole file and compares the checksum of every section.
    ///
    /// - Throws: `file` with `sectionChecksum`, or with what is wrong with the head now.
    /// - Complexity: O(bytes), some 2 ms a megabyte.
    public func verify() throws(RuleFileError) {
        do throws(ModelError) {
            _ = try SectionTable(bytes, .rules)
            for section in sections {
                let found = Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[section.offset..<section.offset + section.length]))
                guard found == section.checksum else {
                    throw .sectionChecksum(kind: section.rawKind, expected: section.checksum, found: found)
                }
            }
        } catch {
            throw .file(error)
        }
    }

    /// Throws unless one of the keys signed the file as it is; compares the checksums too. With no
    /// keys every file is refused.
    ///
    /// - Throws: `file` with what `ModelView.verify(signedBy:)` throws.
    /// - Complexity: O(bytes + keys).
    public func verify(signedBy keys: [PublicKey]) throws(RuleFileError) {
        try verify()
        do throws(ModelError) { try SignedFile(bytes).verify(signedBy: keys) } catch { throw .file(error) }
    }

    /// The sections in the order of the file.
    public var sections: [ModelSection] { SectionTable.entries(bytes, count: sectionCount) }

    /// The size of the file in bytes.
    public var byteCount: Int { bytes.count }

    // MARK: Rules

    private func check(rule i: Int, notBefore tier: RuleTier) throws(RuleFileError) -> RuleTier {
        typealias Record = RuleLayout.Record
        let at = i * Record.size
        func fail(_ reason: String) -> RuleFileError { .rule(i + 1, reason: reason) }
        guard let own = RuleTier(rawValue: records[at + Record.tier]), [.allow, .deny, .groups].contains(own),
            own.rawValue >= tier.rawValue
        else { throw fail("its tier is unknown or out of order") }
        let label = records[at + Record.label]
        guard own == .groups ? label < 16 : label == own.rawValue else { throw fail("its label is unknown or not its tier's") }
        let asked = AskedConditions(rawValue: records.uint16(at: at + Record.asked))
        guard !asked.isEmpty, asked.isSubset(of: .all), !asked.isSuperset(of: [.link, .noLink]),
            !asked.isSuperset(of: [.image, .noImage])
        else { throw fail("it asks nothing, or what is not known") }
        let kind = records[at + Record.senderKind], country = records.uint16(at: at + Record.country)
        guard asked.contains(.senderKind) ? SenderKind(rawValue: UInt64(kind)) != nil : kind == 0 else {
            throw fail("its kind of sender is unknown")
        }
        guard asked.contains(.senderCountry) ? CallingCode(country: country) != nil : country == 0 else {
            throw fail("its country is unknown")
        }
        guard records[at + Record.reserved] == 0, records.uint16(at: at + Record.reservedToo) == 0 else {
            throw fail("a reserved byte is not zero")
        }
        for text in RuleText.allCases {
            let place = place(text, at)
            if asked.contains(.text(text)) {
                guard (1...Rule.longestText).contains(place.count), place.upperBound <= texts.count else {
                    throw fail("a text lies outside of the file")
                }
            } else if place.lowerBound != 0 || !place.isEmpty {
                throw fail("it has a text that it does not ask for")
            }
        }
        for (condition, offset) in [(AskedConditions.shorterThan, Record.shorterThan), (.longerThan, Record.longerThan)] {
            let length = records.uint32(at: at + offset)
            guard length <= (asked.contains(condition) ? UInt32(Rule.longestBody) : 0) else {
                throw fail("a length is out of range")
            }
        }
        return own
    }

    private func place(_ text: RuleText, _ at: Int) -> Range<Int> {
        let start = Int(records.uint32(at: at + RuleLayout.Record.offsets + 4 * text.rawValue))
        return start..<start + Int(records.uint16(at: at + RuleLayout.Record.lengths + 2 * text.rawValue))
    }

    /// - Precondition: `i < ruleCount`.
    func record(_ i: Int) -> RuleRecordView {
        typealias Record = RuleLayout.Record
        let at = i * Record.size
        // The file may have changed since it was opened: every value is made one that can be used.
        return RuleRecordView(
            tier: RuleTier(rawValue: records[at + Record.tier]) ?? .groups,
            label: Label(ordinal: Int(records[at + Record.label] & 15)),
            asked: AskedConditions(rawValue: records.uint16(at: at + Record.asked)),
            senderKind: records[at + Record.senderKind], country: records.uint16(at: at + Record.country),
            shorterThan: records.uint32(at: at + Record.shorterThan), longerThan: records.uint32(at: at + Record.longerThan))
    }

    func text(_ text: RuleText, ofRule i: Int) -> UnsafeBufferPointer<UInt8> {
        let place = place(text, i * RuleLayout.Record.size)
        guard place.upperBound <= texts.count else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(rebasing: texts.bindMemory(to: UInt8.self)[place])
    }

    /// How many rules of a tier the file has; 0 for the tiers of lists and of the model.
    ///
    /// - Complexity: O(rules).
    public func count(of tier: RuleTier) -> Int { (0..<ruleCount).count { record($0).tier == tier } }

    /// A rule by its number in the file, from 0; `nil` where its conditions make none.
    ///
    /// - Precondition: `i < ruleCount`.
    public func rule(_ i: Int) -> (tier: RuleTier, rule: Rule)? {
        let record = record(i)
        var conditions = RuleConditions()
        for text in RuleText.allCases where record.asked.contains(.text(text)) {
            conditions[text] = String(decoding: self.text(text, ofRule: i), as: UTF8.self)
        }
        if record.asked.contains(.senderKind) { conditions.senderKind = SenderKind(rawValue: UInt64(record.senderKind)) }
        if record.asked.contains(.senderCountry) { conditions.senderCountry = RuleView.letters(record.country) }
        if record.asked.contains(.link) { conditions.hasLink = true }
        if record.asked.contains(.noLink) { conditions.hasLink = false }
        if record.asked.contains(.image) { conditions.hasImage = true }
        if record.asked.contains(.noImage) { conditions.hasImage = false }
        if record.asked.contains(.shorterThan) { conditions.shorterThan = Int(record.shorterThan) }
        if record.asked.contains(.longerThan) { conditions.longerThan = Int(record.longerThan) }
        do throws(RuleProblem) { return (record.tier, try Rule(record.label, conditions)) } catch { return nil }
    }

    // MARK: Lists

    /// A list of the file, opened in place.
    public struct List {
        /// Whether the list lets through, rather than denies.
        public let isAllowed: Bool
        /// Shown to people; may be empty.
        public let name: String
        /// The entries, read in place.
        public let keys: KeyList
        /// What the list takes of the file, in bytes.
        public let byteCount: Int
        /// Of its short codes and national numbers, as `countryCode`; 0 where it has none.
        let countryCode: UInt16

        /// Two capital letters; see `RuleContent.List`.
        public var country: String? { countryCode == 0 ? nil : RuleView.letters(countryCode) }
    }

    private static func letters(_ country: UInt16) -> String {
        String(decoding: [UInt8(country >> 8), UInt8(country & 0xFF)], as: UTF8.self)
    }

    /// A list by its number in the file, from 0.
    ///
    /// - Precondition: `i < listCount`.
    /// - Throws: `list`, only where the bytes changed since they were opened.
    /// - Complexity: O(entries / 256).
    public func list(_ i: Int) throws(RuleFileError) -> List {
        typealias Entry = RuleLayout.ListEntry
        let at = RuleLayout.Lists.size + i * Entry.size
        func fail(_ reason: String) -> RuleFileError { .list(i + 1, reason: reason) }
        let entry = UnsafeRawBufferPointer(rebasing: listsSection[at..<at + Entry.size])
        guard entry[Entry.label] <= 1 else { throw fail("its label is unknown") }
        for reserved in [Entry.reserved..<Entry.country, Entry.reservedToo..<Entry.offset, Entry.reservedAtEnd..<Entry.size] {
            for byte in reserved where entry[byte] != 0 { throw fail("a reserved byte is not zero") }
        }
        let name = Int(entry.uint32(at: Entry.nameOffset)), nameEnd = name + Int(entry.uint16(at: Entry.nameLength))
        guard nameEnd <= texts.count else { throw fail("its name lies outside of the file") }
        let start = Int(entry.uint32(at: Entry.offset)), end = start + Int(entry.uint32(at: Entry.length))
        let tableEnd = RuleLayout.Lists.size + listCount * Entry.size
        guard start >= tableEnd, start % ModelLayout.alignment == 0, end <= listsSection.count else {
            throw fail("it lies outside of its section")
        }
        let isAllowed = entry[Entry.label] == 0, country = entry.uint16(at: Entry.country), keys: KeyList
        do throws(ListError) {
            keys = try KeyList(UnsafeRawBufferPointer(rebasing: listsSection[start..<end]))
        } catch {
            throw fail(error.description)
        }
        // Whoever sends may look for a sender that a compact list takes for one of its own.
        guard !isAllowed || keys.form == .exact else { throw fail("it lets through, and is not exact") }
        guard country == 0 || keys.kind == .senders && CallingCode(country: country) != nil else {
            throw fail("its country is unknown")
        }
        return List(
            isAllowed: isAllowed, name: String(decoding: texts[name..<nameEnd], as: UTF8.self), keys: keys,
            byteCount: end - start,
            countryCode: country)
    }
}

/// The fixed part of a rule.
struct RuleRecordView {
    let tier: RuleTier
    let label: Label
    let asked: AskedConditions
    let senderKind: UInt8
    let country: UInt16
    let shorterThan: UInt32
    let longerThan: UInt32
}
