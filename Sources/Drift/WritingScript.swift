// Drift: the script that most letters of a message are of. Bytes in, one of a few scripts out.

/// What a message is written in, by the blocks of its letters.
public enum WritingScript: Int, CaseIterable, Sendable {
    /// Latin.
    case latin = 0
    /// Cyrillic.
    case cyrillic
    /// Arabic.
    case arabic
    /// Devanagari.
    case devanagari
    /// Thai.
    case thai
    /// Chinese characters.
    case han
    /// Japanese syllables.
    case kana
    /// Korean syllables.
    case hangul
    /// Letters of another script.
    case other
    /// No letters: numbers, signs, emoji, or nothing.
    case none

    /// The English word that reports and JSON have.
    public var name: String { "\(self)" }

    /// The bytes that are looked at: what follows in a longer message is seldom of another script.
    private static let mostBytes = 1024

    /// The script of a body in UTF-8, whole or damaged. Japanese has kana among its Han.
    ///
    /// - Complexity: O(bytes), at most some 1,000 of them.
    package init(of body: UnsafeBufferPointer<UInt8>) {
        var letters = SIMD16<Int32>(repeating: 0)
        var at = 0
        let end = min(body.count, WritingScript.mostBytes)
        while at < end {
            let byte = body[at]
            at += 1
            if byte < 0x80 {
                // A letter of ASCII in either case.
                if (byte | 0x20) &- 0x61 < 26 { letters[WritingScript.latin.rawValue] &+= 1 }
            } else if byte >= 0xC3 {
                let script = WritingScript.script(lead: byte, next: at < body.count ? body[at] : 0)
                // A syllable, or a Han character, says as much as two letters.
                letters[script.rawValue] &+= byte >= 0xE3 ? 2 : 1
            }
        }
        letters[WritingScript.none.rawValue] = 0
        if 4 &* letters[WritingScript.kana.rawValue] >= letters[WritingScript.han.rawValue],
            letters[WritingScript.kana.rawValue] > 0
        {
            letters[WritingScript.kana.rawValue] &+= letters[WritingScript.han.rawValue]
        }
        let most = letters.max()
        self = most == 0 ? .none : WritingScript.allCases.first { letters[$0.rawValue] == most } ?? .none
    }

    /// By the first two bytes of a character.
    private static func script(lead: UInt8, next: UInt8) -> WritingScript {
        switch lead {
        case 0xC3...0xCA: .latin
        case 0xD0...0xD3: .cyrillic
        case 0xD8...0xDB: .arabic
        case 0xE0:
            switch next {
            case 0xA4, 0xA5: .devanagari
            case 0xB8, 0xB9: .thai
            default: .other
            }
        case 0xE1:
            switch next {
            case 0x84...0x87: .hangul
            case 0xB8...0xBB: .latin
            default: .other
            }
        case 0xE3:
            switch next {
            case 0x81...0x83: .kana
            case 0x84...0x86: .hangul
            case 0x90...: .han
            default: .none
            }
        case 0xE4...0xE9: .han
        case 0xEA: next >= 0xB0 ? .hangul : .other
        case 0xEB...0xED: .hangul
        case 0xEF: next >= 0xA4 && next <= 0xAB ? .han : .none
        case 0xF0: next >= 0xA0 ? .han : .none
        case 0xCB, 0xCC, 0xCD, 0xE2, 0xEE, 0xF1...: .none
        default: .other
        }
    }
}
