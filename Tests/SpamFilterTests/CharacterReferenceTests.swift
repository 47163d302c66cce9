// Character references of HTML, read as the characters that they stand for.

import Testing

@testable import SpamFilter

@Suite struct CharacterReferenceTests {
    @Test(arguments: [
        ("&#48152;&#44032;", "반가"), ("&#xBC18;&#XAC00;", "반가"), ("&#22686;", "增"), ("&#65313;", "Ａ"), ("R&amp;D", "R&D"),
        ("a &lt; b &gt; c", "a < b > c"), ("&quot;it&apos;s&quot;", "\"it's\""), ("one&nbsp;two", "one\u{A0}two"),
        ("5 &euro; or &#163;4&hellip;", "5 € or £4…"), ("&amp;#48152;", "반"), ("&amp;amp;#x41;", "A"), ("&amp;lt;b", "<b"),
        ("&#55357;&#56832;", "😀"), ("&#xD83D;&#xDE00;", "😀"), ("&#150;", "–"), ("a&amp;b=1&amp;c", "a&b=1&c"),
    ])
    func areReadAsTheyStandFor(text: String, plain: String) {
        #expect(scalars(text) == scalars(plain), "\(text)")
        #expect(plainHashes(of: text) == plainHashes(of: plain))
    }

    private func scalars(_ text: String) -> [UInt32] { foldedParts(ofBytes: Array(text.utf8)).map(\.scalar) }

    /// Nothing else is taken for one.
    @Test(arguments: [
        "&", "&&&", "&#;", "&#x;", "&#65", "&#x41", "&# 65;", "&#6 5;", "&#12345678;", "&#x1234567;", "&#0;", "&#x0;",
        "&#1114112;", "&#xD800;", "&#xDC00;", "&#xD83D;x", "&#xD83D;&#65", "&#99999999999;", "&AMP;", "&unknown;", "&amp", "&;",
        "AT&T", "Q&A; more", "&hellipx;", "&#-65;", "&#+65;", "&#x-1;",
    ])
    func otherTextsStayAsTheyAre(text: String) {
        #expect(scalars(text) == text.lowercased().unicodeScalars.map(\.value), "\(text)")
        #expect(signals(of: text).isEmpty)
    }

    @Test func tooManyEscapesAreText() { #expect(scalars("&amp;amp;amp;amp;#65;") == "&#65;".unicodeScalars.map(\.value)) }

    /// A whole message of references has the features of the plain text, and the trick.
    @Test(arguments: ["반갑습니다 무료 대출 상담", "您好，您的验证码是482913", "Claim your free prize now", "ご確認くださいませんか"])
    func aWholeMessageIsReadAlike(text: String) {
        let written = text.unicodeScalars.map { $0 == " " ? " " : "&#\($0.value);" }.joined()
        #expect(plainHashes(of: written) == plainHashes(of: text))
        #expect(signals(of: written) == ["entity 8+"] && signals(of: text).isEmpty)
    }

    /// Wherever a window ends, and wherever the text is cut off.
    @Test func windowsAndEndsCutNone() {
        for lead in 350..<400 {
            let start = String(repeating: "word ", count: lead / 5) + String(repeating: "x", count: lead % 5)
            let text = start + " &#48152;&#44049; end " + String(repeating: "word ", count: 90)
            let plain = start + " 반갑 end " + String(repeating: "word ", count: 90)
            #expect(plainHashes(of: text) == plainHashes(of: plain) && signals(of: text) == ["entity 2-3"], "\(lead)")
        }
        let whole = "&amp;#48152;&#xD83D;&#xDE00;"
        for end in 0...whole.utf8.count {
            #expect(!foldedParts(ofBytes: Array(whole.utf8.prefix(end))).contains { $0.scalar == 0 })
        }
    }

    /// A character begins where its ampersand is.
    @Test func theyKeepTheirPlaces() {
        #expect(foldedParts(ofBytes: Array("a&#48152;b&amp;c".utf8)).map(\.start) == [0, 1, 9, 10, 15])
    }

    @Test(arguments: ["&", "&#", "&amp;", "&#x", "&#55357;", "&#4"])
    func endlessOnesAreReadInTime(piece: String) {
        let text = String(repeating: piece, count: 200_000)
        #expect(foldedParts(ofBytes: Array(text.utf8)).count > 0)
    }
}
