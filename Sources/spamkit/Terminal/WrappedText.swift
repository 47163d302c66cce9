// Text in lines that fit a terminal.

import Foundation
import SpamEvaluation

/// The columns of the terminal that results go to; 80 where there is none.
var terminalWidth: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
}

/// Text in lines of at most so many columns, broken at spaces and beside wide characters, which
/// need no space between words. A word longer than a line is broken anywhere.
func wrapped(_ text: String, to columns: Int) -> [String] {
    var words: [String] = [""]
    var isWide = false
    for character in text {
        let wasWide = isWide
        isWide = terminalColumns(String(character)) > 1
        if words[words.count - 1].last == " " || (isWide || wasWide) && !words[words.count - 1].isEmpty && character != " " {
            words.append("")
        }
        words[words.count - 1].append(character)
    }
    return inLines(words.flatMap { terminalColumns($0) > columns ? $0.map(String.init) : [$0] }, separator: "", columns)
}

/// Words in lines of at most so many columns, never broken.
func inLines(_ words: [String], separator: String, _ columns: Int) -> [String] {
    var lines: [String] = []
    var width = 0
    for word in words {
        let seen = terminalColumns(word.last == " " ? String(word.dropLast()) : word)
        if !lines.isEmpty, width + separator.count + seen <= columns {
            lines[lines.count - 1] += separator + word
            width += separator.count
        } else {
            lines.append(word)
            width = 0
        }
        width += terminalColumns(word)
    }
    return lines.map { $0.last == " " ? String($0.dropLast()) : $0 }
}
