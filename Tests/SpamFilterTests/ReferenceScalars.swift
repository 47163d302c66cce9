// What kind of character a folded one is, by Foundation's properties or by its range.

import Foundation

func scalar(_ c: Character) -> UInt32 { c.unicodeScalars.first!.value }
func isDigit(_ c: Character) -> Bool { ("0"..."9").contains(c) }
func isHangul(_ c: Character) -> Bool { ("가"..."힣").contains(c) }
func isJamo(_ c: Character) -> Bool { (0x1100...0x11FF).contains(scalar(c)) }
func isSyllabic(_ c: Character) -> Bool {
    isHangul(c) || (0x3041...0x30FF).contains(scalar(c)) || c.unicodeScalars.first!.properties.isIdeographic
}
func isAlphabetic(_ c: Character) -> Bool {
    if isSyllabic(c) || isJamo(c) { return false }
    switch c.unicodeScalars.first!.properties.generalCategory {
    case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark: return true
    default: return false
    }
}
func isEmoji(_ c: Character) -> Bool {
    c.unicodeScalars.first!.properties.isEmoji && scalar(c) >= 0x2600 || (0x1F1E6...0x1F1FF).contains(scalar(c))
}
func isSymbol(_ c: Character) -> Bool {
    !(isDigit(c) || isSyllabic(c) || isJamo(c) || isAlphabetic(c) || isEmoji(c) || c.isWhitespace || c == "\u{FFFC}")
}
