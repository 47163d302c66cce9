import SpamFilter
import Testing

/// What a reader noticed is what models are told.
@Suite struct MessageTraitsTests {
    private func traits(_ body: String, sender: String? = nil, country: String? = nil) -> MessageTraits {
        var reader = MessageReader(TokenizerSettings())
        return traits(Message(body: body, sender: sender, receiverCountry: country), &reader)
    }

    /// Models know such numbers by their code; rules and figures know what they are.
    @Test(arguments: [("IE", "+353 83 555 0123"), ("MX", "00525555501234"), ("KE", "+254712555012"), ("CH", "+41795550123")])
    func ownNumbersOfCountriesWithoutAPlanAreNational(_ country: String, _ sender: String) {
        func kind(_ country: String?) -> SenderKind? { traits("", sender: sender, country: country).senderKind }
        #expect(kind(country) == .national && kind("KR") == .foreign && kind(nil) == .foreign)
    }

    @Test(arguments: [
        ("see https://a.example/x", true), ("택배 dl-kr.example/x9 확인", true), ("hxxp://a[.]example", true),
        ("no link here.", false),
        ("write to a@b.example", false), ("", false),
    ])
    func linksAreNoticed(body: String, has: Bool) {
        #expect(traits(body).hasLink == has)
    }

    @Test(arguments: [
        ("\u{FFFC}", true), ("look \u{FFFC} here", true), ("\u{FFFC}\u{FFFC}\u{FFFC}\u{FFFC}", true), ("look here", false),
        ("🎉", false),
        // Candidates for a picture that is the whole message.
        ("\u{FFFD}", true), ("\u{E000}", true), (" \u{F8FF}\n", true), ("\u{FEFF}", true), ("\u{200B}", true), ("\u{0}", true),
        ("\u{1A}", true), ("\u{FFF9}", true), ("\u{2060}", true), ("\u{F0000}", true), ("\u{10FFFD}", true), ("\u{FFFF}", true),
        ("\u{301}", true), ("\u{FE0F}", true), ("\u{AD}", true),
        ("\u{E000}\u{E000}", false), ("\u{E000} a", false), ("a", false), ("가", false), ("7", false), ("!", false), ("☎", false),
        ("€", false), ("\u{A0}", false), ("\n", false), ("", false), ("\u{FEFF}a", false),
    ])
    func picturesAreNoticed(body: String, has: Bool) {
        #expect(traits(body).hasImage == has)
    }

    @Test(
        arguments: [
            ("plain words", []), ("fr\u{200B}ee", [.invisible]),
            ("ⓕr\u{200B}ее c4sh", [.invisible, .lookAlike, .styled, .substitute]),
            (Array(repeating: "fr\u{200B}ee", count: 20).joined(separator: " now "), [.invisible]), ("ㄷㅐ출", [.jamo]),
            ("f r e e:", [.spaced]),
        ] as [(String, [HidingTrick])])
    func tricksAreNoticed(body: String, tricks: [HidingTrick]) {
        #expect(traits(body).tricks == tricks)
    }

    @Test(
        arguments: [
            (nil, nil), ("", nil), ("MYBANK", .header), ("a@b.example", .email), ("12345", .shortCode),
            ("+8210-0000-0000", .mobile),
            ("+1 202 555 0100", .foreign),
        ] as [(String?, SenderKind?)])
    func sendersAreTold(sender: String?, kind: SenderKind?) {
        #expect(traits("hello", sender: sender, country: "KR").senderKind == kind)
    }

    @Test func nothingStaysForTheNextMessage() {
        var reader = MessageReader(TokenizerSettings())
        _ = traits(Message(body: "fr\u{200B}ee https://a.example \u{FFFC}", sender: "MYBANK"), &reader)
        #expect(traits(Message(body: "plain"), &reader) == MessageTraits())
    }

    private func traits(_ message: Message, _ reader: inout MessageReader) -> MessageTraits {
        var ignored = Ignored()
        reader.read(message, into: &ignored)
        return reader.traits
    }

    private struct Ignored: FeatureSink {
        mutating func add(_ features: UnsafeBufferPointer<Feature>) {}
    }
}
