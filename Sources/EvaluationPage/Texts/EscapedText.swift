// Page: any text as HTML that shows it. Characters in, references out.

import Mustache

/// Text as it may stand between tags and inside quoted attributes.
///
/// Scalar by scalar: U+0600 and the `<` after it are one character of Swift, but a browser's parser sees the
/// `<`. A scalar that HTML cannot hold becomes U+FFFD.
func escaped(_ text: some StringProtocol) -> String {
    var html = ""
    html.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
        switch scalar {
        case "<": html += "&lt;"
        case ">": html += "&gt;"
        case "&": html += "&amp;"
        case "\"": html += "&quot;"
        case "'": html += "&#39;"
        case "\0": html += "\u{FFFD}"
        default: html.unicodeScalars.append(scalar)
        }
    }
    return html
}

/// What the page's templates are: HTML by the rule above instead of the library's own, which goes by characters.
struct EscapingByScalar: MustacheContentType {
    static let name = "HTML-BY-SCALAR"

    func escapeText(_ text: String) -> String { escaped(text) }
}
