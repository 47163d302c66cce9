import Testing

@testable import SpamFilter

@Suite struct LinkTests {
    private static let link = FeatureHash.close(1, .link)

    /// The links and addresses of a text, as they stand there.
    private func links(in text: String) -> [String] {
        let bytes = Array(text.utf8)
        let marks = [LinkTests.link, FeatureHash.close(1, .address)]
        return features(of: text).filter { marks.contains($0.hash) }
            .map { String(decoding: bytes[$0.start..<$0.end], as: UTF8.self) }
    }

    private func trait(_ number: UInt64) -> UInt64 {
        FeatureHash.close(number &* FeatureHash.m3 &+ 10 &* FeatureHash.m1, .linkPart)
    }

    @Test(arguments: [
        ("see https://shop.example/a?b=1 now", ["https://shop.example/a?b=1"]),
        ("gold.example", ["gold.example"]), ("Gold.Example/Win.", ["Gold.Example/Win"]),
        ("지금gold.example에서 확인", ["gold.example"]), ("http://gold.example에서", ["http://gold.example"]),
        ("http://한글.test/a 확인", ["http://한글.test/a"]), ("www.한글.test", ["www.한글.test"]),
        ("金币gold.test，快来", ["gold.test"]), ("คลิก gold.testครับ", ["gold.test"]),
        ("(gold.test/x)", ["gold.test/x"]), ("gold.test:8080/a", ["gold.test:8080/a"]),
        ("gold.test, or mint.test!", ["gold.test", "mint.test"]), ("gold.com.Call me", ["gold.com"]),
        ("http://user@gold.test/a", ["http://user@gold.test/a"]), ("http://192.0.2.7/a", ["http://192.0.2.7/a"]),
        ("192.0.2.7/a", ["192.0.2.7/a"]), ("192.0.2.7:80/", ["192.0.2.7:80/"]), ("http://3221225985/", ["http://3221225985/"]),
        ("http://[2001:db8::1]/a", ["http://[2001:db8::1]/a"]), ("win-88.bond", ["win-88.bond"]),
        ("gold.rest/a", ["gold.rest/a"]),
        ("gold.co.in now", ["gold.co.in"]), ("t.me/ab", ["t.me/ab"]), ("www.gold.so", ["www.gold.so"]),
        ("kakaotalk://inviteme", ["kakaotalk://inviteme"]),
        ("hxxp://gold.test/a", ["hxxp://gold.test/a"]), ("hxxps[:]//gold[.]test", ["hxxps[:]//gold[.]test"]),
        ("gold(.)test", ["gold(.)test"]), ("gold[dot]test/a", ["gold[dot]test/a"]), ("gold (dot) com", ["gold (dot) com"]),
        ("visit gold dot com", ["gold dot com"]), ("visit gold dot com!", ["gold dot com"]),
        ("gold4u dot com is", ["gold4u dot com"]), ("pay at gold-fee dot com now", ["gold-fee dot com"]),
        ("gold dot com/p1 now", ["gold dot com/p1"]), ("parcel-fee. com/p1", ["parcel-fee. com/p1"]),
        ("Pay: parcel7. com/p1 today", ["parcel7. com/p1"]), ("parcel-fee .com/p1", ["parcel-fee .com/p1"]),
        ("gold7. net/x", ["gold7. net/x"]), ("gold7.\nkr/x", ["gold7.\nkr/x"]),
        ("http://%70arcel.test/a", ["http://%70arcel.test/a"]), ("https://parcel%2Etest/a", ["https://parcel%2Etest/a"]),
        ("https://%70.%74est", ["https://%70.%74est"]), ("http://%zz.test/a", ["zz.test/a"]),
        ("https://gold.test%20x", ["https://gold.test"]),
        ("방문 gold . com 지금", ["gold . com"]), ("gold dot co dot kr", ["gold dot co dot kr"]),
        ("gold。test", ["gold。test"]), ("ｇｏｌｄ．ｔｅｓｔ", ["ｇｏｌｄ．ｔｅｓｔ"]),
        ("mail kim.min_ji+x@gold.test now", ["kim.min_ji+x@gold.test"]), ("k***@gold.test", ["k***@gold.test"]),
        ("문의user@gold.co.kr로", ["user@gold.co.kr"]), ("user [at] gold [dot] test", ["user [at] gold [dot] test"]),
        ("mailto:user@gold.test.", ["user@gold.test"]), ("a+gold.test", ["gold.test"]),
    ])
    func linkIsTakenWhole(_ text: String, _ expected: [String]) {
        #expect(links(in: text) == expected)
    }

    /// What hides a host says what the plain one says.
    @Test(arguments: [
        ("http://%70arcel.test/a", "http://parcel.test/a"), ("https://pa%52cel%2Dfee.test", "https://parcel-fee.test"),
        ("https://parcel%2etest/a", "https://parcel.test/a"), ("parcel-fee. com/p1", "parcel-fee.com/p1"),
    ])
    func brokenHostsHaveTheFeaturesOfWholeOnes(_ row: (broken: String, whole: String)) {
        let domain = { (text: String) in Set(features(of: text).map(\.hash)) }
        let lost = domain(row.whole).subtracting(domain(row.broken))
        // The number of labels, and what is punctuation within a link.
        #expect(lost.count <= 6, "\(lost.count)")
        #expect(domain(row.broken).contains(LinkTests.link))
    }

