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
        let runs = text.runs
        var inWords: [Range<Int>: Double] = [:], words: [String: WordClue] = [:]
        for clue in explanation.clues {
            switch clue.place {
            case .bytes(let bytes):
                let (first, last) = (scalarOfByte[bytes.lowerBound], scalarOfByte[bytes.upperBound - 1])
                inWords[runs[first].lowerBound..<runs[last].upperBound, default: 0] += clue.contribution
            // No word begins with U+0000, but a message may contain any name.
            case .message: words["\0length", default: WordClue(kind: "length", logOdds: 0)].logOdds += clue.contribution
            case .sender: words["\0sender", default: WordClue(kind: "sender", logOdds: 0)].logOdds += clue.contribution
            }
        }
        // In one order, as the last bits of a sum depend on it.
        func isBefore(_ a: Range<Int>, _ b: Range<Int>) -> Bool { (a.lowerBound, a.upperBound) < (b.lowerBound, b.upperBound) }
        for (word, logOdds) in inWords.sorted(by: { isBefore($0.key, $1.key) }) {
            words[String(scalars: text.scalars[word]), default: WordClue(kind: text.kind(of: word), logOdds: 0)].logOdds +=
                logOdds
        }
        return words
    }
}

extension Plaintext {
    /// For each letter the word of Latin letters or digits that it stands in; else itself alone.
    fileprivate var runs: [Range<Int>] {
        var runs: [Range<Int>] = []
        while runs.count < kinds.count {
            let begin = runs.count, isWord = kinds[begin] == .latin || kinds[begin] == .digit
            let end = isWord ? kinds[begin...].firstIndex { $0 != .latin && $0 != .digit } ?? kinds.count : begin + 1
            runs += repeatElement(begin..<end, count: end - begin)
        }
        return runs
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
