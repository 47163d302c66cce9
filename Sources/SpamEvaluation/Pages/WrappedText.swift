// Evaluation: a long sentence as lines of a terminal. Words in, lines out.

/// A text broken between words, so that no line is wider than `columns`. A longer word has a line
/// of its own. Line ends stay.
///
/// - Parameters:
///   - indent: what every line but the first begins with.
///   - start: columns that are taken before the first word.
package func wrapped(_ text: String, to columns: Int, indent: String = "", after start: Int = 0) -> String {
    var lines = "", width = start
    for (number, paragraph) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        if number > 0 { (lines, width) = (lines + "\n" + indent, terminalColumns(indent)) }
        var isFirst = true
        for word in wordsKeptTogether(paragraph) {
            let wide = terminalColumns(word)
            if isFirst {
                (lines, width, isFirst) = (lines + word, width + wide, false)
            } else if width + 1 + wide <= columns {
                (lines, width) = (lines + " " + word, width + 1 + wide)
            } else {
                (lines, width) = (lines + "\n" + indent + word, terminalColumns(indent) + wide)
            }
        }
    }
    return lines
}

/// The words of a line, a percent sign with its figure.
private func wordsKeptTogether(_ line: Substring) -> [String] {
    line.split(separator: " ").reduce(into: []) { words, word in
        if word.hasPrefix("%"), !words.isEmpty { words[words.count - 1] += " " + word } else { words.append(String(word)) }
    }
}
