// The texts of rules: equal ones are kept once, and canonically equal ones as they were written.

import Testing

@testable import SpamFilter

/// The same text composed and decomposed (Unicode NFC and NFD): equal strings of different bytes.
let canonicalPairs = [
    ("caf\u{E9}", "cafe\u{301}"), ("cafe\u{301}", "caf\u{E9}"), ("대출", "\u{1103}\u{1162}\u{110E}\u{116E}\u{11AF}"),
    ("\u{1103}\u{1162}\u{110E}\u{116E}\u{11AF}", "대출"),
]

@Suite struct RuleTextTests {
    @Test(arguments: canonicalPairs)
    func canonicallyEqualTextsAreTwo(_ pair: (String, String)) throws {
        #expect(pair.0 == pair.1 && Array(pair.0.utf8) != Array(pair.1.utf8))
        let rules = try [
            #require(Rule(.junk, contains: pair.0)), #require(Rule(.junk, contains: pair.1)),
            #require(Rule(.junk, sender: pair.1, word: pair.0)), #require(Rule(.junk, sender: pair.0, word: pair.1)),
        ]
        let content = RuleContent(allow: [rules[0]], deny: [rules[1]], rules: rules)
        #expect(content.problem == nil)
        let bytes = content.encoded()
        try bytes.withUnsafeBytes { bytes in
            let view = try RuleView(bytes)
            try view.verify()
            let read = (0..<view.ruleCount).compactMap { view.rule($0)?.rule.conditions }
            let written = (content.allow + content.deny + content.rules).map(\.conditions)
            #expect(read.map(texts) == written.map(texts))
        }
        let isEmpty = RuleMatcher(rules).isEmpty
        #expect(!isEmpty)
        for body in [pair.0, pair.1] { #expect(try meets(rules[0], body) && meets(rules[1], body)) }
    }

    /// By bytes: `==` of strings would not tell them apart.
    private func texts(_ conditions: RuleConditions) -> [[UInt8]] {
        RuleText.allCases.map { Array((conditions[$0] ?? "").utf8) }
    }
}
