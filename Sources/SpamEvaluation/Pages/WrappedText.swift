// Evaluation: a long text as lines of a terminal. Words in, lines out.

/// A text broken between words, and beside wide characters, which need no space between words. A
/// longer word is broken anywhere. Line ends stay, and so do spaces within a line.
///
/// - Parameters:
///   - columns: the widest that a line may be.
///   - indent: what every line but the first begins with.
///   - start: columns that are taken before the first word.
/// - Complexity: O(length).
package func wrapped(_ text: String, to columns: Int, indent: String = "", after start: Int = 0) -> String {
    let margin = terminalColumns(indent), most = max(1, columns - margin)
    var lines = "", width = start
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        if number > 0 {
            lines += "\n" + indent
            width = margin
        }
        var gap = "", piece = "", wide = 0
        /// Puts the piece on this line, or on the next where it does not fit; gaps end with a line.
        func end() {
            guard !piece.isEmpty else { return }
            if width + gap.utf8.count + wide > columns, width > margin {
                lines += "\n" + indent + piece
                width = margin + wide
            } else {
                lines += gap + piece
                width += gap.utf8.count + wide
            }
            (gap, piece, wide) = ("", "", 0)
        }
        var wasWide = false
        for (character, next) in zip(line, line.dropFirst().map(Optional.some) + [nil]) {
            // A percent sign stays with its figure.
            if character == " ", next != "%" || piece.isEmpty {
                end()
                gap += gap.utf8.count < most ? " " : ""
                wasWide = false
                continue
            }
            let seen = terminalColumns(String(character)), isWide = seen > 1
            // A line does not begin with a sign of the word before, unless that fills a line.
            let isOfWordBefore = ",.;:)!?，。！？）：；、".contains(character)
            if (isWide || wasWide) && !isOfWordBefore || wide + seen > most { end() }
            piece.append(character)
            wide += seen
            wasWide = isWide
        }
        end()
    }
    return lines
}
