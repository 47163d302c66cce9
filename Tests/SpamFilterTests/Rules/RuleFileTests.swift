// Files of rules: written and read again, tiers in their order, and bytes that are none.

import Testing

@testable import SpamFilter

@Suite struct RuleFileTests {
    private func all() throws -> RuleContent {
        let rules = [
            Rule(.junk, sender: "MYBANK"), Rule(.junk, senderPrefix: "+82", contains: "[Web발신]"),
            Rule(.allow, senderKind: .business, senderCountry: "KR"),
            Rule(Label("promotion/offers")!, word: "sale", host: "win.example"),
            Rule(.junk, hasLink: true, hasImage: false, shorterThan: 40, longerThan: 3),
            Rule(.junk, contains: "대출", hasLink: false),
            Rule(.junk, senderSuffix: "-CTAXKR", senderDomain: "gold.example", contains: "a", "b c", word: "d", "e"),
        ]
        let keys = (0..<2_000).map { UInt64(821_000_000_000 + $0 * 7) }
        return try RuleContent(
            allow: [#require(Rule(.allow, sender: "MYBANK"))], deny: [#require(Rule(.junk, host: "win.example"))],
            rules: rules.map { try #require($0) },
            lists: [
                .init(isAllowed: false, name: "bad.txt", bytes: KeyList.encoded(.senders, .exact, keys)),
                .init(isAllowed: true, name: "ours", bytes: KeyList.encoded(.hosts, .exact, [hostKey("bank.example")])),
            ])
    }

    private func hostKey(_ host: String) throws -> UInt64 {
        var reader = RuleTextReader()
        let key = reader.key(ofHost: host)
        return try #require(key).value
    }

    /// Opens bytes in memory of exactly their size, so that the address sanitizer sees a read
    /// behind them.
    private func opened<R>(_ bytes: [UInt8], _ body: (RuleView) throws -> R) throws -> R {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
        defer { memory.deallocate() }
        memory.copyBytes(from: bytes)
        return try body(RuleView(UnsafeRawBufferPointer(memory)))
    }

    @Test func whatIsWrittenIsReadAgain() throws {
        let content = try all()
        #expect(content.problem == nil && content.encoded() == content.encoded())
        try opened(content.encoded()) { view in
            try view.verify()
            let read = try view.rules()
            #expect(read.allow == content.allow && read.deny == content.deny && read.rules == content.rules)
            #expect(view.ruleCount == 9 && view.lists.count == 2 && view.sequence == 0)
            let bad = view.lists[0], ours = view.lists[1]
            #expect(bad.name == "bad.txt" && bad.keys.count == 2_000 && !bad.isAllowed)
            #expect(ours.keys.kind == .hosts && ours.isAllowed)
        }
        try opened(RuleContent().encoded()) { #expect($0.ruleCount == 0 && $0.lists.isEmpty) }
    }

    /// The six tiers, one after the other: each is met by what all tiers behind it meet too.
    @Test func tiersDecideInTheirOrder() throws {
        let sender = "010-1234-5678", key = UInt64(821_012_345_678)
        let rule = try #require(Rule(.junk, sender: sender)), promotion = try #require(Label("promotion"))
        let list = KeyList.encoded(.senders, .exact, [key])
        let group = try #require(Rule(promotion, sender: sender))
        var content = RuleContent(
            allow: [rule], deny: [rule], rules: [group],
            lists: [.init(isAllowed: false, name: "d", bytes: list), .init(isAllowed: true, name: "a", bytes: list)])
        let message = Message(body: "hello", sender: "+82 10 1234 5678", receiverCountry: "KR")
        let own = Message(body: "hello", sender: sender, receiverCountry: "KR")
        func decided(_ message: Message, settings: RuleContent = RuleContent()) throws -> DecidingRule? {
            try opened(content.encoded()) { view in try ruleDecision({ try RuleMatcher(settings: settings, file: view) }, message)
            }
        }
        func place(_ tier: RuleTier, _ number: Int = 0, _ source: RuleSource = .file) -> RulePlace {
            RulePlace(source: source, tier: tier, number: number)
        }
        #expect(try decided(own) == DecidingRule(label: .allow, place: place(.allow)))
        // Settings go first within a tier, and not before a higher tier of the file.
        let settings = RuleContent(allow: [rule], deny: [rule], rules: [group])
        #expect(try decided(own, settings: settings)?.place == place(.allow, 0, .settings))
        content.allow = []
        #expect(try decided(own) == DecidingRule(label: .junk, place: place(.deny)))
        #expect(try decided(own, settings: RuleContent(rules: [group]))?.place == place(.deny))
        content.deny = []
        #expect(try decided(own) == DecidingRule(label: .allow, place: place(.allowLists, 1)))
        #expect(try decided(own, settings: RuleContent(rules: [group]))?.place == place(.allowLists, 1))
        #expect(try decided(message)?.place == place(.allowLists, 1))
        content.lists.remove(at: 1)
        #expect(try decided(own) == DecidingRule(label: .junk, place: place(.denyLists)))
        content.lists = []
        #expect(try decided(own, settings: RuleContent(rules: [rule]))?.place == place(.groups, 0, .settings))
        // Rules and lists know a number however it is written.
        for message in [own, message] {
            #expect(try decided(message) == DecidingRule(label: promotion, place: place(.groups)))
        }
        content.rules = []
        #expect(try decided(own) == nil)
    }

    @Test func listsOfHostsKnowDomainsAbove() throws {
        let bad = try [hostKey("win.com"), hostKey("gold.example")], ours = try [hostKey("bank.com")]
        let content = RuleContent(lists: [
            .init(isAllowed: false, name: "d", bytes: KeyList.encoded(.hosts, .compact, bad)),
            .init(isAllowed: true, name: "a", bytes: KeyList.encoded(.hosts, .exact, ours)),
        ])
        func label(_ body: String) throws -> Label? {
            try opened(content.encoded()) { view in try ruleDecision({ try RuleMatcher(file: view) }, Message(body: body))?.label
            }
        }
        #expect(
            try label("http://a.b.win.com/x") == .junk && label("w\u{456}n.com/x") == .junk && label("http://winn.com") == nil)
        #expect(try label("http://bank.com") == .allow && label("http://m.bank.com") == .allow)
        #expect(try label("http://bank.com http://win.com") == .junk && label("http://bank.com http://x.com") == nil)
        #expect(try label("http://bаnk.com") == nil && label("none") == nil)
    }

    /// Every byte that is changed is refused, or changes nothing that a read depends on.
    @Test func changedBytesDoNoHarm() throws {
        let bytes = try all().encoded()
        var random = SeededNumbers(seed: 5), opens = 0
        for i in 0..<2_000 {
            var changed = bytes
            for _ in 0...(i % 3) {
                changed[Int.random(in: 0..<bytes.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
            }
            // As somebody who wants harm would: with a fitting checksum.
            RuleFileTests.mendHead(&changed)
            // A changed checksum is mended with it.
            guard changed != bytes else { continue }
            try? opened(changed) { view in
                opens += 1
                #expect(throws: RuleFileError.self) { try view.verify() }
                var filter = MessageFilter(rules: try RuleMatcher(file: view))
                for body in ["[Web발신] 대출 sale", "http://win.example", ""] {
                    _ = filter.decide(Message(body: body, sender: "MYBANK"))
                }
            }
        }
        #expect(opens > 100)
        for count in 0..<bytes.count where count % 97 == 0 || count < 200 {
            #expect(throws: RuleFileError.self) { try opened(Array(bytes[..<count])) { _ in } }
        }
    }

    static func mendHead(_ file: inout [UInt8]) {
        guard file.count >= ModelLayout.Header.size else { return }
        let (count, size) = file.withUnsafeBytes { (Int($0.uint32(at: ModelLayout.Header.sectionCount)), $0.count) }
        let end = ModelLayout.Header.size + min(count, 64) * ModelLayout.SectionEntry.size
        guard end <= size else { return }
        let sum = file.withUnsafeBytes {
            Checksum.of(UnsafeRawBufferPointer(rebasing: $0[..<end]), besides: ModelLayout.Header.checksum)
        }
        withUnsafeBytes(of: sum.littleEndian) { for i in 0..<4 { file[ModelLayout.Header.checksum + i] = $0[i] } }
    }

    @Test func otherFilesOfTheFamilyAreRefused() throws {
        let model = ModelContent.sample().encoded(), rules = try all().encoded()
        #expect(throws: RuleFileError.file(.notAModel)) { try opened(model) { _ in } }
        #expect(try openingError(rules) == .notAModel)
        #expect(throws: RuleFileError.file(.empty)) { try opened([]) { _ in } }
        for error in [RuleFileError.file(.empty), .file(.notAModel), .file(.missingSection(.conditions)), .rule(1, reason: "x")] {
            #expect(error.description.contains("rule") && !error.description.contains("train"))
        }
    }

    @Test func tooMuchIsRefused() throws {
        let rule = try #require(Rule(.junk, sender: "A"))
        #expect(RuleContent(rules: Array(repeating: rule, count: 8193)).problem != nil)
        #expect(RuleContent(rules: Array(repeating: rule, count: 8192)).problem == nil)
        let long = try (0..<65).map { try #require(Rule(.junk, sender: String(repeating: "a", count: 4090) + "\($0 + 100)")) }
        #expect(RuleContent(rules: long).problem != nil)
        var conditions = RuleConditions()
        conditions.contains = (0..<16).map { "\($0)" }
        conditions.word = conditions.contains
        let phrases = try Rule(.junk, conditions)
        #expect(RuleContent(rules: Array(repeating: phrases, count: 512)).problem == nil)
        #expect(RuleContent(rules: Array(repeating: phrases, count: 513)).problem?.contains("16384 phrases") == true)
        let wide = try (0..<600).map { try #require(Rule(.junk, contains: String(repeating: "\u{FDFA}", count: 14) + "\($0)")) }
        #expect(RuleContent(rules: wide).problem == nil)
    }
}
