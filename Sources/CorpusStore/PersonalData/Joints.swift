// Store: what stands between the digits of one number.

enum Joints {
    /// More signs than this between two digits are a line that is drawn.
    private static let mostSigns = 6

    /// The next digit behind spaces, line ends, invisible signs and some of the usual signs:
    /// 02.123, (02) 123, 010 - 1234, 030/12/34, 06:12:34:56:78.
    static func next(after start: Int, _ text: [Unicode.Scalar]) -> Int? {
        var i = start, signs = 0
        while i < text.count {
            if Digits.isGroup(at: i, text) { return i > start ? i : nil }
            if isSign(text[i]) || isColon(i, text) {
                signs += 1
            } else if !isSpace(text[i]), !isInvisible(text[i]) {
                return nil
            }
            guard signs <= mostSigns else { return nil }
            i += 1
        }
        return nil
    }

    /// Whether a list may go on there with another item: a comma and a space.
    static func isOfList(_ joint: ArraySlice<Unicode.Scalar>) -> Bool {
        joint.contains { $0 == "," || $0 == "\u{FF0C}" || $0 == "\u{3001}" || $0 == "\u{60C}" } && joint.contains(where: isSpace)
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

    /// Between groups of two digits and more: 2:1 is a score.
    private static func isColon(_ i: Int, _ text: [Unicode.Scalar]) -> Bool {
        (text[i] == ":" || text[i] == "\u{FF1A}") && i > 1 && i + 2 < text.count
            && [i - 2, i - 1, i + 1, i + 2].allSatisfy { Digits.isDigit(text[$0]) }
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
