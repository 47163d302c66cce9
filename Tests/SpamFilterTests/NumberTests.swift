import Testing

@testable import SpamFilter

@Suite struct NumberTests {
    /// Money is what it is on either side, and in sign or letters.
    @Test(arguments: [
        ("¥500", "500元"), ("¥500", "500円"), ("₩5,000", "5,000원"), ("Rp500", "500 Rp"), ("Rp500", "Rp. 500"), ("$20", "20 USD"),
        ("₺50", "50 TL"), ("$20", "$xx"),
    ])
    func currencyIsTheSameOnBothSides(_ pair: (String, String)) {
        let shared = Set(hashes(of: pair.0)).intersection(hashes(of: pair.1))
        #expect(shared.contains(NumberClass.money.feature))
        #expect(shared.count >= 4, "digits, class, currency and shape")
    }

    @Test(arguments: [
        ("010-1234-5678", "010-xxxx-xxxx"), ("010-1234-5678", "010-****-5678"), ("5000", "5OO0"), ("10:30", "1O:30"),
        ("10:30", "l0:30"),
        ("2,000", "2,OOO"), ("###-####", "123-4567"), ("카드 1234", "카드 xxxx"), ("尾号1234", "尾号XXXX"), ("3月4日", "x月x日"),
    ])
    func whatStandsForDigitsReadsAsDigits(_ pair: (String, String)) {
        if pair.1.hasPrefix("l") { return #expect(hashes(of: pair.0) != hashes(of: pair.1), "l begins a word") }
        #expect(Set(textHashes(of: pair.1)).subtracting(textHashes(of: pair.0)).isEmpty)
    }

    @Test(arguments: ["xxx", "love you xx", "o2o", "2oo", "x", "#", "snake_case", "__________", "xbox"])
    func wordsAndSignsAreNoNumbers(_ text: String) {
        let classes = [NumberClass.plain, .money, .phone, .time, .date, .share].map(\.feature)
        #expect(Set(hashes(of: text)).isDisjoint(with: classes))
    }

    @Test(arguments: [
        ("010-1234-5678", NumberClass.phone), ("+82 10", .plain), ("+821012345678", .phone), ("13800001111", .phone),
        ("1588-1234", .phone), ("1234-5678", .plain), ("400-123-4567", .phone), ("0120-123-456", .phone),
        ("1-800-123-4567", .phone),
        ("12:30", .time), ("7시", .time), ("2026-11-21", .date), ("11/21", .date), ("3월", .date), ("50%", .share),
        ("1,000,000", .plain),
        ("<PHONE>", .phone), ("[전화번호]", .phone), ("<#>", .plain), ("(#)", .plain), ("&lt;#&gt;", .plain), ("{TIME}", .time),
    ])
    func classes(_ row: (String, NumberClass)) {
        #expect(hashes(of: row.0).contains(row.1.feature))
    }

    @Test func linkPlaceholdersAreLinks() {
        for text in ["<URL>", "[url]", "{LINK}", "(URL)", "&lt;URL&gt;", "[링크]", "[网址]"] {
            #expect(hashes(of: text).contains(FeatureHash.close(1, .link)), "\(text)")
        }
        #expect(!hashes(of: "[urls]").contains(FeatureHash.close(1, .link)))
    }

    @Test func tagsAreKnownByTheirPlace() {
        let text = "[Web발신] (광고) gold 【Gold】"
        let start = Set(hashes(of: "(광 고) gold")), plain = Set(hashes(of: "gold (광고) gold"))
        #expect(start.subtracting(plain).intersection(hashes(of: text)).count >= 1, "a tag behind a tag is at the start")
        #expect(hashes(of: text).contains(FeatureHash.close(1, .tag)))
        #expect(hashes(of: text).contains(FeatureHash.close(2, .tag)))
        #expect(!hashes(of: "gold (광고) gold").contains(FeatureHash.close(1, .tag)))
        #expect(!hashes(of: "[a very long remark in brackets] gold").contains(FeatureHash.close(1, .tag)))
    }

    @Test func emojiSequencesAreWhole() {
        for text in ["👨‍👩‍👧", "🇰🇷", "👍🏽", "🏴\u{E0067}\u{E0062}\u{E007F}", "❤️‍🔥", "👩‍💻👩‍💻"] {
            #expect(textHashes(of: text).count == 1, "\(text)")
        }
        #expect(hashes(of: "👨‍👩‍👧") != hashes(of: "👨👩👧"))
        #expect(textHashes(of: "🇰🇷🇯🇵").count == 2)
    }

    @Test func picturesAreCountedInTheMessage() {
        let alone = Set(textHashes(of: "\u{FFFC}"))
        #expect(alone == Set(textHashes(of: " \u{FFFC}\n")))
        for lone in ["\u{E000}", "\u{200B}", "\u{FFFD}", " \u{0} "] { #expect(alone == Set(textHashes(of: lone))) }
        #expect(Set(textHashes(of: "\u{FFFC} \u{FFFC}")) == Set(textHashes(of: "\u{FFFC}\u{FFFC}")))
        #expect(Set(hashes(of: "\u{FFFC} gold")).intersection(alone).count == 1)
        let between = FeatureHash.close(FeatureHash.m4, .image)
        #expect(hashes(of: "go\u{FFFC}ld").contains(between) && hashes(of: "대\u{FFFC}출").contains(between))
        #expect(!hashes(of: "go \u{FFFC} ld").contains(between))
    }

    /// Work stays in proportion to the bytes: none of these is looked through again from each of
    /// its places.
    @Test(arguments: [
        "#1", "_", "x1", "o1", "1o", "1x-", "[", "[a", "*a", "[a]", "[a] ", "&lt;", "Rp1", "1 ", "\u{FFFC} ", "🇰", "👩\u{200D}",
        "1oo,",
    ])
    func longRunsAreRead(_ piece: String) {
        let bytes = Array(String(repeating: piece, count: 20_000 / piece.utf8.count).utf8)
        #expect(features(ofBytes: bytes).allSatisfy { $0.lies(in: bytes.count) })
    }
}
