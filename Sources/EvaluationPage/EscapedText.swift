// Page: any text as HTML that shows it. Characters in, references out.

import Mustache

/// Text for the inside of elements and quoted attributes.
///
/// Scalar by scalar: U+0600 and the `<` after it are one character of Swift, but a browser's parser
/// sees the `<`. A scalar that HTML cannot hold becomes U+FFFD.
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

/// The content type of the page's templates: HTML by the rule above. The library's own goes by
/// characters.
struct EscapingByScalar: MustacheContentType {
    static let name = "HTML-BY-SCALAR"

    func escapeText(_ text: String) -> String { escaped(text) }
}
