// Store: what stands between the digits of one number.

enum Joints {
    /// The next digit behind spaces, line ends, invisible signs and up to three of the usual signs:
    /// 02.123, (02) 123, 010 - 1234, 030/12/34.
    static func next(after start: Int, _ text: [Unicode.Scalar]) -> Int? {
        var i = start, signs = 0, spaces = 0
        while i < text.count, i - start < 16 {
            if Digits.isDigit(text[i]) { return i > start ? i : nil }
            if isSpace(text[i]) {
                spaces += 1
            } else if isSign(text[i]) {
                signs += 1
            } else if !isInvisible(text[i]) {
                return nil
            }
            guard signs <= 3, spaces <= 4 else { return nil }
            i += 1
        }
        return nil
    }

    /// Spaces of every width, and line ends.
    static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20, 0x09, 0x0A, 0x0D: true
        case 0..<0xA0: false
        default: scalar.properties.generalCategory == .spaceSeparator || scalar.value == 0x2028 || scalar.value == 0x2029
        }
    }

    private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "-", ".", "/", "_", "*", ",", "~", "(", ")", "[", "]", "|", "+": true
        case "\u{B7}", "\u{2022}", "\u{30FB}", "\u{FF65}", "\u{FF0E}", "\u{FF0C}", "\u{FF0F}", "\u{FF08}", "\u{FF09}", "\u{301C}",
            "\u{FF5E}", "\u{FF3F}", "\u{FF0A}", "\u{066B}", "\u{066C}", "\u{060C}", "\u{3001}":
            true
        default: isDash(scalar)
        }
    }

    static func isDash(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "-" || scalar == "\u{2212}" || !scalar.isASCII && scalar.properties.generalCategory == .dashPunctuation
    }

    /// Soft hyphens, word joiners, marks of direction, and what makes a digit a keycap.
    static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.isASCII else { return false }
        return scalar.value == 0x20E3 || scalar.properties.isDefaultIgnorableCodePoint
            || scalar.properties.generalCategory == .format
    }
}
