// Studio: a message as the page shows it, with its clues marked. A stored message and a model in,
// values out.

import CorpusStore
import EvaluationPage
import SpamEvaluation
import SpamFilter

/// A stretch of a message's text. The texts of all pieces joined are the message, scalar by scalar;
/// a page puts each into an element of its own, as text.
struct TextPiece: Sendable, Equatable, Codable {
    let text: String
    /// `junk1` to `junk3`, `wanted1` to `wanted3`, the strength of what it speaks for; `nil` for
    /// little or nothing.
    let mark: String?
    /// In natural log-odds, above 0 for junk, of a marked piece.
    let weight: Double?
    /// The name of a scalar that cannot be seen, such as `U+200B`, which the piece is.
    let unseen: String?
}

/// A text with the language to draw it in, as `lang` of HTML.
struct TextLine: Sendable, Equatable, Codable {
    let text: String
    let lang: String?
    /// Tells the whole text from another; comes back with a label.
    let mark: String

    /// - Parameter most: characters that are kept.
    init(_ stored: StoredMessage, most: Int = 300) {
        mark = stored.textMark
        text = seen(cut(stored.message.body, to: most))
        lang = languageTag(of: stored.message.body, said: stored.language)
    }
}

/// Words that weigh in a verdict.
struct ShownClue: Sendable, Equatable, Codable {
    let words: String
    /// `+1.078`.
    let weight: String
    /// `junk` or `wanted`.
    let side: String
}

/// What a model says of a message.
struct ShownVerdict: Sendable, Equatable, Codable {
    /// The name of the model.
    let model: String
    /// What it would do; `unsure` where it does nothing.
    let action: String
    /// The most probable action with its probability, in percent.
    let mostProbable: String
    let percent: Int?
}

/// A message.
struct ShownMessage: Sendable, Equatable, Codable {
    let id: Int64
    /// Tells the text from another one; comes back with a label.
    let textMark: String
    let ownID: String?
    let sender: String?
    let country: String?
    /// Seconds since 1970.
    let receivedAt: Int?
    let lang: String?
    let source: String
    /// `nil` without one, and where it is not to be seen.
    let label: String?
    let pieces: [TextPiece]
    let clues: [ShownClue]
    let verdict: ShownVerdict?
}

extension ShownMessage {
    /// - Parameters:
    ///   - model: marks the clues; `nil` for no marks.
    ///   - hidesLabel: for a person who labels without seeing what others said.
    init(_ stored: StoredMessage, _ model: StudioModel?, hidesLabel: Bool = false) {
        let explained = model.map { ($0, $0.asking.junkExplanation(stored.message)) }
        // Marks speak for junk or against it: a model without junk makes none.
        let marked = explained.flatMap { _, explanation in
            [explanation.favored.action, explanation.against.action].contains(.junk)
                ? MarkedText(stored.message.body, explanation) : nil
        }
        self.init(
            id: stored.number, textMark: stored.textMark, ownID: stored.id, sender: stored.message.sender.map(seen),
            country: stored.message.receiverCountry,
            receivedAt: stored.receivedAt, lang: languageTag(of: stored.message.body, said: stored.language),
            source: seen(stored.source), label: hidesLabel ? nil : stored.label?.description,
            pieces: marked?.pieces.flatMap { TextPiece.pieces($0.text, mark: $0.mark, weight: $0.weight) }
                ?? TextPiece.pieces(stored.message.body),
            clues: marked?.clues.map { ShownClue(words: $0.shown, weight: $0.shownContribution, side: $0.side) } ?? [],
            verdict: explained.map { ShownVerdict($0.name, $0.asking, $1.verdict) })
    }
}

extension ShownVerdict {
    init(_ name: String, _ asking: AskingModel, _ verdict: Verdict) {
        let (action, percent) = asking.mostProbable(verdict)
        self.init(model: name, action: ShownVerdict.word(verdict.action), mostProbable: action.name, percent: percent)
    }

    static func word(_ action: Action) -> String { action == .none ? "unsure" : action.name }
}

extension TextPiece {
    /// A text of one strength: what can be seen in one piece, each scalar that cannot in one of its
    /// own.
    static func pieces(_ text: String, mark: String? = nil, weight: Double = 0) -> [TextPiece] {
        var pieces: [TextPiece] = [], run = String.UnicodeScalarView()
        func close() {
            guard !run.isEmpty else { return }
            pieces.append(TextPiece(text: String(run), mark: mark, weight: mark == nil ? nil : bounded(weight), unseen: nil))
            run = String.UnicodeScalarView()
        }
        for (scalar, isSeen) in text.lazy.flatMap(\.scalarsSeen) {
            if isSeen {
                run.append(scalar)
            } else {
                close()
                pieces.append(
                    TextPiece(
                        text: String(scalar), mark: mark, weight: mark == nil ? nil : bounded(weight), unseen: scalarName(scalar))
                )
            }
        }
        close()
        return pieces
    }

    /// JSON has no infinity, which only a malicious model has.
    private static func bounded(_ weight: Double) -> Double { weight.isNaN ? 0 : min(1e9, max(-1e9, weight)) }
}
