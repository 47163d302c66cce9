// Evaluation: clues of an explanation as people read them. Clues in, one line for the same words
// out.

import SpamFilter

/// The clues that were read from the same words of a message.
package struct MergedClue {
    /// The words, line breaks shown as ⏎; a name in parentheses for features of no words, such as
    /// `(sender: with calling code)`.
    package let shown: String
    /// Where the words first occur; `nil` for features of no words.
    package let bytes: Range<Int>?
    /// What the features are of, each kind once: `number of 11 digits, phone number`. Of the sender
    /// all is said by `shown`.
    package var kind: String { isOfSender ? "sender" : kinds.map(\.name).joined(separator: ", ") }
    private let isOfSender: Bool
    private var kinds: [FeatureKind]
    package private(set) var contribution: Double
    package private(set) var count: Int

    /// Largest contribution first, whatever its sign.
    ///
    /// - Parameter joinsSender: whether all of the sender is one clue.
    package static func merge(_ clues: [Clue], in text: String, joinsSender: Bool = false) -> [MergedClue] {
        var merged: [MergedClue] = []
        var indexOf: [ClueWords: Int] = [:]
        let utf8 = Array(text.utf8)
        for clue in clues {
            let words = joinsSender && clue.place == .sender ? .sender("sender") : ClueWords(clue, in: utf8)
            if let i = indexOf[words] {
                merged[i].contribution += clue.contribution
                merged[i].count += 1
                if !merged[i].kinds.contains(clue.kind) { merged[i].kinds.append(clue.kind) }
            } else {
                indexOf[words] = merged.count
                let shown = words.text.split(whereSeparator: \.isNewline).joined(separator: "⏎")
                merged.append(
                    MergedClue(
                        shown: shown, bytes: clue.bytes, isOfSender: clue.place == .sender, kinds: [clue.kind],
                        contribution: clue.contribution, count: 1))
            }
        }
        return merged.sorted {
            abs($0.contribution) != abs($1.contribution) ? abs($0.contribution) > abs($1.contribution) : $0.shown < $1.shown
        }
    }

    /// The heaviest clues; where all of them speak against what was decided, the heaviest for it
    /// comes in place of the last.
    ///
    /// - Parameter text: the body of the message.
    package static func deciding(_ explanation: Explanation, in text: String, most: Int) -> [MergedClue] {
        let all = merge(explanation.clues, in: text, joinsSender: true), heaviest = all.prefix(most)
        let isJunk = explanation.verdict.action == .junk
        let sign: Double = (explanation.favored == .junk) == isJunk ? 1 : -1
        guard heaviest.count == most, heaviest.allSatisfy({ $0.contribution * sign < 0 }),
            let decides = all.first(where: { $0.contribution * sign > 0 })
        else { return Array(heaviest) }
        return [decides] + heaviest.dropLast()
    }

    /// The heaviest clues for a label; if the model favors another, the clues against that.
    ///
    /// - Parameter text: the body of the message.
    package static func heaviest(_ explanation: Explanation, for label: Label, in text: String, most: Int) -> [MergedClue] {
        let sign: Double = explanation.favored.action == label.action ? 1 : -1
        return Array(merge(explanation.clues, in: text).filter { $0.contribution * sign > 0 }.prefix(most))
    }
}

/// The words that a clue was read from, or what else it is of. A case each, as a message may
/// contain the word "(length)".
public enum ClueWords: Hashable, Sendable {
    /// Words of the body, as they are in it.
    case words(String)
    /// How long the body is.
    case length
    /// The sender or the country, by the name of what is said of it.
    case sender(String)

    /// What a clue was read from.
    ///
    /// - Parameter clue: a clue of this message.
    /// - Parameter body: the bytes of the message; the place of the clue lies in them.
    public init(_ clue: Clue, in body: [UInt8]) {
        self =
            switch clue.place {
            case .bytes(let bytes): .words(String(decoding: body[bytes], as: UTF8.self))
            case .message: .length
            case .sender: .sender(clue.kind.name)
            }
    }

    /// The words as they are; a name in parentheses for anything else.
    public var text: String {
        switch self {
        case .words(let words): words
        case .length: "(length)"
        case .sender(let name): "(\(name))"
        }
    }
}
