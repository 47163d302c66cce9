// Studio: the page's files, which are part of the binary, and what a browser may do with them.

import EvaluationPage

/// The page, its style and its script. They hold nothing of a store: all that is shown is asked
/// for.
public enum StudioResources {
    public static let page = PackageResources.studio_html
    /// The report's look, which the page builds on.
    public static let reportStyle = PageStyle.css
    public static let style = PackageResources.studio_css
    public static let script = PackageResources.studio_js
    public static let icon = PackageResources.studio_svg
}

/// The policies of the studio's pages (Content Security Policy Level 3).
public enum StudioPolicy {
    static let common = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    /// For the studio's own page, and for everything that is no page.
    public static let page =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \(common)"
}
