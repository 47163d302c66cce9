// What features are of, as people are told.

import SpamFilter
import Testing

@Suite struct FeatureKindTests {
    /// Collects the kinds of the features of a text.
    private struct Kinds: FeatureSink {
        let body: [UInt8]
        var found: Set<String> = []

        mutating func add(_ features: UnsafeBufferPointer<Feature>) {
            for feature in features {
                let kind = body.withUnsafeBufferPointer { FeatureKind(feature, in: $0) }
                let isOfBody = feature.start < wholeMessage
                let words = isOfBody ? String(decoding: body[Int(feature.start)..<Int(feature.end)], as: UTF8.self) : ""
                found.insert(isOfBody ? "\(words): \(kind.name)" : kind.name)
            }
        }
    }

    private func kinds(_ text: String, sender: String? = nil) -> Set<String> {
        var reader = MessageReader(TokenizerSettings()), sink = Kinds(body: Array(text.utf8))
        reader.read(Message(body: text, sender: sender, receiverCountry: sender == nil ? nil : "GB"), into: &sink)
        return sink.found
    }

    @Test(
        arguments: [
            ("free prizes", ["free: word", "free prizes: pair", "pri: letters", "length from 7"]),
            (
                "call 09061701461",
                [
                    "09061701461: number of 11 digits", "09061701461: phone number", "09061701461: form of number",
                    "call 09061701461: pair",
                ]
            ),
            ("1234567890123456789", ["1234567890123456789: number of 16 or more digits"]),
            ("only $5 at 10:30", ["5: number of 1 digit", "5: sum of money", "$5: form of number", "10:30: time"]),
            ("5% on 12/24", ["5: percentage", "12/24: date", "%: sign"]),
            ("see a.example/x now", ["a.example/x: link", "a: word", "see a.example/x: pair"]),
            ("ask me@a.example", ["me@a.example: mail address"]),
            ("무료 대출", ["무료: characters", "료 대: pair"]), ("贷款", ["贷: characters", "贷款: characters"]),
            ("ok!!! 🎉", ["!!!: sign", "🎉: sign"]), ("f r e e prizes", ["f r e e: hidden: spaced"]),
            ("<PHONE>", ["<PHONE>: phone number"]),
        ] as [(String, [String])])
    func featuresAreOfAKind(text: String, expected: [String]) {
        let found = kinds(text)
        #expect(found.isSuperset(of: expected), "\(found.sorted())")
    }

    /// All that a reader says of a sender has a name of its own.
    @Test(
        arguments: [
            ("+447700900123", ["mobile", "mobile, 11 long", "mobile, receiver in GB", "own country's calling code"]),
            (
                "+821012345678",
                ["with calling code", "with calling code, 12 long", "with calling code, receiver in GB", "calling code +82"]
            ),
            ("MYBANK", ["header", "header, 6 long", "header, receiver in GB"]),
            ("VK-MYBANK-S", ["header", "header, 11 long", "header, receiver in GB", "header ending in -S"]),
            ("BANK24", ["header", "header, 6 long", "header, receiver in GB", "header with digits"]),
            ("a.very.long.name@mail.example", ["e-mail", "e-mail, 15 long or more", "e-mail, receiver in GB"]),
            ("60606", ["short code", "short code, 5 long", "short code, receiver in GB"]),
        ] as [(String, [String])])
    func allOfASenderIsNamed(sender: String, expected: [String]) {
        let found = kinds("a", sender: sender).filter { $0.hasPrefix("sender") }
        #expect(found == Set(expected.map { "sender: \($0)" }), "\(found.sorted())")
    }
}
