// Page: a message with its clues marked. A text and an explanation in, pieces of one strength out.

import SpamEvaluation
import SpamFilter
import Statistics

/// A message cut where the weight of its clues changes.
///
/// Clues overlap: a letter is part of a word, of n-grams, of a link. A character weighs the sum of
/// all clues that it is part of.
struct HighlightedText {
    struct Piece {
        /// Class of the mark: `junk1` to `junk3`, `wanted1` to `wanted3`; `nil` for none.
        let weight: String?
        /// Escaped.
        let html: String
    }

    struct NamedClue {
        let words: String
        let contribution: String
        let side: String
    }

    /// The clues listed.
    private static let mostClues = 6

    let pieces: [Piece]
    let clues: [NamedClue]

    /// - Parameter mostScalars: of the message that are shown.
    init(_ text: String, _ explanation: Explanation, mostScalars: Int = 400) {
        // A contribution is for the favored action. Here above 0 is for junk; between two wanted
        // actions it stays as it is.
        let sign = explanation.favored.action == .junk || explanation.against.action != .junk ? 1.0 : -1.0
        let utf8 = Array(text.utf8)
        clues = HighlightedText.heaviest(explanation.clues, utf8, sign)

        let shown = String(String.UnicodeScalarView(text.unicodeScalars.prefix(mostScalars)))
        var weights = [Double](repeating: 0, count: shown.utf8.count)
        for clue in explanation.clues {
            guard let bytes = clue.bytes, !bytes.isEmpty else { continue }
            for i in bytes.clamped(to: weights.indices) { weights[i] += sign * clue.contribution }
        }
        let heaviest = weights.reduce(0) { max($0, abs($1)) }
        var pieces: [Piece] = []
        var run = (weight: String?.none, html: "")
        var at = 0
        for character in shown {
            let end = at + character.utf8.count
            let weight = HighlightedText.mark(weights[at..<end].max { abs($0) < abs($1) } ?? 0, of: heaviest)
            if weight != run.weight, !run.html.isEmpty {
                pieces.append(Piece(weight: run.weight, html: run.html))
                run.html = ""
            }
            run.weight = weight
            run.html += HighlightedText.visible(character)
            at = end
        }
        pieces.append(Piece(weight: run.weight, html: run.html))
        let rest = text.unicodeScalars.count - shown.unicodeScalars.count
        if rest > 0 { pieces.append(Piece(weight: nil, html: " <i>… \(grouped(rest)) more characters</i>")) }
        self.pieces = pieces
    }

    /// In three steps.
    private static func mark(_ weight: Double, of heaviest: Double) -> String? {
        guard heaviest > 0, abs(weight) >= 0.12 * heaviest else { return nil }
        let strength = abs(weight) >= 0.6 * heaviest ? 3 : abs(weight) >= 0.3 * heaviest ? 2 : 1
        return (weight > 0 ? "junk" : "wanted") + "\(strength)"
    }

    /// The character as markup; a scalar that cannot be seen, by its number.
    private static func visible(_ character: Character) -> String {
        character.scalarsSeen.reduce(into: "") { html, part in
            html += part.isSeen ? escaped(String(part.scalar)) : "<span class=\"unseen\">\(number(part.scalar))</span>"
        }
    }

    /// The words that weigh most, clues of the same words taken together.
    private static func heaviest(_ clues: [Clue], _ utf8: [UInt8], _ sign: Double) -> [NamedClue] {
        var sums: [ClueWords: Double] = [:]
        for clue in clues { sums[ClueWords(clue, in: utf8), default: 0] += sign * clue.contribution }
        let sorted = sums.sorted {
            abs($0.value) != abs($1.value) ? abs($0.value) > abs($1.value) : $0.key.text < $1.key.text
        }
        return sorted.prefix(mostClues).map { words, sum in
            let shown = seen(String(cut(words.text, to: 40).map { $0.isNewline ? "⏎" : $0 }))
            return NamedClue(words: shown, contribution: signed(sum), side: sum > 0 ? "junk" : "wanted")
        }
    }
}

/// `U+200B`.
private func number(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)"
}

/// A few words of a message without its markup: what cannot be seen by its number, in brackets.
func seen(_ words: String) -> String {
    words.reduce(into: "") { shown, character in
        for (scalar, isSeen) in character.scalarsSeen { shown += isSeen ? String(scalar) : "[\(number(scalar))]" }
    }
}
