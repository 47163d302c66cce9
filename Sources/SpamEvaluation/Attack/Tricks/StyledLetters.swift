// Evaluation, attack: styled letters that Unicode has scalars for. Arithmetic on its blocks.

extension UnitTrick {
    static let mathematical = UnitTrick(
        "mathematical", [.latin], "bold, script, double-struck, sans-serif and monospaced letters and digits of mathematics",
        touchesDigits: true,
        swap: {
            var swap = LetterSwap()
            // Bold, bold italic, bold script, bold Fraktur, sans-serif, bold sans-serif,
            // monospaced: blocks without holes.
            for capitals: UInt32 in [0x1D400, 0x1D468, 0x1D4D0, 0x1D56C, 0x1D5A0, 0x1D5D4, 0x1D670] {
                swap.add("A", count: 26, from: capitals)
                swap.add("a", count: 26, from: capitals + 26)
            }
            for digits: UInt32 in [0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC, 0x1D7F6] { swap.add("0", count: 10, from: digits) }
            return swap
        }())

    static let circled = UnitTrick(
        "circled", TrickScript.allCases, "circled letters, syllables and digits", touchesDigits: true,
        swap: {
            var swap = LetterSwap()
            swap.add("A", count: 26, from: 0x24B6)
            swap.add("a", count: 26, from: 0x24D0)
            swap.add("0", count: 1, from: 0x24EA)
            swap.add("1", count: 9, from: 0x2460)
            for (i, syllable) in "가나다라마바사아자차카타파하".unicodeScalars.enumerated() {
                swap.add(syllable, count: 1, from: 0x326E + UInt32(i))
            }
            for (i, kana) in "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワ".unicodeScalars.enumerated() {
                swap.add(kana, count: 1, from: 0x32D0 + UInt32(i))
            }
            let han = "一二三四五六七八九十月火水木金土日株有社名特財祝労秘男女適優印注項休写正上中下左右医宗学監企資協夜"
            for (i, character) in han.unicodeScalars.enumerated() { swap.add(character, count: 1, from: 0x3280 + UInt32(i)) }
            return swap
        }())

    static let squared = UnitTrick(
        "squared", [.latin], "squared letters, black on white, white on black, and white in black circles",
        swap: {
            var swap = LetterSwap()
            for first: UInt32 in [0x1F130, 0x1F150, 0x1F170] {
                swap.add("A", count: 26, from: first)
                swap.add("a", count: 26, from: first)
            }
            return swap
        }())

    /// The letters and the digits; of kana the other width is the half one.
    static let fullWidth = UnitTrick(
        "full-width", [.latin, .kana], "full-width letters and digits, half-width katakana", touchesDigits: true,
        swap: {
            var swap = LetterSwap()
            swap.add("0", count: 10, from: 0xFF10)
            swap.add("A", count: 26, from: 0xFF21)
            swap.add("a", count: 26, from: 0xFF41)
            let wide = "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
            for (i, kana) in wide.unicodeScalars.enumerated() { swap.add(kana, count: 1, from: 0xFF66 + UInt32(i)) }
            for kana in "カキクケコサシスセソタチツテトハヒフヘホ".unicodeScalars {
                addHalfWidth(kana, voicing: "ﾞ", by: 1, wide, to: &swap)
            }
            for kana in "ハヒフヘホ".unicodeScalars { addHalfWidth(kana, voicing: "ﾟ", by: 2, wide, to: &swap) }
            return swap
        }())

    /// ガ is one after カ, and パ two behind ハ; half-width ones have their mark after them.
    private static func addHalfWidth(
        _ kana: Unicode.Scalar, voicing: Unicode.Scalar, by step: UInt32, _ wide: String, to swap: inout LetterSwap
    ) {
        guard let voiced = Unicode.Scalar(kana.value + step), let place = Array(wide.unicodeScalars).firstIndex(of: kana),
            let half = Unicode.Scalar(0xFF66 + UInt32(place))
        else { return }
        swap.add(voiced, [half, voicing])
    }
}

extension UnitTrick {
    /// All letters of a word as decimal numbers or as hexadecimal ones, one way in a message.
    static let entities = UnitTrick(
        name: "entities", scripts: TrickScript.allCases, summary: "letters written as numbers of HTML: &#48152;",
        find: { text in
            let characters = text.kinds.indices.filter { text.kinds[$0].isCJK }.map { $0..<$0 + 1 }
            return (text.latinWords() + characters).sorted { $0.lowerBound < $1.lowerBound }
        },
        rewrite: { unit, style, _, out in
            for scalar in unit {
                let number =
                    style % 2 == 0 ? String(scalar.value) : "x" + String(scalar.value, radix: 16, uppercase: style % 4 == 1)
                out.append(contentsOf: "&#\(number);".unicodeScalars)
            }
        })
}
