// The reader again, slow and obvious, from the comments of the tokenizers alone: strings, Foundation's normal forms, no window, no byte.
// It shares the hash and nothing else. It knows no links, and of the look-alikes only those that Foundation or a range tells.

import Foundation

@testable import SpamFilter

struct ReferenceReader {
    let settings: TokenizerSettings

    /// The features of a body by what they are made of, with how often each occurs.
    func features(of body: String) -> [String: (hash: UInt64, count: Int)] {
        var found: [String: (hash: UInt64, count: Int)] = [:]
        var last: (name: String, hash: UInt64)?
        var syllabics: [Character] = []
        func add(_ name: String, _ hash: UInt64) { found[name, default: (hash, 0)].count += 1 }
        func addUnit(_ name: String, _ hash: UInt64) {
            add(name, hash)
            if let last, settings.wordOrder == 2 { add("pair(\(last.name), \(name))", FeatureHash.pair(last.hash, hash)) }
            last = (name, hash)
            syllabics = []
        }

        let text = Array(folded(body))
        let marks = ReferenceMarks(text: text)
        for (name, hash) in marks.pictures() { add(name, hash) }
        var i = 0
        var signs: [Int] = [], numberlessUntil = 0
        while i < text.count {
            let c = text[i]
            if isSymbol(c) { signs.append(i) }
            let number = i < numberlessUntil ? nil : ReferenceNumber(text, at: i)
            if number == nil { numberlessUntil = max(numberlessUntil, ReferenceNumber.endOfFailed(text, at: i)) }
            if c.isWhitespace {
                i += 1
            } else if let number {
                for (name, hash) in number.features() { add(name, hash) }
                addUnit(number.name, number.hash)
                i = number.end
            } else if ["rp", "rs", "rm", "tl"].contains(String(text[i...].prefix(2))), i + 2 < text.count, isDigit(text[i + 2]),
                i == 0 || !isAlphabetic(text[i - 1]) && !isDigit(text[i - 1]), let number = ReferenceNumber(text, at: i + 2)
            {
                for (name, hash) in number.features() { add(name, hash) }
                addUnit(number.name, number.hash)
                i = number.end
            } else if isAlphabetic(c) || isDigit(c) {
                let word = text[i...].prefix { isAlphabetic($0) || isDigit($0) }
                i += word.count
                let letters = word.map { isDigit($0) ? "0" : $0 }
                for n in Int(settings.shortestGram)...Int(settings.longestGram) where n > 0 {
                    let edged = ["\u{1}"] + letters + ["\u{1}"]
                    for start in 0..<max(0, edged.count - n + 1) {
                        let gram = Array(edged[start..<start + n])
                        add("gram \(String(gram))", FeatureHash.close(polynomial(gram), .gram))
                    }
                }
                addUnit("word \(String(letters))", rolled(letters, .word))
            } else if isSyllabic(c) {
                let run = isHangul(c) ? text[i...].prefix(while: isHangul) : text[i...i]
                for c in run {
                    let one = FeatureHash.close(polynomial([c]), .syllabic)
                    add("syllabic \(c)", one)
                    if syllabics.isEmpty, let last, settings.wordOrder == 2 {
                        add("pair(\(last.name), syllabic \(c))", FeatureHash.pair(last.hash, one))
                    }
                    syllabics = syllabics.suffix(2) + [c]
                    for n in 2...3 where n <= Int(settings.syllabicOrder) && syllabics.count >= n {
                        let gram = Array(syllabics.suffix(n))
                        add("syllabic \(String(gram))", FeatureHash.close(polynomial(gram), .syllabic))
                    }
                    last = ("syllabic \(c)", one)
                }
                if isHangul(c), run.count > Int(settings.syllabicOrder) { add("word \(String(run))", rolled(Array(run), .word)) }
                i += run.count
            } else {
                if c == "\u{FFFC}" || isEmoji(c) {
                    let (name, hash, end) = c == "\u{FFFC}" ? ("", 0, i + 1) : marks.emoji(at: i)
                    if !name.isEmpty { add(name, hash) }
                    i = end
                    continue
                }
                let run = text[i...].prefix { $0 == c }.count
                let kind: TokenKind = isJamo(c) ? .jamo : .symbol
                let token = UInt64(min(run, 3)) &* FeatureHash.m1 &+ UInt64(scalar(c)) &* FeatureHash.m3
                add("\(kind) \(c) \(min(run, 3))", FeatureHash.close(token, kind))
                i += run
            }
        }
        for (name, hash) in marks.tags(at: signs) { add(name, hash) }
        return found
    }

    private func rolled(_ token: [Character], _ kind: TokenKind) -> UInt64 {
        FeatureHash.close(token.reduce(0) { FeatureHash.roll($0, scalar($1)) }, kind)
    }

    /// The last character times m1, the one before it times m2, and so on.
    private func polynomial(_ token: [Character]) -> UInt64 {
        let multipliers = [FeatureHash.m1, FeatureHash.m2, FeatureHash.m3, FeatureHash.m4, FeatureHash.m5]
        return zip(token.reversed(), multipliers).reduce(0) { $0 &+ UInt64(scalar($1.0)) &* $1.1 }
    }
}
