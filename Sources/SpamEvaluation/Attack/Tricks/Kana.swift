// Evaluation, attack: kana in the other syllabary, and with their voicing marks apart.

extension UnitTrick {
    /// か is カ and back; small ones and voiced ones too. Katakana are 0x60 after hiragana.
    static let otherKana = UnitTrick(
        "other-kana", [.kana], "hiragana for katakana and katakana for hiragana",
        swap: {
            var swap = LetterSwap()
            swap.add("ぁ", count: 86, from: 0x30A1)
            swap.add("ァ", count: 86, from: 0x3041)
            return swap
        }())

    static let apartVoicing = UnitTrick(
        "voicing-apart", [.kana], "voicing marks behind the kana, combining or by themselves: か゛",
        swap: {
            var swap = LetterSwap()
            for kana in "かきくけこさしすせそたちつてとはひふへほカキクケコサシスセソタチツテトハヒフヘホ".unicodeScalars {
                let voiced = Unicode.Scalar(kana.value + 1)!
                for mark in ["\u{3099}", "゛"] as [Unicode.Scalar] { swap.add(voiced, [kana, mark]) }
            }
            for kana in "はひふへほハヒフヘホ".unicodeScalars {
                let voiced = Unicode.Scalar(kana.value + 2)!
                for mark in ["\u{309A}", "゜"] as [Unicode.Scalar] { swap.add(voiced, [kana, mark]) }
            }
            return swap
        }())
}
