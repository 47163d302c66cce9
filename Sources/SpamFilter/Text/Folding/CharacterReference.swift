// Text: HTML's character references (HTML Living Standard, 13.5 and 13.2.5.72): `&#48152;`,
// `&#xBC18;`, `&amp;`. Messages that passed through a web page or an export hold them, and junk
// hides words in them: Benchmarks/decisions/placeholders.md.

/// What a reference at `&` stands for, or the sign itself where none begins there.
struct CharacterReference {
    var scalar: UInt32
    /// The byte behind it.
    var end: Int
    /// Whether it was written as a number.
    var isNumber = false

    /// Text that was escaped several times begins with `&amp;` so often at most.
    private static let mostEscapes = 3
    private static let longestName = 6

    /// Reads a reference. A number needs its semicolon, and must be of a scalar other than 0.
    ///
    /// - Parameter start: the place of an ampersand.
    /// - Complexity: O(1), some 40 bytes at most.
    @inline(never)
    init(_ text: UnsafeBufferPointer<UInt8>, at start: Int) {
        (scalar, end) = (scalarValue("&"), start + 1)
        var next = start + 1
        for _ in 0...CharacterReference.mostEscapes {
            if let number = CharacterReference.scalar(text, &next) {
                (scalar, end, isNumber) = (number, next, true)
                return
            }
            guard let named = CharacterReference.named(text, &next) else { return }
            (scalar, end) = (named, next)
            if named != scalarValue("&") { return }
        }
    }

    /// The scalar of `#…;`, or of two such that are a pair of surrogates: exports of phones write
    /// emoji so.
    private static func scalar(_ text: UnsafeBufferPointer<UInt8>, _ next: inout Int) -> UInt32? {
        var place = next
        guard let first = number(text, &place) else { return nil }
        guard first & 0xFFFF_F800 == 0xD800 else {
            guard first > 0, first < 0x11_0000 else { return nil }
            next = place
            return first
        }
        guard first < 0xDC00, place < text.count, text[place] == UInt8(ascii: "&") else { return nil }
        place += 1
        guard let second = number(text, &place), second & 0xFFFF_FC00 == 0xDC00 else { return nil }
        next = place
        return 0x1_0000 + (first & 0x3FF) << 10 + (second & 0x3FF)
    }

    /// The number of `#1234567;` or `#x10FFFF;`, which may be no scalar.
    private static func number(_ text: UnsafeBufferPointer<UInt8>, _ next: inout Int) -> UInt32? {
        var place = next
        guard place < text.count, text[place] == UInt8(ascii: "#") else { return nil }
        place += 1
        let isHex = place < text.count && text[place] | 0x20 == UInt8(ascii: "x")
        if isHex { place += 1 }
        var value: UInt32 = 0, digits = 0
        while place < text.count, digits < (isHex ? 6 : 7) {
            guard let digit = digit(text[place], isHex: isHex) else { break }
            value = value * (isHex ? 16 : 10) + digit
            digits += 1
            place += 1
        }
        guard digits > 0, place < text.count, text[place] == UInt8(ascii: ";") else { return nil }
        next = place + 1
        return value
    }

    private static func digit(_ byte: UInt8, isHex: Bool) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f") where isHex: UInt32(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F") where isHex: UInt32(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    /// The names that web pages and exports write: those of the five characters of markup, and of
    /// common punctuation and currency.
    private static func named(_ text: UnsafeBufferPointer<UInt8>, _ next: inout Int) -> UInt32? {
        var place = next, name: UInt64 = 0
        while place < text.count, place - next <= longestName, text[place] != UInt8(ascii: ";") {
            name = name << 8 | UInt64(text[place])
            place += 1
        }
        guard place < text.count, text[place] == UInt8(ascii: ";"), let scalar = scalar(named: name) else { return nil }
        next = place + 1
        return scalar
    }

    /// - Parameter name: its letters in ASCII, the last one lowest.
    private static func scalar(named name: UInt64) -> UInt32? {
        switch name {
        case 0x61_6D70: scalarValue("&")  // amp
        case 0x6C74: scalarValue("<")  // lt
        case 0x6774: scalarValue(">")  // gt
        case 0x7175_6F74: scalarValue("\"")  // quot
        case 0x6170_6F73: scalarValue("'")  // apos
        case 0x6E62_7370: 0xA0  // nbsp
        case 0x6865_6C6C_6970: 0x2026  // hellip
        case 0x6E_6461_7368: 0x2013  // ndash
        case 0x6D_6461_7368: 0x2014  // mdash
        case 0x6C_7371_756F: 0x2018  // lsquo
        case 0x72_7371_756F: 0x2019  // rsquo
        case 0x6C_6471_756F: 0x201C  // ldquo
        case 0x72_6471_756F: 0x201D  // rdquo
        case 0x6275_6C6C: 0x2022  // bull
        case 0x6D69_6464_6F74: 0xB7  // middot
        case 0x636F_7079: 0xA9  // copy
        case 0x72_6567: 0xAE  // reg
        case 0x6575_726F: 0x20AC  // euro
        case 0x70_6F75_6E64: 0xA3  // pound
        case 0x79_656E: 0xA5  // yen
        case 0x6365_6E74: 0xA2  // cent
        default: nil
        }
    }
}
