import Testing

@testable import SpamFilter

@Suite struct FoldingTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let text: String
        let expected: String
        let why: String
        var testDescription: String { why }

        init(_ text: String, _ expected: String, _ why: String) {
            self.text = text
            self.expected = expected
            self.why = why
        }
    }

    @Test(arguments: [
        Row("", "", "nothing"),
        Row("FrEe", "free", "case"),
        Row("STRASSE Straße ẞ", "strasse strasse ss", "sharp s is two scalars in both cases"),
        Row("ΟΔΟΣ οδός", "οδοσ οδοσ", "final sigma"),
        Row("ПРИВЕТ", "привет", "Cyrillic case"),
        Row("ＦＲＥＥ１２３！", "free123!", "full-width"),
        Row("Ⓕⓡⓔⓔ", "free", "circled"),
        Row("🅵🆁🅴🅴 🅐🅩 🄰🅂", "free az as", "squared and negative circled letters"),
        Row("𝐅𝓻𝔢𝖊 𝙵𝚛𝟯𝟑", "free fr33", "mathematical letters and digits"),
        Row("ﬁne oﬃce ﬅ", "fine office st", "ligatures"),
        Row("㎏ ㏂ ℃ ™ № ㈱ ㍿", "kg a.m. °c tm no (株) 株式会社", "units and signs to several scalars"),
        Row("½ x² H₂O ①② ⑳ ❶", "1⁄2 x2 h2o 12 20 1", "fractions, raised, lowered and circled digits"),
        Row("…‥", ".....", "leaders"),
        Row("１２３ ١٢٣ ۴۵۶ १२३ ๑๒๓ ០១២", "123 123 456 123 123 012", "digits of other scripts"),
        Row("𝟘𝟙 𞥐𞥑", "01 01", "digits beyond the basic plane"),
        Row("ª º ʰ", "a o h", "raised letters"),
        Row("كارت ويژه کارت ویژه", "كارت ويژه كارت ويژه", "Arabic and Persian kaf and yeh"),
        Row("على علی علي", "علي علي علي", "yeh without dots"),
        Row("ہفتہ هفته مدرسة مدرسه خانۀ", "هفته هفته مدرسه مدرسه خانه", "heh of Urdu, teh marbuta"),
        Row("ﻛﺎﺭﺕ ﮐﺎﺭﺕ ﻲ ﯼ ﺔ", "كارت كارت ي ي ه", "presentation forms"),
        Row("Ⅷ ⅸ", "viii ix", "Roman numerals"),
    ])
    func compatibilityFormsFold(_ row: Row) {
        #expect(sameScalars(folded(row.text), row.expected), "\(folded(row.text)): \(scalarNumbers(folded(row.text)))")
    }

    @Test(arguments: [
        Row("caf\u{E9} cafe\u{301}", "cafe cafe", "acute"),
        Row("Ngân hàng đã gửi thông báo", "ngan hang da gui thong bao", "Vietnamese; the stroke of đ is a mark"),
        Row("\u{1EC7} e\u{323}\u{302} e\u{302}\u{323}", "e e e", "two marks in any order"),
        Row("ά α\u{301} ΐ", "α α ι", "Greek"),
        Row("ᾳ α\u{345} ᾼ ᾇ", "α α α α", "the iota below a Greek vowel is a mark"),
        Row("й и\u{306} ё е\u{308}", "и и е е", "Cyrillic"),
        Row("I İ i ı", "i i i i", "the Turkish four"),
        Row(
            "z\u{300}\u{301}\u{302}\u{303}\u{489}a\u{20DD}l\u{336}g\u{FE22}o", "zalgo",
            "heaps of marks, enclosing and striking ones"),
        Row("مُحَمَّد", "محمد", "Arabic vowel points"),
        Row("שָׁלוֹם \u{FB2A}", "שלום ש", "Hebrew points and dots"),
        Row("हिन्दी", "हिन्दी", "vowel signs of Devanagari stay"),
        Row("\u{958} \u{915}\u{93C}", "\u{915}\u{93C} \u{915}\u{93C}", "a nukta, composed or not"),
        Row("ไม่มี", "ไม่มี", "Thai tone marks stay"),
    ])
    func diacriticsFold(_ row: Row) {
        #expect(sameScalars(folded(row.text), row.expected), "\(folded(row.text)): \(scalarNumbers(folded(row.text)))")
    }

    @Test(arguments: [
        Row("か\u{3099}は\u{309A}う\u{3099}", "\u{304C}\u{3071}\u{3094}", "hiragana, decomposed"),
        Row("カ\u{3099}ハ\u{309A}ウ\u{3099}", "\u{30AC}\u{30D1}\u{30F4}", "katakana, decomposed"),
        Row("つ\u{3099}て\u{3099}と\u{3099}ち\u{3099}", "づでどぢ", "the row where the order of scalars changes"),
        Row("ほ\u{3099}ほ\u{309A}", "ぼぽ", "voiced and half-voiced"),
        Row("ｶﾞﾊﾟｳﾞｱｯｰ", "ガパヴアッー", "half-width"),
        Row("ワ\u{3099}ヰ\u{3099}ヱ\u{3099}ヲ\u{3099}", "\u{30F7}\u{30F8}\u{30F9}\u{30FA}", "the voiced w row"),
        Row("ゝ\u{3099}ヽ\u{3099}", "\u{309E}\u{30FE}", "voiced iteration marks"),
        Row("あ\u{3099}ん\u{309A}", "あん", "a mark that composes with nothing is dropped"),
        Row("\u{3099}か", "か", "a mark at the beginning"),
        Row("人\u{3099}口", "人口", "a mark on Han"),
        Row("㌀ ㍻ ㋐", "アパート 平成 ア", "squared words, era names, circled kana"),
        Row("⼈ 豈 \u{2F81A}", "人 岂 冬", "radicals and compatibility ideographs, as Simplified ones"),
    ])
    func kanaAndHanFold(_ row: Row) {
        #expect(sameScalars(folded(row.text), row.expected), "\(folded(row.text)): \(scalarNumbers(folded(row.text)))")
    }

    @Test(arguments: [
        Row("\u{1103}\u{1162}\u{110E}\u{116E}\u{11AF}", "대출", "conjoining jamo"),
        Row("\u{1100}\u{1161}\u{11A8}\u{1100}\u{1161}", "각가", "a closing letter stays where the standard has it"),
        Row("가\u{11A8}", "각", "a closing letter behind a composed syllable"),
        Row("각\u{11A8}", "각\u{11A8}", "a second closing letter stays apart"),
        Row("ㄷㅐㅊㅜㄹ", "대출", "stand-alone jamo"),
        Row("ㄱㅏㄱㅏ", "가가", "a closing letter begins the next syllable after all"),
        Row("ㄱㅏㄲㅣ", "가끼", "so does a doubled one"),
        Row("ㄱㅏㄸㅏ", "가따", "ㄸ closes no syllable"),
        Row("ㄴㅓㄳ", "넋", "a cluster closes"),
        Row("ㄴㅓㄳㅣ", "넋\u{1175}", "a cluster begins none"),
        Row("ﾡￂﾤ", "간", "half-width jamo"),
        Row("ㅋㅋㅋ", "\u{110F}\u{110F}\u{110F}", "consonants alone stay as they are"),
        Row("ㅠㅠ", "\u{1172}\u{1172}", "vowels alone too"),
        Row("가ㅋㅋ", "가\u{110F}\u{110F}", "laughter behind a syllable does not close it"),
        Row("가ㄱ", "가\u{1100}", "nor does one letter"),
        Row("ㄱㅏ\u{11A8}", "가\u{11A8}", "stand-alone and conjoining letters do not mix"),
        Row("\u{1100}\u{200B}\u{1161}", "가", "invisible characters between jamo"),
        Row("ㄱ ㅏ", "\u{1100} \u{1161}", "a space keeps them apart"),
        Row("㉠㉮㈀㈎㈜", "\u{1100}가\u{1100}가(주)", "circled and bracketed Hangul, but for the mark of companies"),
    ])
    func hangulFolds(_ row: Row) {
        #expect(sameScalars(folded(row.text), row.expected), "\(folded(row.text)): \(scalarNumbers(folded(row.text)))")
    }

    @Test(arguments: [
        Row("fr\u{200B}e\u{200D}e\u{FEFF} \u{AD}go\u{2060}ld", "free gold", "zero-width characters"),
        Row("\u{202E}abc\u{202C}", "abc", "directions"),
        Row("a\u{E0061}b\u{E01EF}c", "abc", "tags and variation selectors beyond the basic plane"),
        Row("가\u{3164}나\u{115F}다\u{FFA0}", "가나다", "Hangul fillers"),
        Row("❤\u{FE0F}👍🏽", "❤👍", "variation selectors and skin tones"),
        Row("👩\u{200D}💻", "👩💻", "joiners"),
        Row("a\u{0}b\u{7}c\u{1B}", "abc", "control characters"),
        Row("1\u{FE0F}\u{20E3}", "1", "key caps"),
        Row("a\u{FFFC}b", "a\u{FFFC}b", "a picture is seen"),
        Row("a\tb\nc\r\nd\u{A0}e\u{3000}f\u{2003}g", "a\tb\nc\r\nd e f g", "spaces of every width stay spaces"),
        Row("\u{30000}\u{10FFFF}\u{E000}", "\u{30000}\u{10FFFF}\u{E000}", "beyond the table"),
    ])
    func invisibleCharactersAreDropped(_ row: Row) {
        #expect(sameScalars(folded(row.text), row.expected), "\(folded(row.text)): \(scalarNumbers(folded(row.text)))")
    }

    @Test func classesSayWhichTokenizerReads() {
        let rows: [(String, ScalarClass)] = [
            ("a", .letter), ("đ", .letter), ("ก", .letter), ("ि", .letter), ("7", .digit), ("٧", .digit), ("漢", .han),
            ("々", .han),
            ("〇", .han), ("\u{30000}", .han), ("あ", .kana), ("ー", .kana), ("ｱ", .kana), ("한", .syllable), ("ㅋ", .jamo),
            ("😀", .emoji), ("☎", .emoji), ("!", .symbol), ("₩", .symbol), ("→", .symbol), ("\u{FFFC}", .image), (" ", .space),
            ("\u{3000}", .space), ("\u{FFFD}", .symbol),
        ]
        for (text, kind) in rows {
            #expect(foldedParts(ofBytes: Array(text.utf8)).map(\.kind) == [kind], "\(text)")
        }
    }

    @Test func scalarsKnowTheByteTheyBeganAt() {
        // a at 0, e at 1 with its mark, kg at 4, a space of no width at 7, then four jamo of three
        // bytes: the second ㄱ, at 16, seems to close the first syllable until the vowel behind it
        // comes.
        let parts = foldedParts(ofBytes: Array("ae\u{301}㎏\u{200B}ㄱㅏㄱㅏ".utf8))
        #expect(parts.map(\.start) == [0, 1, 4, 4, 10, 16])
        #expect(parts.map { String(Unicode.Scalar($0.scalar)!) }.joined() == "aekg가가")
    }

    /// Whatever a scalar folds to is visible, of a class that a tokenizer takes, and folds to
    /// itself.
    @Test func foldingTwiceIsFoldingOnce() {
        var failures: [String] = []
        for value in UInt32(0)..<0x30100 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let bytes = Array(String(scalar).utf8)
            let once = foldedParts(ofBytes: bytes)
            let leaves = once.allSatisfy { ![.ignorable, .mark, .voicing, .expansion].contains($0.kind) }
            let text = String(String.UnicodeScalarView(once.map { Unicode.Scalar($0.scalar)! }))
            let isStable = once.isEmpty || sameScalars(folded(text), text)
            if !leaves || !isStable {
                failures.append("U+\(String(value, radix: 16)): \(scalarNumbers(text)), \(scalarNumbers(folded(text)))")
            }
        }
        #expect(failures.isEmpty, "\(failures.count): \(failures.prefix(20))")
    }
}
