// The conditions beyond sender and phrase: each met and failed, with a model and without one.

import Testing

@testable import SpamFilter

@Suite struct RuleConditionTests {
    @Test(
        arguments: [
            ("sale", "SALE now", true), ("sale", "a sale.", true), ("sale", "sales", false), ("sale", "wholesale", false),
            ("sale", "sale2", false), ("sale", "2sale", false), ("sale", "ｓａｌｅ!", true), ("sale", "wholesale, sale", true),
            ("sale", "sаle", true), ("sale", "sale", true), ("sale", "", false), ("대출", "대출은", false), ("대출", "오늘 대출!", true),
            ("贷款", "低息贷款", false), ("贷款", "贷款 88", true), ("c++", "c++ now", true), ("c++", "c++x", false),
            ("big sale", "a big  sale", true), ("big sale", "a big sales", false), ("7", "7", true), ("7", "77", false),
        ] as [(String, String, Bool)])
    func aWordHasNoLetterOrDigitBesideIt(word: String, body: String, isMet: Bool) throws {
        #expect(try meets(Rule(.junk, word: word), body) == isMet)
    }

    /// What stands beside a word may be in another window.
    @Test(arguments: Array(116...126) + Array(367...380) + Array(620...630))
    func wordsAreFoundAcrossWindows(before: Int) throws {
        for filler in ["가", "y", "- "] {
            let body = String(repeating: filler, count: before)
            #expect(try meets(Rule(.junk, word: "win"), body + " win " + body))
            #expect(try meets(Rule(.junk, word: "win"), body + " win"))
            #expect(try !meets(Rule(.junk, word: "win"), body + " wins " + body))
            #expect(try meets(Rule(.junk, word: "win"), body + "win" + body) == (filler == "- "))
        }
    }

    /// A window of white space alone moves nothing: what stood before the part still counts.
    @Test(arguments: [0, 1, 600], [255, 256])
    func aLetterInFrontIsNotForgottenBehindSpace(spaces: Int, length: Int) throws {
        let word = String(repeating: "a", count: length), gap = String(repeating: " ", count: spaces)
        for before in [0, 150] {
            let body = String(repeating: "- ", count: before) + "b" + word + " " + gap + gap
            #expect(try !meets(Rule(.junk, word: word), body), "\(before)")
            #expect(try !meets(Rule(.junk, word: word), body + "!"), "\(before)")
        }
    }

    @Test(
        arguments: [
            ("win.example", "see https://win.example/x", true), ("win.example", "www.win.example.", true),
            ("WIN.example", "go to m.win.example/a", true), ("win.example", "https://notwin.example", false),
            ("win.example", "https://example/", false), ("win.example", "win dot example", false),
            ("win.example", "https://win.example.org/", false), ("win.com", "w\u{456}n[.]com/x", true),
            ("win.com", "http://gold.example and win.com", true), ("win.com", "hello", false), ("win.com", "", false),
            ("xn--3e0b707e.com", "http://한국.com/", true), ("한국.com", "http://xn--3e0b707e.com/", true),
            ("parcel-fee.com", "pay parcel-fee. com/p1", true), ("parcel-fee.com", "http://%70arcel-f%65e.com/", true),
            ("parcel-fee.com", "http://parcel-fee%2Ecom/", true), ("parcel-fee.com", "parcel-fee dot com to pay", true),
            ("台灣.com", "http://台湾.com/", true), ("win.com", "http://user@win.com:80/x", true),
        ] as [(String, String, Bool)])
    func aHostIsMetByItselfAndThoseUnderIt(host: String, body: String, isMet: Bool) throws {
        #expect(try meets(Rule(.junk, host: host), body) == isMet)
    }

