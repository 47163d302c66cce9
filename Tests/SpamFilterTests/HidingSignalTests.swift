import Testing

@testable import SpamFilter

/// Every trick that reading undid is a feature by how often it was found, and ordinary writing is
/// none.
@Suite struct HidingSignalTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let piece: String
        let trick: HidingTrick
        var testDescription: String { "\(trick): \(piece)" }

        init(_ piece: String, _ trick: HidingTrick) {
            self.piece = piece
            self.trick = trick
        }
    }

    /// A piece with one trick once, so that n of them are n; nothing else is found.
    @Test(
        arguments: [
            Row("fr\u{200B}ee", .invisible), Row("fr\u{AD}ee", .invisible), Row("fr\u{2060}ee", .invisible),
            Row("fr\u{E0041}ee", .invisible),
            Row("fr\u{202E}ee", .invisible), Row("대\u{3164}출", .invisible), Row("加\u{200B}微", .invisible),
            Row("кре\u{200B}дит", .invisible),
            Row("frеe", .lookAlike), Row("gοld", .lookAlike), Row("քrize", .lookAlike), Row("крeдит", .lookAlike),
            Row("Ꮮoan", .lookAlike),
            Row("ⓕree", .styled), Row("𝐟ree", .styled), Row("🅵ree", .styled), Row("ᶠree", .styled), Row("ᴘrize", .styled),
            Row("ｆree", .wide), Row("fr33c4sh", .substitute), Row("g0ld", .substitute), Row("pr1ze", .substitute),
            Row("ㄷㅐ출", .jamo), Row("ㅊㅜㄹ", .jamo), Row("f\u{300}\u{301}\u{302}ree", .stacked), Row("f\u{336}ree", .stacked),
            Row("대\u{301}\u{302}\u{303}출", .stacked), Row("f r e e:", .spaced), Row("c*ash", .spaced), Row("f_ree", .spaced),
            Row("fr&#101;e", .entity), Row("fr&#x65;e", .entity), Row("대&#52636;", .entity), Row("&amp;#21152;", .entity),
        ])
    func tricksAreCountedInBuckets(_ row: Row) {
        for (count, bucket) in [(1, "1"), (2, "2-3"), (3, "2-3"), (4, "4-7"), (7, "4-7"), (8, "8+"), (20, "8+")] {
            let text = Array(repeating: row.piece, count: count).joined(separator: " \n now ")
            #expect(signals(of: text) == ["\(row.trick) \(bucket)"], "\(count) times")
        }
    }

    @Test func countsGoOnOverWindows() {
        let text = "fr\u{200B}ee " + String(repeating: "plain words ", count: 100) + "go\u{200B}ld"
        #expect(text.unicodeScalars.count > 2 * FoldedWindow.capacity)
        #expect(signals(of: text) == ["invisible 2-3"])
        #expect(signals(of: "plain").isEmpty, "and do not stay for the next message")
        let signal = features(of: text).first { signalNames[$0.hash] != nil }
        #expect(signal?.start == 1 && signal?.end == text.utf8.count - 2, "from the first to the last")
    }

    @Test func severalTricksGiveASignalEach() {
        #expect(signals(of: "ⓕr\u{200B}ее c4sh") == ["invisible 1", "lookAlike 2-3", "styled 1", "substitute 1"])
    }

    /// What people write: none of it is hiding.
    @Test(arguments: [
        "Your parcel waits. Call us at 9!", "I don't know, it's John's", "I don’t know, it’s John’s",
        "well-known T-shirt, X-ray, e-mail",
        "the U.S.A. and the U.K., e.g. here, i.e. at 9 a.m. or 5 p.m.", "J. F. K. and J.R.R. Tolkien", "C'est l'été, où l’œuvre",
        "won\u{FFFD}t pay \u{FFFD}5", "plan B, vitamin C", "Ok:D, it's cool:P yab:D", "at H&M, in 5 km/h and s/d or A/S",
        "a) milk b) bread c) eggs", "① milk ② bread ③ eggs",
        "1. milk 2. bread",
        "$5 a day, A$10, US$20, 50c", "CO₂ at 10 ℃, 5㎏ or 20㎡", "Acme™ No. 5, № 7", "1º piso, 2ª vía", "World War Ⅱ",
        "👨\u{200D}👩\u{200D}👧 at home ☺\u{FE0F} ❤\u{FE0F}\u{200D}🔥", "1\u{FE0F}\u{20E3} first", "🏴\u{E0067}\u{E0062}\u{E007F} cup",
        "\u{FEFF}Your parcel", "on\u{200B} its way", "See you \u{2014} soon…", "5 ≠ 6, 5 =\u{338} 6", ":-) ;) :D <3 xD",
        // Other scripts' own writing.
        "Quý khách đã trúng thưởng", "Quy\u{301} kha\u{301}ch đa\u{303} tru\u{301}ng thu\u{31B}o\u{31B}\u{309}ng",
        "Příliš žluťoučký kůň",
        "ışık kapısı, İstanbul'da KIŞ", "Grüße aus der Straße", "Łódź, zażółć", "Gør krav på præmien", "Það er þín gjöf",
        "Ἀθῆναι ᾠδή ᾂ", "α\u{313}\u{300}\u{345}", "Їжа, ґанок, моё", "А. С. Пушкин и какой-то", "می\u{200C}خواهم کتاب\u{200C}ها",
        "مُحَمَّد",
        "ארה״ב דו״ח צה\"ל", "שָׁלוֹם", "क\u{94D}\u{200D}ष हिन्दी", "น้ำ ทำ ยินดี", "ຍິນດີນຳ", "வாழ்த்துக்கள்", "শ্রী\u{200C}",
        "ㅋㅋㅋ 알았어ㅋㅋ 미안ㅠㅠ", "ㅇㅇ ㄴㄴ", "㈜예시 (주)예시", "할 수 있는 것 같아요", "서울·부산·대구", "KT 5G 요금제 3개월",
        "Ａさんと会う", "ＮＨＫの番組", "ｷｬﾝﾍﾟｰﾝ", "か\u{3099}ん", "㈱ ㌔ ㍻", "ラーメン・カレー", "您好，您的快递到了。", "ＱＱ群", "今天 天气 很好",
        "Anna и Борис, OK да", "שלום John, SMS חדש", "Reply STOP to 80808", "notes_v2.docx report.pdf",
    ])
    func ordinaryWritingHidesNothing(_ text: String) {
        #expect(signals(of: text).isEmpty, "\(signals(of: text))")
    }
}
