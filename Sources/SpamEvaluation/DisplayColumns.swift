// Evaluation: how wide a text is on a terminal, so that columns stand under each other whatever the script.

/// The columns that a terminal gives a text: two for Han, kana, Hangul, full-width forms and emoji, none for marks and what is invisible.
/// After Unicode's East Asian Width (UAX 11), wide and full-width; ambiguous ones are narrow.
public func displayColumns(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + columns($1) }
}

private func columns(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x20..<0x7F: return 1
    case 0..<0x20, 0x7F..<0xA0: return 0
    case 0x1100...0x115F, 0x2E80...0x3029, 0x302E...0x303E, 0x3041...0x3098, 0x309B...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF,
        0xA960...0xA97F,
        0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
        0x1F900...0x1FAFF, 0x20000...0x3FFFD:
        return 2
    case 0x1160...0x11FF: return 0
    default: break
    }
    if scalar.properties.isEmojiPresentation { return 2 }
    return switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: 0
    default: 1
    }
}
