// Page: what is part of the binary: the style, and the templates, which are filled with text; how
// any text becomes HTML that shows it.

import Mustache

/// The page's templates, read once.
struct PageTemplate: Sendable {
    static let shared = PageTemplate()

    let style = String(decoding: PackageResources.page_css, as: UTF8.self)
    let script = String(decoding: PackageResources.page_js, as: UTF8.self)
    private let library: MustacheLibrary

    private init() {
        MustacheContentTypes.register(EscapingByScalar(), named: EscapingByScalar.name)
        let sources = [
            "page": PackageResources.page_mustache, "part": PackageResources.part_mustache,
            "table": PackageResources.table_mustache, "mistake": PackageResources.mistake_mustache,
            "drift": PackageResources.drift_mustache,
        ]
        // They are the project's own and the same in every build.
        library = MustacheLibrary(
            templates: sources.mapValues { try! MustacheTemplate(string: String(decoding: $0, as: UTF8.self)) })
    }

    /// - Parameter content: has a property for each name that the template asks for.
    func render(_ content: Any, as template: String = "page") -> String {
        library.render(content, withTemplate: template) ?? ""
    }
}

/// The style of the report's page.
public enum PageStyle {
    /// CSS, in UTF-8: colours for light and dark, fonts by language, tables, marks of clues.
    public static let css = PackageResources.page_css
}

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
