// Page: the look of the report, for pages that shall look the same.

/// The style of the report's page.
public enum PageStyle {
    /// CSS, in UTF-8: colours for light and dark, fonts by language, tables, marks of clues.
    public static let css = PackageResources.page_css
}
