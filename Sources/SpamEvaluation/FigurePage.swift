// Evaluation: a page of aligned figures. Names and numbers in, lines of at most 100 columns out. It knows nothing of spam.

/// Builds a page from paragraphs, headings and figures; the figures of all headings share their columns:
///
///     False junk: wanted messages put in Junk
///       all wanted                     0.13 %  [ 0.05,  0.33]          4/3,120
///       unsure, of all messages        1.20 %  [ 0.92,  1.57]         53/4,412
struct FigurePage {
    private(set) var text = ""

    private static let columns = 100
    private static let nameColumns = 30

    /// Words, broken into lines where needed, but never before a percent sign.
    mutating func paragraph(_ words: String) {
        if !text.isEmpty { text += "\n" }
        var width = 0
        for word in words.split(separator: " ") {
            // A percent sign stays with its figure, for which the line before leaves room.
            let fits = word.hasPrefix("%") || width + 1 + word.count <= Self.columns - 4
            if width > 0 { text += fits ? " " : "\n" }
            text += String(word)
            width = fits && width > 0 ? width + 1 + word.count : word.count
        }
        text += "\n"
    }

    mutating func heading(_ title: String) {
        text += "\n\(title)\n"
    }

    /// A rate in percent, with its interval and counts.
    mutating func rate(_ name: String, _ rate: Rate, ifUndefined reason: String) {
        guard let value = rate.value, let limits = rate.interval95 else { return undefined(name, reason) }
        let interval = "[\(leftPadded(percent(limits.lower), to: 5)), \(leftPadded(percent(limits.upper), to: 6))]"
        let counts = "\(leftPadded(grouped(rate.count), to: 11))/\(grouped(rate.of))"
        line(name, "\(leftPadded(percent(value), to: 6)) %  \(interval)  \(counts)")
    }

    /// A figure that is no share of anything, such as F1, with its interval where it has one.
    mutating func figure(_ name: String, _ value: Double?, _ limits: BinomialInterval? = nil, ifUndefined reason: String) {
        guard let value else { return undefined(name, reason) }
        let interval = limits.map { "  [\(decimal($0.lower, places: 3)),  \(decimal($0.upper, places: 3))]" } ?? ""
        line(name, leftPadded(decimal(value, places: 4), to: 8) + interval)
    }

    /// A row of a table of counts, or its head.
    mutating func counts(_ name: String, _ cells: [String]) {
        text += "  " + rightPadded(name, to: 13) + cells.map { leftPadded($0, to: 14) }.joined() + "\n"
    }

    /// A line as it is, indented.
    mutating func line(_ words: String) {
        text += words.isEmpty ? "\n" : "  " + words + "\n"
    }

    private mutating func undefined(_ name: String, _ reason: String) {
        line(name, "undefined (\(reason))")
    }

    private mutating func line(_ name: String, _ value: String) {
        text += "  " + rightPadded(name, to: Self.nameColumns) + " " + value + "\n"
    }
}
