// The texts of rules: kept as they were written, and read alike in every body.

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
            let found = try view.rules(), read = (found.allow + found.deny + found.rules).map(\.conditions)
            let written = (content.allow + content.deny + content.rules).map(\.conditions)
            #expect(read.map(texts) == written.map(texts))
        }
        let isEmpty = RuleMatcher(rules).isEmpty
        #expect(!isEmpty)
        for body in [pair.0, pair.1] { #expect(try meets(rules[0], body) && meets(rules[1], body)) }
    }

    /// A body of one window is searched as a model has folded it, a longer one is folded again.
    /// Both must find the same.
    @Test(arguments: 0..<8)
    func aShortBodyIsReadAsTheSameInALongOne(_ seed: UInt64) throws {
        let pieces = [
            "loan", "l\u{F6}an", "\u{43B}\u{43E}\u{430}\u{43D}", "lo\u{430}n", "lo\u{200B}an", "ｌｏａｎ", "대출", "ᄃ", "ᅢ", "출", "貸款",
            "贷款", "パパ", "ﾊﾟ", "0", "\u{664}", " ", "\u{3000}", "\n", "  ", "!", "\u{FF01}", "\u{1F600}", "\u{301}", "x", "Z", "@",
            ".",
        ]
        var draw = SplitMix(state: seed)
        func text(_ most: UInt64) -> String {
            (0...draw.next() % most).map { _ in pieces[Int(draw.next() % UInt64(pieces.count))] }.joined()
        }
        // Asks a reader, whose window is looked at first, and is never met.
        let other = try #require(Rule(.allow, word: "zzqqzz", hasLink: true))
        // Nothing of it is in a phrase.
        let filler = "|" + String(repeating: "9-", count: 500)
        var met = 0
        for _ in 0..<150 {
            let body = text(12)
            // Of the body as it stands, or of something like it.
            let scalars = Array(body.unicodeScalars), start = Int(draw.next() % UInt64(scalars.count))
            let end = min(scalars.count, start + 1 + Int(draw.next() % 6))
            let own = String(String.UnicodeScalarView(scalars[start..<end]))
            let phrase = draw.next() % 2 == 0 ? own : text(3), isWord = draw.next() % 4 == 0
            guard let rule = isWord ? Rule(.junk, word: phrase) : Rule(.junk, contains: phrase) else { continue }
            var filter = MessageFilter(rules: RuleMatcher([other, rule]))
            let short = filter.decide(Message(body: body)).rule != nil
            let long = filter.decide(Message(body: body + filler)).rule != nil
            #expect(short == long, "\(phrase.unicodeScalars) in \(body.unicodeScalars)")
            met += short ? 1 : 0
        }
        #expect(met > 20)
    }

    /// By bytes: `==` of strings would not tell them apart.
    private func texts(_ conditions: RuleConditions) -> [[UInt8]] {
        conditions.texts.map { Array($0.1.utf8) }
    }
}
