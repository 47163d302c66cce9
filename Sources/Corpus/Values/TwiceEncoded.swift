// Corpus: texts that were encoded twice: their UTF-8 was read as Windows-1252 and written as UTF-8
// again, so that each letter beyond ASCII became two or three. A text in, a judgement out.

enum TwiceEncoded {
    /// Whether a text is likely such a one: `Ã¼`, `â€™`, `Â£`, `ðŸ˜€`.
    ///
    /// - Complexity: O(length), with a search for one byte where there is none.
    static func isLikely(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard CodedText.holds(0xC3, bytes) else { return false }
        var place = 0
        // What begins a character of UTF-8 is a letter from Â to ô there, which begins with C3.
        while let lead = bytes[place...].firstIndex(of: 0xC3), lead + 2 < bytes.count {
            if bytes[lead + 1] >= 0x82, bytes[lead + 1] <= 0xB4, bytes[lead + 2] >= 0xC2 { return judge(bytes) }
            place = lead + 2
        }
        return false
    }

    /// Some pairs say so by themselves, as no language has them. Others may be letters before
    /// signs: there all characters beyond ASCII must be such, and several.
    private static func judge(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars), old = scalars.map(byte)
        var place = 0, characters = 0, others = 0
        while place < scalars.count {
            guard let lead = old[place] else { (place, others) = (place + 1, others + 1); continue }
            guard lead >= 0x80 else { place += 1; continue }
            let length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0
            let rest = old[(place + 1)...].prefix(max(0, length - 1)).compactMap { $0 }
            guard length > 0, rest.count == length - 1, rest.allSatisfy({ (0x80..<0xC0).contains($0) }) else {
                (place, others) = (place + 1, others + 1)
                continue
            }
            let isSign = (0xA0..<0xC0).contains(rest[0]) && ![0xAB, 0xBB].contains(rest[0])
            // A language may have the letter at the end of a word.
            let isSpace = lead == 0xC2 && rest[0] == 0xA0 && place > 0 && scalars[place - 1].properties.isAlphabetic
            if lead <= 0xC3, isSign && !isSpace || lead == 0xC3 && isBeforeLetter(scalars, place + 1) { return true }
            if lead == 0xE2, rest[0] == 0x80 || rest[0] == 0x82 { return true }
            if lead == 0xF0, rest[0] == 0x9F { return true }
            (place, characters) = (place + length, characters + 1)
        }
        return characters > 1 && others == 0
    }

    /// A quote or a dash behind a word in capitals has no letter after it.
    private static func isBeforeLetter(_ scalars: [Unicode.Scalar], _ place: Int) -> Bool {
        place + 1 < scalars.count && scalars[place + 1].properties.isLowercase
            && (0x80..<0xA0).contains(byte(of: scalars[place])!)
    }

    /// The byte that Windows-1252 has for a character; bytes that it leaves open are controls.
    static func byte(of scalar: Unicode.Scalar) -> UInt8? {
        switch scalar.value {
        case ..<0x100: UInt8(scalar.value)
        case 0x152...0x2122: marks[scalar].map { UInt8(0x80 + $0) }
        default: nil
        }
    }

    private static let marks: [Unicode.Scalar: Int] = Dictionary(
        uniqueKeysWithValues: zip("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars, 0..<32))
}
