// Rules of an app's user: which messages they meet, and that the first one decides.

import Testing

@testable import SpamFilter

@Suite struct RuleTests {
    @Test(
        arguments: [
            ("MYBANK", "MyBank", true), ("MYBANK", "MYBANK2", false), ("a@bank.example", "A@BANK.example", true),
            ("+1 (555) 010-0000", "15550100000", true),
            ("15550100000", "+1-555-0100000", true), ("15550100000", "5550100000", false), ("+82 10", "MYBANK", false),
            ("010", nil, false),
            ("010", "", false), ("은행", "은행", true), ("1588-0000", "15880000", true), ("1.2", "12", true),
            // As phones paste them.
            ("\u{202A}+82 10\u{2011}0000\u{2011}0000\u{202C}", "821000000000", true),
            ("821000000000", "\u{200E}+82\u{A0}10\u{2013}0000\u{2009}0000", true), ("＋８２ １０ ００００ ００００", "821000000000", true),
            ("MYBANK ", "\tmybank", true), ("MY BANK", "my\u{A0} bank", true), ("ＭＹＢＡＮＫ", "mybank", true),
            ("MY BANK", "MYBANK", false), ("my\u{AD}bank", "MYBANK", true), ("은행\u{200B}", "은행", true), ("é", "e", false),
            ("١٢", "12", true),
        ] as [(String, String?, Bool)])
    func sendersAreComparedAsPeopleWriteThem(rule: String, sender: String?, isMet: Bool) throws {
        #expect(try meets(Rule(.junk, sender: rule), "hello", from: sender) == isMet)
    }

    @Test(
        arguments: [
            ("+82", "+82 10-0000-0000", true), ("+1", "1588-0000", false),
            ("+82", "82-1234", false), ("+82", "8210-0000-000", true), ("+82", "8210-0000-00", false),
            // Digits begin words and addresses too, as they are written.
            ("70", "70mybank", true), ("700", "70-0bank", false), ("1234", "1234@mail.example", true), ("+82", "82mybank", false),
            ("\u{202A}+82\u{202C}", "+82 10-0000-0000", true), ("＋８２", "+821000000000", true),
            ("010", "010-0000-0000", true),
            ("010", "+82 10-0000-0000", false), ("VK-", "vk-mybank", true), ("70", "70", true), ("700", "70", false),
            ("+82", nil, false),
        ] as [(String, String?, Bool)])
    func prefixesAreComparedAsSendersAre(prefix: String, sender: String?, isMet: Bool) throws {
        #expect(try meets(Rule(.junk, senderPrefix: prefix), "hello", from: sender) == isMet)
    }

    /// The system leaves the `+` out at times, and people do.
    @Test(
        arguments: [
            ("+82", "821012345678", "KR", true), ("+82", "821012345678", nil, true), ("82", "+821012345678", "KR", true),
            ("+8210", "821012345678", nil, true), ("+83", "821012345678", nil, false), ("65", "+65 8123 4567", nil, true),
            ("+82", "082101234567", nil, false), ("010", "+01012345678", nil, true),
            ("+1", "14085550001", "US", true), ("+1", "14085550001", "ca", true), ("+1", "14085550001", nil, false),
            ("+1", "14085550001", "MH", false), ("+1", "14085550001", "KR", false), ("+1408", "14085550001", "PR", true),
            ("1408", "+14085550001", "US", true),
            ("1", "+14085550001", nil, false), ("+1", "+14085550001", "KR", true), ("1", "14085550001", nil, true),
            ("+1", "13812345678", "CN", false), ("+13", "13812345678", "CN", false), ("138", "+13855550100", "CN", false),
            ("+1", "10690000000000", "CN", false), ("+1", "106900000000", "US", false), ("106", "106900000000", "CN", true),
            ("+1", "15880000", "US", false), ("+86", "8613812345678", "CN", true),
            ("+84", "84951234567", "RU", false), ("+84", "84951234567", "VN", true), ("+7", "79161234567", "RU", true),
            ("+55", "55912345678", "BR", false), ("+55", "5511912345678", "BR", true),
        ] as [(String, String, String?, Bool)])
    func aPlusThatOneLeavesOutPartsThemOnlyInDoubt(prefix: String, sender: String, country: String?, isMet: Bool) throws {
        #expect(try meets(Rule(.junk, senderPrefix: prefix), "hello", from: sender, to: country) == isMet)
    }

    @Test(
        arguments: [
            ("loan", "A LOAN for you", true), ("loan", "no credit", false), ("LOAN", "ｌｏａｎ", true),
            ("loan", "lo\u{200B}an", true), ("[web발신]", "[Web발신] 안내", true),
            ("free gold", "free  gold", true), ("free gold", "freegold", false), ("대출", "ㄷㅐㅊㅜㄹ", true),
            ("대출", "\u{1103}\u{1162}\u{110E}\u{116E}\u{11AF}", true),
            ("免費", "免费", true),
            ("aab", "aaab", true), ("abab", "abaabab", true), ("ab", "a", false), ("ab", "", false), ("€", "5 €", true),
            // Whatever alphabet stands around.
            ("касса", "касса VISA MASTER", true), ("касса", "касса", true), ("касса", "работает касса", true),
            ("visa", "касса VISA", true),
            ("касса", "кaссa", true), ("visa", "VISА", true), ("пин", "пuн код", true), ("νέα", "νέα VISA MASTER", true),
            ("касса", "масса", false), ("или", "или BANK", true),
            ("win now", "win\nnow", true), ("win\n\nnow", "WIN NOW", true), ("win now", "win\r\n \u{A0}\u{3000}now", true),
            ("win  now", "winnow", false),
        ] as [(String, String, Bool)])
    func phrasesAreReadAsAModelReads(phrase: String, body: String, isMet: Bool) throws {
        #expect(try meets(Rule(.junk, contains: phrase), body) == isMet)
    }

