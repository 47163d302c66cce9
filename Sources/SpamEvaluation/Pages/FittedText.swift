// Evaluation: texts made to fit: padded, wrapped or clipped to columns of a terminal, or cut, with
// marks for scalars that cannot be seen. Words in, words out. Tables with CJK names are aligned.

/// The columns that a text takes in a terminal: 2 for wide characters, 1 for all others.
///
/// Wide are those of East Asian Width W and F (Unicode Standard Annex 11), by block; emoji among
/// them.
package func terminalColumns(_ text: String) -> Int {
    text.reduce(0) { $0 + terminalColumns(of: $1) }
}

private func terminalColumns(of character: Character) -> Int { isWide(character.unicodeScalars.first!) ? 2 : 1 }

private func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x1100: false
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97C,
        0xAC00...0xD7A3,
        0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
        0x1F900...0x1F9FF,
        0x20000...0x3FFFD:
        true
    default: false
    }
}

/// A text of at most so many columns, cut with `…` where it is longer. Controls become spaces; what
/// else cannot be seen is left out, as a mark of direction would reverse the line.
package func clipped(_ text: String, to columns: Int) -> String {
    let plain = text.reduce(into: "") { plain, character in
        guard character.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else { return plain += " " }
        for (scalar, isSeen) in character.scalarsSeen where isSeen { plain.unicodeScalars.append(scalar) }
    }
    guard terminalColumns(plain) > columns else { return plain }
    var room = columns - 1
    let kept = plain.prefix { character in
        room -= terminalColumns(of: character)
        return room >= 0
    }
    return kept + "…"
}

package func leftPadded(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - terminalColumns(text))) + text
}

package func rightPadded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - terminalColumns(text)))
}

/// A text broken between words, and beside wide characters, which need no space between words. A
/// longer word is broken anywhere. Line ends stay, and so do spaces within a line.
///
/// - Parameters:
///   - columns: the widest that a line may be.
///   - indent: what every line but the first begins with.
///   - start: columns that are taken before the first word.
/// - Complexity: O(length).
package func wrapped(_ text: String, to columns: Int, indent: String = "", after start: Int = 0) -> String {
    var breaker = LineBreaker(columns: columns, indent: indent, after: start)
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        if number > 0 { breaker.breakLine() }
        breaker.add(line)
    }
    return breaker.text
}

/// Fills lines with pieces: words, wide characters, and signs with what they stand beside.
private struct LineBreaker {
    private let columns: Int
    private let indent: String
    /// The columns of the indent, and those that are left beside it.
    private let margin, room: Int
    /// The lines so far. The last one takes `width` columns.
    private(set) var text = ""
    private var width: Int
    /// The spaces before the piece, which end with a line.
    private var gap = 0
    /// What no line may break, and its columns.
    private var piece = "", pieceWidth = 0

    init(columns: Int, indent: String, after start: Int) {
        (self.columns, self.indent, width) = (columns, indent, start)
        margin = terminalColumns(indent)
        room = max(1, columns - margin)
    }

    mutating func breakLine() {
        text += "\n" + indent
        (width, gap) = (margin, 0)
    }

    mutating func add(_ line: Substring) {
        var wasWide = false
        for (character, next) in zip(line, line.dropFirst().map(Optional.some) + [nil]) {
            // A percent sign stays with its figure.
            if character == " ", next != "%" || piece.isEmpty {
                endPiece()
                gap = min(gap + 1, room)
                wasWide = false
                continue
            }
            let seen = terminalColumns(of: character), isWide = seen > 1
            // A line does not begin with a sign of the word before, unless that fills a line.
            let isOfWordBefore = ",.;:)!?，。！？）：；、".contains(character)
            if (isWide || wasWide) && !isOfWordBefore || pieceWidth + seen > room { endPiece() }
            piece.append(character)
            pieceWidth += seen
            wasWide = isWide
        }
        endPiece()
    }

    /// Puts the piece on this line, or on the next where it does not fit.
    private mutating func endPiece() {
        guard !piece.isEmpty else { return }
        if width + gap + pieceWidth > columns, width > margin { breakLine() }
        text += String(repeating: " ", count: gap) + piece
        width += gap + pieceWidth
        (gap, piece, pieceWidth) = (0, "", 0)
    }
}

/// The first scalars of a text, and an ellipsis if there are more. By scalars, as a character may
/// be of any length.
public func cut(_ text: String, to count: Int) -> String {
    let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(count)))
    return start.utf8.count < text.utf8.count ? start + "…" : start
}

extension Character {
    /// The scalars, each with whether it is seen: drawn, or part of how the character looks.
    ///
    /// Not seen are controls, marks of direction, everything with `Default_Ignorable_Code_Point`,
    /// unassigned scalars, and the Braille pattern without dots. White space is seen, and so are a
    /// selector after an emoji, a joiner between two, and the tags of a flag.
    public var scalarsSeen: [(scalar: Unicode.Scalar, isSeen: Bool)] {
        let scalars = Array(unicodeScalars)
        return scalars.indices.map { (scalars[$0], !scalars[$0].isUnseenAlone || Character.isPartOfEmoji($0, scalars)) }
    }

    /// Unicode's property calls a digit an emoji too; here only what is drawn as one counts.
    private static func isPartOfEmoji(_ i: Int, _ scalars: [Unicode.Scalar]) -> Bool {
        guard i > 0 else { return false }
        let previous = scalars[i - 1], next = i + 1 < scalars.count ? scalars[i + 1] : nil
        switch scalars[i].value {
        case 0xFE0F: return previous.isPicture || previous.properties.isEmoji && next?.value == 0x20E3
        case 0x200D: return (previous.value == 0xFE0F || previous.properties.isEmojiPresentation) && next?.isPicture == true
        case 0xE0020...0xE007F: return scalars[0].value == 0x1F3F4
        default: return false
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isPicture: Bool { value > 0x7F && properties.isEmoji }

    fileprivate var isUnseenAlone: Bool {
        switch properties.generalCategory {
        case .control: self != "\n" && self != "\r" && self != "\t"
        case .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        default: properties.isDefaultIgnorableCodePoint || value == 0x2800
        }
    }
}
