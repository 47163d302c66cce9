// Which rules make others needless, and which can never be met: against messages that meet them.

import MessageFilterExtension
import SpamFilter
import Testing

private func comparison(_ rule: Rule) -> RuleComparison {
    var reader = RuleTextReader()
    return RuleComparison(rule, &reader)
}

@Suite struct RuleComparisonTests {
    private func covers(_ a: Rule?, _ b: Rule?) throws -> Bool {
        try comparison(#require(a)).covers(comparison(#require(b)))
    }

    @Test func theMoreGeneralRuleCovers() throws {
        #expect(try covers(Rule(.junk, sender: "A"), Rule(.allow, sender: "a", contains: "x")))
        #expect(try !covers(Rule(.junk, sender: "A", contains: "x"), Rule(.allow, sender: "a")))
        #expect(try covers(Rule(.junk, senderPrefix: "+82"), Rule(.junk, sender: "+82 10-1234")))
        #expect(try covers(Rule(.junk, senderPrefix: "+82"), Rule(.junk, senderPrefix: "+8210")))
        #expect(try !covers(Rule(.junk, senderPrefix: "+82"), Rule(.junk, sender: "010")))
        #expect(try covers(Rule(.junk, contains: "gold"), Rule(.junk, contains: "free GOLD now")))
        #expect(try covers(Rule(.junk, contains: "gold"), Rule(.junk, word: "goldmine")))
        #expect(try !covers(Rule(.junk, word: "gold"), Rule(.junk, contains: "gold")))
        #expect(try covers(Rule(.junk, contains: "gold", "now"), Rule(.junk, contains: "now", "free gold", "a")))
        #expect(try !covers(Rule(.junk, contains: "gold", "now"), Rule(.junk, contains: "gold")))
        #expect(try covers(Rule(.junk, senderSuffix: "-BANK"), Rule(.junk, sender: "VK-bank")))
        #expect(try covers(Rule(.junk, senderSuffix: "78"), Rule(.junk, senderSuffix: "5678")))
        #expect(try !covers(Rule(.junk, senderSuffix: "5678"), Rule(.junk, senderSuffix: "78")))
        #expect(try covers(Rule(.junk, senderDomain: "a.example"), Rule(.junk, senderDomain: "b.a.example")))
        #expect(try !covers(Rule(.junk, senderDomain: "b.a.example"), Rule(.junk, senderDomain: "a.example")))
        #expect(try covers(Rule(.junk, host: "win.example"), Rule(.junk, host: "a.win.example")))
        #expect(try !covers(Rule(.allow, host: "win.example"), Rule(.junk, host: "a.win.example")))
        #expect(try covers(Rule(.junk, hasLink: true), Rule(.junk, host: "a.example")))
        #expect(try covers(Rule(.junk, shorterThan: 9), Rule(.junk, shorterThan: 5)))
        #expect(try !covers(Rule(.junk, longerThan: 9), Rule(.junk, longerThan: 5)))
        #expect(try covers(Rule(.junk, senderCountry: "US"), Rule(.junk, senderCountry: "CA")))
        #expect(try !covers(Rule(.junk, hasImage: true), Rule(.junk, hasImage: false)))
    }

    /// Whatever meets the covered rule meets the other.
    @Test func whatIsCoveredIsMet() throws {
        let senders = [nil, "A", "+8210", "010", "+82"], phrases = [nil, "a", "ab", "b a"]
        var rules: [Rule] = []
        for sender in senders {
            for contains in phrases {
                for word in phrases {
                    for link in [nil, true, false] {
                        for isPart in [false, true] {
                            var conditions = RuleConditions()
                            conditions.contains = [contains].compactMap { $0 }
                            conditions.hasLink = link
                            if isPart {
                                (conditions.senderPrefix, conditions.senderSuffix) = (sender, word == nil ? nil : "10")
                                conditions.shorterThan = 9
                            } else {
                                (conditions.sender, conditions.word) = (sender, [word].compactMap { $0 })
                                if word == "ab", contains != nil { conditions.contains.append("b") }
                            }
                            if conditions.problem == nil { rules.append(try Rule(.junk, conditions)) }
                        }
                    }
                }
            }
        }
        let messages = ["a", "ab", "b a", "ab b a", "http://ab.com a", ""].flatMap { body in
            ["A", "+8210", "010", "+82 1", "AB10", nil].map { Message(body: body, sender: $0) }
        }
        let met = rules.map { rule in
            var filter = MessageFilter(rules: RuleMatcher([rule]))
            return messages.map { filter.decide($0).rule != nil }
        }
        let comparisons = rules.map(comparison)
        var covered = 0, before = RuleCoverage()
        for i in rules.indices {
            for k in rules.indices where i != k && comparisons[i].covers(comparisons[k]) {
                covered += 1
                #expect(zip(met[i], met[k]).allSatisfy { $0 || !$1 }, "\(rules[i]) \(rules[k])")
            }
            let first = (0..<i).first { comparisons[$0].covers(comparisons[i]) }
            #expect(before.cover(of: comparisons[i], number: i) == first, "\(rules[i])")
        }
        #expect(covered > 500)
    }

    /// Against comparing all, in an order that puts what covers before and behind.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func theFirstCoverIsFoundWithoutComparingAll(seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        func draw(_ texts: [String?]) -> String? { texts.randomElement(using: &random)! }
        let senders = [nil, nil, "A", "+8210", "+82101", "8210", "010", "AB", "ABC"]
        let phrases = [nil, nil, "a", "ab", "b a", "xab", "a b a", "가나", "나"]
        let hosts = [nil, nil, nil, "ab.example", "c.ab.example", "d.c.ab.example", "x.example"]
        let labels = try [Label.junk, .allow, #require(Label("promotion"))]
        var rules: [Rule] = []
        while rules.count < 600 {
            var conditions = RuleConditions()
            (conditions.sender, conditions.senderPrefix) = (draw(senders), draw(senders))
            conditions.senderSuffix = draw([nil, nil, nil, "10", "210", "B", "AB"])
            conditions.senderDomain = draw([nil, nil, nil] + hosts)
            conditions.contains = [draw(phrases), draw(phrases)].compactMap { $0 }
            conditions.word = [draw(phrases), draw(phrases)].compactMap { $0 }
            conditions.host = draw(hosts)
            conditions.shorterThan = [nil, nil, 9, 20].randomElement(using: &random)!
            if conditions.problem == nil { rules.append(try Rule(labels.randomElement(using: &random)!, conditions)) }
        }
        let comparisons = rules.map(comparison)
        var before = RuleCoverage(), covered = 0
        for i in rules.indices {
            let first = (0..<i).first { comparisons[$0].covers(comparisons[i]) }
            #expect(before.cover(of: comparisons[i], number: i) == first, "\(rules[i])")
            covered += first == nil ? 0 : 1
        }
        #expect(covered > 100 && covered < 590)
    }

    /// Of many rules of one word the first 256 are compared with, so that time grows with their
    /// number and not with its square.
    @Test func manyRulesOfOneWordAreNotAllCompared() throws {
        func rule(longerThan least: Int) throws -> RuleComparison {
            try comparison(#require(Rule(.junk, word: "sale", longerThan: least)))
        }
        var before = RuleCoverage()
        for i in 0..<300 { #expect(before.cover(of: try rule(longerThan: 1000 - i), number: i) == nil) }
        #expect(before.cover(of: try rule(longerThan: 800), number: 300) == 200)
        #expect(before.cover(of: try rule(longerThan: 720), number: 301) == nil)
    }

    @Test func contradictionsAreFound() throws {
        func contradiction(_ rule: Rule?) throws -> Bool { try comparison(#require(rule)).contradiction != nil }
        #expect(try contradiction(Rule(.junk, shorterThan: 5, longerThan: 4)))
        #expect(try !contradiction(Rule(.junk, shorterThan: 6, longerThan: 4)))
        #expect(try contradiction(Rule(.junk, host: "a.example", hasLink: false)))
        #expect(try contradiction(Rule(.junk, contains: "hello", shorterThan: 5)))
        #expect(try contradiction(Rule(.junk, sender: "MYBANK", senderPrefix: "YOUR")))
        #expect(try !contradiction(Rule(.junk, sender: "821012345678", senderPrefix: "+82")))
        #expect(try !contradiction(Rule(.junk, sender: "+821012345678", senderPrefix: "010")))
        #expect(try contradiction(Rule(.junk, sender: "+821012345678", senderPrefix: "020")))
        #expect(try contradiction(Rule(.junk, senderSuffix: "+1234")))
        #expect(try contradiction(Rule(.junk, sender: "MYBANK", senderSuffix: "BANKS")))
        #expect(try contradiction(Rule(.junk, senderDomain: "a.example", senderKind: .header)))
        #expect(try contradiction(Rule(.junk, senderDomain: "a.example", senderCountry: "KR")))
        #expect(try contradiction(Rule(.junk, sender: "a@b.example", senderDomain: "a.example")))
        #expect(try !contradiction(Rule(.junk, sender: "a@b.example", senderDomain: "b.example", senderKind: .email)))
        #expect(try contradiction(Rule(.junk, senderKind: .shortCode, senderCountry: "KR")))
        #expect(try contradiction(Rule(.junk, sender: "MYBANK", senderKind: .mobile)))
        #expect(try !contradiction(Rule(.junk, sender: "010-1234-5678", senderKind: .mobile)))
        #expect(try contradiction(Rule(.junk, sender: "+44 7700 900000", senderCountry: "KR")))
        #expect(try !contradiction(Rule(.junk, sender: "010-1234-5678", senderCountry: "KR")))
        #expect(try !contradiction(Rule(.junk, sender: "A", contains: "x")))
    }

    /// Only a key that no country changes lets a list surely decide before a rule.
    @Test(arguments: [
        ("+82 10-1234-5678", true), ("821012345678", true), ("MYBANK", true), ("a@b.example", true), ("114", false),
        ("010-1234-5678", false), ("+1 202 555 0123", false), ("+86 10086", false),
    ])
    func aSenderMayHaveOneKeyEverywhere(_ row: (String, Bool)) throws {
        let rule = try #require(Rule(.junk, sender: row.0))
        #expect(comparison(rule).hasOneSenderKey == row.1, "\(row.0)")
    }

    @Test func hostsAreCoveredByTheirLabel() throws {
        let promotion = try #require(Label("promotion"))
        func rule(_ label: Label) throws -> RuleComparison { try comparison(#require(Rule(label, host: "bank.example"))) }
        for label in [Label.allow, promotion] {
            #expect(try !rule(label).covers(rule(.junk)) && rule(.junk).covers(rule(label)))
            #expect(try rule(label).covers(rule(.allow)) && rule(label).covers(rule(promotion)))
        }
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014): the same seed gives the same numbers everywhere.
private struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}
