// Evaluation: long names of a corpus, cut for a page. Text in, text out.

/// The first scalars of a text, and an ellipsis if there are more. By scalars, as a character may
/// be of any length.
public func cut(_ text: String, to count: Int) -> String {
    let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(count)))
    return start.utf8.count < text.utf8.count ? start + "…" : start
}
