import Testing

@testable import SpamFilter

@Suite struct ReferenceReaderTests {
    private let allSettings = [
        TokenizerSettings(), TokenizerSettings(wordOrder: 1, shortestGram: 0, longestGram: 0, syllabicOrder: 1),
        TokenizerSettings(shortestGram: 2, longestGram: 5, syllabicOrder: 3), TokenizerSettings(shortestGram: 4, longestGram: 4),
        TokenizerSettings(shortestGram: 5, longestGram: 5, syllabicOrder: 3), TokenizerSettings(shortestGram: 2, longestGram: 2),
    ]

    /// What one reader found and the other did not, by name where there is one.
    private func differences(_ body: String, _ settings: TokenizerSettings) -> [String] {
        let expected = ReferenceReader(settings: settings).features(of: body)
        var counts: [UInt64: Int] = [:]
        for hash in hashes(of: body, settings) { counts[hash, default: 0] += 1 }
        var found: [String] = []
        for (name, feature) in expected {
            let count = counts.removeValue(forKey: feature.hash) ?? 0
            if count != feature.count { found.append("\(name): \(feature.count) times, read \(count) times") }
        }
        return found.sorted() + counts.map { "\(hexadecimal($0.key)): only read, \($0.value) times" }
    }

    /// Golden messages but those with a link or an e-mail address.
    @Test func goldenMessagesReadAlike() throws {
        let link = FeatureHash.close(1, .link), address = FeatureHash.close(1, .address)
        for message in try GoldenMessage.all() {
            let found = hashes(of: message.body)
            if found.contains(address) { continue }
            if found.contains(link) {
                #expect(message.name.hasPrefix("link"))
                continue
            }
            for settings in allSettings {
                let found = differences(message.body, settings)
                #expect(found.isEmpty, "\(message.name) with \(settings): \(found)")
            }
        }
    }

    @Test func randomMessagesReadAlike() {
        let pieces = [
            "free", "Gold", "a", "I", "ß", "é", "e\u{301}", "đ", "ﬁ", "Ａ", "ё", "Σ", "ς", "ا", "ไ", "हि", "x", "xx", "1", "22",
            "٣", "①", ".", ",",
            ":", "-", "*", "**", "○", "!", "!!", "£", "#", "'", "금", "대출", "각", "\u{1100}\u{1161}\u{11A8}", "ㅋㅋ", "ㅏ", "ㄱ", "加",
            "微信", "88元", "か",
            "か\u{3099}", "ｶﾞ", "ー", "😀", "😀😀", "👍🏽", "\u{FFFC}", "\u{200B}", "\u{FE0F}", " ", " ", " ", "\n", "\u{3000}", "㎏", "㈱",
            "½", "o", "5oo0", "lO", "i", "#", "##", "__", "xxx", "$", "¥", "원", "万", "元", "%", "/", "010", "1588", "TL", "Rp",
            "Rp5", "usd",
            "월", "시", "+", "12:30", "(", ")", "[", "]", "<", ">", "【", "】", "<URL>", "[번호]", "&lt;#&gt;", "(광 고)", "[Web발신]",
            "\r\n",
            "🇰🇷", "👨‍👩‍👧", "\u{200D}", "👩", "🇯", "🇰", "*gold*",
        ]
        var random = SeededNumbers(seed: 2026)
        var failures: [String] = []
        for i in 0..<6000 {
            let body = (0..<Int.random(in: 1...14, using: &random)).map { _ in pieces.randomElement(using: &random)! }.joined()
            let found = differences(body, allSettings[i % allSettings.count])
            if !found.isEmpty { failures.append("\(scalarNumbers(body)) \(body): \(found)") }
        }
        #expect(failures.isEmpty, "\(failures.count): \(failures.prefix(5).joined(separator: "\n"))")
    }

    /// Signs and their counts stood in one place of the hash once: `-`, `..` and `///` were one feature, as were neighbouring emoji.
    @Test func runsOfSignsAreFeaturesOfTheirOwn() {
        var seen: [UInt64: String] = [:]
        for value in [UInt32](0x21...0x2F) + [0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x5B, 0x5D] + [UInt32](0x1F600...0x1F64F)
        {
            for count in 1...3 {
                let run = String(repeating: String(Unicode.Scalar(value)!), count: count)
                // Masks in a row are digits.
                if value == 0x2A || value == 0x23, count > 1 { continue }
                let found = hashes(of: run)
                #expect(found.count == 1)
                let other = seen.updateValue(run, forKey: found[0])
                #expect(other == nil, "\(run) reads as \(other ?? "")")
            }
        }
    }

    /// So did the parts of a link: two slashes behind a host were two digits in one.
    @Test func partsOfLinksAreFeaturesOfTheirOwn() {
        let slashes = Set(hashes(of: "gold.example/a/b")), digits = Set(hashes(of: "shop12.test"))
        #expect(slashes.intersection(digits) == [FeatureHash.close(1, .link)])
    }
}
