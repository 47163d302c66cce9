// Rules and lists that no filter takes: refused by name, never a trap.

import Testing

@testable import SpamFilter

@Suite struct RuleBoundTests {
    private func rule(_ sender: String) throws -> Rule { try #require(Rule(.junk, sender: sender)) }

    private func reason(_ content: RuleContent) -> String? {
        do throws(RuleFileError) {
            _ = try RuleMatcher(settings: content)
            return nil
        } catch {
            guard case .content(let reason) = error else { return "another error" }
            return reason
        }
    }

    @Test func rulesBeyondTheBoundsAreRefused() throws {
        let many = try (0...RuleLayout.maxRules).map { try rule("\($0)") }
        #expect(reason(RuleContent(rules: Array(many.dropLast()))) == nil)
        #expect(reason(RuleContent(rules: many)) == "expected at most 8192 rules, found 8193")
        let long = try (0..<65).map { try rule("\($0)" + String(repeating: "a", count: 4_090)) }
        #expect(reason(RuleContent(deny: long))?.hasPrefix("expected at most 262144 bytes of text") == true)
        let disguised = try #require(Rule(.junk, host: "bänk.example")), shared = try #require(Rule(.junk, host: "com"))
        #expect(reason(RuleContent(deny: [disguised, shared], rules: [disguised, shared])) == nil)
        #expect(reason(RuleContent(allow: [disguised])) == "allow[0].host: \(RuleProblem.disguisedHost(.host).description)")
        let content = try RuleContent(allow: [rule("A"), shared])
        #expect(reason(content) == "allow[1].host: \(RuleProblem.sharedHost(.host).description)")
        let list = RuleContent.List(isAllowed: false, name: "a", bytes: KeyList.encoded(.senders, .exact, [1]))
        #expect(reason(RuleContent(lists: [list]))?.hasPrefix("expected no lists in settings") == true)
    }

    @Test func listsThatCannotBeAreRefused() {
        let compact = KeyList.encoded(.hosts, .compact, [1, 1 << 40, 1 << 60])
        let exact = KeyList.encoded(.senders, .exact, [1])
        typealias List = RuleContent.List
        func problem(_ list: List) -> String? { RuleContent(lists: [list]).problem }
        #expect(problem(List(isAllowed: false, name: "a", bytes: compact)) == nil)
        #expect(problem(List(isAllowed: true, name: "a", bytes: exact, country: "kr")) == nil)
        #expect(problem(List(isAllowed: true, name: "a", bytes: compact))?.contains("exact list") == true)
        #expect(problem(List(isAllowed: false, name: "a", bytes: compact, country: "KR"))?.contains("no country") == true)
        #expect(problem(List(isAllowed: true, name: "a", bytes: exact, country: "Korea"))?.contains("two letters") == true)
        #expect(problem(List(isAllowed: true, name: "a", bytes: [1])) != nil)
        #expect(problem(List(isAllowed: true, name: String(repeating: "a", count: 1 << 16), bytes: exact)) != nil)
    }

    /// What a stranger's file may hold all the same.
    @Test func filesWithThemDoNotOpen() throws {
        let compact = KeyList.encoded(.hosts, .compact, [1, 1 << 40, 1 << 60])
        let allowed = RuleContent(lists: [.init(isAllowed: true, name: "a", bytes: compact)])
        let placed = RuleContent(lists: [.init(isAllowed: false, name: "a", bytes: compact, country: "KR")])
        for content in [allowed, placed] {
            _ = content.encoded().withUnsafeBytes { bytes in
                #expect {
                    _ = try RuleView(bytes)
                } throws: { error in
                    if case .list(1, _) = error as? RuleFileError { true } else { false }
                }
            }
        }
        for host in ["bänk.example", "com"] {
            var bytes = try RuleContent(rules: [#require(Rule(.junk, host: host))]).encoded()
            let section = try bytes.withUnsafeBytes { try RuleView($0).sections.first { $0.kind == .conditions }?.offset }
            // Behind its tier.
            bytes[try #require(section) + 1] = UInt8(try #require(Label("promotion")).ordinal)
            _ = bytes.withUnsafeBytes { bytes in
                #expect {
                    _ = try RuleMatcher(file: RuleView(bytes)).isEmpty
                } throws: { error in
                    if case .rule(1, _) = error as? RuleFileError { true } else { false }
                }
            }
        }
    }

    /// A message without a country is looked up as one of the list's.
    @Test func listsKnowTheirCountry() throws {
        func key(_ sender: String, _ country: String) throws -> UInt64 { try #require(SenderNumberTests.key(sender, country)) }
        func list(_ country: String, named: String?) throws -> RuleContent.List {
            let keys = try [key("114", country), key("090-1234-5678", country), key("+44 7700 900000", country)]
            return .init(isAllowed: false, name: country, bytes: KeyList.encoded(.senders, .exact, keys), country: named)
        }
        let bytes = try RuleContent(lists: [list("KR", named: "KR"), list("JP", named: "jp"), list("CN", named: nil)]).encoded()
        try bytes.withUnsafeBytes { bytes in
            let view = try RuleView(bytes)
            #expect(view.lists.map(\.country) == ["KR", "JP", nil])
            func place(_ sender: String, _ country: String?) throws -> Int? {
                let message = Message(body: "hello", sender: sender, receiverCountry: country)
                return try ruleDecision({ try RuleMatcher(file: view) }, message)?.place.number
            }
            for (sender, country, number) in [
                ("114", nil, 0), ("090-1234-5678", nil, 0), ("114", "KR", 0), ("114", "JP", 1), ("09012345678", "JP", 1),
                ("114", "CN", 2), ("114", "US", nil), ("+44 7700 900000", nil, 0), ("+82 90 1234 5678", nil, 0),
                ("+81 90 1234 5678", nil, 1), ("115", nil, nil), ("MYBANK", nil, nil),
            ] as [(String, String?, Int?)] { #expect(try place(sender, country) == number, "\(sender) \(country ?? "")") }
        }
    }
}