    /// Ordinary text: a missing space, prices, versions, times, initials.
    @Test(arguments: [
        "now.Call me", "Ok.so what", "yes.it is", "see you at 5.in time", "See you at 5. in time", "I like dot com firms",
        "the dot com.", "good night.love you", "had fun.best wishes", "no.1 in town", "gr8.so happy", "2nite.is it", "at 8.30.so",
        "where r u.so? ok", "1.vip 2.app", "v1.2.3", "1.2.3.4", "24.12.2026", "U.S.A.", "F.R.E.E.", "w.i.n.i.t", "a@b",
        "me@5.then", "@gold",
        "and/or", "so://", "http://", "h:a", "e.g. this", "3.5kg", "(dot)", "mail me @ home.", "5.kg of rice.kg", "gr8.love",
        "the end. Info/Team: see below", "all sizes. UK/EU differ", "und Schluss. Org/Net gross", "Gold. Com is it",
        "the dot com/", "a well. Known/x", "50%70 off", "see gold. test/x",
        "no1.best", "check-in.best way", "free1.Win", "hola.es tarde", "ok.cu later",
    ])
    func proseHoldsNoLink(_ text: String) {
        #expect(links(in: text).isEmpty)
    }

    /// Hidden forms give the features of the plain link, each at least once, and one more.
    @Test(arguments: [
        ("gold.test/win", "gold[.]test/win"), ("gold.test/win", "gold (dot) test/win"), ("gold.test/win", "gold(.)test/win"),
        ("https://gold.test/win", "hxxps://gold.test/win"), ("http://gold.test/win", "http[:]//gold.test/win"),
        ("gold.com/win", "gold dot com/win"), ("gold.com", "gold . com"), ("shop.gold.co.kr", "shop (.) gold [.] co[.]kr"),
        ("gold.test", "gold。test"),
    ])
    func defangedReadsLikePlain(_ plain: String, _ hidden: String) {
        #expect(Set(signlessHashes(of: hidden)) == Set(signlessHashes(of: plain)).union([trait(1)]))
    }

    /// RFC 3492, section 7.1, and everyday hosts.
    @Test(arguments: [
        ("bücher", "xn--bcher-kva"), ("中文", "xn--fiq228c"), ("한국", "xn--3e0b707e"), ("почему", "xn--e1aoedxv"),
        ("他们为什么不说中文", "xn--ihqwcrb4cv8a8dqg056pqjye"), ("ひとつ屋根の下2", "xn--2-u9tlzr9756bt3uc0v"),
        ("세계의모든사람들이한국어를이해한다면", "xn--989aomm9k97bua391bj7dz9bgnz01c5mb232a29emld0708cea54b"),
    ])
    func punycodeReadsLikeItsScalars(_ plain: String, _ encoded: String) {
        let a = Set(signlessHashes(of: "http://\(plain).test/a")), b = Set(signlessHashes(of: "http://\(encoded).test/a"))
        #expect(b == a.union([trait(4)]))
    }

    @Test(arguments: [
        "xn--", "xn---", "xn--a-", "xn--99999999", "xn--zzzzzzzzzzzzzz", "xn--\u{e9}", "xn--0000h",
        "xn--" + String(repeating: "a", count: 300),
    ])
    func damagedPunycodeIsReadAsItStands(_ label: String) {
        #expect(hashes(of: "http://\(label).test/a").contains(LinkTests.link))
    }

    /// The host, and where its registrable domain begins.
    @Test(arguments: [
        ("gold.test", "gold.test"), ("www.gold.com", "gold.com"), ("a.b.gold.co.kr", "gold.co.kr"), ("gold.pe.kr", "gold.pe.kr"),
        ("pay.gold.github.io", "gold.github.io"), ("github.io", "github.io"), ("a.gold.com.tr", "gold.com.tr"),
        ("co.kr", "co.kr"),
        ("a.gold.netlify.app", "gold.netlify.app"), ("a.gold.co.ke", "gold.co.ke"), ("a.co.com", "co.com"), ("kr", "kr"),
        ("x.gold.000webhostapp.com", "gold.000webhostapp.com"), ("a.ngrok.gold.xyz", "gold.xyz"),
    ])
    func registrableDomain(_ host: String, _ domain: String) {
        var name = HostName(FoldingTable(simplifiesHan: true))
        withFolded(host) { scalars, starts in
            for (start, end) in starts { name.append(scalars + start, end - start) }
        }
        let suffix = PublicSuffix.start(of: name.scalars, name.count, .shared)
        let start = PublicSuffix.labelStart(name.scalars, before: max(0, suffix - 1))
        #expect(String(host.dropFirst(start)) == domain)
    }

