// Folding again, by Foundation's normal forms. Each scalar becomes one character.

import Foundation

@testable import SpamFilter

extension ReferenceReader {
    /// What FoldingTable.py says of a scalar, said of a text.
    func folded(_ body: String) -> [Character] {
        let seen = joinersOfEmojiKept(body).filter { !isInvisible($0) }.map { squaredLetter($0) ?? $0 }
        let standing = assembled(seen).decomposedStringWithCompatibilityMapping
        // Upper case first: it knows ß as SS and final sigma as sigma.
        let folded = standing.replacing("ẞ", with: "ss").uppercased().lowercased().decomposedStringWithCompatibilityMapping
        let kept = folded.unicodeScalars.filter { !isMark($0) && !isInvisible($0) }
        let composed = String(String.UnicodeScalarView(kept)).precomposedStringWithCanonicalMapping
        let digits = composed.unicodeScalars.map { scalar in
            scalar.properties.numericType == .decimal ? Unicode.Scalar(UInt8(0x30 + scalar.properties.numericValue!)) : scalar
        }
        return digits.filter { $0 != "\u{3099}" && $0 != "\u{309A}" }.reduce(into: []) { text, scalar in
            // An emoji with its joiner is one character of two scalars.
            if scalar == "\u{E000}" {
                text[text.count - 1] = Character("\(text.last!)\u{200D}")
            } else {
                text.append(Character(scalar))
            }
        }
    }

    /// A joiner behind an emoji becomes a private scalar, which stays; what is not seen is passed over.
    private func joinersOfEmojiKept(_ body: String) -> [Unicode.Scalar] {
        var text: [Unicode.Scalar] = [], isBehindEmoji = false
        for scalar in body.unicodeScalars {
            if scalar == "\u{200D}" {
                if isBehindEmoji { text.append("\u{E000}") }
                isBehindEmoji = false
            } else if !isInvisible(scalar), !isMark(scalar) {
                text.append(scalar)
                isBehindEmoji = isEmoji(Character(scalar))
            }
        }
        return text
    }

    private func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "\u{FFFC}" || scalar.properties.isWhitespace { return false }
        return scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isEmojiModifier
            || [.control, .format].contains(scalar.properties.generalCategory)
    }

    /// Marks of alphabets: Latin, Greek, Cyrillic, and the points of Hebrew and Arabic.
    private func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x300...0x36F, 0x483...0x489, 0x591...0x5BD, 0x64B...0x65F, 0x20D0...0x20FF: true
        default: false
        }
    }

    /// Negative circled and squared letters, which Unicode decomposes into nothing.
    private func squaredLetter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x1F150...0x1F169: Unicode.Scalar(0x61 + scalar.value - 0x1F150)
        case 0x1F170...0x1F189: Unicode.Scalar(0x61 + scalar.value - 0x1F170)
        default: nil
        }
    }

    /// Stand-alone jamo as syllables: a consonant, a vowel, and a consonant that no vowel follows, or that can begin nothing.
    private func assembled(_ text: [Unicode.Scalar]) -> String {
        let leading = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars), vowels = Array("ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ".unicodeScalars)
        let closing = Array("ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ".unicodeScalars)
        var result = String.UnicodeScalarView()
        var i = 0
        func vowel(_ i: Int) -> Int? { i < text.count ? vowels.firstIndex(of: text[i]) : nil }
        while i < text.count {
            guard let l = leading.firstIndex(of: text[i]), let v = vowel(i + 1) else {
                result.append(text[i])
                i += 1
                continue
            }
            i += 2
            var t = 0
            if i < text.count, let c = closing.firstIndex(of: text[i]), vowel(i + 1) == nil || !leading.contains(text[i]) {
                t = c + 1
                i += 1
            }
            result.append(Unicode.Scalar(UInt32(0xAC00 + (l * 21 + v) * 28 + t))!)
        }
        return String(result)
    }
}
