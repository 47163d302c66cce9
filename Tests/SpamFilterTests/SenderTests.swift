import Testing

@testable import SpamFilter

@Suite struct SenderTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let country: String
        let sender: String
        let kind: SenderKind
        let digits: UInt64
        var testDescription: String { "\(country) \(sender)" }

        init(_ country: String, _ sender: String, _ kind: SenderKind, _ digits: UInt64) {
            self.country = country
            self.sender = sender
            self.kind = kind
            self.digits = digits
        }
    }

    /// Numbers are made up: 5550 and the like where a plan has none kept for fiction.
    @Test(arguments: [
        Row("KR", "010-5550-1234", .mobile, 11), Row("KR", "01155501234", .mobile, 11), Row("KR", "1588-5550", .business, 8),
        Row("KR", "1688-5550", .business, 8), Row("KR", "1877-5550", .business, 8), Row("KR", "0505-555-0123", .business, 11),
        Row("KR", "070-5550-1234", .voip, 11), Row("KR", "02-555-0123", .landline, 9), Row("KR", "031-555-0123", .landline, 10),
        Row("KR", "080-555-0123", .tollFree, 10), Row("KR", "060-555-0123", .premium, 10), Row("KR", "114", .shortCode, 3),
        Row("kr", "01055501234", .mobile, 11), Row("KR", "０１０－５５５０－１２３４", .mobile, 11), Row("KR", "010–5550–1234", .mobile, 11),
        Row("CN", "13955501234", .mobile, 11), Row("CN", "10655501234", .business, 11), Row("CN", "95555", .shortCode, 5),
        Row("CN", "9555501", .business, 7), Row("CN", "400-555-0123", .business, 10), Row("CN", "800-555-0123", .tollFree, 10),
        Row("CN", "010-5550-1234", .landline, 11),
        Row("TW", "0955-501-234", .mobile, 10), Row("TW", "0800-555-012", .tollFree, 10),
        Row("TW", "02-5550-1234", .landline, 10),
        Row("HK", "5555 0123", .mobile, 8), Row("HK", "2555 0123", .landline, 8), Row("HK", "800 555 012", .tollFree, 9),
        Row("JP", "090-5550-1234", .mobile, 11), Row("JP", "0120-555-012", .tollFree, 10),
        Row("JP", "0800-555-0123", .tollFree, 11),
        Row("JP", "080-5550-1234", .mobile, 11), Row("JP", "050-5550-1234", .voip, 11), Row("JP", "0570-555-012", .business, 10),
        Row("JP", "03-5550-1234", .landline, 10),
        Row("US", "(202) 555-0123", .national, 10), Row("US", "800.555.0123", .tollFree, 10),
        Row("US", "1-800-555-0123", .tollFree, 11),
        Row("US", "900-555-0123", .premium, 10), Row("US", "24273", .shortCode, 5), Row("US", "1", .shortCode, 1),
        Row("US", "123456", .shortCode, 6), Row("US", "1234567", .national, 7), Row("US", "+", .signs, 0),
        Row("GB", "07700 900123", .mobile, 11), Row("GB", "0300 555 0123", .business, 11),
        Row("GB", "0909 879 0123", .premium, 11),
        Row("GB", "020 7946 0123", .landline, 11), Row("IN", "98555 01234", .mobile, 10),
        Row("IN", "1800 555 012", .tollFree, 10),
        Row("IN", "140 555 0123", .business, 10), Row("IN", "022 5550 1234", .landline, 11),
        Row("NG", "0803 555 0123", .mobile, 11), Row("NG", "0800 555 0123", .tollFree, 11), Row("SG", "8555 0123", .mobile, 8),
        Row("SG", "6555 0123", .landline, 8), Row("PH", "0917 555 0123", .mobile, 11), Row("ID", "0812 5550 123", .mobile, 11),
        Row("TR", "0532 555 01 23", .mobile, 11), Row("TR", "444 5 012", .business, 7),
        Row("TR", "0850 555 01 23", .business, 11),
        Row("VN", "0912 555 012", .mobile, 10), Row("VN", "1900 5550", .premium, 8), Row("TH", "081 555 0123", .mobile, 10),
        Row("TH", "02 555 0123", .landline, 9), Row("MY", "012-555 0123", .mobile, 10), Row("MY", "1300 55 0123", .business, 10),
        Row("BR", "(11) 95550-1234", .mobile, 11), Row("BR", "(11) 3555-0123", .landline, 10),
        Row("BR", "0800 555 0123", .tollFree, 11),
        Row("ES", "612 34 56 78", .mobile, 9), Row("ES", "900 555 012", .tollFree, 9), Row("PT", "912 345 678", .mobile, 9),
        Row("FR", "06 12 34 56 78", .mobile, 10), Row("FR", "09 12 34 56 78", .voip, 10), Row("FR", "0899 555 012", .premium, 10),
        Row("DE", "0151 5550123", .mobile, 11), Row("DE", "030 5550123", .landline, 10), Row("AU", "0491 570 156", .mobile, 10),
        Row("NZ", "021 555 0123", .mobile, 10), Row("ZA", "082 555 0123", .mobile, 10), Row("", "0612345678", .national, 10),
        Row("XX", "0612345678", .national, 10), Row("KR", "MYBANK", .header, 6), Row("KR", "내은행", .header, 9),
        Row("US", "offers@shop.example", .email, 19), Row("", "12345@sms.example", .email, 17),
    ])
    func senderIsReadAsItsKind(_ row: Row) {
        let found = features(of: Message(body: "", sender: row.sender, receiverCountry: row.country)).map(\.hash)
        #expect(found == expected(row))
    }

    private func expected(_ row: Row) -> [UInt64] {
        let kind = row.kind.rawValue
        var expected = [
            FeatureHash.close(kind, .sender), FeatureHash.close(kind &* FeatureHash.m2 &+ min(row.digits, 15), .sender),
        ]
        if row.country.utf8.count == 2 {
            let code = row.country.uppercased().utf8.reduce(0) { $0 << 8 | UInt64($1) }
            expected.append(FeatureHash.close(kind &* FeatureHash.m3 &+ code, .country))
        }
        return expected
    }

    private func trait(_ number: UInt64, _ value: UInt64) -> UInt64 {
        FeatureHash.close(value &* FeatureHash.m4 &+ number &* FeatureHash.m1, .sender)
    }

    /// The calling code of the receiver's own country changes no class, and is told.
    @Test(arguments: [
        ("KR", "+82 10 5550 1234", "010-5550-1234"), ("KR", "0082 10 5550 1234", "01055501234"),
        ("KR", "+82-2-555-0123", "02-555-0123"),
        ("KR", "+82 1588-5550", "1588-5550"), ("KR", "001 82 10 5550 1234", "01055501234"),
        ("KR", "＋８２１０５５５０１２３４", "01055501234"),
        ("CN", "+8613955501234", "13955501234"), ("CN", "+86 10 5550 1234", "010-5550-1234"),
        ("TW", "+886955501234", "0955-501-234"),
        ("HK", "+85255550123", "5555 0123"), ("JP", "+819055501234", "090-5550-1234"),
        ("JP", "010 81 90 5550 1234", "090-5550-1234"),
        ("US", "+1 202 555 0123", "2025550123"), ("US", "+1 800 555 0123", "8005550123"), ("GB", "+447700900123", "07700 900123"),
        ("GB", "00447700900123", "07700 900123"), ("IN", "+91 98555 01234", "9855501234"),
        ("FR", "+33612345678", "06 12 34 56 78"),
        ("BR", "+55 11 95550-1234", "11955501234"),
    ])
    func ownCallingCodeIsTheNationalClass(_ country: String, _ abroad: String, _ home: String) {
        let a = features(of: Message(body: "", sender: abroad, receiverCountry: country)).map(\.hash)
        let b = features(of: Message(body: "", sender: home, receiverCountry: country)).map(\.hash)
        #expect(a == [trait(1, 1)] + b)
    }

    @Test(
        arguments: [
            (Row("KR", "+86 139 5550 1234", .foreign, 13), 86), (Row("KR", "00861395550", .foreign, 9), 86),
            (Row("KR", "001 1 202 555 0123", .foreign, 11), 1), (Row("US", "+44 7700 900123", .foreign, 12), 44),
            (Row("US", "011 234 803 555 0123", .foreign, 13), 234), (Row("", "+33612345678", .foreign, 11), 33),
            (Row("JP", "+8613955501234", .foreign, 13), 86), (Row("TW", "+7 912 555 0123", .foreign, 11), 7),
            (Row("GB", "+1", .foreign, 1), 1), (Row("SG", "+9605550123", .foreign, 10), 960),
        ] as [(Row, UInt64)])
    func foreignNumbersTellTheirCallingCode(_ row: Row, _ code: UInt64) {
        let found = features(of: Message(body: "", sender: row.sender, receiverCountry: row.country)).map(\.hash)
        #expect(found == [trait(2, code)] + expected(row))
    }

    /// India's operators append what a header is for: promotion, service, transaction, government.
    @Test func headersTellTheirForm() {
        func extra(_ sender: String) -> [UInt64] {
            let found = features(of: Message(body: "", sender: sender, receiverCountry: "IN")).map(\.hash)
            let plain = expected(Row("IN", sender, .header, UInt64(sender.utf8.count)))
            return found.filter { !plain.contains($0) }
        }
        for (letter, value) in [("P", 0x70), ("S", 0x73), ("T", 0x74), ("G", 0x67)] as [(String, UInt64)] {
            #expect(extra("VK-MYBANK-\(letter)") == [trait(3, value)])
        }
        for sender in ["VK-MYBANK", "VK-MYBANK-X", "VKX-MYBANK-S", "MYBANK-S", "V-K-S"] {
            #expect(extra(sender).isEmpty, "\(sender)")
        }
        #expect(extra("SHOP24") == [trait(4, 1)])
    }

    @Test func noSenderIsNoFeature() {
        #expect(features(of: Message(body: "")).isEmpty)
        #expect(features(of: Message(body: "", sender: "", receiverCountry: "KR")).isEmpty)
        #expect(features(of: Message(body: "", receiverCountry: "KR")).isEmpty)
    }

    /// No number is a feature: two numbers of one kind and length are the same to a model.
    @Test func sendersOfOneKindAndLengthAreOne() {
        func read(_ sender: String) -> [ReadFeature] { features(of: Message(body: "hi", sender: sender, receiverCountry: "KR")) }
        #expect(read("010-5550-1234") == read("01155509876"))
        #expect(read("+86 139 5550 1234") == read("+86 138 5550 9876"))
        #expect(read("MYBANK") == read("MYSHOP"))
        #expect(read("010-5550-1234") != read("02-5550-1234"))
    }

    @Test func countriesOfOtherLengthsAreUnknown() {
        for country in ["", "K", "KOR", "82", "한"] {
            let message = Message(body: "", sender: "MYBANK", receiverCountry: country)
            #expect(features(of: message).count == 2, "\(country)")
        }
    }

    @Test func featuresOfTheSenderHaveNoPlaceInTheBody() {
        let found = features(of: Message(body: "hi", sender: "MYBANK", receiverCountry: "KR"))
        #expect(found.suffix(3).allSatisfy { $0.start == outsideBody && $0.end == outsideBody })
    }

    @Test func damagedSendersAreRead() {
        var random = SeededNumbers(seed: 11)
        var reader = MessageReader(TokenizerSettings())
        for _ in 0..<2000 {
            let sender = (0..<Int.random(in: 1...20, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
            let country = (0..<Int.random(in: 0...3, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
            var list = FeatureList()
            sender.withUnsafeBufferPointer { s in
                country.withUnsafeBufferPointer { c in reader.readSender(s, receiverCountry: c, into: &list) }
            }
            #expect((2...5).contains(list.features.count))
        }
    }
}
