// Studio: the page's files, which are part of the binary.

/// The page, its style and its script. They hold nothing of a store: all that is shown is asked
/// for.
public enum StudioResources {
    public static let page = PackageResources.studio_html
    public static let style = PackageResources.studio_css
    public static let script = PackageResources.studio_js
}
