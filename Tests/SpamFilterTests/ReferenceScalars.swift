// What kind of character a folded one is, by Unicode's properties, names and ranges.

import Foundation

/// A folded character and what its writer did to it.
struct ReferenceCharacter {
    var character: Character
    var look: ReferenceLook
}

struct ReferenceLook: OptionSet {
    let rawValue: Int
    /// Circled, squared, mathematical…, or a stand-alone jamo.
    static let styled = ReferenceLook(rawValue: 1)
    /// Full-width or half-width.
    static let wide = ReferenceLook(rawValue: 2)
    /// Looks like an ASCII letter.
    static let alike = ReferenceLook(rawValue: 4)
    /// Does so in faux Greek and Cyrillic only.
    static let faux = ReferenceLook(rawValue: 8)
    /// Was replaced by the letter that it looks like.
    static let replaced = ReferenceLook(rawValue: 16)
    /// A syllable of stand-alone jamo.
    static let assembled = ReferenceLook(rawValue: 32)
    /// Something invisible stood behind it.
    static let interrupted = ReferenceLook(rawValue: 64)
    /// A zero-width joiner stood behind it.
    static let joined = ReferenceLook(rawValue: 128)
    /// Marks were heaped on it, or one through it.
    static let stacked = ReferenceLook(rawValue: 256)
    /// Was written as an ASCII capital, or as one of the Greek capitals of GSM-7.
    static let capital = ReferenceLook(rawValue: 512)
}

func scalar(_ c: Character) -> UInt32 { c.unicodeScalars.first!.value }
private func properties(_ c: Character) -> Unicode.Scalar.Properties { c.unicodeScalars.first!.properties }

func isDigit(_ c: Character) -> Bool { ("0"..."9").contains(c) }
func isHangul(_ c: Character) -> Bool { (0xAC00...0xD7A3).contains(scalar(c)) }
func isJamo(_ c: Character) -> Bool {
    switch scalar(c) {
    case 0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF: true
    default: false
    }
}
func isKana(_ c: Character) -> Bool {
    switch scalar(c) {
    case 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF, 0x1B000...0x1B16F: true
    default: false
    }
}
func isHan(_ c: Character) -> Bool { (0x2E80...0x2FDF).contains(scalar(c)) || scalar(c) == 0x3005 || properties(c).isIdeographic }
func isCJK(_ c: Character) -> Bool { scalar(c) > 0x1FFF && (isHangul(c) || isKana(c) || isHan(c)) }
func isAlphabetic(_ c: Character) -> Bool {
    if scalar(c) < 0x80 { return ("a"..."z").contains(c) }
    if isCJK(c) || isJamo(c) { return false }
    switch properties(c).generalCategory {
    case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .otherLetter, .modifierLetter, .letterNumber: return true
    case .nonspacingMark, .spacingMark: return true
    default: return false
    }
}
func isWordCharacter(_ c: Character) -> Bool { isAlphabetic(c) || isDigit(c) }
func isEmoji(_ c: Character) -> Bool {
    guard (0x2600..<0x2800).contains(scalar(c)) || (0x1F000..<0x1FB00).contains(scalar(c)) else { return false }
    return [.otherSymbol, .modifierSymbol, .unassigned].contains(properties(c).generalCategory)
}
func isPicture(_ c: Character) -> Bool { c == "\u{FFFC}" }
func isSymbol(_ c: Character) -> Bool {
    !(isDigit(c) || isCJK(c) || isJamo(c) || isAlphabetic(c) || isEmoji(c) || c.isWhitespace || isPicture(c))
}
/// What may stand between the letters of a word to hide it.
func isJointSign(_ c: Character) -> Bool { isSymbol(c) || isEmoji(c) || isPicture(c) }