    @Test(arguments: [0, 1, 180, 187, 188, 189, 370, 375, 376, 377, 800, 5000])
    func aPhraseIsFoundAcrossWindows(before: Int) throws {
        for filler in ["x", "가", "y "] {
            let body = String(repeating: filler, count: before) + "win a prize today" + String(repeating: filler, count: 50)
            #expect(try meets(Rule(.junk, contains: "win a prize today"), body))
            #expect(try !meets(Rule(.junk, contains: "win a prize tomorrow"), body))
        }
    }

    /// What follows a window's end may join what stands before it.
    @Test(arguments: Array(183...190) + Array(370...378) + [748, 752, 756])
    func whatIsPutTogetherIsPutTogetherAcrossWindows(before: Int) throws {
        for filler in ["가", "y", "é", " ", "\u{FDFA}"] {
            let body = String(repeating: filler, count: before)
            #expect(try meets(Rule(.junk, contains: "대출"), body + (filler == "가" ? " " : "") + "ㄷㅐㅊㅜㄹ"), "\(filler)")
            #expect(try meets(Rule(.junk, contains: "대출"), body + "\u{1103}\u{1162}\u{110E}\u{116E}\u{11AF}"), "\(filler)")
            #expect(try meets(Rule(.junk, contains: "ガバ"), body + "\u{30AB}\u{3099}\u{30CF}\u{3099}"), "\(filler)")
            #expect(try meets(Rule(.junk, contains: "a b"), body + "a  \n b"), "\(filler)")
        }
        #expect(try meets(Rule(.junk, contains: "대출"), String(repeating: "가", count: before) + "ㄷㅐㅊㅜㄹ"))
    }

    /// Against the slow and obvious way.
    @Test func phrasesAreFoundWhereTheyStand() throws {
        var random = SeededNumbers(seed: 7)
        for _ in 0..<1_000 {
            let body = String((0..<Int.random(in: 0...40, using: &random)).map { _ in "ab".randomElement(using: &random)! })
            let phrase = String((0..<Int.random(in: 1...6, using: &random)).map { _ in "ab".randomElement(using: &random)! })
            let stands = body.indices.contains { body[$0...].hasPrefix(phrase) }
            #expect(try meets(Rule(.junk, contains: phrase), body) == stands, "\(phrase) in \(body)")
        }
    }

    @Test func picturesAreSeen() throws {
        let rule = Rule(.junk, hasImage: true)
        #expect(try meets(rule, "\u{FFFC}") && meets(rule, "see \u{FFFC}!"))
        #expect(try !meets(rule, "") && !meets(rule, "\u{FFFD}\u{FFFB}") && !meets(rule, "(image)"))
    }

    @Test func everyConditionMustHold() throws {
        let rule = Rule(.junk, sender: "010-1", senderPrefix: "01", contains: "[web", hasImage: true)
        #expect(try meets(rule, "[Web] \u{FFFC}", from: "0101"))
        #expect(
            try !meets(rule, "[Web]", from: "0101") && !meets(rule, "Web \u{FFFC}", from: "0101")
                && !meets(rule, "[Web] \u{FFFC}", from: "0102"))
    }

    @Test func theFirstRuleThatIsMetDecides() throws {
        let finance = try #require(Label("transaction/finance"))
        let rules = try [Rule(finance, sender: "MYBANK"), Rule(.junk, contains: "loan"), Rule(.allow, contains: "a")].map {
            try #require($0)
        }
        func label(_ rules: [Rule], _ message: Message) throws -> Label? {
            try ruleDecision({ RuleMatcher(rules) }, message)?.label
        }
        let message = Message(body: "a loan", sender: "MYBANK")
        #expect(try label(rules, message) == finance && label(rules.reversed(), message) == .allow)
        #expect(try label(rules, Message(body: "a loan")) == .junk)
        #expect(try label(rules, Message(body: "xyz")) == nil)
        #expect(try label([], message) == nil)
    }

    @Test func aRuleThatNothingCouldMeetOrFailIsNone() {
        #expect(Rule(.junk) == nil)
        #expect(Rule(.junk, sender: "") == nil && Rule(.junk, sender: " - ") == nil && Rule(.junk, senderPrefix: "+") == nil)
        #expect(Rule(.junk, contains: "") == nil && Rule(.junk, contains: "\u{200B}") == nil)
        #expect(Rule(.junk, contains: String(repeating: "a", count: 256)) != nil)
        #expect(Rule(.junk, contains: String(repeating: "a", count: 257)) == nil)
        #expect(Rule(.junk, sender: "A", contains: "") == nil)
    }
}
