import Testing

@testable import SpamFilter

extension SenderNumberTests {
    @Test(arguments: [
        ("MYBANK", "mybank"), ("ＭＹＢＡＮＫ", "MyBank"), ("\u{202A}MY  BANK\u{202C} ", "my bank"), ("vk‐mybank", "VK-MYBANK"),
        ("a@b.example", "A@B.example"), ("10655501234123456", "1065 5501 2341 23456"), ("1234567", "12-34-567"),
    ])
    func alikeIsOne(_ pair: (String, String)) {
        let key = SenderNumberTests.key(pair.0)
        #expect(key == SenderNumberTests.key(pair.1))
        #expect((1_000_020_000_000_000..<SenderNumber.end).contains(key ?? 0))
    }

    @Test(arguments: [
        ("MYBANK", "MYBANKS"), ("MY BANK", "MYBANK"), ("BÁNK", "BANK"), ("10655501234123456", "10655501234123457"),
        ("0555012", "555012"), ("+", "-"),
    ])
    func differentIsTwo(_ pair: (String, String)) {
        let key = SenderNumberTests.key(pair.0)
        #expect(key == nil || key != SenderNumberTests.key(pair.1))
    }

    @Test(arguments: ["", " ", "+", "-.()", "\u{202A}\u{202C}"])
    func nothingHasNoNumber(_ sender: String) { #expect(SenderNumberTests.key(sender, "KR") == nil) }

    /// The rules compare senders without a country. Where they see one sender, lists do too, and
    /// words are one for both or for none.
    @Test func agreesWithTheRules() {
        var draw = SplitMix(state: 21)
        let pieces = [
            "0", "1", "5", "8", "+", "-", " ", ".", "(", "a", "A", "ａ", "é", "É", "\u{202A}", "５", "٣", "　", "@", "–", "/",
        ]
        let senders = (0..<800).map { _ in (0...draw.next() % 7).map { _ in pieces[Int(draw.next() % 21)] }.joined() }
        let keys = senders.map { (text: $0, rule: SenderKey($0), list: SenderNumberTests.key($0, "KR")) }.filter(\.rule.isUsable)
        for a in keys {
            for b in keys where (a.rule == b.rule) != (a.list == b.list) {
                Issue.record("\(a.text.debugDescription) \(b.text.debugDescription)")
            }
        }
    }

    /// A number as its people write it at home is that number with its calling code in front.
    @Test(arguments: ["KR", "CN", "JP", "GB", "DE", "FR", "IN", "ZA", "NG", "TR", "US", "AU", "ID"])
    func homeAndAbroadAreOne(_ country: String) throws {
        let letters = Array(country.utf8)
        let code = try #require(letters.withUnsafeBufferPointer { CallingCode(country: countryCode($0)) })
        let trunk = code.isNorthAmerican ? "1" : country == "CN" ? "" : "0"
        var draw = SplitMix(state: 4)
        for _ in 0..<200 {
            let rest = String(2_000_000_000 + draw.next() % 1_000_000_000)
            let abroad = SenderNumberTests.key("+\(code.number)\(rest)", "")
            #expect(abroad == UInt64("\(code.number)\(rest)"))
            #expect(SenderNumberTests.key(trunk + rest, country) == abroad)
            #expect(SenderNumberTests.key("00\(code.number)\(rest)", "FR") == abroad)
        }
    }

    @Test func theTableIsInOrder() {
        var found = 0, last = 0
        for a in UInt16(65)...90 {
            for b in UInt16(65)...90 {
                guard let code = CallingCode(country: a << 8 | b) else { continue }
                found += 1
                #expect((1...999).contains(code.number) && String(code.number).count == code.length)
                last = Int(a << 8 | b)
            }
        }
        #expect(found == 252 && last == 0x5A57)
    }

    @Test func anyBytesHaveANumberBelowTheEnd() {
        var draw = SplitMix(state: 8)
        for _ in 0..<20_000 {
            let bytes = (0..<draw.next() % 40).map { _ in
                draw.next() & 3 == 0 ? UInt8(truncatingIfNeeded: draw.next()) : UInt8(truncatingIfNeeded: 0x2B + draw.next() % 15)
            }
            let country = (0..<draw.next() % 4).map { _ in UInt8(truncatingIfNeeded: draw.next()) }
            let key = bytes.withUnsafeBufferPointer { bytes in
                country.withUnsafeBufferPointer { SenderNumber.key(of: bytes, receiverCountry: $0) }
            }
            #expect(key ?? 0 < SenderNumber.end)
        }
    }
}
