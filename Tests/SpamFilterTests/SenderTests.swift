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
        Row("KR", "070-5550-1234", .business, 11), Row("KR", "02-555-0123", .national, 9),
        Row("KR", "+82 10 5550 1234", .ownInternational, 12),
        Row("KR", "008210555", .ownInternational, 9), Row("KR", "+86 139 5550 1234", .foreign, 13),
        Row("KR", "00861395550", .foreign, 11),
        Row("KR", "114", .shortCode, 3), Row("kr", "01055501234", .mobile, 11),
        Row("CN", "13955501234", .mobile, 11), Row("CN", "10655501234", .business, 11), Row("CN", "95555", .shortCode, 5),
        Row("CN", "9555501", .business, 7), Row("CN", "+8613955501234", .ownInternational, 13),
        Row("CN", "010-5550-1234", .national, 11),
        Row("TW", "0955-501-234", .mobile, 10), Row("TW", "0800-555-012", .business, 10),
        Row("TW", "02-5550-1234", .national, 10),
        Row("TW", "+886955501234", .ownInternational, 12), Row("HK", "5555 0123", .mobile, 8),
        Row("HK", "2555 0123", .national, 8),
        Row("HK", "+85255550123", .ownInternational, 11),
        Row("JP", "090-5550-1234", .mobile, 11), Row("JP", "0120-555-012", .business, 10),
        Row("JP", "03-5550-1234", .national, 10),
        Row("JP", "+819055501234", .ownInternational, 12),
        Row("US", "(202) 555-0123", .national, 10), Row("US", "800.555.0123", .business, 10),
        Row("US", "+1 202 555 0123", .ownInternational, 11),
        Row("US", "+44 7700 900123", .foreign, 12), Row("US", "24273", .shortCode, 5),
        Row("CA", "+12025550123", .ownInternational, 11),
        Row("GB", "07700 900123", .mobile, 11), Row("GB", "0300 555 0123", .business, 11),
        Row("GB", "020 7946 0123", .national, 11),
        Row("GB", "+447700900123", .ownInternational, 12), Row("GB", "00447700900123", .ownInternational, 14),
        Row("IN", "98555 01234", .mobile, 10), Row("IN", "1800 555 012", .business, 10), Row("IN", "140 555 0123", .business, 10),
        Row("NG", "0803 555 0123", .mobile, 11), Row("SG", "8555 0123", .mobile, 8), Row("PH", "0917 555 0123", .mobile, 11),
        Row("ID", "0812 5550 123", .mobile, 11), Row("TR", "0532 555 01 23", .mobile, 11), Row("TR", "444 5 012", .business, 7),
        Row("FR", "06 12 34 56 78", .national, 10), Row("FR", "+33612345678", .foreign, 11),
        Row("", "+33612345678", .foreign, 11),
        Row("", "0612345678", .national, 10), Row("KR", "MYBANK", .header, 6), Row("IN", "VK-MYBANK", .header, 9),
        Row("KR", "내은행", .header, 9), Row("US", "offers@shop.example", .email, 19), Row("", "12345@sms.example", .email, 17),
        Row("US", "1", .shortCode, 1), Row("US", "123456", .shortCode, 6), Row("US", "1234567", .national, 7),
        Row("US", "+", .missing, 0),
    ])
    func senderIsReadAsItsKind(_ row: Row) {
        let found = features(of: Message(body: "", sender: row.sender, receiverCountry: row.country)).map(\.hash)
        let kind = row.kind.rawValue
        var expected = [
            FeatureHash.close(kind, .sender), FeatureHash.close(kind &* FeatureHash.m2 &+ min(row.digits, 15), .sender),
        ]
        if row.country.utf8.count == 2 {
            let code = row.country.uppercased().utf8.reduce(0) { $0 << 8 | UInt64($1) }
            expected.append(FeatureHash.close(kind &* FeatureHash.m3 &+ code, .country))
        }
        #expect(found == expected)
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
        let reader = MessageReader(TokenizerSettings())
        for _ in 0..<2000 {
            let sender = (0..<Int.random(in: 1...20, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
            let country = (0..<Int.random(in: 0...3, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
            var list = FeatureList()
            sender.withUnsafeBufferPointer { s in
                country.withUnsafeBufferPointer { c in reader.readSender(s, receiverCountry: c, into: &list) }
            }
            #expect((2...3).contains(list.features.count))
        }
    }
}
