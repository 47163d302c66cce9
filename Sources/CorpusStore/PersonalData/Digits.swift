// Store: digits of every script, and of the signs that stand for digits.

/// Digits in any spelling: ASCII, full width, Arabic, Devanagari, Thai, mathematical, circled…
enum Digits {
    /// 0...9; `nil` for what is no digit. Han numerals are digits in a row of them only
    /// (`isHanDigit`).
    static func value(_ scalar: Unicode.Scalar) -> Int? { ScalarTraits.of(scalar).digit }

    static func isDigit(_ scalar: Unicode.Scalar) -> Bool { value(scalar) != nil }

    static func isHanDigit(_ scalar: Unicode.Scalar) -> Bool { ScalarTraits.of(scalar).hanDigit != nil }

    /// The value of a digit or of a Han numeral.
    static func valueWithHan(_ scalar: Unicode.Scalar) -> Int? {
        let traits = ScalarTraits.of(scalar)
        return traits.digit ?? traits.hanDigit
    }

    /// The end of the digits from `start` on. Han numerals are words, so that only two in a row are
    /// digits, or the last of a number (`isLastOfHan`).
    static func endOfGroup(_ start: Int, _ text: [Unicode.Scalar]) -> Int {
        if isHanDigit(text[start]), !isHanPair(start, text) { return start + 1 }
        var end = start
        while end < text.count {
            if isDigit(text[end]) {
                end += 1
            } else if isHanPair(end, text) {
                end = text[end...].firstIndex { !isHanDigit($0) } ?? text.count
            } else {
                break
            }
        }
        return end
    }

    /// Whether a group of digits begins there.
    static func isGroup(at i: Int, _ text: [Unicode.Scalar]) -> Bool { isDigit(text[i]) || isHanPair(i, text) }

    private static func isHanPair(_ i: Int, _ text: [Unicode.Scalar]) -> Bool {
        isHanDigit(text[i]) && i + 1 < text.count && isHanDigit(text[i + 1])
    }

    /// Whether a single Han numeral ends a number, of which `before` is a digit: 四九五一:八四四二:〇.
    /// A letter behind it makes it a word.
    static func isLastOfHan(_ i: Int, _ text: [Unicode.Scalar], before: Unicode.Scalar) -> Bool {
        isHanDigit(text[i]) && isHanDigit(before) && (i + 1 == text.count || !ScalarTraits.of(text[i + 1]).isLetter)
    }

    /// The digit of the same script with another value; `nil` where the script has none.
    static func sibling(of scalar: Unicode.Scalar, value: Int) -> Unicode.Scalar? {
        if scalar.isASCII { return isDigit(scalar) ? Unicode.Scalar(UInt8(0x30 + value)) : nil }
        if let list = lists.first(where: { $0.contains(scalar) }) {
            return list.count == 10 ? list[value] : list[max(value, 1) - 1]
        }
        if isHanDigit(scalar) { return lists[lists.count - 1][value] }
        guard let own = Digits.value(scalar),
            let other = Unicode.Scalar(UInt32(Int(scalar.value) - own + value)), Digits.value(other) == value
        else { return nil }
        return other
    }

    /// Also the numerals of cheques, and those that are read aloud: 幺 for 1, 两 for 2.
    static let han: [Unicode.Scalar: Int] = {
        var values: [Unicode.Scalar: Int] = ["幺": 1, "两": 2, "兩": 2]
        for list in ["〇一二三四五六七八九", "零壹贰叁肆伍陆柒捌玖", "零壹貳參肆伍陸柒捌玖"] {
            for (value, scalar) in list.unicodeScalars.enumerated() { values[scalar] = value }
        }
        return values
    }()
    /// Digits whose code points are not in a row, or without a 0.
    private static let lists: [[Unicode.Scalar]] =
        [
            "⁰¹²³⁴⁵⁶⁷⁸⁹", "⓪①②③④⑤⑥⑦⑧⑨", "⓿❶❷❸❹❺❻❼❽❾", "⑴⑵⑶⑷⑸⑹⑺⑻⑼", "🄀⒈⒉⒊⒋⒌⒍⒎⒏⒐", "⓵⓶⓷⓸⓹⓺⓻⓼⓽", "➀➁➂➃➄➅➆➇➈", "➊➋➌➍➎➏➐➑➒",
            "〇一二三四五六七八九",
        ]
        .map { Array($0.unicodeScalars) }
}
