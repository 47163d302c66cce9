// Evaluation: a long text as lines of a terminal. Words in, lines out.

/// A text broken between words, and beside wide characters, which need no space between words. A
/// longer word is broken anywhere. Line ends stay.
///
/// - Parameters:
///   - columns: the widest that a line may be.
///   - indent: what every line but the first begins with.
///   - start: columns that are taken before the first word.
package func wrapped(_ text: String, to columns: Int, indent: String = "", after start: Int = 0) -> String {
    var lines = "", width = start
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        if number > 0 { (lines, width) = (lines + "\n" + indent, terminalColumns(indent)) }
        // Spaces at the beginning set a line off.
        let margin = String(line.prefix { $0 == " " })
        (lines, width) = (lines + margin, width + margin.count)
        var gap = ""
        for word in wordsKeptTogether(line) {
            for piece in pieces(of: word, columns: columns - indent.count) {
                let wide = terminalColumns(piece)
                if width + gap.count + wide > columns, width > terminalColumns(indent) {
                    (lines, width) = (lines + "\n" + indent + piece, terminalColumns(indent) + wide)
                } else {
                    (lines, width) = (lines + gap + piece, width + gap.count + wide)
                }
                gap = ""
            }
            gap = " "
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

/// The parts of a word between which a line may end.
private func pieces(of word: String, columns: Int) -> [String] {
    var pieces: [String] = [], wasWide = false
    for character in word {
        let isWide = terminalColumns(String(character)) > 1
        if pieces.isEmpty || isWide || wasWide || pieces[pieces.count - 1].count >= columns {
            pieces.append(String(character))
        } else {
            pieces[pieces.count - 1].append(character)
        }
        wasWide = isWide
    }
    return pieces
}
