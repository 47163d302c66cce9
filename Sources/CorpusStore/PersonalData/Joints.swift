// Store: what stands between the digits of one number.

enum Joints {
    /// More signs than this between two digits are a line that is drawn.
    private static let mostSigns = 6
    /// So far back a group of digits before a colon is read.
    private static let mostInGroup = 20

    /// The next digit behind spaces, line ends, invisible signs and some of the usual signs:
    /// 02.123, (02) 123, 010 - 1234, 030/12/34, 06:12:34:56:78.
    static func next(after start: Int, _ text: [Unicode.Scalar]) -> Int? {
        var i = start, signs = 0
        while i < text.count {
            if Digits.isGroup(at: i, text) { return i > start ? i : nil }
            if i > start, start > 0, Digits.isLastOfHan(i, text, before: text[start - 1]) { return i }
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
    static func isSpace(_ scalar: Unicode.Scalar) -> Bool { ScalarTraits.of(scalar).isSpace }

    private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "-", ".", "/", "_", "*", ",", "~", "(", ")", "[", "]", "|", "+", "=": true
        case "\u{B7}", "\u{2022}", "\u{30FB}", "\u{FF65}", "\u{FF0E}", "\u{FF0C}", "\u{FF0F}", "\u{FF08}", "\u{FF09}", "\u{301C}",
            "\u{FF5E}", "\u{FF3F}", "\u{FF0A}", "\u{066B}", "\u{066C}", "\u{060C}", "\u{3001}",
            // Written for a dash in Japan.
            "\u{30FC}":
            true
        default: isDash(scalar)
        }
    }

    /// Between groups of two digits and more: 2:1 is a score. Behind another colon a single digit
    /// is a group too: 190:850:3.
    private static func isColon(_ i: Int, _ text: [Unicode.Scalar]) -> Bool {
        guard text[i] == ":" || text[i] == "\u{FF1A}" else { return false }
        let before = digits(text[..<i].reversed(), atMost: mostInGroup), after = digits(text[(i + 1)...], atMost: 2)
        guard before.count >= 2, after.count > 0 else { return false }
        let first = i - before.length
        return after.count == 2 || first > 1 && (text[first - 1] == ":" || text[first - 1] == "\u{FF1A}")
    }

    /// Digits and Han numerals in a row, with what is invisible between them.
    private static func digits(_ text: some Sequence<Unicode.Scalar>, atMost most: Int) -> (count: Int, length: Int) {
        var count = 0, length = 0
        for scalar in text {
            if Digits.valueWithHan(scalar) != nil { count += 1 } else if !isInvisible(scalar) { break }
            length += 1
            if count == most { break }
        }
        return (count, length)
    }

    static func isDash(_ scalar: Unicode.Scalar) -> Bool { ScalarTraits.of(scalar).isDash }

    /// Soft hyphens, word joiners, marks of direction, and what makes a digit a keycap.
    static func isInvisible(_ scalar: Unicode.Scalar) -> Bool { ScalarTraits.of(scalar).isInvisible }
}
