// Studio: the page's files, which are part of the binary.

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
