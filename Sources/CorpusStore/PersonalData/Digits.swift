// Store: digits of every script, and of the signs that stand for digits.

/// Digits in any spelling: ASCII, full width, Arabic, Devanagari, Thai, mathematical, circled…
enum Digits {
    /// 0...9; `nil` for what is no digit. Han numerals are digits in a row of them only
    /// (`isHanDigit`).
    static func value(_ scalar: Unicode.Scalar) -> Int? {
        if scalar.isASCII { return (0x30...0x39).contains(scalar.value) ? Int(scalar.value) - 0x30 : nil }
        guard let type = scalar.properties.numericType, type != .numeric, let value = scalar.properties.numericValue else {
            return nil
        }
        return Int(value)
    }

    static func isDigit(_ scalar: Unicode.Scalar) -> Bool { value(scalar) != nil }

    static func isHanDigit(_ scalar: Unicode.Scalar) -> Bool { scalar == "零" || han.contains(scalar) }

    /// The digit of the same script with another value; `nil` where the script has none.
    static func sibling(of scalar: Unicode.Scalar, value: Int) -> Unicode.Scalar? {
        if scalar == "零" { return han[value] }
        if let list = lists.first(where: { $0.contains(scalar) }) {
            return list.count == 10 ? list[value] : list[max(value, 1) - 1]
        }
        guard let own = Digits.value(scalar),
            let other = Unicode.Scalar(UInt32(Int(scalar.value) - own + value)), Digits.value(other) == value
        else { return nil }
        return other
    }

    private static let han = Array("〇一二三四五六七八九".unicodeScalars)
    /// Digits whose code points are not in a row, or without a 0.
    private static let lists: [[Unicode.Scalar]] =
        ["⁰¹²³⁴⁵⁶⁷⁸⁹", "⓪①②③④⑤⑥⑦⑧⑨", "⓿❶❷❸❹❺❻❼❽❾", "⑴⑵⑶⑷⑸⑹⑺⑻⑼", "🄀⒈⒉⒊⒋⒌⒍⒎⒏⒐", "⓵⓶⓷⓸⓹⓺⓻⓼⓽", "➀➁➂➃➄➅➆➇➈", "➊➋➌➍➎➏➐➑➒"]
        .map { Array($0.unicodeScalars) } + [han]
}
