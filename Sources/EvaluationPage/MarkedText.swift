// Page: a message with its clues marked. A text and an explanation in, pieces of one strength out,
// as text.

import SpamEvaluation
import SpamFilter

/// A message cut where the weight of its clues changes.
///
/// Clues overlap: a letter is part of a word, of n-grams, of a link. A character weighs the sum of
/// all clues that it is part of.
public struct MarkedText {
    /// A stretch of one strength.
    public struct Piece {
        /// The pieces joined are the message, or what is shown of it.
        public let text: String
        /// Class of the mark: `junk1` to `junk3`, `wanted1` to `wanted3`; `nil` for none.
        public let mark: String?
        /// The weight of its heaviest character, in natural log-odds: above 0 for junk.
        public let weight: Double
    }

    /// Words, and what they weigh in sum.
    public struct NamedClue {
        /// What the clues were read from.
        package let words: ClueWords
        /// Above 0 for junk.
        package let contribution: Double
    }

    /// The clues listed.
    private static let mostClues = 6

    /// The text of the message, or what is shown of it, from its start.
    public let pieces: [Piece]
    /// The words that weigh most, clues of the same words taken together.
    public let clues: [NamedClue]
    /// The scalars of the message that are not shown.
    package let rest: Int

    /// Marks the clues of an explanation.
    ///
    /// - Parameters:
    ///   - text: the body of the message.
    ///   - explanation: of this message.
    ///   - mostScalars: of the message that are shown.
    /// - Complexity: O(scalars, and the bytes of all clues).
    public init(_ text: String, _ explanation: Explanation, mostScalars: Int = .max) {
        // A contribution is for the favored action. Here above 0 is for junk; between two wanted
        // actions it stays as it is.
        let sign = explanation.favored.action == .junk || explanation.against.action != .junk ? 1.0 : -1.0
        clues = MarkedText.heaviest(explanation.clues, Array(text.utf8), sign)
        let shown = String(String.UnicodeScalarView(text.unicodeScalars.prefix(mostScalars)))
        var weights = [Double](repeating: 0, count: shown.utf8.count)
        for clue in explanation.clues {
            guard let bytes = clue.bytes, !bytes.isEmpty else { continue }
            for i in bytes.clamped(to: weights.indices) { weights[i] += sign * clue.contribution }
        }
        pieces = MarkedText.pieces(shown, weights)
        rest = text.unicodeScalars.count - shown.unicodeScalars.count
    }

    private static func pieces(_ shown: String, _ weights: [Double]) -> [Piece] {
        let heaviest = weights.reduce(0) { max($0, abs($1)) }
        var pieces: [Piece] = []
        var run = (mark: String?.none, text: "", weight: 0.0)
        var at = 0
        for character in shown {
            let end = at + character.utf8.count
            let weight = weights[at..<end].max { abs($0) < abs($1) } ?? 0
            let mark = mark(weight, of: heaviest)
            if mark != run.mark, !run.text.isEmpty {
                pieces.append(Piece(text: run.text, mark: run.mark, weight: run.weight))
                run = (mark, "", 0)
            }
            run.mark = mark
            run.text.append(character)
            if abs(weight) > abs(run.weight) { run.weight = weight }
            at = end
        }
        return pieces + [Piece(text: run.text, mark: run.mark, weight: run.weight)]
    }

    /// A class for each of three strengths.
    private static func mark(_ weight: Double, of heaviest: Double) -> String? {
        guard heaviest > 0, abs(weight) >= 0.12 * heaviest else { return nil }
        let strength = 1 + [0.3, 0.6].count { abs(weight) >= $0 * heaviest }
        return (weight > 0 ? "junk" : "wanted") + "\(strength)"
    }

    private static func heaviest(_ clues: [Clue], _ utf8: [UInt8], _ sign: Double) -> [NamedClue] {
        var sums: [ClueWords: Double] = [:]
        for clue in clues { sums[ClueWords(clue, in: utf8), default: 0] += sign * clue.contribution }
        let sorted = sums.sorted {
            abs($0.value) != abs($1.value) ? abs($0.value) > abs($1.value) : $0.key.text < $1.key.text
        }
        return sorted.prefix(mostClues).map { NamedClue(words: $0, contribution: $1) }
    }
}

extension MarkedText.NamedClue {
    /// As the page shows them: short, on one line, what cannot be seen by its number.
    public var shown: String { seen(String(cut(words.text, to: 40).map { $0.isNewline ? "⏎" : $0 })) }
    /// `+1.078`.
    public var shownContribution: String { signed(contribution) }
    /// `junk` or `wanted`.
    public var side: String { contribution > 0 ? "junk" : "wanted" }
}

/// `U+200B`.
public func scalarName(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)"
}

/// A few words of a message without its markup: what cannot be seen by its number, in brackets.
public func seen(_ words: String) -> String {
    words.reduce(into: "") { shown, character in
        for (scalar, isSeen) in character.scalarsSeen { shown += isSeen ? String(scalar) : "[\(scalarName(scalar))]" }
    }
}