    /// What lets through is not fooled: not by a second link, nor by a host that only looks alike.
    @Test(
        arguments: [
            ("see https://bank.com/x", true), ("https://www.bank.com and http://bank.com", true),
            ("https://b%61nk.com/", false), ("bank. com/x", false), ("https://bank.com http://ev%69l.com", false),
            ("https://bank.com http://evil.com", false), ("http://evil.com", false), ("https://bаnk.com", false),
            ("https://bánk.com", false), ("https://ｂank.com", false), ("http://xn--bnk-5na.com", false),
            ("https://bank.com http://[2001:db8::1]/", false), ("bank.com.evil.com", false), ("no link", false),
            (String(repeating: "https://bank.com ", count: 16), true),
            (String(repeating: "https://bank.com ", count: 16) + "http://evil.com", false),
        ] as [(String, Bool)])
    func whatIsLetThroughNeedsEveryLink(body: String, isMet: Bool) throws {
        #expect(try meets(Rule(.allow, host: "bank.com"), body) == isMet)
        let denied = body.contains("bank.com") || body.contains("nk.com") && !body.contains("xn--")
        if denied, !body.contains("com.evil") { #expect(try meets(Rule(.junk, host: "com"), body)) }
    }

    @Test func linksAndPicturesAreAskedBothWays() throws {
        let link = "http://gold.example", plain = "hello"
        #expect(try meets(Rule(.junk, hasLink: true), link) && !meets(Rule(.junk, hasLink: true), plain))
        #expect(try meets(Rule(.junk, hasLink: false), plain) && !meets(Rule(.junk, hasLink: false), link))
        #expect(try meets(Rule(.junk, hasImage: false), plain) && !meets(Rule(.junk, hasImage: false), "a \u{FFFC}"))
        #expect(try meets(Rule(.junk, hasImage: false), ""))
    }

    @Test(
        arguments: [
            (3, 1, "ab", true), (2, nil, "ab", false), (nil, 2, "ab", false), (nil, 1, "ab", true), (3, nil, "a\u{200B}b", true),
            (2, nil, "\u{1100}\u{1161}", true), (1, nil, "", true), (nil, 0, "", false),
            (nil, 999, String(repeating: "가", count: 1000), true), (1000, nil, String(repeating: "가", count: 1000), false),
        ] as [(Int?, Int?, String, Bool)])
    func lengthsAreOfFoldedCharacters(shorter: Int?, longer: Int?, body: String, isMet: Bool) throws {
        #expect(try meets(Rule(.junk, shorterThan: shorter, longerThan: longer), body) == isMet)
    }

    @Test(
        arguments: [
            (SenderKind.mobile, "010-1234-5678", "KR", true), (.mobile, "+82 10 1234 5678", "KR", true),
            (.mobile, "010-1234-5678", nil, false), (.foreign, "+44 7700 900000", "KR", true),
            (.email, "a@bank.example", nil, true),
            (.header, "MYBANK", "KR", true), (.shortCode, "12345", "US", true), (.header, nil, "KR", false),
            (.signs, "", nil, false),
        ] as [(SenderKind, String?, String?, Bool)])
    func kindsOfSendersAreThoseOfTheReader(kind: SenderKind, sender: String?, country: String?, isMet: Bool) throws {
        #expect(try meets(Rule(.junk, senderKind: kind), "hello", from: sender, to: country) == isMet)
    }

    @Test(
        arguments: [
            ("KR", "+82 10-1234-5678", nil, true), ("kr", "010-1234-5678", "KR", true), ("KR", "010-1234-5678", nil, false),
            ("KR", "010-1234-5678", "JP", false), ("US", "+1 408 555 0100", nil, true), ("CA", "+1 408 555 0100", nil, true),
            ("KZ", "+7 916 123 45 67", nil, true), ("KR", "MYBANK", "KR", false), ("KR", "15880000", "KR", true),
            ("KR", nil, "KR", false),
            ("GB", "07700 900000", "GB", true), ("IE", "+353 85 000 0000", nil, true),
        ] as [(String, String?, String?, Bool)])
    func countriesAreThoseOfCallingCodes(country: String, sender: String?, receiver: String?, isMet: Bool) throws {
        #expect(try meets(Rule(.junk, senderCountry: country), "hello", from: sender, to: receiver) == isMet)
    }

    @Test func whatCannotBeAskedIsNamed() {
        func problem(_ change: (inout RuleConditions) -> Void) -> RuleProblem? {
            var conditions = RuleConditions()
            change(&conditions)
            return conditions.problem
        }
        #expect(problem { _ in } == .noCondition)
        #expect(problem { $0.sender = "-" } == .empty(.sender))
        #expect(problem { $0.senderSuffix = "-" } == .empty(.senderSuffix))
        #expect(problem { $0.word = ["a", "\u{200B}"] } == .empty(.word))
        #expect(problem { $0.contains = ["a", String(repeating: "a", count: 257)] } == .longPhrase(.contains))
        #expect(problem { $0.word = (0..<17).map { "\($0)" } } == .manyPhrases(.word, found: 17))
        #expect(problem { $0.word = (0..<16).map { "\($0)" } } == nil)
        #expect(problem { $0.sender = String(repeating: "a", count: 4097) } == .tooLong(.sender, most: 4096, found: 4097))
        for country in ["Korea", "ZZ", "", "K"] { #expect(problem { $0.senderCountry = country } == .country) }
        for host in ["", ".", "a b", "http://a.example", "a.example/x", "a..b"] {
            #expect(problem { $0.host = host } == .host(.host) && problem { $0.senderDomain = host } == .host(.senderDomain))
        }
        #expect(problem { $0.shorterThan = 0 } == .length(.shorterThan, least: 1))
        #expect(problem { $0.longerThan = -1 } == .length(.longerThan, least: 0))
        #expect(problem { $0.longerThan = 1 << 20 + 1 } == .length(.longerThan, least: 0))
        for phrase in [" ", "\u{3000}\n", "\u{200B} "] {
            #expect(problem { $0.contains = [phrase] } == .empty(.contains) && problem { $0.word = [phrase] } == .empty(.word))
        }
    }

    /// Every label but junk trusts a host: it must be plain, and one owner's.
    @Test(arguments: ["bänk.example", "xn--bnk-5na.com", "com", "co.kr", "*.github.io", " .CO.KR. ", "localhost"])
    func hostsThatGiveNoTrustAreForJunkAlone(host: String) {
        for label in Label.all {
            #expect((Rule(label, host: host) != nil) == (label.action == .junk), "\(label)")
            #expect((Rule(label, senderDomain: host) != nil) == (label.action == .junk), "\(label)")
        }
    }

    @Test(arguments: ["bank.example", "bank.co.kr", "gold.github.io", "10.0.0.1", "*.bank.example."])
    func hostsOfOneOwnerAreForAllLabels(host: String) {
        for label in Label.all { #expect(Rule(label, host: host) != nil && Rule(label, senderDomain: host) != nil, "\(label)") }
    }
}
