// Evaluation: what a clue was read from, as people see it. Clues of the same words are
// summed.

import SpamFilter

/// The words that a clue was read from, or what else it is of. A case each, as a message may
/// contain the word "(sender)".
public enum ClueWords: Hashable, Sendable {
    /// Words of the body, as they are in it.
    case words(String)
    /// How long the body is.
    case length
    /// The sender or the country.
    case sender

    /// What a clue was read from.
    ///
    /// - Parameter clue: a clue of this message.
    /// - Parameter body: the bytes of the message; the place of the clue lies in them.
    public init(_ clue: Clue, in body: [UInt8]) {
        self =
            switch clue.place {
            case .bytes(let bytes): .words(String(decoding: body[bytes], as: UTF8.self))
            case .message: .length
            case .sender: .sender
            }
    }

    /// The words as they are; a name in parentheses for anything else.
    public var text: String {
        switch self {
        case .words(let words): words
        case .length: "(length)"
        case .sender: "(sender)"
        }
    }
}
