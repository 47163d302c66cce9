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
        let isEastern = text.contains(where: isSyllabic)
        var i = 0
        while i < text.count {
            let c = text[i]
            if c.isWhitespace {
                i += 1
            } else if let end = endOfNumber(text, i, isEastern) {
                let groups = groups(of: text[i..<end], isEastern)
                let shape = groups.reduce(0) { FeatureHash.roll($0, $1.rolled) }
                let name = "number " + groups.map(\.name).joined()
                let digits = groups.reduce(0) { $0 + $1.digits }
                add("digits \(min(digits, 16))", FeatureHash.close(UInt64(min(digits, 16)) &* FeatureHash.m2, .number))
                if i > 0, isSymbol(text[i - 1]) {
                    let signed = FeatureHash.roll(shape, scalar(text[i - 1])) &* FeatureHash.m4
                    add("\(text[i - 1]) before \(name)", FeatureHash.close(signed, .number))
                }
                addUnit(name, FeatureHash.close(shape, .number))
                i = end
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
                let run = text[i...].prefix { $0 == c }.count
                let kind: TokenKind = c == "\u{FFFC}" ? .image : isJamo(c) ? .jamo : isEmoji(c) ? .emoji : .symbol
                let token = UInt64(min(run, 3)) &* FeatureHash.m1 &+ UInt64(scalar(c)) &* FeatureHash.m3
                add("\(kind) \(c) \(min(run, 3))", FeatureHash.close(token, kind))
                i += run
            }
        }
        return found
    }

    /// Digits, or masks of them, in groups with one joining sign between; no part of a word.
    private func endOfNumber(_ text: [Character], _ start: Int, _ isEastern: Bool) -> Int? {
        func endOfGroup(_ from: Int) -> Int? {
            let length = text[from...].prefix { isDigitLike($0, isEastern) }.count
            let end = from + length
            return length == 0 || end < text.count && isAlphabetic(text[end]) ? nil : end
        }
        guard var end = endOfGroup(start) else { return nil }
        if end == start + 1, isSymbol(text[start]) { return nil }
        while end + 1 < text.count, ".,:/-".contains(text[end]), let next = endOfGroup(end + 1) { end = next }
        return end
    }

    private func groups(of number: ArraySlice<Character>, _ isEastern: Bool) -> [(name: String, digits: Int, rolled: UInt32)] {
        var rest = number, groups: [(name: String, digits: Int, rolled: UInt32)] = []
        while let c = rest.first {
            let digits = rest.prefix { isDigitLike($0, isEastern) }.count
            groups.append(digits > 0 ? ("\(min(digits, 12)) digits", digits, UInt32(min(digits, 12))) : ("\(c)", 0, scalar(c)))
            rest = rest.dropFirst(max(1, digits))
        }
        return groups
    }

    private func scalar(_ c: Character) -> UInt32 { c.unicodeScalars.first!.value }
    private func isDigit(_ c: Character) -> Bool { ("0"..."9").contains(c) }
    private func isDigitLike(_ c: Character, _ isEastern: Bool) -> Bool {
        isDigit(c) || "*○●".contains(c) || isEastern && c == "x"
    }
    private func isHangul(_ c: Character) -> Bool { ("가"..."힣").contains(c) }
    private func isJamo(_ c: Character) -> Bool { (0x1100...0x11FF).contains(scalar(c)) }
    private func isSyllabic(_ c: Character) -> Bool {
        isHangul(c) || (0x3041...0x30FF).contains(scalar(c)) || c.unicodeScalars.first!.properties.isIdeographic
    }
    private func isAlphabetic(_ c: Character) -> Bool {
        if isSyllabic(c) || isJamo(c) { return false }
        switch c.unicodeScalars.first!.properties.generalCategory {
        case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark: return true
        default: return false
        }
    }
    private func isEmoji(_ c: Character) -> Bool {
        c.unicodeScalars.first!.properties.isEmoji && scalar(c) >= 0x2600 || (0x1F1E6...0x1F1FF).contains(scalar(c))
    }
    private func isSymbol(_ c: Character) -> Bool {
        !(isDigit(c) || isSyllabic(c) || isJamo(c) || isAlphabetic(c) || isEmoji(c) || c.isWhitespace || c == "\u{FFFC}")
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
