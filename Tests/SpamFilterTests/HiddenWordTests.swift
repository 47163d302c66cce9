import Testing

@testable import SpamFilter

/// A word that was hidden gives the features of the word as well.
@Suite struct HiddenWordTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let hidden: String
        let clean: String
        var testDescription: String { hidden }

        init(_ hidden: String, _ clean: String) {
            self.hidden = hidden
            self.clean = clean
        }
    }

    /// Joined by signs or invisible characters, styled, written with digits: every n-gram of the
    /// word and the word itself.
    @Test(
        arguments: [
            Row("fr.ee", "free"), Row("fr-ee", "free"), Row("fr*ee", "free"), Row("fr_ee", "free"), Row("fr~ee", "free"),
            Row("fr🔥ee", "free"), Row("go\u{FFFC}ld", "gold"), Row("don't", "dont"), Row("don’t", "dont"), Row("cl@im", "claim"),
            Row("c@sh", "cash"), Row("pr!ze", "prize"), Row("g|ft", "gift"), Row("c@$h", "cash"), Row("fr33", "free"),
            Row("g0ld", "gold"), Row("c45h", "cash"), Row("pr1z3", "prize"), Row("W1NN3R", "winner"), Row("7ru57", "trust"),
            Row("fr\u{200B}ee", "free"), Row("f\u{AD}r\u{AD}e\u{AD}e", "free"), Row("f\u{E0100}ree", "free"), Row("ｆｒｅｅ", "free"),
            Row("𝗳𝓇ⓔｅ", "free"), Row("ⓕⓡⓔⓔ", "free"), Row("🅵🆁🅴🅴", "free"), Row("ᶠʳᵉᵉ", "free"),
            Row("f\u{336}r\u{336}e\u{336}e\u{336}", "free"),
            Row("f\u{300}\u{301}\u{302}\u{303}ree", "free"), Row("frее", "free"), Row("fr3е", "free"), Row("c4$h", "cash"),
            Row("кр.едит", "кредит"), Row("кре\u{AD}дит", "кредит"), Row("к\u{200B}р\u{200B}едит", "кредит"),
            Row("крeдит", "кредит"),
            Row("δώ-ρο", "δωρο"), Row("δω\u{200B}ρο", "δωρο"), Row("مب\u{200B}روك", "مبروك"),
            Row("\u{FEE3}\u{FE92}\u{FEAE}\u{FEED}\u{FED9}", "مبروك"),
            Row("מב\u{200B}צע", "מבצע"), Row("מב*צע", "מבצע"), Row("बधा\u{200B}ई", "बधाई"), Row("ข่า\u{200B}ว", "ข่าว"),
            Row("v.ay", "vay"),
            Row("ti.ề.n", "tien"),
        ])
    func joinedWordsGiveAllOfTheWord(_ row: Row) {
        let found = Set(hashes(of: row.hidden))
        #expect(found.contains(wordFeature(row.clean)), "\(folded(row.hidden))")
        #expect(found.isSuperset(of: gramFeatures(row.clean)))
        // And its pairs with its neighbours.
        let sentence = Set(textHashes(of: "xyz \(row.clean) now"))
        let missing = sentence.subtracting(hashes(of: "xyz \(row.hidden) now"))
        #expect(missing.isEmpty, "\(missing.count) of \(sentence.count)")
    }

    /// Single letters: the word, and the n-grams inside it; nobody knows where it begins and ends.
    @Test(
        arguments: [
            Row("f r e e", "free"), Row("F R E E", "free"), Row("f.r.e.e", "free"), Row("F.R.E.E", "free"),
            Row("f-r-e-e", "free"),
            Row("f*r*e*e", "free"), Row("f_r_e_e", "free"), Row("f/r/e/e", "free"), Row("f·r·e·e", "free"),
            Row("f🔥r🔥e🔥e", "free"),
            Row("f. r. e. e", "free"), Row("f r 3 3", "free"), Row("ⓕ ⓡ ⓔ ⓔ", "free"), Row("ｆ ｒ ｅ ｅ", "free"),
            Row("f\u{200B} r e e", "free"),
            Row("get f r e e now", "free"), Row("a f r e e c a r", "free"), Row("p r i z e", "prize"), Row("c-l-a-i-m", "claim"),
            Row("к р е д и т", "кредит"), Row("к.р.е.д.и.т", "кредит"), Row("δ ω ρ ο", "δωρο"), Row("م ب ر و ك", "مبروك"),
            Row("ז כ י ת", "זכית"), Row("t i ề n", "tien"), Row("I\u{307} n d i r i m", "indirim"),
        ])
    func spacedOutWordsGiveTheWord(_ row: Row) {
        let found = Set(hashes(of: row.hidden))
        #expect(found.contains(wordFeature(row.clean)), "\(folded(row.hidden))")
        #expect(found.isSuperset(of: gramFeatures(row.clean).dropFirst().dropLast()))
    }

    /// Han, kana and Hangul: every character and pair of the plain text; of Hangul that is not
    /// pulled apart the word too.
    @Test(
        arguments: [
            Row("加 微 信", "加微信"), Row("加.微.信", "加微信"), Row("加-微*信", "加微信"), Row("加😀微😀信", "加微信"), Row("加\u{200B}微\u{200B}信", "加微信"),
            Row("加\u{FE00}微\u{E0100}信", "加微信"), Row("領 取", "领取"), Row("大 출", "大출"), Row("대 출", "대출"), Row("대.출", "대출"),
            Row("대*출", "대출"), Row("대\u{3164}출", "대출"), Row("ㄷㅐㅊㅜㄹ", "대출"), Row("대ㅊㅜㄹ", "대출"), Row("ㄷㅐ출", "대출"),
            Row("\u{1103}\u{1162}\u{110E}\u{116E}\u{11AF}", "대출"), Row("ﾡￂﾤ", "간"), Row("ㄷ\u{200B}ㅐ\u{200B}출", "대출"),
            Row("当 選", "当選"),
            Row("当.選", "当選"), Row("ｷｬﾝﾍﾟｰﾝ", "キャンペーン"), Row("か\u{3099} ん", "がん"), Row("加\u{301}\u{302}\u{303}微信", "加微信"),
            Row("대\u{200B}출\u{200B}상\u{200B}담", "대출상담"), Row("ㄷㅐㅊㅜㄹㅅㅏㅇㄷㅏㅁ", "대출상담"),
        ])
    func syllabicWordsGiveTheirCharactersAndPairs(_ row: Row) {
        #expect(Set(hashes(of: row.hidden)).isSuperset(of: textHashes(of: row.clean)), "\(folded(row.hidden))")
    }

    /// The plain tokens stay beside the clean word.
    @Test func partsStayWords() {
        let found = hashes(of: "fr-ee")
        #expect(found.contains(wordFeature("fr")) && found.contains(wordFeature("ee")) && found.contains(wordFeature("free")))
        #expect(hashes(of: "fr33").contains(wordFeature("fr33")))
        #expect(!hashes(of: "now.Call me").contains(wordFeature("nowcall")), "a missing space")
        #expect(!hashes(of: "yes!thanks").contains(wordFeature("yesithanks")))
    }

    /// Clues can be highlighted: a hidden word is where it stands.
    @Test(arguments: [
        ("get fr-ee now", 4, 9), ("get f r e e now", 4, 11), ("get fr33 now", 4, 8), ("get f\u{200B}ree now", 4, 11),
    ])
    func cleanWordsKnowTheirPlace(_ row: (text: String, start: Int, end: Int)) {
        #expect(features(of: row.text).contains(ReadFeature(hash: wordFeature("free"), start: row.start, end: row.end)))
    }
}
