// What rules see of links that may lead elsewhere than to the host that features name. What is let
// through must lead to its host in every program; what denies meets each host that may be meant.

import Testing

@testable import SpamFilter

@Suite struct LinkDestinationTests {
    private static let long = String(repeating: "x", count: 60)

    /// A link, and the hosts that it may lead to.
    static let userParts: [(String, [String])] = [
        ("https://evil.com#@bank.com", ["evil.com", "bank.com"]), ("https://evil.com?@bank.com", ["evil.com", "bank.com"]),
        (#"https://evil.com\@bank.com/"#, ["evil.com", "bank.com"]), ("https://bank.com@evil.com/", ["bank.com", "evil.com"]),
        ("https://bank.com:\(long)@evil.com/", ["bank.com", "evil.com"]),
        ("https://bank.com:\(long + long + long)@evil.com/", ["bank.com", "evil.com"]),
        ("https://bank.com:80\(long)@evil.com/", ["bank.com", "evil.com"]),
        ("https://a@bank.com@evil.com/", ["bank.com", "evil.com"]), ("https://bank.com＠evil.com", ["bank.com", "evil.com"]),
        ("https://bank.com&#64;evil.com", ["bank.com", "evil.com"]),
        ("https://bank.com)\(long)@evil.com/", ["bank.com", "evil.com"]),
        ("https://bank.com!x@evil.com/", ["bank.com", "evil.com"]), ("https://bank.com\"x@evil.com/", ["bank.com", "evil.com"]),
        ("https://a.evil.agency@bank.com/", ["evil.agency", "bank.com"]),
        ("https://bank.com@evil.agency", ["bank.com", "evil.agency"]),
        ("https://evil.com@[2001:db8::1]/", ["evil.com"]), ("https://bank.com@evil_.com/", ["bank.com"]),
        ("https://evil.com@é-/", ["evil.com"]), ("hxxps://bank.com@evil[.]com/x", ["bank.com", "evil.com"]),
    ]

    @Test(arguments: userParts)
    func aUserPartMakesNoHostPlain(link: String, hosts: [String]) throws {
        for body in [link, "see \(link) now", "(\(link))"] {
            for host in ["bank.com", "evil.com"] { #expect(try !meets(Rule(.allow, host: host), body), "\(body)") }
            for host in hosts { #expect(try meets(Rule(.junk, host: host), body), "\(host) in \(body)") }
        }
    }

    /// A link that is longer than a window is not let through either, and is denied.
    @Test(arguments: [100, 300, 350, 370, 376, 400, 800])
    func aUserPartMayBeLongerThanAWindow(length: Int) throws {
        let body = "https://bank.com:" + String(repeating: "x", count: length) + "@evil.com/"
        #expect(try !meets(Rule(.allow, host: "bank.com"), body))
        #expect(try meets(Rule(.junk, host: "evil.com"), body))
    }

    @Test(arguments: [
        "https://bank.com은행.kr/", "https://bank.com.公司/", "https://bank.comé.agency/", "https://bank.com_x.agency/",
        "https://bank.com-x.agency", "https://bank.com%40evil.agency/", "https://bank.com%2eevil.agency/",
        "https://bank.com。公司/", "https://bank.com／.evil.agency/", "https://bank.com&#47;.evil.agency",
        "https://bank.com.evil.agency", "bank.com.evil.agency/", "https://bank.com!.evil.agency",
        "https://bank.com).evil.agency/",
        "https://bank.com,evil.agency", "https://bank.com\u{200B}evil.agency", "https://bank.com\u{200B}", "https://bank.com🎁.ws",
        "https://bank.com&nbsp", "https://bank.com~x", "https://bank.com:x", "https://bank.com:80x",
        "https://bank.com|evil.agency",
        "https://bank.com은 좋다", "bank.com에서", "한bank.com", "é.bank.com", "x_bank.com/", "//bank.com", "@bank.com", "x=bank.com",
        "https://x_bank.com/", "https://*.bank.com/", "bank[.]com/x", "https://bank . com", "hxxps://bank.com",
        "kakaotalk://bank.com", "https[:]//bank.com", "https://bank.com\\evil", "https:/bank.com", "https:///bank.com/",
        "https://bank.com)한x@evil.agency", "https://" + String(repeating: "a.", count: 140) + "bank.com/",
    ])
    func aHostThatMayGoOnIsNotPlain(body: String) throws {
        #expect(try !meets(Rule(.allow, host: "bank.com"), body))
        #expect(try !meets(Rule(.allow, host: "bank.com"), "see \(body) and bank.com/x"))
    }

    @Test(arguments: [
        "https://bank.com", "https://bank.com/x", "https://bank.com?x", "https://bank.com#x", "https://bank.com:443/x",
        "https://bank.com:443", "https://bank.com:443.", "https://bank.com.", "https://bank.com, and", "https://bank.com! 은행",
        "https://bank.com\n", "(https://bank.com)", "(https://bank.com)에서", "“bank.com”은", "「bank.com」から", "'bank.com'",
        "\"bank.com\".", "<https://bank.com>", "[bank.com] hello", "https://bank.com，请", "https://bank.com、", "bank.com: 5",
        "링크 bank.com", "링크https://bank.com/x", "请访问https://bank.com/x。", "www.bank.com", "HTTPS://WWW.BANK.COM/",
        "http://a.b.bank.com",
        "bank.com/evil.agency/x", "https://bank.com/x@evil.agency", "https://bank.com bank.com/x", "link:bank.com", "bank.com...",
        "bank.com v1.2/3 and e.g./i.e. 5.30/6.30", "bank.com Mr.Smith", "bank.com ok.yes?", "bank.com x@evil.agency",
    ])
    func whatEndsAHostLeavesItPlain(body: String) throws {
        #expect(try meets(Rule(.allow, host: "bank.com"), body))
        #expect(try !meets(Rule(.allow, host: "evil.agency"), body))
    }

    /// Beside an allowed host, whatever may be a link counts as one.
    @Test(arguments: [
        "evil.agency/x", "evil.agency/", "a.evil.agency/~x", "evil.agency?x=1", "evil.agency:80/", "evil.win/~", "evil.is/가",
        "https://%65vil.agency/", "https:///evil.agency/", "https://-/", "https:/evil.agency/x", "1.evil.agency/",
        "évil.agency/x",
        "evil_x.agency/", "evil.公司/x", "http://[2001:db8::1]/", "https://evil", "대출evil.agency/x", "(evil.agency/x)",
    ])
    func anUnlistedEndingIsALinkToo(body: String) throws {
        for body in ["bank.com \(body)", "\(body) https://bank.com/x"] {
            #expect(try !meets(Rule(.allow, host: "bank.com"), body), "\(body)")
        }
    }

    @Test func anUnlistedEndingIsDeniedAndLetThrough() throws {
        #expect(try meets(Rule(.junk, host: "evil.agency"), "see www2.evil.agency/x"))
        #expect(try meets(Rule(.allow, host: "bank.agency"), "see bank.agency/x"))
        #expect(try !meets(Rule(.allow, host: "bank.agency"), "see bank.agency/x@evil bаnk.agency/"))
        #expect(try meets(Rule(.junk, host: "com은행.kr"), "https://bank.com은행.kr/"))
        #expect(try meets(Rule(.junk, host: "x_y.agency") ?? Rule(.junk, host: "agency"), "https://bank.com_x.agency/"))
    }

    /// Where a window ends within a link, nothing is plain. Where its path is cut, what follows is.
    @Test(arguments: Array(355...375))
    func aWindowsEndIsNoEndOfAHost(before: Int) throws {
        let filler = String(repeating: "x", count: before)
        for link in ["(https://bank.comic.agency/", "(https://bank.com_x/", "(bank.com은행.kr/", "(x_bank.com"] {
            #expect(try !meets(Rule(.allow, host: "bank.com"), filler + link), "\(link)")
            #expect(try !meets(Rule(.allow, host: "bank.com"), "bank.com " + filler + link), "\(link)")
        }
        #expect(try meets(Rule(.allow, host: "bank.com"), filler + " https://bank.com/x"))
    }

    /// What is no junk needs every link, whatever its label.
    @Test(arguments: ["allow", "transaction", "transaction/finance", "promotion", "promotion/offers", "junk"])
    func everyLabelButJunkNeedsEveryLink(name: String) throws {
        let label = try #require(Label(name)), isJunk = label.action == .junk
        for body in ["https://bаnk.com", "https://bank.com https://evil.com", "https://evil.com?@bank.com"] {
            #expect(try meets(Rule(label, host: "bank.com"), body) == isJunk, "\(body)")
        }
        #expect(try meets(Rule(label, host: "bank.com"), "see https://bank.com/x"))
    }

    // MARK: Many hosts

    @Test func repeatsTakeNoRoom() throws {
        let many = (0..<60).map { "https://a\($0).hosts.example/x" }.joined(separator: " ")
        let repeats = String(repeating: "https://gold.hosts.example/x ", count: 300)
        for filler in [many + " ", repeats, repeats + many + " "] {
            #expect(try meets(Rule(.junk, host: "evil.com"), filler + "https://evil.com"))
            #expect(try meets(Rule(.allow, host: "hosts.example"), filler))
            #expect(try !meets(Rule(.allow, host: "hosts.example"), filler + "https://evil.com"))
        }
    }

    /// Beyond the last place allow fails, and a repeat of what is kept does not.
    @Test func tooManyHostsAreNotLetThrough() throws {
        func body(_ count: Int) -> String { (0..<count).map { "https://a\($0).hosts.example/x" }.joined(separator: " ") }
        let most = LinkHosts.mostHosts
        #expect(try meets(Rule(.allow, host: "hosts.example"), body(most)))
        #expect(try meets(Rule(.allow, host: "hosts.example"), body(most) + " https://a0.hosts.example"))
        #expect(try !meets(Rule(.allow, host: "hosts.example"), body(most) + " https://а0.hosts.example"))
        #expect(try !meets(Rule(.allow, host: "hosts.example"), body(most + 1)))
        #expect(try meets(Rule(.junk, host: "hosts.example"), body(most + 1)))
    }

    /// Many labels neither fill the room nor hide a host's domains.
    @Test func aHostKeepsItsShortestDomainsAndItself() throws {
        let labels = String(repeating: "a.", count: 100)
        let fillers = (0..<40).map { "https://\(labels)b\($0).hosts.example/" }.joined(separator: " ")
        #expect(try meets(Rule(.junk, host: "evil.com"), fillers + " https://\(labels)evil.com"))
        #expect(try meets(Rule(.allow, host: "hosts.example"), fillers))
        let host = "g.f.e.d.c.b.a.evil.com"
        #expect(try meets(Rule(.junk, host: host), "https://\(host)/"))
        #expect(try meets(Rule(.junk, host: "c.b.a.evil.com"), "https://\(host)/"))
    }

    /// A host that is plain in one link and not in another is not.
    @Test func oneDisguiseIsEnough() throws {
        for body in ["https://bank.com https://bаnk.com", "https://bаnk.com https://bank.com", "bank.com x@y bank.com_"] {
            #expect(try !meets(Rule(.allow, host: "bank.com"), body))
        }
    }
}
