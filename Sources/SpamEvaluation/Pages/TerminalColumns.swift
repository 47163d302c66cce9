// Evaluation: how wide a text is in a terminal, so that tables with CJK names are aligned.

/// The columns that a text takes in a terminal: 2 for wide characters, 1 for all others.
///
/// Wide are those of East Asian Width W and F (Unicode Standard Annex 11), by block; emoji among
/// them.
package func terminalColumns(_ text: String) -> Int {
    text.reduce(0) { $0 + (isWide($1.unicodeScalars.first!) ? 2 : 1) }
}

private func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x1100: false
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97C,
        0xAC00...0xD7A3,
        0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
        0x1F900...0x1F9FF,
        0x20000...0x3FFFD:
        true
    default: false
    }
}

/// A text of at most so many columns, cut with `…` where it is longer. Controls become spaces; what
/// else cannot be seen is left out, as a mark of direction would reverse the line.
package func clipped(_ text: String, to columns: Int) -> String {
    let plain = text.reduce(into: "") { plain, character in
        guard character.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else { return plain += " " }
        for (scalar, isSeen) in character.scalarsSeen where isSeen { plain.unicodeScalars.append(scalar) }
    }
    guard terminalColumns(plain) > columns else { return plain }
    var kept = ""
    for character in plain where terminalColumns(kept) + terminalColumns(String(character)) < columns { kept.append(character) }
    return kept + "…"
}

package func leftPadded(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - terminalColumns(text))) + text
}

package func rightPadded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - terminalColumns(text)))
}
