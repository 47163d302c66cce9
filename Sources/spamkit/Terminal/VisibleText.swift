// Text that is safe to print on a terminal. Corpora, models and stores hold text of strangers: an
// escape sequence in it can move the cursor, rename the window or hide what follows.

import Corpus

/// On one line: line ends as ⏎, other invisible scalars as U+FFFD.
func onOneLine(_ text: String) -> String {
    visible(text.split(whereSeparator: \.isNewline).joined(separator: "⏎"))
}

/// Several lines and tabs stay. All that is printed goes through this, except what `export` writes.
func onTerminal(_ text: String) -> String {
    // Nearly all text is visible: looking is cheaper than copying.
    let isHarmless = text.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\t" || isVisible($0) }
    return isHarmless ? text : visible(text, except: ["\n", "\t"])
}

private func visible(_ text: String, except kept: [Unicode.Scalar] = []) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { isVisible($0) || kept.contains($0) ? $0 : "\u{FFFD}" }))
}

/// Whether a scalar may go to a terminal. Controls, separators of lines, and format characters may
/// not: those turn the line about. The joiners may, which emoji, Persian and Hindi need.
func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7F { return scalar.value >= 0x20 }
    if scalar == "\u{200C}" || scalar == "\u{200D}" { return true }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: true
    }
}

/// JSON text with each invisible scalar as its escape (RFC 8259, section 7), so that a program
/// reads what was there and a terminal shows what is there. The line ends between values stay.
func visibleJSON(_ json: String) -> String {
    if json.unicodeScalars.allSatisfy({ $0 == "\n" || isVisible($0) }) { return json }
    var visible = ""
    for scalar in json.unicodeScalars {
        if scalar == "\n" || isVisible(scalar) {
            visible.unicodeScalars.append(scalar)
        } else {
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                visible += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
    }
    return visible
}

/// The names of files, with as many folders as needed to tell them apart.
func fileNames(_ paths: [String]) -> [String] {
    let parts = paths.map { $0.split(separator: "/") }
    let different = Set(paths).count
    for depth in 1...max(1, parts.map(\.count).max() ?? 1) {
        let names = zip(paths, parts).map { path, parts in
            depth == 1 || parts.count <= 1 ? FileName.of(path) : parts.suffix(depth).joined(separator: "/")
        }
        if Set(names).count == different { return names }
    }
    return paths
}

extension String {
    /// In quotes where a shell would split or change it.
    var quoted: String {
        !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || "-_.,=/".contains($0) }
            ? self : "'\(replacing("'", with: "'\\''"))'"
    }
}
