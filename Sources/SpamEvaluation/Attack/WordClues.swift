// Evaluation, attack: why a message is junk, word by word. The model's clues in; each word's part
// out.

import SpamFilter

/// What a word adds to the natural log-odds of junk, all features read from it taken together.
struct WordClue {
    let kind: String
    var logOdds: Double
}

extension Classifier {
    /// The words of a message by their text, and what each adds to its log-odds of junk; with the
    /// bias they sum up to it. A clue belongs to the word that it was read in. A pair of words is a
    /// word of its own; CJK n-grams are as they were read. Empty for a model without junk.
    mutating func wordClues(_ message: Message) -> [String: WordClue] {
        guard let explanation = explainJunk(message) else { return [:] }
        let text = Plaintext(message.body)
        // The scalar that each byte is of.
        var scalarOfByte: [Int] = []
        for (i, scalar) in text.scalars.enumerated() {
            scalarOfByte += repeatElement(i, count: UTF8.width(scalar))
        }
        var words: [String: WordClue] = [:]
        for clue in explanation.clues {
            let name: String, kind: String
            switch clue.place {
            case .bytes(let bytes):
                let word = text.word(around: scalarOfByte[bytes.lowerBound]..<scalarOfByte[bytes.upperBound - 1] + 1)
                (name, kind) = (String(scalars: text.scalars[word]), text.kind(of: word))
            // No word begins with U+0000, but a message may contain any name.
            case .message: (name, kind) = ("\0length", "length")
            case .sender: (name, kind) = ("\0sender", "sender")
            }
            words[name, default: WordClue(kind: kind, logOdds: 0)].logOdds += clue.contribution
        }
        return words
    }
}

extension Plaintext {
    /// A range that begins and ends within no word of Latin letters or digits.
    fileprivate func word(around range: Range<Int>) -> Range<Int> {
        func isWord(_ i: Int) -> Bool { kinds[i] == .latin || kinds[i] == .digit }
        var (begin, end) = (range.lowerBound, range.upperBound)
        if isWord(begin) { while begin > 0, isWord(begin - 1) { begin -= 1 } }
        if isWord(end - 1) { while end < kinds.count, isWord(end) { end += 1 } }
        return begin..<end
    }

    /// A name for what a word is made of: `FallOfWords.kind`.
    fileprivate func kind(of word: Range<Int>) -> String {
        let kinds = Set(kinds[word])
        if kinds.contains(.link) { return "link" }
        let letters = kinds.intersection([.latin, .hangul, .han, .kana, .otherLetter])
        if letters.count > 1 { return "mixedScripts" }
        return switch letters.first {
        case .latin: "latin"
        case .hangul: "hangul"
        case .han: "han"
        case .kana: "kana"
        case .otherLetter: "otherLetters"
        default: kinds.contains(.digit) ? "number" : "sign"
        }
    }
}
