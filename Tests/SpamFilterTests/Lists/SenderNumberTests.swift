import Testing

@testable import SpamFilter

@Suite struct SenderNumberTests {
    static func key(_ sender: String, _ country: String = "") -> UInt64? {
        var sender = sender, country = country
        return sender.withUTF8 { sender in country.withUTF8 { SenderNumber.key(of: sender, receiverCountry: $0) } }
    }

    @Test(arguments: [
        ("010-5550-1234", "KR", 821_055_501_234), ("+82 10-5550-1234", "US", 821_055_501_234),
        ("+82 (0)10-5550-1234", "US", 821_055_501_234), ("821055501234", "KR", 821_055_501_234),
        ("0082 10 5550 1234", "DE", 821_055_501_234), ("00700 82 10 5550 1234", "KR", 821_055_501_234),
        ("1588-0000", "KR", 8_215_880_000), ("02-555-0123", "KR", 8_225_550_123),
        ("(202) 555-0123", "US", 12_025_550_123), ("1-202-555-0123", "CA", 12_025_550_123), ("12025550123", "JM", 12_025_550_123),
        ("011 82 10 5550 1234", "US", 821_055_501_234), ("+1 202 555 0123", "KR", 12_025_550_123),
        ("138 5550 1234", "CN", 8_613_855_501_234), ("+8613855501234", "", 8_613_855_501_234),
        ("8 912 555-01-23", "RU", 79_125_550_123), ("+7 912 555-01-23", "RU", 79_125_550_123),
        ("8 10 82 10 5550 1234", "RU", 821_055_501_234), ("8 029 555 01 23", "BY", 375_295_550_123),
        ("(11) 95555-0123", "BR", 5_511_955_550_123), ("0 11 95555-0123", "BR", 5_511_955_550_123),
        ("06 30 555 0123", "HU", 36_305_550_123), ("06 5555 0123", "IT", 390_655_550_123),
        ("+39 06 5555 0123", "FR", 390_655_550_123),
        ("0171/5550123", "DE", 491_715_550_123), ("０１０－５５５０－１２３４", "KR", 821_055_501_234),
        ("\u{202A}010\u{A0}5550\u{A0}1234\u{202C}", "kr", 821_055_501_234), ("٠١٠٥٥٥٠١٢٣٤", "KR", 821_055_501_234),
        ("0011 61 4 5555 0123", "AU", 61_455_550_123), ("010 1 202 555 0123", "JP", 12_025_550_123),
        ("8 655 50123", "LT", 37_065_550_123),
    ])
    func numbersAreInternational(_ row: (String, String, UInt64)) {
        #expect(SenderNumberTests.key(row.0, row.1) == row.2, "\(row.0) \(row.1)")
    }

    /// Calling code, number of digits, six digits.
    @Test(arguments: [
        ("114", "KR", 823_000_114), ("1 1-4", "KR", 823_000_114), ("0114", "KR", 824_000_114), ("114", "JP", 813_000_114),
        ("24273", "US", 15_024_273), ("24273", "CA", 15_024_273), ("24273", "", 5_024_273), ("+95555", "CN", 865_095_555),
        ("999999", "AC", 2_476_999_999), ("10086", "CN", 865_010_086), ("+86 10086", "KR", 865_010_086),
        ("+86-95588", "", 865_095_588), ("0086 95588", "CN", 865_095_588), ("+49 012345", "FR", 496_012_345),
        ("012345", "DE", 496_012_345), ("+299 123456", "DK", 2_996_123_456), ("123456", "GL", 2_996_123_456),
    ])
    func shortCodesBelongToACountry(_ row: (String, String, UInt64)) {
        #expect(SenderNumberTests.key(row.0, row.1) == 1_000_000_000_000_000 + row.2)
    }

    /// Chinese ports are too long for a number with its calling code, which is written all the
    /// same.
    @Test(arguments: [14, 15, 16, 17, 18, 20])
    func portsAreOneWithTheirCallingCode(digits: Int) {
        let port = "106" + String("55501234123456789".prefix(digits - 3))
        let key = SenderNumberTests.key(port, "CN")
        for way in ["+86\(port)", "+86 106 \(port.dropFirst(3))", "86\(port)", "0086\(port)"] {
            // 008 calls abroad from Korea.
            for country in ["CN", "JP", ""] { #expect(SenderNumberTests.key(way, country) == key, "\(way) \(country)") }
        }
        #expect(key != nil && SenderNumberTests.key(port) == key)
        #expect(SenderNumberTests.key("+87\(port)", "CN") != key)
    }

    @Test(arguments: [
        ("114", true), ("+114", true), ("010-1234-5678", true), ("1588-0000", true), ("02/555-0123", true),
        ("12025550123", true), ("+82 10-1234-5678", false), ("821012345678", false), ("0082 10 1234 5678", false),
        ("+86 10086", false), ("MYBANK", false), ("a1@b.example", false), ("", false), ("-", false),
        ("10655501234123456", false),
    ])
    func someDependOnTheCountry(_ row: (String, Bool)) {
        var sender = row.0
        #expect(sender.withUTF8 { SenderNumber.dependsOnCountry($0) } == row.1, "\(row.0)")
    }

    @Test(arguments: [
        ("+82 10-1234-5678, spam", true), ("010-1234-5678 spam", true), ("+82 10 x", true), ("114;spam", true),
        ("114\tspam", true), ("+８２ 10 a", true), ("+82 10-1234-5678", false), ("114", false), ("MYBANK", false),
        ("VK-MYBANK1", false), ("24SEVEN", false), ("1800flowers", false), ("a12345678@b.example", false), ("a,b", false),
        ("+plus", false), ("", false),
    ])
    func numbersWithSomethingElseAreDoubtful(_ row: (String, Bool)) {
        var sender = row.0
        #expect(sender.withUTF8 { SenderNumber.isDoubtful($0) } == row.1, "\(row.0)")
    }
}