    /// Hands over the folded scalars of a host and the bounds of its labels.
    private func withFolded(_ host: String, _ body: (UnsafePointer<FoldedScalar>, [(Int, Int)]) -> Void) {
        var window = FoldedWindow(simplifiesHan: true)
        Array(host.utf8).withUnsafeBufferPointer { _ = window.fill($0, from: 0) }
        var bounds: [(Int, Int)] = [], start = 0
        for i in 0...window.count where i == window.count || window.scalars[i].scalar == "." {
            bounds.append((start, i))
            start = i + 1
        }
        body(UnsafePointer(window.scalars), bounds)
    }

    @Test func traitsAreSaid() {
        let rows: [(String, [UInt64])] = [
            ("http://gold.test/a", []), ("http://u@gold.test/a", [2]), ("gold.test:81/a", [3]),
            ("http://xn--bcher-kva.test", [4]),
            ("http://한글.test", [5]), ("bit.ly/win", [6, 7]), ("www.bit.ly/win", [6]), ("qz.io/a8f3k", [7]),
            ("me2.do/x1y2", [6, 7]),
            ("http://gоld.test", [5]),
        ]
        for (text, expected) in rows {
            let found = Set(hashes(of: text))
            #expect((1...7).filter { found.contains(trait($0)) } == expected, "\(text)")
        }
    }

    /// Nothing of a path or of a local part can be read out of a model.
    @Test func namesInPathsAndAddressesAreNoFeatures() {
        #expect(hashes(of: "https://gold.test/kim/page") == hashes(of: "https://gold.test/lee/data"))
        #expect(hashes(of: "https://gold.test/?user=kim1") == hashes(of: "https://gold.test/?user=lee2"))
        #expect(textHashes(of: "kim@gold.test") == textHashes(of: "minji.lee@gold.test"))
        #expect(hashes(of: "kim@gold.test") != hashes(of: "kim@mint.test"))
    }

    @Test func fileEndingsAreSaid() {
        #expect(hashes(of: "gold.test/win.apk") != hashes(of: "gold.test/win.htm"))
        #expect(Set(hashes(of: "gold.test/a.apk")).intersection(hashes(of: "mint.org/b.apk")).count >= 4)
    }

    @Test func aLinkHasFewFeatures() {
        #expect(signlessHashes(of: "https://www.gold-mint-free-cash-win.github.io:80/a/b/c.apk?x=1").count <= 14)
        #expect(signlessHashes(of: "https://gold.test/a").count <= 7)
    }

    /// Lists that are searched by halves must stand in order, or words are missed.
    @Test func everyListedWordIsFound() {
        for host in ["bit.ly", "0x3.me", "zrr.kr", "han.gl", "me2.do", "zpr.io", "tinyurl.com"] {
            #expect(hashes(of: "http://\(host)/abcd").contains(trait(6)), "\(host)")
        }
        for top in ["africa", "zw", "com", "xyz", "kr", "example"] { #expect(!links(in: "gold.\(top)").isEmpty, "\(top)") }
        for top in ["zone", "academy", "rest", "monster"] { #expect(!links(in: "gold.\(top)/a").isEmpty, "\(top)") }
        for top in ["ac", "ve", "me"] { #expect(!links(in: "gold.\(top)/a").isEmpty, "\(top)") }
    }

    /// Runs of what begins like a link: no feature ends before it starts.
    @Test(arguments: [
        "a.", "a@", "a+", "a@a.a.", "a_", "co.", "a (dot) ", "a [", "a dot com ", "com . ", "a.co ", "http://", "http://[", "a[:",
        "xn--a.", "www.", "www", "1.", "a。", "а.", "user@gold.test ", "http://user", "[.]a",
        "http://xn--ihqwcrb4cv8a8dqg056pqjye.test ",
    ])
    func longRunsGiveSoundRanges(_ piece: String) {
        let bytes = Array(String(repeating: piece, count: 20_000 / piece.utf8.count).utf8)
        var reader = MessageReader(TokenizerSettings())
        var tally = FeatureTally()
        bytes.withUnsafeBufferPointer { reader.readBody($0, into: &tally) }
        #expect(tally.isInOrder)
    }

    @Test func randomPiecesAreRead() {
        let pieces = [
            "http", "://", "[:]//", "www.", "gold", ".", "com", "co", "kr", "[.]", "(dot)", " dot ", " . ", "@", "[at]", "user",
            "/",
            "?", ":", "80", "xn--", "bcher-kva", "한", "글", "а", "é", "。", "-", "*", "_", "+", "%", "[", "]", "(", " ", "1",
            "192.0.2.7", "in", "rest",
            "\u{200B}", "\u{301}", "ﬃ", "\u{FDFA}", "#",
        ]
        var random = SeededNumbers(seed: 4)
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 1...16, using: &random)).map { _ in pieces.randomElement(using: &random)! }.joined()
            for feature in features(of: text) {
                #expect(feature.lies(in: text.utf8.count), "\(text)")
            }
        }
    }
}
