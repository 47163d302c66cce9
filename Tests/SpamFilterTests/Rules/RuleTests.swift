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
            ("+55", "55912345678", "BR", true), ("+54", "54912345678", "BR", false), ("+55", "5511912345678", "BR", true),
        ] as [(String, String, String?, Bool)])
    func aPlusThatOneLeavesOutPartsThemOnlyInDoubt(prefix: String, sender: String, country: String?, isMet: Bool) throws {
        #expect(try meets(Rule(.junk, senderPrefix: prefix), "hello", from: sender, to: country) == isMet)
    }

    /// Numbers as the system gives them, and as people have them: one for the receiver's country.
    @Test(
        arguments: [
            ("010-1234-5678", "+821012345678", "KR", true), ("+82 10-1234-5678", "01012345678", "KR", true),
            ("+82 (0)10-1234-5678", "01012345678", "KR", true), ("00700 82 10 1234 5678", "01012345678", "KR", true),
            ("010-1234-5678", "+821012345678", "JP", false), ("010-1234-5678", "+821012345678", nil, false),
            ("(408) 555-0001", "14085550001", "US", true), ("4085550001", "+14085550001", "US", true),
            ("+1 408 555 0001", "4085550001", "CA", true), ("14085550001", "+14085550001", nil, true),
            ("600 11 22 33", "+34600112233", "ES", true), ("8 912 345-67-89", "+79123456789", "RU", true),
            ("13812345678", "+8613812345678", "CN", true), ("10086", "+8610086", "CN", true), ("10086", "+8610086", "KR", false),
            ("1069012345678901", "861069012345678901", "CN", true), ("010-1234-5678", "+821012345679", "KR", false),
            ("1588-0000", "+8215880000", "KR", true), ("MYBANK", "+821012345678", "KR", false),
        ] as [(String, String, String?, Bool)])
    func numbersAreOneInAllWaysToWriteThem(rule: String, sender: String, country: String?, isMet: Bool) throws {
        #expect(try meets(Rule(.junk, sender: rule), "hello", from: sender, to: country) == isMet)
        #expect(try meets(Rule(.junk, sender: rule, contains: "hello"), "hello", from: sender, to: country) == isMet)
    }

    /// Against the keys of lists.
    @Test(arguments: ["KR", "US", "JP", "RU", "BR", "CN", "LT", ""])
    func rulesKnowTheNumbersThatListsKnow(country: String) throws {
        var random = SeededNumbers(seed: 12)
        let fronts = ["", "+", "00", "0", "8", "1", "+82", "82", "+1", "011", "+86", "106", "010", "+370", "55"]
        let senders = (0..<160).map { _ in
            let digits = (0..<Int.random(in: 1...11, using: &random)).map { _ in "01".randomElement(using: &random)! }
            return fronts.randomElement(using: &random)! + String(digits)
        }
        var met = 0
        for a in senders {
            guard let rule = Rule(.junk, sender: a) else { continue }
            var filter = MessageFilter(rules: RuleMatcher([rule]))
            for b in senders {
                let isOne = SenderKey(a) == SenderKey(b) || SenderNumberTests.key(a, country) == SenderNumberTests.key(b, country)
                let message = Message(body: "hello", sender: b, receiverCountry: country)
                #expect((filter.decide(message).rule != nil) == isOne, "\(a) \(b)")
                met += isOne ? 1 : 0
            }
        }
        #expect(met > 160)
    }

    @Test(
        arguments: [
            ("+82", "010-1234-5678", "KR", true), ("+8210", "01012345678", "KR", true), ("+83", "01012345678", "KR", false),
            ("010", "+82 10-1234-5678", "KR", true), ("010", "821012345678", "KR", true), ("010", "+82 2-123-4567", "KR", false),
            ("10", "+82 10-1234-5678", "KR", false), ("1588", "+8215880000", "KR", true), ("01588", "+8215880000", "KR", false),
            ("8210", "010-1234-5678", "KR", true), ("138", "+8613812345678", "CN", true), ("106", "8610690123456789", "CN", true),
            ("408", "+14085550001", "US", true), ("1408", "408-555-0001", "US", true), ("408", "+14085550001", "KR", false),
            ("06", "+33612345678", "FR", true), ("8912", "+79123456789", "RU", true), ("300", "+573001234567", "CO", true),
            ("114", "+82114", "KR", true), ("010", "+82 10-1234-5678", "FR", false),
        ] as [(String, String, String?, Bool)])
    func prefixesAreOfAllWaysToWriteANumber(prefix: String, sender: String, country: String?, isMet: Bool) throws {
        #expect(try meets(Rule(.junk, senderPrefix: prefix), "hello", from: sender, to: country) == isMet)
    }

    @Test(
        arguments: [
            ("-CTAXKR", "VK-CTAXKR", nil, true), ("-ctaxkr", "AX-CTAXKR", "IN", true), ("-CTAXKR", "VK-CTAXKR-S", "IN", false),
            ("5678", "+82 10-1234-5678", nil, true), ("1-0", "0 10", nil, true), ("+10", "010", nil, false),
            ("010-1234-5678", "+821012345678", "KR", true), ("010-1234-5678", "+821012345678", nil, false),
            ("12", "AB-12", nil, true), ("A-12", "a-12", nil, true), ("aa", "a", nil, false), ("은행", "우리은행 ", nil, true),
            ("@bank.example", "info@bank.example", nil, true), ("x", nil, nil, false), ("x", "", nil, false),
            ("-end", String(repeating: "a", count: 900) + "-END", nil, true),
            ("-end", String(repeating: "a", count: 900) + "-END.", nil, false),
            ("1234", String(repeating: "7", count: 901) + "1234", nil, true),
            ("1234", String(repeating: "7", count: 901) + "12345", nil, false),
        ] as [(String, String?, String?, Bool)])
    func suffixesAreComparedAsSendersAre(suffix: String, sender: String?, country: String?, isMet: Bool) throws {
        #expect(try meets(Rule(.junk, senderSuffix: suffix), "hello", from: sender, to: country) == isMet)
    }

    @Test(
        arguments: [
            ("gmail.example", "joe@gmail.example", true), ("gmail.example", "JOE@Gmail.Example", true),
            ("gmail.example", "joe@mail.gmail.example", true), ("gmail.example", "joe@notgmail.example", false),
            ("gmail.example", "gmail.example", false), ("gmail.example", "joe@gmail.example.org", false),
            ("gmail.example", "a@b@gmail.example", true), ("gmail.example", "a@gmail.example@b.example", false),
            ("gmail.example", "joe@", false), ("gmail.example", "+82 10-1234-5678", false), ("gmail.example", nil, false),
            ("*.gmail.example", "joe@gmail.example", true), ("bücher.example", "a@xn--bcher-kva.example", true),
            ("a.example", "joe@" + String(repeating: "a.", count: 126) + "example", false),
        ] as [(String, String?, Bool)])
    func domainsAreMetByThemselvesAndThoseUnderThem(domain: String, sender: String?, isMet: Bool) throws {
        #expect(try meets(Rule(.junk, senderDomain: domain), "hello", from: sender) == isMet)
        #expect(try meets(Rule(.junk, senderDomain: domain, contains: "hello"), "hello", from: sender) == isMet)
        #expect(try !meets(Rule(.junk, senderDomain: domain, contains: "goodbye"), "hello", from: sender))
    }

    @Test func allPhrasesMustBeThere() throws {
        let both = Rule(.junk, contains: "majoration", "rappel")
        #expect(try meets(both, "Rappel: majoration de la taxe") && meets(both, "majoration, RAPPEL"))
        #expect(try !meets(both, "majoration de la taxe") && !meets(both, "rappel") && !meets(both, ""))
        let mixed = Rule(.junk, contains: "tax", word: "fee", "now")
        #expect(try meets(mixed, "pay the taxes: fee now") && !meets(mixed, "pay the taxes: fees now"))
        #expect(try !meets(mixed, "fee now") && !meets(mixed, "tax fee nowhere"))
        // One within the other, and one twice.
        #expect(try meets(Rule(.junk, contains: "a", "ab", "b", "a"), "xabx") && !meets(Rule(.junk, contains: "a", "ab"), "ba"))
    }

    /// Rules that share phrases are told apart.
    @Test func aRuleOfManyPhrasesIsFoundAmongMany() throws {
        let rules = try (0..<40).flatMap { a in
            try (0..<40).map { b in try #require(Rule(.junk, contains: "left \(a).", "right \(b).")) }
        }
        for (a, b) in [(0, 0), (3, 39), (39, 3), (17, 20)] {
            let message = Message(body: "right \(b). and left \(a).")
            #expect(try ruleDecision({ RuleMatcher(rules) }, message)?.place.number == a * 40 + b)
        }
        #expect(try ruleDecision({ RuleMatcher(rules) }, Message(body: "left 1. left 2. right 40.")) == nil)
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
            ("کارت", "كارت هدیه", true), ("هدیه", "كارت هديه", true), ("مدرسة", "مدرسه", true),
            ("ραντεβού", "TO PANTEBOY ΣAΣ ME TON ΓIATPO", true),
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
        #expect(try meets(rule, "\u{FFFD}") && meets(rule, " \u{E000}\n") && !meets(rule, "\u{E000}!"))
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
