// Text that is safe to print on a terminal.

/// Line ends as ⏎, and nothing that moves the cursor.
func onOneLine(_ text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline).joined(separator: "⏎")
    return String(String.UnicodeScalarView(lines.unicodeScalars.map { isVisible($0) ? $0 : "\u{FFFD}" }))
}

/// Whether a scalar may go to a terminal. Controls, format characters that turn the line about, and
/// separators of lines may not.
func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: true
    }
}
